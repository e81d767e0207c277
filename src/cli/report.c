/* report.c: the results of a match as text and as JSON. */
#include "report.h"

#include <math.h>

#include "core/banned.h"

/* ---- pieces ---- */

void json_text(const char *text)
{
    char out[2048];
    struct ir_json j;
    ir_json_start(&j, out, sizeof out);
    ir_json_str(&j, NULL, text);
    fputs(j.text.cut ? "null" : out, stdout);
}

void json_number(double v)
{
    if (isfinite(v))
        printf("%.6f", v);
    else
        fputs("null", stdout);
}

void json_interval(const char *key, struct interval i)
{
    printf("\"%s\":{\"at\":", key);
    json_number(i.at);
    fputs(",\"low\":", stdout);
    json_number(i.low);
    fputs(",\"high\":", stdout);
    json_number(i.high);
    putchar('}');
}

struct interval elo_interval(struct interval share, int seats)
{
    return (struct interval){stats_elo(share.at, seats), stats_elo(share.low, seats), stats_elo(share.high, seats)};
}

const char *elo_text(double elo, char out[REPORT_ROOM])
{
    if (isfinite(elo))
        snprintf(out, REPORT_ROOM, "%+.0f", fabs(elo) < 0.5 ? 0 : elo);
    else
        snprintf(out, REPORT_ROOM, elo > 0 ? "+infinite" : "-infinite");
    return out;
}

static const char *options_of(const struct arena *a)
{
    return a->setup->options[0] ? a->setup->options : a->setup->game->preset->name;
}

/* "2.31 us", "5.02 ms". */
static const char *time_text(double s, char out[REPORT_ROOM])
{
    if (s < 1e-3)
        snprintf(out, REPORT_ROOM, "%.2f us", s * 1e6);
    else
        snprintf(out, REPORT_ROOM, "%.2f ms", s * 1e3);
    return out;
}

/* ---- words ---- */

static void use_text(const struct arena *a, int who)
{
    const struct player_use *u = &a->use[who];
    char time[REPORT_ROOM];
    double n = u->decisions ? (double)u->decisions : 1;
    printf("%s %s", a->label[who], time_text(u->seconds / n, time));
    if (u->nodes)
        printf(", %.0f nodes", (double)u->nodes / n);
    if (u->fallbacks)
        printf(", lost %llu of %llu turns", (unsigned long long)u->fallbacks, (unsigned long long)u->decisions);
}

static void sprt_text(const struct arena *a)
{
    const struct arena_sprt *s = &a->sprt;
    printf("SPRT      %+g Elo (H0) or %+g (H1): ", s->elo0, s->elo1);
    if (s->accepted < 0)
        printf("not decided yet");
    else
        printf("H%d accepted", s->accepted);
    printf("; LLR %.2f, limits +-%.2f\n", s->llr, s->bound);
}

static void skill_text(struct interval skill)
{
    if (isfinite(skill.low))
        printf("skill     %.2f %% (%.2f .. %.2f): wins, the luck of cards and dice taken out\n", 100 * skill.at,
               100 * skill.low, 100 * skill.high);
    else
        printf("skill     %.2f %% (an interval needs at least two deals)\n", 100 * skill.at);
}

