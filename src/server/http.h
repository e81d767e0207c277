/* http.h: parses the head of an HTTP/1.1 request, and writes the head of an answer. No sockets, no allocation: pieces point
 * into the input. It accepts what browsers and honest tools send and refuses the rest: no HTTP/2, no chunked bodies, no
 * folded lines, no duplicate of a header that matters (X-Forwarded-For is a list, which may have several lines). */
#ifndef IR_HTTP_H
#define IR_HTTP_H

#include <stddef.h>

enum { HTTP_HEAD_MAX = 8192, HTTP_PATH_MAX = 256, HTTP_FORWARDED_MAX = 8 };

struct piece {
    const char *p; /* NULL: it was not sent */
    size_t n;
};
enum http_method { HTTP_GET, HTTP_HEAD, HTTP_POST, HTTP_OTHER };
struct http_request {
    enum http_method method;
    int keep_alive;
    int expects;       /* the client waits for 100 Continue before it sends the body */
    size_t head, body; /* bytes of the head, and of the body that follows it */
    struct piece path, query;
    struct piece host, origin, connection, upgrade, key, version, protocol, authorization, if_none_match, accept_encoding,
        content_length, transfer, expect;
    struct piece forwarded[HTTP_FORWARDED_MAX]; /* the last lines of X-Forwarded-For, in order */
    int n_forwarded;
};

/* 1: a complete head; 0: more bytes are needed; otherwise the status of the refusal. */
int http_read(const char *data, size_t n, struct http_request *);
/* Whether `word` is one of the comma-separated values, ignoring case and whatever follows a semicolon. */
int http_lists(struct piece, const char *word);
/* Whether an Accept-Encoding allows this coding: it is listed (or * is) with a weight above 0. */
int http_accepts(struct piece, const char *coding);
int piece_is(struct piece, const char *text);
int piece_is_nocase(struct piece, const char *text);
const char *http_reason(int status);

#endif
