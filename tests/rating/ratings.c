/* ratings.c: how good ratings are, by simulation; the tables of docs/ratings.md. By hand, built with the tests:
 *
 *     ratings model SEATS SPREAD NOISE [PEOPLE [SEED]]   people of strengths between 1500 - SPREAD / 2 and 1500 + SPREAD / 2,
 * results by Luce's model, NOISE left when luck is taken out ratings played GAME SEATS [TRUTH [TIMES [SEED]]]          people
 * are bots that play a random move with some probability; their strength is measured in many games; then ratings start at
 * nothing TIMES times
 *
 * Prints, after so many games: the rank correlation (Spearman) of ratings and strengths, the part of the 95 % intervals that
 * contain the truth, the root mean square distance from it, the mean error that the ratings claim. */
#include <stdio.h>

#include "people.h"

#include "cli/luck.h"
#include "core/dealer.h"

static const int shown[] = {5, 10, 20, 30, 60, 100};
enum { SHOWN = sizeof shown / sizeof *shown };

static int rounds = ROUNDS_MAX;
static int needed[2]; /* games until the distance is that of 30 plain games; [1]: luck taken out */
static struct quality mean[2][ROUNDS_MAX + 1];

/* Plays all rounds and adds how good the ratings were after each. */
static void league_run(struct league *l, double times)
{
    people_start(l);
    for (int round = 1; round <= rounds; round++) {
        round_play(l);
        for (int judged = 0; judged < 2; judged++) {
            struct quality q = quality_of(l, judged), *m = &mean[judged][round];
            m->spearman += q.spearman / times;
            m->inside += q.inside / times;
            m->off += q.off / times;
            m->error += q.error / times;
        }
    }
}

static void league_print(const struct league *l, const char *title)
{
    double wanted = mean[0][30].off;
    for (int judged = 0; judged < 2; judged++)
        for (needed[judged] = 1; needed[judged] < rounds && mean[judged][needed[judged]].off > wanted;)
            needed[judged]++;
    printf("%s\n\n| games | rank correlation | inside | distance | error | luck taken out: | inside | distance | error |\n"
           "|---|---|---|---|---|---|---|---|---|\n",
           title);
    for (int i = 0; i < SHOWN && shown[i] <= rounds; i++) {
        const struct quality *p = &mean[0][shown[i]], *j = &mean[1][shown[i]];
        printf("| %d | %.3f | %.1f %% | %.0f | %.0f |", shown[i], p->spearman, 100 * p->inside, p->off, p->error);
        if (l->noise > 0)
            printf(" %.3f | %.1f %% | %.0f | %.0f |\n", j->spearman, 100 * j->inside, j->off, j->error);
        else
            printf(" | | | |\n");
    }
    printf("\nAs near as after 30 games (%.0f points), luck taken out: %s%d games\n\n", wanted,
           needed[1] < rounds ? "" : "more than ", needed[1]);
    memset(mean, 0, sizeof mean);
}

