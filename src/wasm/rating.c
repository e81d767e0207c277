/* rating.c: ratings in the page, only in the build for reviews (scripts/wasm.sh): those of somebody's own games, which nobody
 * else needs to know (docs/ratings.md). */
#include "page.h"

#include "irori_rating.h"

int PAGE_CALL(page_rate)(void);

enum { DAY_MS = 86400000, COURSE_MAX = 10000, REVIEWED_MAX = 1000 };

/* A game, as a line says it. */
struct played {
    int64_t when, share; /* share: in millionths */
    int judged, seats, mine;
    int32_t rank[IR_SEATS_MAX];
    struct ir_rating rating[IR_SEATS_MAX], others[IR_SEATS_MAX]; /* of all seats; of the others, luck taken out */
};
static struct ir_judged reviewed[REVIEWED_MAX]; /* the latest: older ones say little about today */

static int64_t number(const char **at)
{
    int64_t v = 0;
    int minus = **at == '-';
    *at += minus;
    for (; **at >= '0' && **at <= '9' && v < INT64_MAX / 16; (*at)++)
        v = 10 * v + (**at - '0');
    return minus ? -v : v;
}

/* Goes on behind this character. */
static int after(const char **at, char c)
{
    if (**at != c)
        return 0;
    ++*at;
    return 1;
}

/* Bots have their own rating, people (and bots that were never measured) that of somebody nobody knows. */
static void opponents_read(const struct ir_game *g, struct played *p, char *names)
{
    for (int i = 0, n = 0; i < p->seats; i++) {
        char *end = strchr(names, ',');
        if (end)
            *end = 0;
        const struct ir_rating *bot = ir_rating_bot(g, p->seats, names), *judged = ir_rating_bot_judged(g, p->seats, names);
        ir_rating_start(&p->rating[i]);
        struct ir_rating other = judged ? *judged : p->rating[i];
        if (bot)
            p->rating[i] = *bot;
        if (i != p->mine)
            p->others[n++] = other;
        names = end ? end + 1 : names + strlen(names);
    }
}

/* WHEN SEAT SHARE RANK,RANK,... BOT,BOT,...: when it ended, in milliseconds since 1970; one's own seat; the share of the win
 * with luck taken out, in millionths, or "?"; ranks; names of bots, where people have an empty one. 0: the line is wrong. */
static int played_read(const struct ir_game *g, struct played *p, char *line)
{
    const char *at = line;
    p->when = number(&at);
    int ok = after(&at, ' ');
    p->mine = (int)number(&at);
    ok &= after(&at, ' ');
    p->judged = *at != '?';
    p->share = p->judged ? number(&at) : 0;
    ok &= p->judged || after(&at, '?');
    ok &= after(&at, ' ');
    for (p->seats = 0; ok && p->seats < IR_SEATS_MAX;) {
        p->rank[p->seats++] = (int32_t)number(&at);
        if (!after(&at, ','))
            break;
    }
    if (!ok || !after(&at, ' ') || p->seats < 2 || p->mine < 0 || p->mine >= p->seats)
        return 0;
    opponents_read(g, p, line + (at - line));
    return 1;
}

/* The same as a game whose luck is known. */
static struct ir_judged judged_game(const struct played *p, double noise, double days)
{
    struct ir_judged out = {.others = p->seats - 1, .days = days, .noise = noise};
    int winners = 0;
    for (int i = 0; i < p->seats; i++)
        winners += p->rank[i] == 0;
    memcpy(out.other, p->others, (size_t)out.others * sizeof *out.other);
    out.won = p->rank[p->mine] == 0 ? 1.0 / winners : 0;
    out.luck = out.won - (double)p->share / 1e6;
    return out;
}

static void rating_json(struct ir_json *j, const char *key, const struct ir_rating *r)
{
    ir_json_object(j, key);
    ir_json_int(j, "at", (int64_t)(r->at + 0.5));
    ir_json_int(j, "error", (int64_t)(r->error + 0.5));
    ir_json_int(j, "games", r->games);
    ir_json_bool(j, "provisional", ir_rating_provisional(r));
    ir_json_end(j, '}');
}

/* The levels with so many seats, and between which of them this rating is. */
static void levels_json(struct ir_json *j, const struct ir_game *g, int seats, double at)
{
    const char *below = NULL, *above = NULL;
    const struct ir_bot *b;
    ir_json_list(j, "bots");
    for (int i = 0; (b = ir_bot_level(g, i)); i++) {
        const struct ir_rating *r = ir_rating_bot(g, seats, b->name);
        if (!r)
            continue;
        if (r->at <= at)
            below = b->name;
        else if (!above)
            above = b->name;
        ir_json_object(j, NULL);
        ir_json_str(j, "name", b->name);
        ir_json_int(j, "at", (int64_t)(r->at + 0.5));
        ir_json_int(j, "error", (int64_t)(r->error + 0.5));
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    ir_json_list(j, "between");
    ir_json_str(j, NULL, below);
    ir_json_str(j, NULL, above);
    ir_json_end(j, ']');
}

/* in: a game; the present time in milliseconds, or 0; a line for each game that was played, the oldest first. The rating after
 * all of them, and as it is today; the same with luck taken out, of the games of which that is known; the rating after each
 * game. */
int page_rate(void)
{
    char *at = page_in;
    const struct ir_game *g = ir_game_find(page_line(&at));
    const char *today = page_line(&at);
    int64_t now = number(&today), last = 0, judged_last = 0;
    struct ir_rating plain, judged;
    struct ir_json j;
    int seats = g ? g->min_seats : 0;
    size_t reviews = 0;
    if (!g)
        return page_refuse("command", "there is no such game");
    ir_rating_start(&plain);
    page_begin(&j);
    ir_json_list(&j, "course");
    while (*at) {
        struct played p;
        if (!played_read(g, &p, page_line(&at)))
            return page_refuse("command", "a game is: when, seat, share or ?, ranks, bots");
        if (plain.games >= COURSE_MAX)
            return page_refuse("size", "these are too many games for one rating");
        seats = p.seats;
        double noise = ir_rating_noise(g, p.seats);
        if (p.judged && noise > 0) {
            if (reviews == REVIEWED_MAX)
                memmove(reviewed, reviewed + (reviews -= REVIEWED_MAX / 2), REVIEWED_MAX / 2 * sizeof *reviewed);
            reviewed[reviews++] = judged_game(&p, noise, (double)(p.when - judged_last) / DAY_MS);
            judged_last = p.when;
        }
        ir_rating_rest(&plain, plain.games ? (double)(p.when - last) / DAY_MS : 0);
        p.rating[p.mine] = plain;
        ir_rating_play(p.rating, p.seats, p.rank, ~(1u << p.mine));
        plain = p.rating[p.mine];
        last = p.when;
        ir_json_int(&j, NULL, (int64_t)(plain.at + 0.5));
    }
    ir_json_end(&j, ']');
    ir_rating_judged(&judged, reviewed, reviews);
    if (now && plain.games)
        ir_rating_rest(&plain, (double)(now - last) / DAY_MS);
    if (now && judged.games)
        ir_rating_rest(&judged, (double)(now - judged_last) / DAY_MS);
    rating_json(&j, "rating", &plain);
    if (judged.games)
        rating_json(&j, "judged", &judged);
    else
        ir_json_str(&j, "judged", NULL);
    levels_json(&j, g, seats, plain.at);
    return page_end(&j);
}
