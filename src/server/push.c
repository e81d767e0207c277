/* push.c: Web Push messages by OpenSSL: see push.h. */
#include "push.h"

#include <openssl/core_names.h>
#include <openssl/crypto.h>
#include <openssl/ec.h>
#include <openssl/evp.h>
#include <openssl/hmac.h>
#include <openssl/param_build.h>
#include <openssl/rand.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

enum { HASH = 32, KEY = 16, NONCE = 12, HALF = 32 };

struct push_key {
    EVP_PKEY *pair;
    uint8_t secret[PUSH_SECRET];
    char public[BASE64_SIZE(PUSH_POINT)];
};

/* ---- P-256 ---- */

/* The public key of a private one. */
static int point_of(uint8_t point[PUSH_POINT], const uint8_t secret[PUSH_SECRET])
{
    EC_GROUP *group = EC_GROUP_new_by_curve_name(NID_X9_62_prime256v1);
    EC_POINT *p = group ? EC_POINT_new(group) : NULL;
    BIGNUM *n = BN_secure_new();
    int good = p && n && BN_bin2bn(secret, PUSH_SECRET, n) && !BN_is_zero(n) && BN_cmp(n, EC_GROUP_get0_order(group)) < 0;
    if (good) {
        BN_set_flags(n, BN_FLG_CONSTTIME);
        good = EC_POINT_mul(group, p, n, NULL, NULL, NULL) &&
               EC_POINT_point2oct(group, p, POINT_CONVERSION_UNCOMPRESSED, point, PUSH_POINT, NULL) == PUSH_POINT;
    }
    BN_clear_free(n);
    EC_POINT_free(p);
    EC_GROUP_free(group);
    return good;
}

/* A key of OpenSSL's from a public key, and the private one if there is one. NULL: the point is not on the curve. */
static EVP_PKEY *pkey_new(const uint8_t point[PUSH_POINT], const uint8_t *secret)
{
    EVP_PKEY *key = NULL;
    OSSL_PARAM *params = NULL;
    OSSL_PARAM_BLD *b = OSSL_PARAM_BLD_new();
    BIGNUM *n = secret ? BN_bin2bn(secret, PUSH_SECRET, BN_secure_new()) : NULL;
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_name(NULL, "EC", NULL);
    if (b && c && (!secret || n) && OSSL_PARAM_BLD_push_utf8_string(b, OSSL_PKEY_PARAM_GROUP_NAME, "prime256v1", 0) &&
        OSSL_PARAM_BLD_push_octet_string(b, OSSL_PKEY_PARAM_PUB_KEY, point, PUSH_POINT) &&
        (!n || OSSL_PARAM_BLD_push_BN(b, OSSL_PKEY_PARAM_PRIV_KEY, n)) && (params = OSSL_PARAM_BLD_to_param(b)) &&
        EVP_PKEY_fromdata_init(c) == 1 &&
        EVP_PKEY_fromdata(c, &key, secret ? EVP_PKEY_KEYPAIR : EVP_PKEY_PUBLIC_KEY, params) != 1)
        key = NULL;
    EVP_PKEY_CTX_free(c);
    OSSL_PARAM_free(params);
    OSSL_PARAM_BLD_free(b);
    BN_clear_free(n);
    return key;
}

/* A private key, and its public one: about one number in 2^32 is none. */
static int pair_new(uint8_t secret[PUSH_SECRET], uint8_t point[PUSH_POINT])
{
    int good = 0;
    for (int tries = 0; tries < 4 && !good; tries++)
        good = RAND_priv_bytes(secret, PUSH_SECRET) == 1 && point_of(point, secret);
    return good;
}

static int agree(uint8_t shared[HASH], EVP_PKEY *own, EVP_PKEY *other)
{
    size_t n = HASH;
    EVP_PKEY_CTX *c = EVP_PKEY_CTX_new_from_pkey(NULL, own, NULL);
    int good = c && EVP_PKEY_derive_init(c) == 1 && EVP_PKEY_derive_set_peer(c, other) == 1 &&
               EVP_PKEY_derive(c, shared, &n) == 1 && n == HASH;
    EVP_PKEY_CTX_free(c);
    return good;
}

int push_key_new(char text[BASE64_SIZE(PUSH_SECRET)])
{
    uint8_t secret[PUSH_SECRET], point[PUSH_POINT];
    int good = pair_new(secret, point);
    if (good)
        base64url_print(text, secret, sizeof secret);
    OPENSSL_cleanse(secret, sizeof secret);
    return good;
}

