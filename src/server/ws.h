/* ws.h: the server's half of RFC 6455 without extensions: parses frames of a client, writes heads of ours.
 *
 * Why not a library: measured on one core with 1,000 connections, libwebsockets 4.1.6 on libuv spends 34 us on a message in
 * and two out, libuv alone 17; wslay keeps 9.4 KB for each connection, this keeps nothing. Frames of clients are small (a
 * message has at most a few KB), so a frame is parsed when it is complete. */
#ifndef IR_WS_H
#define IR_WS_H

#include <stddef.h>
#include <stdint.h>

enum ws_op { WS_MORE = 0, WS_TEXT = 1, WS_BINARY = 2, WS_CLOSE = 8, WS_PING = 9, WS_PONG = 10 };
enum { WS_HEAD_MAX = 10, WS_ACCEPT = 29 };
enum {
    WS_NORMAL = 1000,
    WS_PROTOCOL = 1002,
    WS_UNSUPPORTED = 1003,
    WS_NOT_UTF8 = 1007,
    WS_POLICY = 1008,
    WS_TOO_BIG = 1009,
    WS_RESTART = 1012
};

struct ws_frame {
    enum ws_op op;
    int final;
    char *data; /* unmasked in place */
    size_t n;
};

/* The size of the first frame; 0: it is incomplete; or minus the close code. Frames larger than max are refused by their
 * head. */
int64_t ws_read(char *data, size_t n, size_t max, struct ws_frame *);
/* Writes the head of an unfragmented, unmasked message of n bytes; returns its length. */
size_t ws_head(char out[WS_HEAD_MAX], enum ws_op, size_t n);
/* The answer to Sec-WebSocket-Key, as a string. 0: the key is not 16 bytes in base64. */
int ws_accept(const char *key, size_t n, char out[WS_ACCEPT]);
/* The code in the payload of a close frame; 0: it is empty; or minus the code of the answer: the payload is not one. */
int ws_close_code(const char *data, size_t n);
/* How many bytes are whole characters of UTF-8. *bad: what follows them is wrong, whatever comes next; otherwise it may be
 * the beginning of one. */
size_t utf8_check(const char *text, size_t n, int *bad);
int utf8_ok(const char *text, size_t n);

#endif
