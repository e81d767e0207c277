/* judge.c: see judge.h. */
#include "judge.h"
#include "core/record.h"

enum { PLAYOUT_MAX = 4000 };

void judge_open(struct judge *j, const struct ir_game *g, int seats)
{
    memset(j, 0, sizeof *j);
    j->game = g;
    j->brain = brain_find(g);
    j->quick = ir_bot_role(g, IR_ROLE_QUICK);
    j->seats = seats;
    if (j->brain)
        mind_open(&j->mind, j->brain, brain_net(j->brain));
}

uint64_t judge_nodes(const struct judge *j)
{
    return j->steps + j->mind.nodes;
}

void judge_root(struct judge *j, const struct ir_view *v)
{
    if (j->brain)
        mind_root(&j->mind, v);
}

int judge_apply(struct judge *j, struct world *w, ir_move m)
{
    j->steps++;
    if (!j->brain) {
        j->game->apply(&w->now, m, NULL);
        return ir_turn(&w->now) == IR_OVER;
    }
    struct ir_state before;
    memcpy(before.b, w->now.b, ir_state_size(j->game));
    world_apply(j->brain, w, &before, m);
    return j->brain->ended(&before, &w->now, 0) >= 0 || ir_turn(&w->now) == IR_OVER;
}

void judge_result(const struct judge *j, const struct world *w, double share[IR_SEATS_MAX])
{
    struct ir_score score;
    int winners = 0;
    ir_score_resigned(j->game, &w->now, j->resigned, &score);
    for (int i = 0; i < j->seats; i++)
        winners += score.rank[i] == 0;
    for (int i = 0; i < j->seats; i++)
        share[i] = score.rank[i] ? 0 : 1.0 / winners;
}

void judge_settle(struct judge *j, const struct world *w, double share[IR_SEATS_MAX])
{
    double all = 0;
    if (!j->brain || ir_turn(&w->now) == IR_OVER) {
        judge_result(j, w, share);
        return;
    }
    for (int i = 0; i < j->seats; i++) {
        struct ir_view v;
        ir_look(j->game, &w->now, i, &v);
        share[i] = j->resigned >> i & 1 ? 0 : (double)j->brain->settled(&v, j->mind.context);
        all += share[i];
    }
    for (int i = 0; i < j->seats; i++)
        share[i] = all > 0 ? share[i] / all : 1.0 / j->seats;
}

ir_move judge_move(struct judge *j, const struct world *w, struct ir_rng *whim)
{
    struct ir_view v;
    ir_look(j->game, &w->now, ir_turn(&w->now), &v);
    return j->brain ? mind_move(&j->mind, &v, w, whim, 0) : ir_bot_move(j->quick, j->game, &v, &w->notes, whim, NULL);
}

void judge_imagine(struct judge *j, const struct ir_view *v, const struct ir_notes *notes, struct ir_rng *r, struct world *w)
{
    if (j->brain) {
        brain_imagine(j->brain, v, notes, r, w);
        return;
    }
    j->game->imagine(v, r, &w->now);
    w->notes = *notes;
}

void fate_draw(struct fate *f, struct ir_rng *r)
{
    ir_rng_seed(&f->luck, ir_rng_next(r));
    ir_rng_seed(&f->whim, ir_rng_next(r));
}

/* The network's estimate of each seat's share, each from its own view. */
static void judge_estimate(struct judge *j, const struct world *w, double share[IR_SEATS_MAX])
{
    double all = 0;
    for (int i = 0; i < j->seats; i++) {
        share[i] = j->resigned >> i & 1 ? 0 : (double)mind_value(&j->mind, w, i);
        all += share[i];
    }
    for (int i = 0; i < j->seats; i++)
        share[i] = all > 0 ? share[i] / all : 1.0 / j->seats;
}

/* Plays on for so many decisions, and up to the one after them; 0: to the end. 1: the episode ended. */
static int play_on(struct judge *j, struct world *w, struct fate *fate, int decisions)
{
    for (int i = 0, made = 0; i < PLAYOUT_MAX; i++) {
        int turn = ir_turn(&w->now);
        if (turn >= 0 && decisions && made++ == decisions)
            return 0;
        if (judge_apply(j, w, turn == IR_CHANCE ? j->game->sample(&w->now, &fate->luck) : judge_move(j, w, &fate->whim)))
            return 1;
    }
    return 0;
}

void judge_play(struct judge *j, struct world *w, ir_move m, struct fate fate, double share[IR_SEATS_MAX],
                double end[IR_SEATS_MAX], double points[IR_SEATS_MAX])
{
    int ahead = j->brain ? j->brain->ahead : 0;
    int ended = m == IR_NO_MOVE ? ir_turn(&w->now) == IR_OVER : judge_apply(j, w, m);
    if (!ended)
        ended = play_on(j, w, &fate, ahead);
    if (ended)
        judge_settle(j, w, share);
    else if (ahead)
        judge_estimate(j, w, share);
    else
        judge_result(j, w, share); /* no game of ours takes so long */
    if (end && (ended || !ahead))
        memcpy(end, share, sizeof(double[IR_SEATS_MAX]));
    else if (end && play_on(j, w, &fate, 0))
        judge_settle(j, w, end);
    else if (end)
        judge_result(j, w, end);
    if (points) {
        struct ir_score score;
        j->game->score(w->now.b, &score);
        for (int i = 0; i < j->seats; i++)
            points[i] += score.points[i];
    }
}
