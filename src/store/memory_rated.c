/* memory_rated.c: ratings, profiles and the history of games of a store in memory. */
#include "memory.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

#define DAY_MS  86400000LL
#define WEEK_MS (7 * DAY_MS)

static void *grown(void *list, size_t n, size_t size)
{
    return n & (n - 1) ? list : realloc(list, (n ? 2 * n : 1) * size);
}

static struct rating *rating_find(const struct world *w, uint64_t who, const char *game, const char *pace)
{
    for (size_t i = 0; i < w->n_ratings; i++)
        if (w->ratings[i].who == who && !strcmp(w->ratings[i].game, game) && !strcmp(w->ratings[i].pace, pace))
            return &w->ratings[i];
    return NULL;
}

static struct stats *stats_find(const struct world *w, uint64_t who, const char *game)
{
    for (size_t i = 0; i < w->n_stats; i++)
        if (w->stats[i].who == who && !strcmp(w->stats[i].game, game))
            return &w->stats[i];
    return NULL;
}

static struct profile *profile_find(const struct world *w, uint64_t who)
{
    for (size_t i = 0; i < w->n_profiles; i++)
        if (w->profiles[i].who == who)
            return &w->profiles[i];
    return NULL;
}

static int seat_of(const struct played *p, uint64_t who)
{
    for (int i = 0; who && i < p->s.n; i++)
        if (p->s.seat[i].who == who)
            return i;
    return -1;
}

static int like(const struct played *p, const struct store_standing *s)
{
    return p->s.rated && !strcmp(p->s.game, s->game) && !strcmp(p->s.pace, s->pace);
}

/* ---- counting ---- */

static enum store_status standing(const struct world *w, struct store_standing *s)
{
    for (int i = 0; i < s->n; i++) {
        const struct rating *r = s->seat[i].who ? rating_find(w, s->seat[i].who, s->game, s->pace) : NULL;
        if (r) {
            s->seat[i].before = r->r;
            s->seat[i].last = r->time;
            s->seat[i].version = r->version;
        }
        s->seat[i].lates = 0;
        memset(s->seat[i].met, 0, sizeof s->seat[i].met);
    }
    for (size_t k = 0; k < w->n_played; k++) {
        const struct played *p = &w->played[k];
        if (!like(p, s))
            continue;
        for (int i = 0; i < s->n; i++) {
            int at = seat_of(p, s->seat[i].who);
            if (at < 0)
                continue;
            s->seat[i].lates += p->s.seat[at].late && p->s.time > s->time - WEEK_MS && p->s.time <= s->time;
            for (int o = 0; o < s->n && p->s.seat[at].rank >= 0 && p->s.time / DAY_MS == s->time / DAY_MS; o++)
                s->seat[i].met[o] += o != i && seat_of(p, s->seat[o].who) >= 0;
        }
    }
    return STORE_OK;
}

static int met_count(const struct world *w, const struct rating *r)
{
    uint64_t met[STORE_LEADER_MET];
    int n = 0;
    for (size_t k = 0; k < w->n_played && n < STORE_LEADER_MET; k++) {
        const struct played *p = &w->played[k];
        int at = seat_of(p, r->who);
        if (at < 0 || p->s.seat[at].rank < 0 || !p->s.rated || strcmp(p->s.game, r->game) != 0 ||
            strcmp(p->s.pace, r->pace) != 0)
            continue;
        for (int i = 0; i < p->s.n && n < STORE_LEADER_MET; i++) {
            int known = i == at || !p->s.seat[i].who;
            for (int m = 0; m < n; m++)
                known |= met[m] == p->s.seat[i].who;
            if (!known)
                met[n++] = p->s.seat[i].who;
        }
    }
    return n;
}

static int rating_write(struct world *w, const struct store_standing *s, int seat)
{
    struct rating *r = rating_find(w, s->seat[seat].who, s->game, s->pace);
    if (!r) {
        struct rating *all = grown(w->ratings, w->n_ratings, sizeof *all);
        if (!all)
            return 0;
        w->ratings = all;
        r = &all[w->n_ratings++];
        *r = (struct rating){.who = s->seat[seat].who};
        memcpy(r->game, s->game, sizeof r->game);
        memcpy(r->pace, s->pace, sizeof r->pace);
    }
    r->r = s->seat[seat].after;
    r->time = s->time > s->seat[seat].last ? s->time : s->seat[seat].last;
    r->version++;
    r->met = met_count(w, r);
    return 1;
}

