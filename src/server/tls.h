/* tls.h: TLS by OpenSSL on memory buffers; it does not touch sockets. Offers HTTP/1.1 only, with TLS 1.3, or 1.2 with ciphers
 * that have forward secrecy and authenticate what they encrypt (AEAD). */
#ifndef IR_TLS_H
#define IR_TLS_H

#include "irori.h"

struct tls_ctx;
struct tls;
struct tls_ctx *tls_ctx_new(const char *cert, const char *key, char why[IR_WHY_MAX]); /* NULL and a sentence */
void tls_ctx_free(struct tls_ctx *);                                                  /* connections that use it go on */
int64_t tls_ctx_days(const struct tls_ctx *); /* for how many more days the certificate is valid; below 0: it has expired */

struct tls *tls_new(struct tls_ctx *); /* NULL: no memory */
void tls_free(struct tls *);
/* Takes bytes from the network. 1, or 0: not TLS, or broken. */
int tls_feed(struct tls *, const char *data, size_t n);
/* Decrypted bytes into out: how many, 0: none yet, -1: it ended or is broken. Also continues the handshake. */
int tls_read(struct tls *, char *out, size_t size);
int tls_write(struct tls *, const char *data, size_t n); /* 1, or 0: it is broken; works before the end of the handshake, too */
/* Bytes for the network; 0: none. */
size_t tls_drain(struct tls *, char *out, size_t size);

#endif
