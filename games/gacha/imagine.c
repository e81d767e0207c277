/* imagine.c: what a seat can know of hidden faces (GA8.3): random worlds, and the exact odds of a pile's top card.
 *
 * Cards of one class (shuffle and back) are exchangeable. Given public knowledge and the viewer's own hand, all arrangements of
 * the unseen cards of a class on its unseen positions (other hands, tops, the piles) are equally likely, except that the face
 * of a card in a hand must be in its `can`. Classes are independent. So a world is sampled class by class, position by
 * position; the weight of a face is the number of ways to arrange the rest. Only what the rules force counts as evidence, not
 * what players chose to do. */
#include "gacha.h"

/* The unseen cards of a class by face, without those whose face is public. pair[x]: positions that are known not to have face x
 * (of a back with three faces). All other positions may have any face. */
struct unseen {
    uint8_t n[3], pair[3];
};

static const uint8_t bits[8] = {0, 1, 1, 2, 1, 2, 2, 3};

static uint64_t over(int n, int k) /* the binomial coefficient */
{
    uint64_t x = 1;
    for (int i = 1; i <= k; i++)
        x = x * (uint64_t)(n - k + i) / (uint64_t)i;
    return x;
}

/* The number of ways to arrange faces n[] on the positions. `a` of the positions without face 0 get face 1; `b` of those
 * without face 1, and `c` of those without face 2, get face 0; the free positions get the rest. At most 3^(3*GA_KIND_MAX),
 * below 2^29. */
static uint64_t ways(const int n[3], const uint8_t pair[3])
{
    uint64_t sum = 0;
    for (int a = 0; a <= pair[0]; a++)
        for (int b = 0; b <= pair[1]; b++)
            for (int c = 0; c <= pair[2]; c++) {
                int r0 = n[0] - b - c, r1 = n[1] - a - (pair[2] - c), r2 = n[2] - (pair[0] - a) - (pair[1] - b);
                if (r0 >= 0 && r1 >= 0 && r2 >= 0)
                    sum += over(pair[0], a) * over(pair[1], b) * over(pair[2], c) * over(r0 + r1 + r2, r0) * over(r1 + r2, r1);
            }
    return sum;
}

/* The weights of a position's faces; u->pair does not count this position. */
static uint64_t weigh(const struct unseen *u, int can, uint64_t weight[3])
{
    uint64_t total = 0;
    int free = !(u->pair[0] | u->pair[1] | u->pair[2]);
    for (int j = 0; j < 3; j++) {
        int n[3] = {u->n[0], u->n[1], u->n[2]};
        n[j]--;
        weight[j] = !(can >> j & 1) || n[j] < 0 ? 0 : free ? u->n[j] : ways(n, u->pair);
        total += weight[j];
    }
    return total;
}

/* The unseen cards of shuffle `gen`, by back. Cards in other hands restrict them by their `can`. */
static void unseen_of(const struct ir_view *v, int gen, struct unseen u[GA_BACKS])
{
    const struct gacha_pub *p = gacha_pub(v->b);
    const struct gacha_own *own = gacha_own(v);
    memset(u, 0, GA_BACKS * sizeof *u);
    for (int kind = 0; kind < GA_KINDS; kind++)
        for (int id = p->id[kind]; id < p->id[kind + 1]; id++)
            u[kind / 3].n[kind % 3] = (uint8_t)(u[kind / 3].n[kind % 3] + (p->where[id] == gen));
    for (int i = 0, at = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5, back = p->card[i].who & 31, can = p->card[i].can;
        at += seat == v->seat;
        if (p->card[i].gen != gen)
            continue;
        if (seat == v->seat)
            u[back].n[gacha_face(own, at - 1)]--;
        else if (bits[can] == 1)
            u[back].n[can >> 1]--; /* 1, 2, 4: faces 0, 1, 2 */
        else if (bits[can] < gacha_back_faces[back])
            u[back].pair[can == 6 ? 0 : can == 5 ? 1 : 2]++;
    }
}

/* ---- worlds ---- */

static int draw(struct unseen *u, int can, struct ir_rng *r)
{
    uint64_t weight[3], total = weigh(u, can, weight);
    ir_assert(total > 0);
    uint64_t k = ir_rng_next(r) % total; /* total < 2^29: the modulo bias is below 2^-35 */
    int j = 0;
    while (k >= weight[j])
        k -= weight[j++];
    u->n[j]--;
    return j;
}

static void face_set(struct ir_state *s, int seat, int at, int back, int j)
{
    struct gacha_own *own = gacha_own_of(s, seat);
    own->face[at >> 5] |= (uint64_t)j << 2 * (at & 31);
    own->count[gacha_back_figure[back][j]]++;
}

static void hands_fill(struct ir_state *s, int viewer, int gen, struct unseen u[GA_BACKS], struct ir_rng *r)
{
    const struct gacha_pub *p = gacha_pub_of(s);
    int at[IR_SEATS_MAX] = {0};
    for (int i = 0; i < p->held; i++) {
        int seat = p->card[i].who >> 5, back = p->card[i].who & 31, can = p->card[i].can, here = at[seat]++;
        if (p->card[i].gen != gen || seat == viewer)
            continue;
        if (bits[can] == 1) {
            face_set(s, seat, here, back, can >> 1);
            continue;
        }
        if (bits[can] < gacha_back_faces[back])
            u[back].pair[can == 6 ? 0 : can == 5 ? 1 : 2]--;
        face_set(s, seat, here, back, draw(&u[back], can, r));
    }
}

