/* push.h: what a Web Push message is made of: its encryption for one browser (RFC 8291, by RFC 8188), and the signature by
 * which a push service knows the server (RFC 8292). No sockets: push_send.c sends it.
 *
 * Whoever carries the message learns to whom it goes and how many bytes it has, and all of ours have the same number. */
#ifndef IR_PUSH_H
#define IR_PUSH_H

#include "base/base64.h"

enum {
    PUSH_SECRET = 32, /* bytes of a private key, */
    PUSH_POINT = 65,  /* of a public one, uncompressed, */
    PUSH_AUTH = 16,   /* of the secret that a browser shares with us, */
    PUSH_SALT = 16,
    PUSH_HEAD = PUSH_SALT + 4 + 1 + PUSH_POINT,          /* of what stands before the encrypted record, */
    PUSH_TAG = 16,                                       /* and of what it ends with */
    PUSH_PADDED = 192,                                   /* so many bytes has every text, */
    PUSH_BYTES = PUSH_HEAD + PUSH_PADDED + 1 + PUSH_TAG, /* and so many a message */
    PUSH_TOKEN_MAX = 1000,                               /* of the Authorization header */
    PUSH_TOPIC = 32
};

/* ---- keys ---- */

/* The server's key pair: the page subscribes with its public half, and push services accept messages by its private one. */
struct push_key;
int push_key_new(char text[BASE64_SIZE(PUSH_SECRET)]); /* a new private key as text; 1, or 0: OpenSSL failed */
struct push_key *push_key_read(const char *text);      /* NULL: this is not a private key */
const char *push_key_public(const struct push_key *);  /* as text, for the page */
void push_key_free(struct push_key *);

/* ---- a message ---- */

/* Encrypts n bytes for the browser with this public key and secret. salt and secret are random if they are NULL, and must not
 * be used twice. `padded`: how many bytes the text gets by padding, at least n. out has room for PUSH_HEAD + padded + 1 +
 * PUSH_TAG bytes, all of which are written. 1, or 0: this is not a public key. */
int push_encrypt(uint8_t *out, const void *text, size_t n, size_t padded, const uint8_t point[PUSH_POINT],
                 const uint8_t auth[PUSH_AUTH], const uint8_t salt[PUSH_SALT], const uint8_t secret[PUSH_SECRET]);
/* The part of it that is RFC 8188: one record, under the key that belongs to `input`. `id` is what the head says about the key.
 */
int push_record(uint8_t *out, const void *text, size_t n, size_t padded, uint32_t record, const uint8_t salt[PUSH_SALT],
                const void *input, size_t input_n, const void *id, uint8_t id_n);
/* The value of the Authorization header for a push service ("https://host"), valid until then (seconds since 1970). contact:
 * "mailto:..." of whom to tell about trouble. 1, or 0: it did not fit, or OpenSSL failed. */
int push_token(char out[PUSH_TOKEN_MAX], const struct push_key *, const char *origin, const char *contact, int64_t until);
/* A name for messages about this table to this endpoint: a newer one replaces an older one that was not delivered yet. It
 * tells nothing about the table, nor that two people sit at the same one. */
void push_topic(char out[PUSH_TOPIC + 1], const struct push_key *, const char *endpoint, const char *table);

#endif
