/* tls.c: TLS by OpenSSL on memory buffers. */
#include "tls.h"

#include <openssl/err.h>
#include <openssl/ssl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

struct tls_ctx {
    SSL_CTX *ssl;
};
struct tls {
    SSL *ssl;
    BIO *in, *out;
};

static const char *reason(void)
{
    const char *text = ERR_reason_error_string(ERR_peek_last_error());
    ERR_clear_error();
    return text ? text : "no reason given";
}

/* Only HTTP/1.1 is offered; ALPN tells clients that insist on something else. */
static int alpn(SSL *ssl, const unsigned char **out, unsigned char *n, const unsigned char *in, unsigned int in_n, void *arg)
{
    static const unsigned char ours[] = "\x08http/1.1";
    return SSL_select_next_proto((unsigned char **)out, n, ours, sizeof ours - 1, in, in_n) == OPENSSL_NPN_NEGOTIATED
               ? SSL_TLSEXT_ERR_OK
               : SSL_TLSEXT_ERR_ALERT_FATAL;
}

struct tls_ctx *tls_ctx_new(const char *cert, const char *key, char why[IR_WHY_MAX])
{
    struct tls_ctx *c = calloc(1, sizeof *c);
    if (!c || !(c->ssl = SSL_CTX_new(TLS_server_method()))) {
        snprintf(why, IR_WHY_MAX, "TLS could not be set up: %s", reason());
        free(c);
        return NULL;
    }
    SSL_CTX_set_min_proto_version(c->ssl, TLS1_2_VERSION);
    /* Of TLS 1.2; all ciphers of TLS 1.3 are as good. */
    SSL_CTX_set_cipher_list(c->ssl, "ECDHE+AESGCM:ECDHE+CHACHA20:!aNULL:!PSK");
    SSL_CTX_set_options(c->ssl, SSL_OP_NO_RENEGOTIATION | SSL_OP_NO_COMPRESSION | SSL_OP_CIPHER_SERVER_PREFERENCE);
    SSL_CTX_set_mode(c->ssl, SSL_MODE_RELEASE_BUFFERS | SSL_MODE_ENABLE_PARTIAL_WRITE | SSL_MODE_ACCEPT_MOVING_WRITE_BUFFER);
    SSL_CTX_set_session_cache_mode(c->ssl, SSL_SESS_CACHE_OFF); /* tickets do */
    SSL_CTX_set_alpn_select_cb(c->ssl, alpn, NULL);
    if (SSL_CTX_use_certificate_chain_file(c->ssl, cert) != 1)
        snprintf(why, IR_WHY_MAX, "the certificate '%.100s' cannot be used: %s; it takes a file with a PEM certificate chain",
                 cert, reason());
    else if (SSL_CTX_use_PrivateKey_file(c->ssl, key, SSL_FILETYPE_PEM) != 1)
        snprintf(why, IR_WHY_MAX, "the key '%.100s' cannot be used: %s; it takes a file with the PEM key of the certificate",
                 key, reason());
    else
        return c;
    tls_ctx_free(c);
    return NULL;
}

void tls_ctx_free(struct tls_ctx *c)
{
    if (c)
        SSL_CTX_free(c->ssl);
    free(c);
}

int64_t tls_ctx_days(const struct tls_ctx *c)
{
    int days = 0, seconds = 0;
    const X509 *cert = SSL_CTX_get0_certificate(c->ssl);
    if (!cert || !ASN1_TIME_diff(&days, &seconds, NULL, X509_get0_notAfter(cert)))
        return 0;
    return days ? days : seconds < 0 ? -1 : 0;
}

struct tls *tls_new(struct tls_ctx *c)
{
    struct tls *t = calloc(1, sizeof *t);
    if (!t)
        return NULL;
    t->ssl = SSL_new(c->ssl);
    t->in = BIO_new(BIO_s_mem());
    t->out = BIO_new(BIO_s_mem());
    if (!t->ssl || !t->in || !t->out) {
        BIO_free(t->in);
        BIO_free(t->out);
        SSL_free(t->ssl);
        free(t);
        return NULL;
    }
    SSL_set_bio(t->ssl, t->in, t->out);
    SSL_set_accept_state(t->ssl);
    return t;
}

void tls_free(struct tls *t)
{
    if (t)
        SSL_free(t->ssl);
    free(t);
}

int tls_feed(struct tls *t, const char *data, size_t n)
{
    return BIO_write(t->in, data, (int)n) == (int)n;
}

int tls_read(struct tls *t, char *out, size_t size)
{
    ERR_clear_error();
    int n = SSL_read(t->ssl, out, (int)size);
    if (n > 0)
        return n;
    int error = SSL_get_error(t->ssl, n);
    return error == SSL_ERROR_WANT_READ || error == SSL_ERROR_WANT_WRITE ? 0 : -1;
}

int tls_write(struct tls *t, const char *data, size_t n)
{
    while (n) {
        ERR_clear_error();
        int done = SSL_write(t->ssl, data, (int)n);
        if (done <= 0)
            return 0; /* a memory BIO takes everything: this is an error, or a handshake that is not done */
        data += done;
        n -= (size_t)done;
    }
    return 1;
}

size_t tls_drain(struct tls *t, char *out, size_t size)
{
    int n = BIO_read(t->out, out, (int)size);
    return n > 0 ? (size_t)n : 0;
}