struct push_key *push_key_read(const char *text)
{
    struct push_key *k = calloc(1, sizeof *k);
    uint8_t point[PUSH_POINT];
    if (k && base64url_read(k->secret, sizeof k->secret, text) && point_of(point, k->secret) &&
        (k->pair = pkey_new(point, k->secret))) {
        base64url_print(k->public, point, sizeof point);
        return k;
    }
    push_key_free(k);
    return NULL;
}

const char *push_key_public(const struct push_key *k)
{
    return k->public;
}

void push_key_free(struct push_key *k)
{
    if (!k)
        return;
    EVP_PKEY_free(k->pair);
    OPENSSL_cleanse(k->secret, sizeof k->secret);
    free(k);
}

/* ---- RFC 8188 and RFC 8291 ---- */

/* HKDF (RFC 5869) with SHA-256, for one block of output or less. */
static int hkdf(uint8_t *out, size_t n, const void *salt, size_t salt_n, const void *input, size_t input_n, const void *info,
                size_t info_n)
{
    uint8_t key[HASH], block[HASH], text[256];
    int good = n <= HASH && info_n < sizeof text && HMAC(EVP_sha256(), salt, (int)salt_n, input, input_n, key, NULL) != NULL;
    if (good) {
        memcpy(text, info, info_n);
        text[info_n] = 1;
        good = HMAC(EVP_sha256(), key, HASH, text, info_n + 1, block, NULL) != NULL;
        memcpy(out, block, n);
    }
    OPENSSL_cleanse(key, sizeof key);
    OPENSSL_cleanse(block, sizeof block);
    return good;
}

/* Text, the mark of the last record, and zeros up to `padded`; then the tag. */
static int seal(uint8_t *out, const void *text, size_t n, size_t padded, const uint8_t key[KEY], const uint8_t nonce[NONCE])
{
    static const uint8_t zero[256], mark = 2;
    int k = 0;
    EVP_CIPHER_CTX *c = EVP_CIPHER_CTX_new();
    int good = c && EVP_EncryptInit_ex2(c, EVP_aes_128_gcm(), key, nonce, NULL) == 1 &&
               EVP_EncryptUpdate(c, out, &k, text, (int)n) == 1 && EVP_EncryptUpdate(c, out + n, &k, &mark, 1) == 1;
    for (size_t at = n; good && at < padded; at += (size_t)k) {
        size_t left = padded - at < sizeof zero ? padded - at : sizeof zero;
        good = EVP_EncryptUpdate(c, out + at + 1, &k, zero, (int)left) == 1 && k > 0;
    }
    good = good && EVP_EncryptFinal_ex(c, out + padded + 1, &k) == 1 &&
           EVP_CIPHER_CTX_ctrl(c, EVP_CTRL_AEAD_GET_TAG, PUSH_TAG, out + padded + 1) == 1;
    EVP_CIPHER_CTX_free(c);
    return good;
}

int push_record(uint8_t *out, const void *text, size_t n, size_t padded, uint32_t record, const uint8_t salt[PUSH_SALT],
                const void *input, size_t input_n, const void *id, uint8_t id_n)
{
    static const char key_info[] = "Content-Encoding: aes128gcm",
                      nonce_info[] = "Content-Encoding: nonce"; /* with their zero */
    uint8_t key[KEY], nonce[NONCE];
    int good = padded >= n && hkdf(key, KEY, salt, PUSH_SALT, input, input_n, key_info, sizeof key_info) &&
               hkdf(nonce, NONCE, salt, PUSH_SALT, input, input_n, nonce_info, sizeof nonce_info);
    if (good) {
        memcpy(out, salt, PUSH_SALT);
        for (int i = 0; i < 4; i++)
            out[PUSH_SALT + i] = (uint8_t)(record >> (24 - 8 * i));
        out[PUSH_SALT + 4] = id_n;
        if (id_n)
            memcpy(out + PUSH_SALT + 5, id, id_n);
        good = seal(out + PUSH_SALT + 5 + id_n, text, n, padded, key, nonce); /* the first record's number is 0 */
    }
    OPENSSL_cleanse(key, sizeof key);
    return good;
}

