/* http.c: parses the head of an HTTP/1.1 request, strictly. */
#define _GNU_SOURCE /* memmem */
#include "http.h"

#include <string.h>
#include <strings.h>

#include "core/banned.h"

int piece_is(struct piece a, const char *text)
{
    return a.p && a.n == strlen(text) && memcmp(a.p, text, a.n) == 0;
}

int piece_is_nocase(struct piece a, const char *text)
{
    return a.p && a.n == strlen(text) && strncasecmp(a.p, text, a.n) == 0;
}

static struct piece trim(struct piece a)
{
    for (; a.n && (*a.p == ' ' || *a.p == '\t'); a.n--)
        a.p++;
    for (; a.n && (a.p[a.n - 1] == ' ' || a.p[a.n - 1] == '\t'); a.n--)
        continue;
    return a;
}

int http_lists(struct piece list, const char *word)
{
    while (list.p && list.n) {
        const char *comma = memchr(list.p, ',', list.n);
        struct piece one = {list.p, comma ? (size_t)(comma - list.p) : list.n};
        list.p += one.n + (comma != NULL);
        list.n -= one.n + (comma != NULL);
        const char *semicolon = memchr(one.p, ';', one.n);
        if (semicolon)
            one.n = (size_t)(semicolon - one.p);
        if (piece_is_nocase(trim(one), word))
            return 1;
    }
    return 0;
}

const char *http_reason(int status)
{
    static const struct {
        int status;
        const char *reason;
    } known[] = {{101, "Switching Protocols"},
                 {200, "OK"},
                 {201, "Created"},
                 {204, "No Content"},
                 {304, "Not Modified"},
                 {400, "Bad Request"},
                 {401, "Unauthorized"},
                 {403, "Forbidden"},
                 {404, "Not Found"},
                 {405, "Method Not Allowed"},
                 {408, "Request Timeout"},
                 {409, "Conflict"},
                 {411, "Length Required"},
                 {413, "Content Too Large"},
                 {414, "URI Too Long"},
                 {421, "Misdirected Request"},
                 {426, "Upgrade Required"},
                 {429, "Too Many Requests"},
                 {431, "Request Header Fields Too Large"},
                 {500, "Internal Server Error"},
                 {501, "Not Implemented"},
                 {503, "Service Unavailable"},
                 {505, "HTTP Version Not Supported"}};
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].status == status)
            return known[i].reason;
    return status < 500 ? "Refused" : "Failed";
}

/* A character of a header's name (RFC 9110, token). */
static int token_char(unsigned char c)
{
    return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c && strchr("!#$%&'*+-.^_`|~", c));
}

/* "METHOD /path?query HTTP/1.1" */
static int request_line(struct piece line, struct http_request *r)
{
    const char *space = memchr(line.p, ' ', line.n);
    if (!space)
        return 400;
    struct piece method = {line.p, (size_t)(space - line.p)}, rest = {space + 1, line.n - method.n - 1};
    const char *last = memchr(rest.p, ' ', rest.n);
    if (!last || !method.n)
        return 400;
    for (size_t i = 0; i < method.n; i++)
        if (!token_char((unsigned char)method.p[i]))
            return 400;
    struct piece target = {rest.p, (size_t)(last - rest.p)}, version = {last + 1, rest.n - target.n - 1};
    if (version.n != 8 || memcmp(version.p, "HTTP/", 5) != 0)
        return 400;
    if (!piece_is(version, "HTTP/1.1") && !piece_is(version, "HTTP/1.0"))
        return 505;
    r->keep = piece_is(version, "HTTP/1.1");
    r->method = piece_is(method, "GET")    ? HTTP_GET
                : piece_is(method, "HEAD") ? HTTP_HEAD
                : piece_is(method, "POST") ? HTTP_POST
                                           : HTTP_OTHER;
    if (!target.n || *target.p != '/')
        return 400;
    for (size_t i = 0; i < target.n; i++)
        if (target.p[i] <= ' ' || target.p[i] > '~')
            return 400;
    const char *mark = memchr(target.p, '?', target.n);
    r->path = (struct piece){target.p, mark ? (size_t)(mark - target.p) : target.n};
    r->query = mark ? (struct piece){mark + 1, target.n - r->path.n - 1} : (struct piece){target.p + target.n, 0};
    return r->path.n < HTTP_PATH_MAX && r->query.n < HTTP_PATH_MAX ? 1 : 414;
}

