/* address.c: addresses, the number of connections of each, and which of them are trusted proxies. */
#include "address.h"

#include <arpa/inet.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

static const uint8_t v4_prefix[12] = {[10] = 0xff, [11] = 0xff};

int address_read(struct address *a, const char *text, size_t n)
{
    char copy[ADDRESS_MAX];
    if (n >= 2 && text[0] == '[' && text[n - 1] == ']') {
        text++;
        n -= 2;
    }
    if (n >= sizeof copy)
        return 0;
    memcpy(copy, text, n);
    copy[n] = 0;
    memcpy(a->b, v4_prefix, 12);
    return inet_pton(AF_INET, copy, a->b + 12) == 1 || inet_pton(AF_INET6, copy, a->b) == 1;
}

int address_loopback(const struct address *a)
{
    static const uint8_t one[16] = {[15] = 1};
    return memcmp(a->b, one, 16) == 0 || (memcmp(a->b, v4_prefix, 12) == 0 && a->b[12] == 127);
}

/* The networks that the internet does not lead to, or leads somewhere else (IANA's registries of special addresses). */
int address_public(const struct address *a)
{
    static const struct {
        uint8_t net[4], bits;
    } v4[] = {{{0}, 8},
              {{10}, 8},
              {{100, 64}, 10},
              {{127}, 8},
              {{169, 254}, 16},
              {{172, 16}, 12},
              {{192, 0, 0}, 24},
              {{192, 0, 2}, 24},
              {{192, 88, 99}, 24},
              {{192, 168}, 16},
              {{198, 18}, 15},
              {{198, 51, 100}, 24},
              {{203, 0, 113}, 24},
              {{224}, 3}};
    const uint8_t *b = a->b;
    if (memcmp(b, v4_prefix, 12) != 0)
        return b[0] >> 5 == 1 &&                                                   /* 2000::/3, all that is given out, but */
               !(b[0] == 0x20 && b[1] == 0x01 && b[2] < 2) &&                      /* 2001::/23: Teredo and the like, */
               !(b[0] == 0x20 && b[1] == 0x01 && b[2] == 0x0d && b[3] == 0xb8) &&  /* 2001:db8::/32: documentation, */
               !(b[0] == 0x20 && b[1] == 0x02) && !(b[0] == 0x3f && b[1] == 0xff); /* 2002::/16: 6to4, and 3fff::/16 */
    uint32_t ip = (uint32_t)b[12] << 24 | (uint32_t)b[13] << 16 | (uint32_t)b[14] << 8 | b[15];
    for (size_t i = 0; i < sizeof v4 / sizeof *v4; i++) {
        const uint8_t *n = v4[i].net;
        uint32_t net = (uint32_t)n[0] << 24 | (uint32_t)n[1] << 16 | (uint32_t)n[2] << 8 | n[3];
        if ((ip ^ net) >> (32 - v4[i].bits) == 0)
            return 0;
    }
    return 1;
}

int network_read(struct network *net, const char *text, size_t n)
{
    const char *slash = memchr(text, '/', n);
    size_t name = slash ? (size_t)(slash - text) : n, digits = slash ? n - name - 1 : 0;
    int bits = 0;
    if (!address_read(&net->at, text, name))
        return 0;
    int most = memchr(text, ':', name) ? 128 : 32;
    for (size_t i = 0; i < digits && digits <= 3; i++) {
        if (slash[1 + i] < '0' || slash[1 + i] > '9')
            return 0;
        bits = bits * 10 + slash[1 + i] - '0';
    }
    if (slash && (!digits || digits > 3 || bits > most))
        return 0;
    net->bits = slash ? bits + 128 - most : 128;
    return 1;
}

int network_has(const struct network *net, const struct address *a)
{
    int whole = net->bits / 8, rest = net->bits % 8;
    return memcmp(net->at.b, a->b, (size_t)whole) == 0 && (!rest || (net->at.b[whole] ^ a->b[whole]) >> (8 - rest) == 0);
}

