/* crypto.h: BLAKE2b-256 and ChaCha20, which make commitments, keys and outcomes. Our own, tested against libsodium's.
 */
#ifndef IR_CRYPTO_H
#define IR_CRYPTO_H

#include "irori.h"

void ir_blake2b(uint8_t out[32], const void *data, size_t n);
void ir_chacha20_block(uint8_t out[64], const uint8_t key[32], uint64_t counter, uint64_t nonce);
/* The key that deals a match. salt[seat] is a text from each seat that gave one, or NULL or "": nobody alone, the dealer
 * included, chooses the key. salt may be NULL, too. */
void ir_match_key(uint8_t out[32], const uint8_t secret[32], const char *match, const char *const salt[IR_SEATS_MAX]);

#endif