static int stats_write(struct world *w, const struct store_standing *s, int seat)
{
    struct stats *t = stats_find(w, s->seat[seat].who, s->game);
    if (!t) {
        struct stats *all = grown(w->stats, w->n_stats, sizeof *all);
        if (!all)
            return 0;
        w->stats = all;
        t = &all[w->n_stats++];
        *t = (struct stats){.who = s->seat[seat].who};
        memcpy(t->game, s->game, sizeof t->game);
    }
    t->games++;
    t->wins += s->seat[seat].won;
    t->streak = s->seat[seat].won ? t->streak + 1 : 0;
    t->best = t->streak > t->best ? t->streak : t->best;
    return 1;
}

static enum store_status count(struct world *w, struct store_request *r)
{
    struct store_standing *s = r->standing;
    struct kept *k = kept_find(w, r->match.id);
    if (!k || k->m.count != STORE_COUNT_DUE)
        return STORE_CONFLICT;
    for (int i = 0; i < s->n && s->rated; i++) {
        const struct rating *now = s->seat[i].who ? rating_find(w, s->seat[i].who, s->game, s->pace) : NULL;
        if (s->seat[i].who && (!player_find(w, s->seat[i].who) || (now ? now->version : 0) != s->seat[i].version))
            return STORE_CONFLICT;
    }
    struct played *played = grown(w->played, w->n_played, sizeof *played);
    if (!played)
        return STORE_FAILED;
    w->played = played;
    struct played *p = &played[w->n_played++];
    k->m.count = STORE_COUNTED;
    s->number = ++w->counted;
    p->s = *s;
    memcpy(p->match, r->match.id, sizeof p->match);
    for (int i = 0; i < s->n; i++)
        if (s->seat[i].who && !player_find(w, s->seat[i].who)) {
            p->s.seat[i].who = 0;
            snprintf(p->s.seat[i].name, sizeof p->s.seat[i].name, "%s", STORE_GONE);
        }
    for (int i = 0; i < s->n; i++)
        if (p->s.seat[i].who && ((s->rated && !rating_write(w, s, i)) || (s->seat[i].rank >= 0 && !stats_write(w, s, i))))
            return STORE_FAILED;
    return STORE_OK;
}

/* ---- profiles ---- */

static struct store_item *text_item(struct store_request *r, int kind, const char *text, const char *more)
{
    struct store_item *item = answer_item(r);
    if (!item || !(item->text = answer_text(r, text, strlen(text))) || !(item->more = answer_text(r, more, strlen(more))))
        return NULL;
    item->kind = kind;
    return item;
}

static void numbers_put(struct store_item *item, const struct rating *r)
{
    const struct store_rating *v = &r->r;
    const int64_t all[] = {v->at, v->error, v->drift, v->games, r->met};
    memcpy(item->number, all, sizeof all);
    item->time = r->time;
}

static int newest_first(const void *a, const void *b)
{
    const struct played *x = *(const struct played *const *)a, *y = *(const struct played *const *)b;
    return x->s.time != y->s.time ? (x->s.time < y->s.time) - (x->s.time > y->s.time) : strcmp(x->match, y->match);
}

static int games(const struct world *w, struct store_request *r)
{
    const struct played **list = malloc((w->n_played + 1) * sizeof *list);
    size_t n = 0;
    int ok = list != NULL;
    for (size_t i = 0; ok && i < w->n_played; i++) {
        const struct played *p = &w->played[i];
        if (seat_of(p, r->who) >= 0 &&
            (!r->until || p->s.time < r->until || (p->s.time == r->until && strcmp(p->match, r->match.id) > 0)))
            list[n++] = p;
    }
    if (ok)
        qsort(list, n, sizeof *list, newest_first);
    for (size_t i = 0; ok && i < n && i < (size_t)store_limit(r); i++)
        for (int k = 0; ok && k < list[i]->s.n; k++) {
            const struct store_standing *s = &list[i]->s;
            struct store_item *item = text_item(r, STORE_ITEM_GAME, s->game, s->pace);
            const struct player *p = s->seat[k].who ? player_find(w, s->seat[k].who) : NULL;
            ok = item != NULL;
            if (!ok)
                break;
            const int64_t all[] = {k,
                                   s->seat[k].rank,
                                   s->rated,
                                   s->seat[k].late,
                                   s->seat[k].before.at,
                                   s->seat[k].after.at,
                                   s->seat[k].after.error};
            memcpy(item->number, all, sizeof all);
            memcpy(item->match, list[i]->match, sizeof item->match);
            memcpy(item->name, p ? p->name : s->seat[k].name, sizeof item->name);
            item->who = s->seat[k].who;
            item->time = s->time;
        }
    free(list);
    return ok;
}

