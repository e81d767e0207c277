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

/* Takes the first value off a list: what is before its semicolon, and what is after it. 0: there is none. */
static int list_next(struct piece *list, struct piece *value, struct piece *more)
{
    if (!list->p || !list->n)
        return 0;
    const char *comma = memchr(list->p, ',', list->n);
    struct piece one = {list->p, comma ? (size_t)(comma - list->p) : list->n};
    list->p += one.n + (comma != NULL);
    list->n -= one.n + (comma != NULL);
    const char *semicolon = memchr(one.p, ';', one.n);
    *more = semicolon ? (struct piece){semicolon + 1, (size_t)(one.p + one.n - semicolon - 1)} : (struct piece){NULL, 0};
    if (semicolon)
        one.n = (size_t)(semicolon - one.p);
    *value = trim(one);
    return 1;
}

int http_lists(struct piece list, const char *word)
{
    struct piece value, more;
    while (list_next(&list, &value, &more))
        if (piece_is_nocase(value, word))
            return 1;
    return 0;
}

/* "q=0", "q=0.000" */
static int weight_is_zero(struct piece more)
{
    more = trim(more);
    if (!more.p || more.n < 3 || strncasecmp(more.p, "q=", 2) != 0)
        return 0;
    for (size_t i = 2; i < more.n; i++)
        if (more.p[i] != '0' && more.p[i] != '.')
            return 0;
    return 1;
}

int http_accepts(struct piece list, const char *coding)
{
    struct piece value, more;
    int any = 0;
    while (list_next(&list, &value, &more)) {
        if (piece_is_nocase(value, coding))
            return !weight_is_zero(more);
        if (piece_is(value, "*"))
            any = !weight_is_zero(more);
    }
    return any;
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
                 {417, "Expectation Failed"},
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

/* "http://example.org/path": a server must understand this form, too (RFC 9112, 3.2.2). Its host replaces the header's. */
static int target_absolute(struct piece *target, struct http_request *r)
{
    size_t scheme = target->n > 7 && strncasecmp(target->p, "http://", 7) == 0    ? 7
                    : target->n > 8 && strncasecmp(target->p, "https://", 8) == 0 ? 8
                                                                                  : 0;
    if (!scheme)
        return 0;
    const char *host = target->p + scheme, *end = target->p + target->n, *path = host;
    while (path < end && *path != '/' && *path != '?')
        path++;
    if (path == host)
        return 0;
    r->host = (struct piece){host, (size_t)(path - host)};
    *target = (struct piece){path, (size_t)(end - path)};
    return 1;
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
    r->keep_alive = piece_is(version, "HTTP/1.1");
    r->method = piece_is(method, "GET")    ? HTTP_GET
                : piece_is(method, "HEAD") ? HTTP_HEAD
                : piece_is(method, "POST") ? HTTP_POST
                                           : HTTP_OTHER;
    for (size_t i = 0; i < target.n; i++)
        if (target.p[i] <= ' ' || target.p[i] > '~')
            return 400;
    int absolute = target_absolute(&target, r);
    if (!absolute && (!target.n || *target.p != '/'))
        return 400;
    const char *mark = target.n ? memchr(target.p, '?', target.n) : NULL;
    r->path = (struct piece){target.p, mark ? (size_t)(mark - target.p) : target.n};
    if (!r->path.n)
        r->path = (struct piece){r->host.p - 1, 1}; /* "http://example.org" means its "/", of which there is one before it */
    r->query =
        mark ? (struct piece){mark + 1, (size_t)(target.p + target.n - mark - 1)} : (struct piece){target.p + target.n, 0};
    return r->path.n < HTTP_PATH_MAX && r->query.n < HTTP_PATH_MAX ? 1 : 414;
}

/* "Name: value" */
static int header_line(struct piece line, struct http_request *r, struct piece *host)
{
    const struct {
        const char *name;
        struct piece *to;
    } known[] = {{"host", host},
                 {"origin", &r->origin},
                 {"connection", &r->connection},
                 {"upgrade", &r->upgrade},
                 {"sec-websocket-key", &r->key},
                 {"sec-websocket-version", &r->version},
                 {"sec-websocket-protocol", &r->protocol},
                 {"authorization", &r->authorization},
                 {"if-none-match", &r->if_none_match},
                 {"accept-encoding", &r->accept_encoding},
                 {"expect", &r->expect},
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
    if (piece_is_nocase(name, "x-forwarded-for")) { /* each proxy may add a line; the last ones are of the nearest proxies */
        if (r->n_forwarded == HTTP_FORWARDED_MAX)
            memmove(r->forwarded, r->forwarded + 1, (size_t)--r->n_forwarded * sizeof *r->forwarded);
        r->forwarded[r->n_forwarded++] = trim(value);
        return 1;
    }
    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (piece_is_nocase(name, known[i].name)) {
            if (known[i].to->p)
                return 400; /* two of them: ambiguous */
            *known[i].to = trim(value);
        }
    return 1;
}

/* Checks the headers against each other. */
static int meaning(struct http_request *r, struct piece host)
{
    int old = !r->keep_alive; /* HTTP/1.0 */
    if (r->transfer.p)
        return 501;
    if (!old && !host.p)
        return 400;
    if (!r->host.p)
        r->host = host;
    if (old)
        r->upgrade = r->expect = (struct piece){NULL, 0}; /* RFC 9110, 7.8 and 10.1.1 */
    if (r->expect.p && !piece_is_nocase(r->expect, "100-continue"))
        return 417;
    if (r->content_length.p) {
        if (!r->content_length.n || r->content_length.n > 9)
            return r->content_length.n ? 413 : 400;
        for (size_t i = 0; i < r->content_length.n; i++) {
            if (r->content_length.p[i] < '0' || r->content_length.p[i] > '9')
                return 400;
            r->body = r->body * 10 + (size_t)(r->content_length.p[i] - '0');
        }
    }
    r->expects = r->expect.p && r->body;
    if (http_lists(r->connection, "close"))
        r->keep_alive = 0;
    return 1;
}

int http_read(const char *data, size_t n, struct http_request *r)
{
    *r = (struct http_request){.method = HTTP_OTHER};
    size_t blank = 0; /* RFC 9112, 2.2: an empty line before a request is ignored */
    if (n >= 2 && memcmp(data, "\r\n", 2) == 0)
        blank = 2;
    else if (n == 1 && *data == '\r')
        return 0;
    const char *start = data + blank, *end = memmem(start, (n < HTTP_HEAD_MAX ? n : HTTP_HEAD_MAX) - blank, "\r\n\r\n", 4);
    if (!end) {
        /* A first line that is not HTTP/1.1 is refused at once: it may be the preface of HTTP/2, or TLS, and nothing more
         * may come. */
        const char *line = memmem(start, n - blank, "\r\n", 2);
        int status = line ? request_line((struct piece){start, (size_t)(line - start)}, r) : 1;
        if (status != 1)
            return status;
        if (n > blank && (*start < 'A' || *start > 'Z'))
            return 400;
        return n < HTTP_HEAD_MAX ? 0 : 431;
    }
    struct piece host = {NULL, 0};
    r->head = (size_t)(end - data) + 4;
    for (const char *p = start; p <= end;) {
        const char *line = memmem(p, (size_t)(end + 2 - p), "\r\n", 2);
        struct piece one = {p, (size_t)(line - p)};
        int status = p == start ? request_line(one, r) : header_line(one, r, &host);
        if (status != 1)
            return status;
        p = line + 2;
    }
    return meaning(r, host);
}