/* The remaining cards of an older shuffle are tops; ascending within a class (see gacha_hid). */
static void old_fill(struct ir_state *s, int gen, struct unseen u[GA_BACKS])
{
    const struct gacha_pub *p = gacha_pub_of(s);
    struct gacha_hid *h = gacha_hid_of(s);
    for (int i = 0; i < GA_PLACES; i++) {
        if (!p->size[i] || p->need >> i & 1 || p->gen[i] != gen)
            continue;
        int back = p->top[i], j = 0;
        while (!u[back].n[j])
            j++;
        ir_assert(j < 3);
        u[back].n[j]--;
        h->old[i] = (uint8_t)(back * 3 + j + 1);
    }
}

/* GA3.3: a seat that passed could not pay for any reward of that market. Hand and tokens do not change after a pass. */
static int passes_hold(struct ir_state *s)
{
    const struct gacha_pub *p = gacha_pub_of(s);
    for (int i = 0; i < p->head.seats; i++)
        for (int k = 0; p->passed >> i & 1 && k < GA_MARKET; k++)
            if (p->unable[i][k] && gacha_payable(p->reward[p->unable[i][k] - 1], gacha_own_of(s, i)->count, gacha_jokers(p, i)))
                return 0;
    return 1;
}

/* Rejection sampling: a world that contradicts a pass is drawn again. A pass requires all cards to be in hands and no reward to
 * be payable; with the printed deck nobody has seen one. NEEDSWORK: it gives up after many tries, because a hand of twenty
 * cards that cannot pay for anything may be one in millions, and a bot must have its answer. */
enum { TRIES = 20000 };

void gacha_imagine(const struct ir_view *v, struct ir_rng *r, struct ir_state *s)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct unseen u[GA_BACKS];
    for (int try = 0; try < (p->passed ? TRIES : 1); try++) {
        memcpy(s->b, v->b, GA_PUB + IR_SEATS_MAX * GA_OWN + GA_HID);
        for (int gen = 0; gen <= p->shuffles; gen++) {
            unseen_of(v, gen, u);
            hands_fill(s, v->seat, gen, u, r);
            if (gen < p->shuffles)
                old_fill(s, gen, u);
        }
        for (int kind = 0; kind < GA_KINDS; kind++)
            gacha_hid_of(s)->deck[kind] = u[kind / 3].n[kind % 3];
        if (!p->passed || passes_hold(s))
            return;
    }
}

/* ---- strangers' views ---- */

#ifndef IR_TERSE
/* In every class: are there as many cards as places for them, and a way to lay them there? */
int gacha_classes_sound(const struct ir_view *v)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    for (int gen = 0; gen <= p->shuffles; gen++) {
        int n[GA_KINDS] = {0}, room[GA_BACKS] = {0};
        for (int kind = 0; kind < GA_KINDS; kind++)
            for (int id = p->id[kind]; id < p->id[kind + 1]; id++)
                n[kind] += p->where[id] == gen;
        for (int i = 0, at = 0; i < p->held; i++) {
            int back = p->card[i].who & 31, can = p->card[i].can, mine = p->card[i].who >> 5 == v->seat;
            at += mine;
            if (p->card[i].gen != gen)
                continue;
            if (mine)
                n[back * 3 + gacha_face(gacha_own(v), at - 1)]--;
            else if (bits[can] == 1)
                n[back * 3 + (can >> 1)]--;
            else
                room[back]++;
        }
        for (int i = 0; i < GA_PLACES; i++)
            room[p->top[i]] += p->size[i] && !(p->need >> i & 1) && p->gen[i] == gen;
        if (gen == p->shuffles) {
            room[p->top[0]] += p->phase == GA_PHASE_DEAL_FACE;
            for (int b = 0; b < GA_BACKS; b++)
                room[b] += p->left[b];
        }
        struct unseen u[GA_BACKS];
        for (int b = 0; b < GA_BACKS; b++)
            if (n[3 * b] < 0 || n[3 * b + 1] < 0 || n[3 * b + 2] < 0 || n[3 * b] + n[3 * b + 1] + n[3 * b + 2] != room[b])
                return 0;
        unseen_of(v, gen, u);
        for (int b = 0; b < GA_BACKS; b++)
            if (!ways(n + 3 * b, u[b].pair))
                return 0;
    }
    return 1;
}
#endif

/* ---- odds ---- */

static uint64_t divisor(uint64_t a, uint64_t b)
{
    while (b) {
        uint64_t t = a % b;
        a = b;
        b = t;
    }
    return a;
}

/* Passes do not matter here: all piles were empty at a pass, so every top is of a later shuffle. */
void gacha_odds(const struct ir_view *v, int place, struct gacha_odds *o)
{
    const struct gacha_pub *p = gacha_pub(v->b);
    struct unseen u[GA_BACKS];
    int back = p->top[place];
    unseen_of(v, p->gen[place], u);
    o->total = weigh(&u[back], (1 << gacha_back_faces[back]) - 1, o->weight);
    if (!(u[back].pair[0] | u[back].pair[1] | u[back].pair[2]))
        return; /* the weights are plain numbers of cards: do not reduce them */
    uint64_t d = divisor(divisor(o->weight[0], o->weight[1]), divisor(o->weight[2], o->total));
    ir_assert(d);
    for (int j = 0; j < 3; j++)
        o->weight[j] /= d;
    o->total /= d;
}
