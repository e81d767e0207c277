/* hall.h: people of known strength who really play: bots with blur, which now and then play any move.
 *
 * How strong they are is measured first: a grid of (level, blur) plays many games, and between its points the strength is
 * interpolated, never rising with blur. Luck is taken out by the network alone (src/cli/luck.h), which is quick. reviewed.h
 * takes it out as the product does. */
#ifndef IR_TEST_HALL_H
#define IR_TEST_HALL_H

#include "people.h"

#include "bots/bots.h"
#include "cli/luck.h"
#include "core/dealer.h"

enum { GRID_BLURS = 9, GRID_LEVELS = 4, GRID_MAX = GRID_BLURS * GRID_LEVELS };

struct blurred {
    const struct ir_bot *bot;
    double blur; /* how often it plays any move */
};
struct kept {
    int who[IR_SEATS_MAX];
    double won[IR_SEATS_MAX], left[IR_SEATS_MAX]; /* shares of the win; luck taken out */
};
struct hall {
    const struct ir_game *game;
    const char *options;
    struct blurred *player;
    uint64_t number; /* of the next game */
    /* the grid */
    const struct ir_bot *level[GRID_LEVELS];
    int levels, blurs;
    double ranks[GRID_LEVELS][GRID_BLURS], wins[GRID_LEVELS][GRID_BLURS]; /* strengths */
    double noise, error; /* left in a share with luck taken out; how exact the strengths are, root mean square */
    /* while it is measured */
    struct kept *kept;
    int n_kept;
    double above[GRID_MAX][GRID_MAX]; /* [i][k]: how often i was ranked above k, shared places half */
    /* if not NULL: the record of the last game */
    struct ir_text *text;
};

/* One row of a game's record; row NULL: its header, or its end. */
static inline void hall_row(struct hall *h, struct ir_record *r, const struct ir_row *row)
{
    char why[IR_WHY_MAX];
    if (!h->text)
        return;
    if (row && ir_record_row(r, row->actor, row->move, NULL, why))
        abort();
    if (row)
        ir_record_print_row(r, row, h->text);
    else if (r->rows == 0)
        ir_record_print_header(r, h->text);
    else
        ir_record_print_end(r, h->text);
}

static inline void hall_game(struct league *l, struct person *const *seat, int32_t rank[], double share[])
{
    struct hall *h = l->context;
    const struct ir_game *g = h->game;
    struct ir_dealer_keyed keyed;
    struct ir_state s, before;
    struct ir_notes notes = {{0}};
    struct ir_rng whim;
    struct ir_score score;
    struct luck luck;
    struct ir_record record;
    char why[IR_WHY_MAX];
    uint8_t key[32] = {0};
    int winners = 0;
    h->number++;
    memcpy(key, &h->number, sizeof h->number);
    ir_dealer_keyed_start(&keyed, key, 0);
    ir_rng_seed(&whim, h->number);
    if (ir_start(g, &s, l->seats, h->options, NULL, why) || ir_record_begin(&record, g, l->seats, h->options, NULL, why))
        abort();
    hall_row(h, &record, NULL);
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
        hall_row(h, &record, &(struct ir_row){(int8_t)turn, m});
    }
    hall_row(h, &record, NULL);
    g->score(s.b, &score);
    for (int i = 0; i < l->seats; i++)
        winners += score.rank[i] == 0;
    for (int i = 0; i < l->seats; i++) {
        rank[i] = score.rank[i];
        share[i] = (score.rank[i] == 0 ? 1.0 / winners : 0) - luck.sum[i];
        if (!h->kept)
            continue;
        h->kept[h->n_kept].who[i] = seat[i]->who;
        h->kept[h->n_kept].won[i] = score.rank[i] == 0 ? 1.0 / winners : 0;
        h->kept[h->n_kept].left[i] = share[i];
        for (int k = 0; k < l->seats; k++) /* with two, a share without luck is as good as a result, and more exact */
            h->above[seat[i]->who][seat[k]->who] += k == i                           ? 0
                                                    : l->seats == 2                  ? share[i]
                                                    : score.rank[i] < score.rank[k]  ? 1
                                                    : score.rank[i] == score.rank[k] ? 0.5
                                                                                     : 0;
    }
    h->n_kept += h->kept != NULL;
}

/* ---- the grid ---- */

/* The likeliest strengths by Hunter's MM algorithm: by pairs of ranks (Bradley and Terry), or by wins (Luce). */
static inline void strengths_fit(struct hall *h, int people, int seats, int wins, double at[])
{
    double tickets[GRID_MAX], sum = 0;
    for (int i = 0; i < people; i++)
        tickets[i] = 1;
    for (int turn = 0; turn < 500; turn++) {
        double won[GRID_MAX] = {0}, per[GRID_MAX] = {0};
        for (int n = 0; wins && n < h->n_kept; n++) {
            double all = 0;
            for (int i = 0; i < seats; i++)
                all += tickets[h->kept[n].who[i]];
            for (int i = 0; i < seats; i++) {
                won[h->kept[n].who[i]] += h->kept[n].left[i];
                per[h->kept[n].who[i]] += 1 / all;
            }
        }
        for (int i = 0; !wins && i < people; i++)
            for (int k = 0; k < people; k++) {
                won[i] += h->above[i][k];
                per[i] += (h->above[i][k] + h->above[k][i]) / (tickets[i] + tickets[k]);
            }
        for (int i = 0; i < people; i++)
            tickets[i] = fmax(0.01, won[i] + 0.01) / (per[i] + 0.01);
    }
    for (int i = 0; i < people; i++)
        sum += log10(tickets[i]) / people;
    for (int i = 0; i < people; i++)
        at[i] = 1500 + 400 * (log10(tickets[i]) - sum);
}