/* "Name: value" */
static int header_line(struct piece line, struct http_request *r)
{
    const struct {
        const char *name;
        struct piece *to;
    } known[] = {{"host", &r->host},
                 {"origin", &r->origin},
                 {"connection", &r->connection},
                 {"upgrade", &r->upgrade},
                 {"sec-websocket-key", &r->key},
                 {"sec-websocket-version", &r->version},
                 {"sec-websocket-protocol", &r->protocol},
                 {"authorization", &r->authorization},
                 {"if-none-match", &r->if_none_match},
                 {"accept-encoding", &r->accept_encoding},
                 {"x-forwarded-for", &r->forwarded},
                 {"content-length", &r->content_length},
                 {"transfer-encoding", &r->transfer}};
    const char *colon = memchr(line.p, ':', line.n);
    if (!colon || colon == line.p)
        return 400;
    struct piece name = {line.p, (size_t)(colon - line.p)}, value = {colon + 1, line.n - name.n - 1};
    for (size_t i = 0; i < name.n; i++)
        if (!token_char((unsigned char)name.p[i]))
            return 400;
    for (size_t i = 0; i < value.n; i++)
        if (((unsigned char)value.p[i] < ' ' && value.p[i] != '\t') || value.p[i] == 0x7f)
            return 400;
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (piece_is_nocase(name, known[i].name)) {
            if (known[i].to->p)
                return 400; /* two of them: ambiguous */
            *known[i].to = trim(value);
        }
    return 1;
}

/* Checks the headers against each other. */
static int meaning(struct http_request *r)
{
    if (r->transfer.p)
        return 501;
    if (r->keep && !r->host.p)
        return 400;
    if (r->content_length.p) {
        if (!r->content_length.n || r->content_length.n > 9)
            return r->content_length.n ? 413 : 400;
        for (size_t i = 0; i < r->content_length.n; i++) {
            if (r->content_length.p[i] < '0' || r->content_length.p[i] > '9')
                return 400;
            r->body = r->body * 10 + (size_t)(r->content_length.p[i] - '0');
        }
    }
    if (http_lists(r->connection, "close"))
        r->keep = 0;
    return 1;
}

int http_read(const char *data, size_t n, struct http_request *r)
{
    *r = (struct http_request){.method = HTTP_OTHER};
    const char *end = memmem(data, n < HTTP_HEAD_MAX ? n : HTTP_HEAD_MAX, "\r\n\r\n", 4);
    if (!end) {
        /* A first line that is not HTTP/1.1 is refused at once: it may be the preface of HTTP/2, or TLS, and nothing more
         * may come. */
        const char *line = memmem(data, n, "\r\n", 2);
        int status = line ? request_line((struct piece){data, (size_t)(line - data)}, r) : 1;
        if (status != 1)
            return status;
        if (n && (*data < 'A' || *data > 'Z'))
            return 400;
        return n < HTTP_HEAD_MAX ? 0 : 431;
    }
    r->head = (size_t)(end - data) + 4;
    for (const char *p = data; p <= end;) {
        const char *line = memmem(p, (size_t)(end + 2 - p), "\r\n", 2);
        struct piece one = {p, (size_t)(line - p)};
        int status = p == data ? request_line(one, r) : header_line(one, r);
        if (status != 1)
            return status;
        p = line + 2;
    }
    return meaning(r);
}
