/* fuzz_web.c: foreign bytes as an HTTP request and as WebSocket frames: what was read lies within the bytes, and what is whole
 * is the same however it arrived. */
#include "server/address.h"
#include "server/ws.h"

#include <stdlib.h>
#include <string.h>

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static void inside(struct piece a, const char *text, size_t n)
{
    if (a.p && (a.p < text || a.p + a.n > text + n))
        abort();
}

static void request(const char *text, size_t n)
{
    struct http_request r, part;
    char address[ADDRESS_MAX], why[IR_WHY_MAX];
    struct trust t;
    struct address peer;
    int status = http_read(text, n, &r);
    /* A refusal or a whole head does not depend on how many bytes came at once, but for those that follow the head. */
    for (size_t k = n; status == 1 && k-- > r.head;)
        if (http_read(text, k, &part) != 1 || part.head != r.head || part.body != r.body)
            abort();
    for (size_t k = r.head; status == 1 && k-- > 0;)
        if (http_read(text, k, &part) == 1)
            abort();
    if (status != 1)
        return;
    const struct piece all[] = {r.path,    r.query,    r.host,          r.origin,        r.connection,      r.upgrade, r.key,
                                r.version, r.protocol, r.authorization, r.if_none_match, r.accept_encoding, r.expect};
    if (r.head > n || r.path.n < 1 || *r.path.p != '/')
        abort();
    for (size_t i = 0; i < sizeof all / sizeof *all; i++)
        inside(all[i], text, r.head);
    for (int i = 0; i < r.n_forwarded; i++)
        inside(r.forwarded[i], text, r.head);
    http_lists(r.connection, "upgrade");
    http_accepts(r.accept_encoding, "gzip");
    char accept[WS_ACCEPT];
    if (r.key.p && ws_accept(r.key.p, r.key.n, accept) && strlen(accept) != WS_ACCEPT - 1)
        abort();
    if (!trust_read(&t, "loopback,192.0.2.1", why) || !address_read(&peer, "127.0.0.1", 9))
        abort();
    address_forwarded(&t, r.forwarded, r.n_forwarded, &peer, address);
    if (!address_read(&peer, address, strlen(address)))
        abort();
}

static void frames(char *data, size_t n)
{
    struct ws_frame f;
    for (size_t at = 0; at < n;) {
        int64_t used = ws_read(data + at, n - at, 4096, &f);
        if (used <= 0)
            break;
        if ((size_t)used > n - at || f.n > 4096 || f.data < data + at || f.data + f.n != data + at + used)
            abort();
        int bad, code = ws_close_code(f.data, f.n);
        size_t good = utf8_check(f.data, f.n, &bad);
        if (good > f.n || (bad && good == f.n) || utf8_ok(f.data, f.n) != (good == f.n) || !utf8_ok(f.data, good))
            abort();
        if (code && code != -WS_PROTOCOL && code != -WS_NOT_UTF8 && (code < 1000 || code > 4999))
            abort();
        at += (size_t)used;
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    char *copy = malloc(size ? size : 1); /* of just this size: reading past it is seen */
    if (!copy)
        return 0;
    memcpy(copy, data, size);
    if (size < 3000)
        request(copy, size);
    frames(copy, size);
    free(copy);
    return 0;
}