static int by_game(const void *a, const void *b)
{
    const struct store_item *x = a, *y = b;
    int c = x->kind != y->kind ? x->kind - y->kind : strcmp(x->text, y->text);
    return c ? c : strcmp(x->more, y->more);
}

static enum store_status profile(const struct world *w, struct store_request *r)
{
    const struct player *p = player_find(w, r->who);
    const struct profile *f = profile_find(w, r->who);
    struct store_item *item;
    if (!p)
        return STORE_NOT_FOUND;
    if (!(item = answer_item(r)))
        return STORE_FAILED;
    item->kind = STORE_ITEM_PROFILE;
    item->who = p->who;
    memcpy(item->name, p->name, sizeof item->name);
    item->time = p->created;
    item->mine = f ? f->visible : STORE_FRIENDS;
    item->theirs = (friends(w, r->who, r->other) ? 1 : 0) | (blocked(w, r->who, r->other) ? 2 : 0);
    item->number[STORE_CREST] = f ? f->crest : -1;
    item->number[STORE_UNLISTED] = f ? f->unlisted : 0;
    for (size_t i = 0; i < w->n_ratings; i++)
        if (w->ratings[i].who == r->who) {
            if (!(item = text_item(r, STORE_ITEM_RATING, w->ratings[i].game, w->ratings[i].pace)))
                return STORE_FAILED;
            numbers_put(item, &w->ratings[i]);
        }
    for (size_t i = 0; i < w->n_stats; i++)
        if (w->stats[i].who == r->who) {
            if (!(item = text_item(r, STORE_ITEM_STATS, w->stats[i].game, "")))
                return STORE_FAILED;
            item->number[STORE_GAMES] = w->stats[i].games;
            item->number[STORE_WINS] = w->stats[i].wins;
            item->number[STORE_STREAK] = w->stats[i].streak;
            item->number[STORE_BEST] = w->stats[i].best;
        }
    qsort(r->items, (size_t)r->n, sizeof *r->items, by_game);
    return games(w, r) ? STORE_OK : STORE_FAILED;
}

static struct profile *profile_make(struct world *w, uint64_t who)
{
    struct profile *f = profile_find(w, who), *all;
    if (f || !(all = grown(w->profiles, w->n_profiles, sizeof *all)))
        return f;
    w->profiles = all;
    f = &all[w->n_profiles++];
    *f = (struct profile){.who = who, .crest = -1, .visible = STORE_FRIENDS};
    return f;
}

static enum store_status profile_set(struct world *w, struct store_request *r)
{
    if (!player_find(w, r->who))
        return STORE_NOT_FOUND;
    struct profile *f = profile_make(w, r->who);
    if (!f)
        return STORE_FAILED;
    if (r->kind == STORE_UNLIST) {
        f->unlisted = r->flags;
        return STORE_OK;
    }
    f->crest = r->mark < 0 ? f->crest : r->mark;
    f->visible = r->visible < 0 ? f->visible : r->visible;
    return STORE_OK;
}

static enum store_status rating_end(struct world *w, struct store_request *r)
{
    int n = 0;
    for (size_t i = 0; i < w->n_ratings; i++) {
        struct rating *at = &w->ratings[i];
        if (at->who != r->who || (r->text && *r->text && strcmp(r->text, at->game) != 0))
            continue;
        at->r = (struct store_rating){1500000000, 350000000, 60000000, 0};
        at->met = 0;
        at->version++;
        n++;
    }
    return n ? STORE_OK : STORE_NOT_FOUND;
}

/* ---- leaders ---- */