int push_encrypt(uint8_t *out, const void *text, size_t n, size_t padded, const uint8_t point[PUSH_POINT],
                 const uint8_t auth[PUSH_AUTH], const uint8_t salt[PUSH_SALT], const uint8_t secret[PUSH_SECRET])
{
    static const char head[] = "WebPush: info"; /* with its zero */
    uint8_t own[PUSH_SECRET], own_point[PUSH_POINT], random_salt[PUSH_SALT], shared[HASH], input[HASH],
        info[sizeof head + 2 * PUSH_POINT];
    EVP_PKEY *mine = NULL, *theirs = NULL;
    if (secret)
        memcpy(own, secret, sizeof own);
    int good = (secret ? point_of(own_point, own) : pair_new(own, own_point)) &&
               (salt || RAND_bytes(random_salt, sizeof random_salt) == 1) && (mine = pkey_new(own_point, own)) &&
               (theirs = pkey_new(point, NULL)) && agree(shared, mine, theirs);
    if (good) {
        memcpy(info, head, sizeof head);
        memcpy(info + sizeof head, point, PUSH_POINT);
        memcpy(info + sizeof head + PUSH_POINT, own_point, PUSH_POINT);
        good = hkdf(input, HASH, auth, PUSH_AUTH, shared, HASH, info, sizeof info) &&
               push_record(out, text, n, padded, 4096, salt ? salt : random_salt, input, HASH, own_point, PUSH_POINT);
    }
    EVP_PKEY_free(mine);
    EVP_PKEY_free(theirs);
    OPENSSL_cleanse(own, sizeof own);
    OPENSSL_cleanse(shared, sizeof shared);
    OPENSSL_cleanse(input, sizeof input);
    return good;
}

/* ---- RFC 8292 ---- */

/* ES256: both numbers of the signature as 32 bytes each, not as OpenSSL writes them. */
static int sign(uint8_t out[2 * HALF], const struct push_key *k, const char *text, size_t n)
{
    uint8_t der[128];
    const uint8_t *p = der;
    size_t size = sizeof der;
    EVP_MD_CTX *c = EVP_MD_CTX_new();
    ECDSA_SIG *s = NULL;
    int good = c && EVP_DigestSignInit_ex(c, NULL, "SHA256", NULL, NULL, k->pair, NULL) == 1 &&
               EVP_DigestSign(c, der, &size, (const uint8_t *)text, n) == 1 && (s = d2i_ECDSA_SIG(NULL, &p, (long)size)) &&
               BN_bn2binpad(ECDSA_SIG_get0_r(s), out, HALF) == HALF &&
               BN_bn2binpad(ECDSA_SIG_get0_s(s), out + HALF, HALF) == HALF;
    ECDSA_SIG_free(s);
    EVP_MD_CTX_free(c);
    return good;
}

int push_token(char out[PUSH_TOKEN_MAX], const struct push_key *k, const char *origin, const char *contact, int64_t until)
{
    static const char head[] = "{\"typ\":\"JWT\",\"alg\":\"ES256\"}";
    char claims[560], text[BASE64_SIZE(sizeof head) + BASE64_SIZE(sizeof claims)], signature[BASE64_SIZE(2 * HALF)];
    uint8_t bytes[2 * HALF];
    int n = snprintf(claims, sizeof claims, "{\"aud\":\"%s\",\"exp\":%lld,\"sub\":\"%s\"}", origin, (long long)until, contact);
    if (n < 0 || (size_t)n >= sizeof claims)
        return 0;
    size_t at = base64url_print(text, head, sizeof head - 1);
    text[at++] = '.';
    at += base64url_print(text + at, claims, (size_t)n);
    if (!sign(bytes, k, text, at))
        return 0;
    base64url_print(signature, bytes, sizeof bytes);
    n = snprintf(out, PUSH_TOKEN_MAX, "vapid t=%s.%s, k=%s", text, signature, k->public);
    return n > 0 && n < PUSH_TOKEN_MAX;
}

void push_topic(char out[PUSH_TOPIC + 1], const struct push_key *k, const char *endpoint, const char *table)
{
    char text[700];
    uint8_t hash[HASH] = {0};
    int n = snprintf(text, sizeof text, "topic\n%s\n%s", endpoint, table);
    HMAC(EVP_sha256(), k->secret, PUSH_SECRET, (const uint8_t *)text, n > 0 && n < (int)sizeof text ? (size_t)n : 0, hash,
         NULL);
    base64url_print(out, hash, PUSH_TOPIC * 3 / 4);
}