int trust_read(struct trust *t, const char *list, char why[IR_WHY_MAX])
{
    *t = (struct trust){.n = 0};
    for (const char *p = list; *p;) {
        size_t n = strcspn(p, ",");
        if (n == 8 && memcmp(p, "loopback", 8) == 0) {
            t->loopback = 1;
        } else if (t->n == TRUST_MAX || !address_read(&t->of[t->n++], p, n)) {
            snprintf(
                why, IR_WHY_MAX,
                "'%.*s' is not the address of a proxy; it takes up to %d addresses, or the word loopback, separated by commas",
                (int)(n < 60 ? n : 60), p, TRUST_MAX);
            return 0;
        }
        p += n + (p[n] == ',');
    }
    return 1;
}

int trusted(const struct trust *t, const struct address *a)
{
    for (int i = 0; i < t->n; i++)
        if (memcmp(&t->of[i], a, sizeof *a) == 0)
            return 1;
    return t->loopback && address_loopback(a);
}

void address_print(const struct address *a, char out[ADDRESS_MAX])
{
    int v4 = memcmp(a->b, v4_prefix, 12) == 0;
    inet_ntop(v4 ? AF_INET : AF_INET6, v4 ? a->b + 12 : a->b, out, ADDRESS_MAX);
}

/* The last entry of a list, without the blanks around it; it is taken off the list. */
static struct piece last_take(struct piece *list)
{
    size_t from = list->n;
    while (from && list->p[from - 1] != ',')
        from--;
    struct piece last = {list->p + from, list->n - from};
    for (; last.n && (*last.p == ' ' || *last.p == '\t'); last.n--)
        last.p++;
    for (; last.n && (last.p[last.n - 1] == ' ' || last.p[last.n - 1] == '\t'); last.n--)
        continue;
    list->n = from ? from - 1 : 0;
    return last;
}

void address_forwarded(const struct trust *t, const struct piece *lists, int n, const struct address *peer,
                       char out[ADDRESS_MAX])
{
    struct address a = *peer, said;
    int known = 1;
    while (known && n-- > 0)
        for (struct piece list = lists[n]; known && list.n;) {
            struct piece last = last_take(&list);
            known = trusted(t, &a) && address_read(&said, last.p, last.n);
            if (known)
                a = said;
        }
    address_print(&a, out);
}

struct crowd {
    size_t size; /* a power of two, more than twice the connections, so that probing is short */
    struct {
        uint64_t key;
        int n;
    } of[];
};

struct crowd *crowd_new(int most)
{
    size_t size = 64;
    while (size < 4 * (size_t)most + 2) /* a connection may count twice */
        size *= 2;
    struct crowd *c = calloc(1, sizeof *c + size * sizeof *c->of);
    if (c)
        c->size = size;
    return c;
}

static int count(struct crowd *c, const uint8_t bytes[8], int by)
{
    uint64_t key;
    memcpy(&key, bytes, 8);
    size_t at = (size_t)(key * 0x9e3779b97f4a7c15u >> 20) & (c->size - 1);
    while (c->of[at].n && c->of[at].key != key)
        at = (at + 1) & (c->size - 1);
    c->of[at].key = key;
    int left = c->of[at].n += by;
    if (left)
        return left;
    /* Empties the slot and moves later entries of the same probe sequence up, so that a search may stop at an empty slot. */
    for (size_t i = (at + 1) & (c->size - 1); c->of[i].n; i = (i + 1) & (c->size - 1)) {
        size_t home = (size_t)(c->of[i].key * 0x9e3779b97f4a7c15u >> 20) & (c->size - 1);
        if (((i - home) & (c->size - 1)) >= ((i - at) & (c->size - 1))) {
            c->of[at] = c->of[i];
            c->of[i].n = 0;
            at = i;
        }
    }
    return 0;
}

int crowd_add(struct crowd *c, const struct address *a, int by)
{
    uint8_t net[8] = {0};
    if (memcmp(a->b, v4_prefix, 12) == 0)
        return count(c, a->b + 8, by);
    memcpy(net, a->b, 7);
    net[7] = 56;
    return count(c, net, by);
}

int crowd_wide(struct crowd *c, const struct address *a, int by)
{
    uint8_t net[8] = {0};
    if (memcmp(a->b, v4_prefix, 12) == 0)
        return 0;
    memcpy(net, a->b, 6);
    net[7] = 48;
    return count(c, net, by);
}

void crowd_free(struct crowd *c)
{
    free(c);
}
