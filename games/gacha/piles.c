/* piles.c: the four piles (GA6) as sizes and tops, the class a face is drawn from, and cards entering and leaving hands.
 *
 * Invariants: below a top lie only cards of the latest shuffle; a place with cards has a top, or a bit in `need` until chance
 * has chosen its back; tops of older shuffles are in `old`, all other undrawn cards are counted in `deck`. */
#include "gacha.h"

static void say(struct ir_events *ev, int kind, int seat, int a, int b, int c)
{
    event_add(ev, (struct ir_event){.kind = (uint8_t)kind, .seat = (int8_t)seat, .pub = {a, b, c}});
}

/* ---- piles ---- */

static void sizes_set(struct gacha_pub *p, int total) /* as equal as possible, extra cards to the first places */
{
    for (int i = 0; i < GA_PLACES; i++)
        p->size[i] = (uint8_t)(total / GA_PLACES + (i < total % GA_PLACES));
}

void gacha_split(struct gacha_pub *p)
{
    sizes_set(p, p->undrawn);
    p->need = (1 << GA_PLACES) - 1;
}

/* Before a reshuffle: only the tops are left of the latest shuffle, and they move from `deck` to `old`. Within a class the
 * lowest kind goes to the first place: nobody knows which card lies where, so the state must not store it. */
static void tops_keep(struct gacha_pub *p, struct gacha_hid *h)
{
    for (int i = 0; i < GA_PLACES; i++) {
        if (!p->size[i] || p->gen[i] != p->shuffles)
            continue;
        int kind = p->top[i] * 3;
        while (!h->deck[kind])
            kind++;
        ir_assert(kind / 3 == p->top[i]);
        h->deck[kind]--;
        h->old[i] = (uint8_t)(kind + 1);
    }
}

int gacha_reshuffle(struct ir_state *s, struct ir_events *ev) /* GA6.2 */
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_hid *h = gacha_hid_of(s);
    if (!p->discards)
        return 0;
    ir_assert(p->undrawn == 0 && p->shuffles < GA_DISCARDED - 1);
    say(ev, GA_EV_RESHUFFLE, -1, p->discards, 0, 0);
    tops_keep(p, h);
    p->shuffles++;
    for (int kind = 0; kind < GA_KINDS; kind++)
        for (int id = p->id[kind]; id < p->id[kind + 1]; id++)
            if (p->where[id] == GA_DISCARDED) {
                p->where[id] = p->shuffles;
                h->deck[kind]++;
                p->left[kind / 3]++;
            }
    int total = p->discards;
    p->undrawn = p->discards;
    p->discards = 0;
    for (int i = 0; i < GA_PLACES; i++) {
        total += p->size[i];
        p->need |= (uint8_t)(!p->size[i] << i);
    }
    if (total >= GA_PLACES) {
        sizes_set(p, total);
    } else {
        for (int i = 0, n = p->undrawn; i < GA_PLACES; i++) {
            if (p->size[i])
                continue;
            if (n-- > 0)
                p->size[i] = 1;
            else
                p->need &= (uint8_t) ~(1 << i);
        }
    }
    return 1;
}

/* GA6.1 - GA6.3: a place has become empty. */
static int mend(struct ir_state *s, int place, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    int largest = 0;
    for (int i = 1; i < GA_PLACES; i++)
        if (p->size[i] > p->size[largest])
            largest = i;
    int lower = p->size[largest] / 2;
    if (!lower)
        return !gacha_reshuffle(s, ev);
    p->size[largest] = (uint8_t)(p->size[largest] - lower);
    p->size[place] = (uint8_t)lower;
    p->need |= (uint8_t)(1 << place);
    say(ev, GA_EV_SPLIT, -1, largest + 1, place + 1, lower);
    return 0;
}

/* ---- the class of a top ---- */

static int in_class(const struct gacha_pub *p, int i, int gen, int back)
{
    return p->size[i] && p->gen[i] == gen && p->top[i] == back;
}

void gacha_face_weights(const struct ir_state *s, int place, uint8_t weight[3])
{
    const struct gacha_pub *p = gacha_pub(s->b);
    const struct gacha_hid *h = (const struct gacha_hid *)(const void *)(s->b + GA_PUB + IR_SEATS_MAX * GA_OWN);
    int back = p->top[place], gen = p->gen[place];
    if (gen == p->shuffles) {
        memcpy(weight, h->deck + back * 3, 3);
        return;
    }
    memset(weight, 0, 3);
    for (int i = 0; i < GA_PLACES; i++)
        if (in_class(p, i, gen, back))
            weight[h->old[i] - 1 - back * 3]++;
}