static int number(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

static const char *const opponents[] = {"by chance", "of similar rating", "by chance and of similar rating in turns"};

/* ---- by the model ---- */

static int model(int argc, char **argv)
{
    int people = argc > 5 ? number(argv[5]) : 1000;
    double spread = strtod(argv[3], NULL);
    struct league l = {.people = people, .seats = number(argv[2]), .noise = strtod(argv[4], NULL), .game = model_game};
    l.person = calloc((size_t)people, sizeof *l.person);
    for (l.similar = 0; l.similar < 3; l.similar++) {
        char title[160];
        ir_rng_seed(&l.rng, argc > 6 ? strtoull(argv[6], NULL, 10) : 1);
        for (int i = 0; i < people; i++)
            l.person[i].truth = l.person[i].wins = 1500 + spread * ((i + 0.5) / people - 0.5);
        league_run(&l, 1);
        snprintf(title, sizeof title,
                 "%d people, %d seats, %.0f points between the best and the worst, noise %.2f; opponents %s", people, l.seats,
                 spread, l.noise, opponents[l.similar]);
        league_print(&l, title);
    }
    free(l.person);
    return 0;
}

/* ---- real games ---- */

enum { PLAYERS = 24, PLAYED_ROUNDS = 30 };

struct blurred {
    const struct ir_bot *bot;
    double blur; /* how often it plays any move */
};
struct hall {
    const struct ir_game *game;
    struct blurred player[PLAYERS];
    uint64_t number; /* of the next game */
    /* while strengths are measured: who played, and what it gave */
    struct kept {
        int who[IR_SEATS_MAX];
        double share[IR_SEATS_MAX];
        double left[IR_SEATS_MAX];
    } * kept;
    int n_kept;
    double above[PLAYERS][PLAYERS]; /* [i][k]: how often i was ranked above k, shared places half */
};

static void hall_game(struct league *l, struct person *const *seat, int32_t rank[], double share[])
{
    struct hall *h = l->context;
    const struct ir_game *g = h->game;
    struct ir_dealer_keyed keyed;
    struct ir_state s, before;
    struct ir_notes notes = {{0}};
    struct ir_rng whim;
    struct ir_score score;
    struct luck luck;
    char why[IR_WHY_MAX];
    uint8_t key[32] = {0};
    int winners = 0;
    h->number++;
    memcpy(key, &h->number, sizeof h->number);
    ir_dealer_keyed_start(&keyed, key, 0);
    ir_rng_seed(&whim, h->number);
    if (ir_start(g, &s, l->seats, "", NULL, why))
        abort();
    luck_open(&luck, brain_find(g), l->seats, &notes, &keyed.dealer, h->number);
    for (int turn; (turn = ir_turn(&s)) != IR_OVER;) {
        ir_move m, legal[IR_MOVES_MAX];
        if (turn == IR_CHANCE) {
            m = luck.dealer.pick(&luck.dealer, g, &s);
        } else {
            const struct blurred *p = &h->player[seat[turn]->who];
            struct ir_view v;
            ir_look(g, &s, turn, &v);
            if (uniform(&whim) < p->blur)
                m = legal[ir_rng_below(&whim, (uint32_t)g->legal(&v, legal))];
            else
                m = ir_bot_move(p->bot, g, &v, &notes, &whim, NULL);
        }
        before = s;
        g->apply(&s, m, NULL);
        ir_note(g, &notes, &before, &s);
    }
    g->score(s.b, &score);
    for (int i = 0; i < l->seats; i++)
        winners += score.rank[i] == 0;
    for (int i = 0; i < l->seats; i++) {
        rank[i] = score.rank[i];
        share[i] = (score.rank[i] == 0 ? 1.0 / winners : 0) - luck.sum[i];
        if (!h->kept)
            continue;
        h->kept[h->n_kept].who[i] = seat[i]->who;
        h->kept[h->n_kept].share[i] = score.rank[i] == 0 ? 1.0 / winners : 0;
        h->kept[h->n_kept].left[i] = share[i];
        for (int k = 0; k < l->seats; k++)
            h->above[seat[i]->who][seat[k]->who] += k == i                           ? 0
                                                    : score.rank[i] < score.rank[k]  ? 1
                                                    : score.rank[i] == score.rank[k] ? 0.5
                                                                                     : 0;
    }
    h->n_kept += h->kept != NULL;
}

/* Points of the tickets, with a mean of 1500. */
static void centre(struct league *l, const double tickets[], int wins)
{
    double sum = 0;
    for (int i = 0; i < PLAYERS; i++)
        sum += log10(tickets[i]) / PLAYERS;
    for (int i = 0; i < PLAYERS; i++)
        *(wins ? &l->person[i].wins : &l->person[i].truth) = 1500 + 400 * (log10(tickets[i]) - sum);
}

/* The likeliest strengths, by Hunter's MM algorithm: by pairs of ranks (Bradley and Terry), and by wins (Luce). */
static void strengths_fit(struct league *l)
{
    struct hall *h = l->context;
    double tickets[PLAYERS];
    for (int wins = 0; wins < 2; wins++) {
        for (int i = 0; i < PLAYERS; i++)
            tickets[i] = 1;
        for (int turn = 0; turn < 2000; turn++) {
            double won[PLAYERS] = {0}, per[PLAYERS] = {0};
            for (int n = 0; wins && n < h->n_kept; n++) {
                double all = 0;
                for (int i = 0; i < l->seats; i++)
                    all += tickets[h->kept[n].who[i]];
                for (int i = 0; i < l->seats; i++) {
                    won[h->kept[n].who[i]] += h->kept[n].share[i];
                    per[h->kept[n].who[i]] += 1 / all;
                }
            }
            for (int i = 0; !wins && i < PLAYERS; i++)
                for (int k = 0; k < PLAYERS; k++) {
                    won[i] += h->above[i][k];
                    per[i] += (h->above[i][k] + h->above[k][i]) / (tickets[i] + tickets[k]);
                }
            for (int i = 0; i < PLAYERS; i++)
                tickets[i] = (won[i] + 0.01) / (per[i] + 0.01);
        }
        centre(l, tickets, wins);
    }
    /* what is left of the variance of a plain result when luck is taken out */
    double left = 0, plain = 0;
    for (int n = 0; n < h->n_kept; n++) {
        struct person *seat[IR_SEATS_MAX];
        for (int i = 0; i < l->seats; i++)
            seat[i] = &l->person[h->kept[n].who[i]];
        for (int i = 0; i < l->seats; i++) {
            double p = chance_of(seat, l->seats, i), off = h->kept[n].left[i] - p;
            left += off * off;
            plain += p * (1 - p);
        }
    }
    l->noise = left / plain;
}

static int played(int argc, char **argv)
{
    static struct hall h;
    struct league l = {.people = PLAYERS, .seats = number(argv[3]), .game = hall_game, .context = &h, .noise = 1};
    int truth = argc > 4 ? number(argv[4]) : 1000, times = argc > 5 ? number(argv[5]) : 4;
    uint64_t seed = argc > 6 ? strtoull(argv[6], NULL, 10) : 1;
    rounds = PLAYED_ROUNDS;
    h.game = ir_game_find(argv[2]);
    if (!h.game || !brain_find(h.game) || l.seats < h.game->min_seats || l.seats > h.game->max_seats || times < 1 || truth < 1)
        return fprintf(stderr, "ratings played: no such game with a network, or not for so many seats\n"), 2;
    l.person = calloc(PLAYERS, sizeof *l.person);
    ir_rng_seed(&l.rng, seed);
    h.number = seed << 32;
    h.kept = calloc((size_t)truth * PLAYERS / (size_t)l.seats, sizeof *h.kept);
    for (int i = 0; i < PLAYERS; i++) { /* of half the players a strong bot, of half a weak one, more and more blurred */
        h.player[i] = (struct blurred){ir_bot_level(h.game, i % 2 ? 2 : 1), (i / 2) / 11.0};
        l.person[i].who = i;
    }
    people_start(&l);
    for (int i = 0; i < truth; i++)
        round_play(&l);
    strengths_fit(&l);
    free(h.kept);
    h.kept = NULL;
    printf("strengths by ranks (by wins):");
    for (int i = 0; i < PLAYERS; i++)
        printf(" %s/%.0f%%: %.0f (%.0f)%s", h.player[i].bot->name, 100 * h.player[i].blur, l.person[i].truth, l.person[i].wins,
               i < PLAYERS - 1 ? "," : "\n\n");
    fflush(stdout);
    for (l.similar = 0; l.similar < 2; l.similar++) {
        char title[200];
        for (int i = 0; i < times; i++)
            league_run(&l, times);
        snprintf(title, sizeof title,
                 "%s, %d seats, %d bots with blur, %d times, strengths from %d games each; noise %.2f; opponents %s",
                 h.game->name, l.seats, PLAYERS, times, truth, l.noise, opponents[l.similar]);
        league_print(&l, title);
    }
    free(l.person);
    return 0;
}

int main(int argc, char **argv)
{
    if (argc >= 5 && strcmp(argv[1], "model") == 0 && number(argv[2]) >= 2 && number(argv[2]) <= IR_SEATS_MAX)
        return model(argc, argv);
    if (argc >= 4 && strcmp(argv[1], "played") == 0)
        return played(argc, argv);
    fprintf(stderr, "ratings model SEATS SPREAD NOISE [PEOPLE [SEED]], or ratings played GAME SEATS [TRUTH [TIMES [SEED]]]\n");
    return 2;
}