/* Who is at [level][blur] of the grid: at the last blur all levels are the same player. */
static inline int grid_who(const struct hall *h, int level, int blur)
{
    return blur == h->blurs - 1 ? 0 : 1 + level * (h->blurs - 1) + blur;
}

/* Strengths that do not rise with blur, nearest to those measured (pool adjacent violators). */
static inline void curve_fall(double at[], int n)
{
    double mean[GRID_BLURS];
    int size[GRID_BLURS], pools = 0;
    for (int i = 0; i < n; i++) {
        mean[pools] = at[i], size[pools++] = 1;
        for (; pools > 1 && mean[pools - 1] > mean[pools - 2]; pools--) {
            mean[pools - 2] =
                (mean[pools - 2] * size[pools - 2] + mean[pools - 1] * size[pools - 1]) / (size[pools - 2] + size[pools - 1]);
            size[pools - 2] += size[pools - 1];
        }
    }
    for (int pool = 0, i = 0; pool < pools; pool++)
        for (int k = 0; k < size[pool]; k++)
            at[i++] = mean[pool];
}

/* What luck taken out leaves of a plain result's variance, and how exact strengths are. */
static inline void grid_judge(struct hall *h, int people, int seats, const double ranks[], const double wins[])
{
    double left = 0, plain = 0, known[GRID_MAX] = {0};
    for (int n = 0; n < h->n_kept; n++)
        for (int i = 0; i < seats; i++) {
            double all = 0;
            int me = h->kept[n].who[i];
            for (int k = 0; k < seats; k++) {
                double ahead = pow(10, (ranks[h->kept[n].who[k]] - ranks[me]) / 400);
                all += pow(10, (wins[h->kept[n].who[k]] - wins[me]) / 400);
                known[me] += k == i ? 0 : 3.0 / (seats + 1) * ahead / ((1 + ahead) * (1 + ahead));
            }
            left += (h->kept[n].left[i] - 1 / all) * (h->kept[n].left[i] - 1 / all);
            plain += 1 / all * (1 - 1 / all);
        }
    h->noise = left / plain;
    h->error = 0;
    for (int i = 0; i < people; i++)
        h->error += (seats == 2 ? h->noise : 1) / known[i] / people;
    h->error = 400 / log(10) * sqrt(h->error);
}

/* Measures the grid: everybody plays so many games, opponents by chance. `blurs` points from no blur to nothing else. */
static inline void grid_measure(struct hall *h, int seats, int blurs, int games, uint64_t seed)
{
    static struct person person[GRID_MAX];
    static struct blurred player[GRID_MAX];
    double ranks[GRID_MAX], wins[GRID_MAX];
    struct league l = {.person = person, .seats = seats, .game = hall_game, .context = h};
    h->blurs = blurs;
    for (h->levels = 0;
         h->levels < GRID_LEVELS && ir_bot_level(h->game, h->levels) && ir_bot_level(h->game, h->levels)->budget.nodes <= 1;
         h->levels++) /* those who search are too slow */
        h->level[h->levels] = ir_bot_level(h->game, h->levels);
    l.people = 1 + h->levels * (blurs - 1);
    for (int level = 0; level < h->levels; level++)
        for (int blur = 0; blur < blurs; blur++) {
            int who = grid_who(h, level, blur);
            player[who] = (struct blurred){h->level[level], blur / (blurs - 1.0)};
            person[who].who = who;
        }
    memset(h->above, 0, sizeof h->above);
    h->player = player;
    h->n_kept = 0;
    h->kept = calloc((size_t)games * (size_t)l.people / (size_t)seats + 1, sizeof *h->kept);
    ir_rng_seed(&l.rng, seed);
    people_start(&l);
    for (int i = 0; i < games; i++)
        round_play(&l);
    strengths_fit(h, l.people, seats, 0, ranks);
    strengths_fit(h, l.people, seats, 1, wins);
    grid_judge(h, l.people, seats, ranks, wins);
    for (int level = 0; level < h->levels; level++) {
        for (int blur = 0; blur < blurs; blur++) {
            h->ranks[level][blur] = ranks[grid_who(h, level, blur)];
            h->wins[level][blur] = wins[grid_who(h, level, blur)];
        }
        curve_fall(h->ranks[level], blurs);
        curve_fall(h->wins[level], blurs);
    }
    free(h->kept);
    h->kept = NULL;
}

static inline double curve_at(const double at[], int blurs, double blur)
{
    double place = blur * (blurs - 1);
    int i = (int)place < blurs - 2 ? (int)place : blurs - 2;
    return at[i] + (place - i) * (at[i + 1] - at[i]);
}

/* Fills in so many people, spread evenly over levels and blur. */
static inline void hall_people(struct hall *h, struct league *l, struct blurred *player)
{
    double ranks = 0, wins = 0;
    h->player = player;
    l->noise = h->noise;
    for (int i = 0; i < l->people; i++) {
        int level = i % h->levels;
        player[i] = (struct blurred){h->level[level], (i / h->levels + 0.5) * h->levels / l->people};
        player[i].blur = fmin(1, player[i].blur);
        l->person[i] = (struct person){.who = i,
                                       .truth = curve_at(h->ranks[level], h->blurs, player[i].blur),
                                       .wins = curve_at(h->wins[level], h->blurs, player[i].blur)};
        ranks += l->person[i].truth / l->people;
        wins += l->person[i].wins / l->people;
    }
    for (int i = 0; i < l->people; i++) /* who knows nobody has 1500, so that is the mean */
        l->person[i].truth += 1500 - ranks, l->person[i].wins += 1500 - wins;
}

#endif