static int listed(const struct world *w, const struct store_request *r, const struct rating *at)
{
    const struct profile *f = profile_find(w, at->who);
    int visible = f ? f->visible : STORE_FRIENDS;
    if (strcmp(at->game, r->standing->game) != 0 || strcmp(at->pace, r->standing->pace) != 0 ||
        at->r.error > STORE_LEADER_ERROR || at->r.games < STORE_LEADER_GAMES)
        return 0;
    if (!r->flags)
        return at->met >= STORE_LEADER_MET && visible == STORE_PUBLIC && !(f && f->unlisted);
    return at->who == r->who || (visible != STORE_PRIVATE && friends(w, r->who, at->who));
}

static int best_first(const void *a, const void *b)
{
    const struct store_item *x = a, *y = b;
    int64_t p = x->number[STORE_AT], q = y->number[STORE_AT];
    int64_t v = (int64_t)x->who, u = (int64_t)y->who; /* as the databases compare them */
    return p != q ? (p < q) - (p > q) : (v > u) - (v < u);
}

static int64_t whole(const struct store_item *item) /* points, rounded: equal ones share a place */
{
    return (item->number[STORE_AT] + 500000) / 1000000;
}

static enum store_status leaders(const struct world *w, struct store_request *r)
{
    struct store_item me = {.kind = STORE_ITEM_PLAIN}, *item;
    for (size_t i = 0; i < w->n_ratings; i++) {
        const struct rating *at = &w->ratings[i];
        const struct profile *f = profile_find(w, at->who);
        const struct player *p = player_find(w, at->who);
        if (!p || !listed(w, r, at))
            continue;
        if (!(item = answer_item(r)))
            return STORE_FAILED;
        numbers_put(item, at);
        item->kind = STORE_ITEM_LEADER;
        item->number[STORE_CREST] = f ? f->crest : -1;
        item->who = at->who;
        memcpy(item->name, p->name, sizeof item->name);
    }
    if (r->n)
        qsort(r->items, (size_t)r->n, sizeof *r->items, best_first);
    for (int i = 0, place = 0; i < r->n; i++) {
        place = i && whole(&r->items[i]) == whole(&r->items[i - 1]) ? place : i + 1;
        if (r->who && r->items[i].who == r->who) {
            me = r->items[i];
            me.number[STORE_PLACE] = place;
        }
    }
    r->n = r->n < store_limit(r) ? r->n : store_limit(r);
    if (me.kind == STORE_ITEM_PLAIN)
        return STORE_OK;
    me.kind = STORE_ITEM_ME;
    if (!(item = answer_item(r)))
        return STORE_FAILED;
    *item = me;
    return STORE_OK;
}

/* ---- all of them ---- */

enum store_status rated_request(struct world *w, struct store_request *r)
{
    switch (r->kind) {
    case STORE_STANDING: return standing(w, r->standing);
    case STORE_COUNT: return count(w, r);
    case STORE_PROFILE: return profile(w, r);
    case STORE_PROFILE_SET:
    case STORE_UNLIST: return profile_set(w, r);
    case STORE_LEADERS: return leaders(w, r);
    default: return rating_end(w, r);
    }
}

void rated_drop_person(struct world *w, uint64_t who)
{
    for (size_t i = 0; i < w->n_ratings; i++)
        if (w->ratings[i].who == who)
            w->ratings[i--] = w->ratings[--w->n_ratings];
    for (size_t i = 0; i < w->n_stats; i++)
        if (w->stats[i].who == who)
            w->stats[i--] = w->stats[--w->n_stats];
    for (size_t i = 0; i < w->n_profiles; i++)
        if (w->profiles[i].who == who)
            w->profiles[i--] = w->profiles[--w->n_profiles];
    for (size_t i = 0; i < w->n_played; i++) {
        int seat = seat_of(&w->played[i], who);
        if (seat < 0)
            continue;
        w->played[i].s.seat[seat].who = 0;
        snprintf(w->played[i].s.seat[seat].name, IR_NAME_MAX, "%s", STORE_GONE);
        w->played[i].s.seat[seat].before = w->played[i].s.seat[seat].after = (struct store_rating){0};
    }
}

void rated_free(struct world *w)
{
    free(w->ratings);
    free(w->stats);
    free(w->profiles);
    free(w->played);
}
