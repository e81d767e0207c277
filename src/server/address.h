/* address.h: who is at the other end: addresses, the number of connections of each, and which of them are trusted proxies. */
#ifndef IR_ADDRESS_H
#define IR_ADDRESS_H

#include "http.h"
#include "irori.h"

enum { ADDRESS_MAX = 46, TRUST_MAX = 16 };

/* IPv4 addresses are stored in their 16-byte form, so both kinds compare alike. */
struct address {
    uint8_t b[16];
};
int address_read(struct address *, const char *text, size_t n); /* 1, or 0: not an address */
int address_loopback(const struct address *);
int address_public(const struct address *); /* belongs to somebody on the internet: no private, local or special network */

/* A network, "192.0.2.0/24" or "2001:db8::/32"; an address alone is the smallest. */
struct network {
    struct address at;
    int bits; /* of 128, as in an IPv6 address */
};
int network_read(struct network *, const char *text, size_t n); /* 1, or 0: it is none */
int network_has(const struct network *, const struct address *);

/* Proxies whose X-Forwarded-For is believed: "loopback" or addresses, separated by commas. */
struct trust {
    struct address of[TRUST_MAX];
    int n, loopback;
};
int trust_read(struct trust *, const char *list, char why[IR_WHY_MAX]); /* 1, or 0 and a sentence */
int trusted(const struct trust *, const struct address *);
/* Who a request is from. If the peer is a trusted proxy: the last address in its n lines of lists that is not one; else the
 * peer. */
void address_forwarded(const struct trust *, const struct piece *lists, int n, const struct address *peer,
                       char out[ADDRESS_MAX]);
void address_print(const struct address *, char out[ADDRESS_MAX]);

/* How many connections each address has. An address is an IPv4 address or the first 56 bits of an IPv6 address; `wide`: the
 * first 48 bits, of which IPv4 has none. */
struct crowd;
struct crowd *crowd_new(int most);                              /* connections at once; NULL: no memory */
int crowd_add(struct crowd *, const struct address *, int by);  /* the count after it */
int crowd_wide(struct crowd *, const struct address *, int by); /* likewise; 0: it has none */
void crowd_free(struct crowd *);

#endif
