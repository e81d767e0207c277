/* siphash.h: SipHash-2-4 (Aumasson, Bernstein 2012), a hash with a secret key. Whoever does not know the key cannot choose
 * texts that collide, so it keeps maps fast whose keys strangers choose. It is no signature: for that core has BLAKE2b. */
#ifndef IR_SIPHASH_H
#define IR_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

uint64_t siphash(const uint64_t key[2], const void *bytes, size_t n);

#endif
