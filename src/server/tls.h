/* tls.h: TLS by OpenSSL between memory and memory; the sockets are somebody else's. Speaks HTTP/1.1 only. */
#ifndef IR_TLS_H
#define IR_TLS_H

#include "irori.h"

struct tls_ctx;
struct tls;
struct tls_ctx *tls_ctx_new(const char *cert, const char *key, char why[IR_WHY_MAX]); /* NULL and a sentence */
void tls_ctx_free(struct tls_ctx *);

struct tls *tls_new(struct tls_ctx *); /* NULL: no memory */
void tls_free(struct tls *);
/* Bytes from the network in. 1, or 0: this is not TLS, or broken. */
int tls_feed(struct tls *, const char *data, size_t n);
/* What they say: bytes put into out, 0: nothing yet, -1: it ended or is broken. Also carries the handshake on. */
int tls_read(struct tls *, char *out, size_t size);
int tls_write(struct tls *, const char *data, size_t n); /* 1, or 0: it is broken; before the end of the handshake too */
/* Bytes for the network; 0: none. */
size_t tls_drain(struct tls *, char *out, size_t size);

#endif