/* Takes a card of kind back*3+j out of the class of the top of `place`. */
static void class_take(const struct gacha_pub *p, struct gacha_hid *h, int place, int j)
{
    int back = p->top[place], gen = p->gen[place];
    if (gen == p->shuffles) {
        ir_assert(h->deck[back * 3 + j]);
        h->deck[back * 3 + j]--;
        return;
    }
    uint8_t card[GA_PLACES];
    int n = 0, found = 0;
    for (int i = 0; i < GA_PLACES; i++) { /* ascending already */
        if (!in_class(p, i, gen, back))
            continue;
        if (!found && h->old[i] == back * 3 + j + 1)
            found = 1;
        else
            card[n++] = h->old[i];
        h->old[i] = 0;
    }
    ir_assert(found);
    for (int i = 0, k = 0; i < GA_PLACES; i++)
        if (i != place && in_class(p, i, gen, back))
            h->old[i] = card[k++];
}

int gacha_take(struct ir_state *s, int place, int j, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    class_take(p, gacha_hid_of(s), place, j);
    gacha_hand_add(s, p->mover, p->top[place], p->gen[place], j);
    p->size[place]--;
    p->top[place] = p->gen[place] = 0;
    if (p->size[place]) {
        p->need |= (uint8_t)(1 << place);
        return 0;
    }
    return mend(s, place, ev);
}

/* ---- hands ---- */

void gacha_hand_add(struct ir_state *s, int seat, int back, int gen, int j)
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_own *own = gacha_own_of(s, seat);
    int i = p->hand[seat]++;
    p->card[p->held++] =
        (struct gacha_card){(uint8_t)(seat << 5 | back), (uint8_t)gen, (uint8_t)((1 << gacha_back_faces[back]) - 1)};
    own->face[i >> 5] |= (uint64_t)j << 2 * (i & 31);
    own->count[gacha_back_figure[back][j]]++;
}

static void face_remove(struct gacha_own *own, int i)
{
    int w = i >> 5;
    uint64_t low = BIT(2 * (i & 31)) - 1;
    own->face[w] = (own->face[w] & low) | (own->face[w] >> 2 & ~low);
    for (; w < 2; w++) {
        own->face[w] |= own->face[w + 1] << 62;
        own->face[w + 1] >>= 2;
    }
}

static void discard(struct gacha_pub *p, int kind, int gen)
{
    int id = p->id[kind];
    while (p->where[id] != gen)
        id++;
    ir_assert(id < p->id[kind + 1]);
    p->where[id] = GA_DISCARDED;
    p->discards++;
}

/* Reports the paid cards by figure and back, not in the order they were drawn: that order is not public for equal backs. */
static void paid_say(const uint8_t *kind, int n, int seat, struct ir_events *ev)
{
    for (int f = 0; ev && f < GA_FIGURES; f++)
        for (int back = 0; back < GA_BACKS; back++)
            for (int i = 0; i < n; i++)
                if (kind[i] == back * 3 + gacha_back_index[back][f] && gacha_back_index[back][f] < 3)
                    say(ev, GA_EV_PAY, seat, f, back, 0);
}

/* GA9.2: pay with the oldest cards of each figure. A kept card that is older than one paid with F is not F, which becomes
 * public
 * (`can`). */
void gacha_pay(struct ir_state *s, int seat, const struct gacha_payment *pay, struct ir_events *ev)
{
    struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_own *own = gacha_own_of(s, seat);
    int stay[GA_FIGURES], paid = 0, at = p->hand[seat];
    unsigned gone = 0; /* figures paid with a later card */
    uint8_t leaves[GA_SET_MAX], kind[GA_SET_MAX];
    for (int f = 0; f < GA_FIGURES; f++) {
        stay[f] = own->count[f] - pay->figure[f];
        ir_assert(stay[f] >= 0);
        own->count[f] = (uint8_t)stay[f];
    }
    for (int i = p->held; i-- > 0;) {
        struct gacha_card *c = &p->card[i];
        if (c->who >> 5 != seat)
            continue;
        int back = c->who & 31, j = gacha_face(own, --at), f = gacha_back_figure[back][j];
        if (stay[f]-- > 0) {
            for (int k = 0; gone & gacha_back_mask[back] && k < gacha_back_faces[back]; k++)
                c->can &= (uint8_t) ~((gone >> gacha_back_figure[back][k] & 1) << k);
            continue;
        }
        gone |= 1u << f;
        kind[paid] = (uint8_t)(back * 3 + j);
        leaves[paid++] = (uint8_t)i;
        discard(p, back * 3 + j, c->gen);
        face_remove(own, at);
    }
    paid_say(kind, paid, seat, ev);
    for (int k = 0; k < paid; k++) /* from last to first, so that indices stay valid */
        memmove(&p->card[leaves[k]], &p->card[leaves[k] + 1], (size_t)(--p->held - leaves[k]) * sizeof *p->card);
    memset(&p->card[p->held], 0, (size_t)paid * sizeof *p->card);
    p->hand[seat] = (uint8_t)(p->hand[seat] - paid);
}