void report_text(const struct arena *a)
{
    int seats = a->setup->seats;
    int64_t games = arena_games(a);
    double n = games ? (double)games : 1;
    struct interval share = arena_share(a, NULL), points = arena_points(a), elo = elo_interval(share, seats);
    char at[REPORT_ROOM], low[REPORT_ROOM], high[REPORT_ROOM];
    printf("%s against %s at %s, options %s, seed %llu\n", a->label[0], a->label[1], a->setup->game->name, options_of(a),
           (unsigned long long)a->seed);
    printf("%lld games, %lld deals, each dealt %s%s\n\n", (long long)games, (long long)a->counted,
           seats == 2 ? "twice with seats exchanged" : "once for every seat of the first, the second in all others",
           a->interrupted ? "; interrupted: results so far" : "");
    if (!games)
        return;
    for (int who = 0; who < 2; who++)
        if (a->use[who].fallbacks)
            printf("WARNING   %s lost %llu of %llu turns, which %s played: these are not its own results\n", a->label[who],
                   (unsigned long long)a->use[who].fallbacks, (unsigned long long)a->use[who].decisions,
                   ir_bot_role(a->setup->game, IR_ROLE_QUICK)->name);
    printf("wins      %.2f %% (%.2f .. %.2f), fair %.2f; shared in %.2f %% of the games\n", 100 * share.at, 100 * share.low,
           100 * share.high, 100.0 / seats, 100 * (double)a->shared / n);
    if (a->luck)
        skill_text(arena_skill(a));
    if (isfinite(points.low))
        printf("points    %+.3f a game (%+.3f .. %+.3f)\n", points.at, points.low, points.high);
    else
        printf("points    %+.3f a game (an interval needs at least two deals)\n", points.at);
    printf("Elo       %s (%s .. %s)\n", elo_text(elo.at, at), elo_text(elo.low, low), elo_text(elo.high, high));
    if (a->sprt.wanted)
        sprt_text(a);
    fputs("decision  ", stdout);
    use_text(a, 0);
    fputs("; ", stdout);
    use_text(a, 1);
    printf("\nspeed     %.0f games/s with %d thread%s\n", (double)games / a->seconds, a->threads, a->threads == 1 ? "" : "s");
    printf("\n(..) is the 95 %% interval, from the spread between deals. All numbers are those of %s.\n", a->label[0]);
}

/* ---- JSON ---- */

static void sprt_json(const struct arena_sprt *s)
{
    printf(",\"sprt\":{\"elo0\":%g,\"elo1\":%g,\"alpha\":0.05,\"beta\":0.05,\"llr\":", s->elo0, s->elo1);
    json_number(s->llr);
    printf(",\"limit\":%.6f,\"accepted\":%s}", s->bound, s->accepted < 0 ? "null" : s->accepted ? "\"H1\"" : "\"H0\"");
}

/* The histogram of A's share by group: with two seats the five numbers of a pentanomial test. */
static void scores_json(const struct arena *a)
{
    int whole = a->setup->seats * ARENA_WIN, first = 1;
    fputs(",\"scores\":[", stdout);
    for (int i = 0; i <= whole; i++)
        if (a->score[i]) {
            printf("%s[%.6f,%lld]", first ? "" : ",", (double)i / whole, (long long)a->score[i]);
            first = 0;
        }
    putchar(']');
}

void report_json(const struct arena *a)
{
    int seats = a->setup->seats;
    struct interval share = arena_share(a, NULL);
    printf("{\"game\":\"%s\",\"options\":", a->setup->game->name);
    json_text(a->setup->options);
    fputs(",\"a\":", stdout);
    json_text(a->name[0]);
    fputs(",\"b\":", stdout);
    json_text(a->name[1]);
    fputs(",\"names\":[", stdout);
    json_text(a->label[0]);
    putchar(',');
    json_text(a->label[1]);
    putchar(']');
    printf(",\"seats\":%d,\"seed\":%llu,\"pairing\":%llu,\"games\":%lld,\"deals\":%lld,\"shared\":%lld,\"interrupted\":%s,"
           "\"fair\":%.6f,",
           seats, (unsigned long long)a->seed, (unsigned long long)a->pairing, (long long)arena_games(a), (long long)a->counted,
           (long long)a->shared, a->interrupted ? "true" : "false", 1.0 / seats);
    json_interval("share", share);
    putchar(',');
    if (a->luck) {
        json_interval("skill", arena_skill(a));
        putchar(',');
    }
    json_interval("points", arena_points(a));
    putchar(',');
    json_interval("elo", elo_interval(share, seats));
    scores_json(a);
    if (a->sprt.wanted)
        sprt_json(&a->sprt);
    for (int who = 0; who < 2; who++)
        printf(",\"use_%c\":{\"decisions\":%llu,\"nodes\":%llu,\"fallbacks\":%llu}", "ab"[who],
               (unsigned long long)a -> use[who].decisions, (unsigned long long)a->use[who].nodes,
               (unsigned long long)a->use[who].fallbacks);
    printf(",\"time\":{\"threads\":%d,\"seconds\":%.6f,\"a_seconds\":%.6f,\"b_seconds\":%.6f}}", a->threads, a->seconds,
           a->use[0].seconds, a->use[1].seconds);
}
