/* ws.c: parses WebSocket frames, and writes the heads of ours. */
#include "ws.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <string.h>

#include "core/banned.h"

static void unmask(char *data, size_t n, const char mask[4])
{
    uint64_t wide, m;
    memcpy(&m, mask, 4);
    memcpy((char *)&m + 4, mask, 4);
    size_t i = 0;
    for (; i + 8 <= n; i += 8) {
        memcpy(&wide, data + i, 8);
        wide ^= m;
        memcpy(data + i, &wide, 8);
    }
    for (; i < n; i++)
        data[i] ^= mask[i & 3];
}

int64_t ws_read(char *data, size_t n, size_t max, struct ws_frame *f)
{
    const uint8_t *b = (const uint8_t *)data;
    if (n < 2)
        return 0;
    int control = b[0] & 8;
    uint64_t length = b[1] & 127;
    size_t head = 2 + (length == 126 ? 2 : length == 127 ? 8 : 0);
    f->op = (enum ws_op)(b[0] & 15);
    f->final = b[0] >> 7;
    if (b[0] & 0x70 || !(b[1] & 0x80) || (f->op > WS_BINARY && f->op < WS_CLOSE) || f->op > WS_PONG)
        return -WS_PROTOCOL; /* unknown extensions, an unmasked frame, or an unknown opcode */
    if (control && (!f->final || length > 125))
        return -WS_PROTOCOL;
    if (n < head)
        return 0;
    if (head > 2)
        length = 0;
    for (size_t i = 2; i < head; i++)
        length = length << 8 | b[i];
    if ((head == 4 && length < 126) || (head == 10 && (length < 65536 || length >> 63)))
        return -WS_PROTOCOL; /* RFC 6455, 5.2: the shortest form of a length, and never more than 63 bits */
    if (length > max)
        return -WS_TOO_BIG;
    if (n < head + 4 + length)
        return 0;
    f->data = data + head + 4;
    f->n = (size_t)length;
    unmask(f->data, f->n, data + head);
    return (int64_t)(head + 4 + length);
}

size_t ws_head(char out[WS_HEAD_MAX], enum ws_op op, size_t n)
{
    size_t bytes = n < 126 ? 0 : n < 65536 ? 2 : 8;
    out[0] = (char)(0x80 | op);
    out[1] = (char)(bytes == 0 ? n : bytes == 2 ? 126 : 127);
    for (size_t i = 0; i < bytes; i++)
        out[2 + i] = (char)((uint64_t)n >> 8 * (bytes - 1 - i));
    return 2 + bytes;
}

int ws_accept(const char *key, size_t n, char out[WS_ACCEPT])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11";
    static const char letters[] = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/";
    unsigned char said[24 + sizeof guid], hash[SHA_DIGEST_LENGTH];
    if (n != 24 || memcmp(key + 22, "==", 2) != 0)
        return 0;
    for (size_t i = 0; i < 22; i++)
        if (!key[i] || !strchr(letters, key[i]))
            return 0;
    memcpy(said, key, 24);
    memcpy(said + 24, guid, sizeof guid - 1);
    SHA1(said, 24 + sizeof guid - 1, hash);
    EVP_EncodeBlock((unsigned char *)out, hash, sizeof hash);
    return 1;
}

/* Whether an endpoint may send this code (RFC 6455, 7.4, and the registry it opens: 1012 to 1014). */
static int code_ok(int code)
{
    return (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) || (code >= 3000 && code <= 4999);
}

int ws_close_code(const char *data, size_t n)
{
    if (n == 0)
        return 0;
    int code = n < 2 ? 0 : (uint8_t)data[0] << 8 | (uint8_t)data[1];
    if (!code_ok(code))
        return -WS_PROTOCOL;
    return utf8_ok(data + 2, n - 2) ? code : -WS_NOT_UTF8;
}

size_t utf8_check(const char *text, size_t n, int *bad)
{
    const uint8_t *p = (const uint8_t *)text, *end = p + n;
    *bad = 0;
    while (p < end) {
        uint64_t eight;
        if (end - p >= 8 && (memcpy(&eight, p, 8), !(eight & 0x8080808080808080u))) {
            p += 8;
            continue;
        }
        if (*p < 0x80) {
            p++;
            continue;
        }
        int more = *p >= 0xc2 && *p <= 0xdf ? 1 : (*p & 0xf0) == 0xe0 ? 2 : *p >= 0xf0 && *p <= 0xf4 ? 3 : 0;
        /* The second byte rules out overlong forms, surrogates and code points above U+10FFFF. */
        uint8_t low = *p == 0xe0 ? 0xa0 : *p == 0xf0 ? 0x90 : 0x80, high = *p == 0xed ? 0x9f : *p == 0xf4 ? 0x8f : 0xbf;
        *bad = !more || (end - p > 1 && (p[1] < low || p[1] > high));
        for (int i = 2; i <= more && i < end - p; i++)
            *bad |= (p[i] & 0xc0) != 0x80;
        if (*bad || end - p <= more)
            break;
        p += more + 1;
    }
    return (size_t)(p - (const uint8_t *)text);
}

int utf8_ok(const char *text, size_t n)
{
    int bad;
    return utf8_check(text, n, &bad) == n;
}
