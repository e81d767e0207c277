/* account.c: the sum of a review: values of all positions, every change of value put where it belongs (docs/analysis.md). */
#include "numbers.h"
#include "review.h"
#include "summary.h"

enum { SMOOTH = 6 };

/* What a correction led out of the range of chances is put back into it. */
static void shares_fit(double *to, const double *from, int seats)
{
    double all = 0;
    for (int k = 0; k < seats; k++)
        all += to[k] = from[k] < 0 ? 0 : from[k];
    for (int k = 0; k < seats; k++)
        to[k] /= all;
}

/* Corrects the values by how much the network was wrong. Few samples tell that for a node, but it changes slowly from one to
 * the next: so it is the mean over neighbours. A difference between neighbours is hardly changed by that. */
static void nodes_correct(struct ir_review *r)
{
    for (uint32_t i = 0; i <= r->result.rows; i++) {
        struct node *n = &r->node[i];
        double wrong[IR_SEATS_MAX] = {0}, weight = 0;
        for (int way = -1; way <= 1 && n->whole; way += 2)
            for (uint32_t k = i + (way > 0), far = way > 0; far <= SMOOTH && k <= r->result.rows; k += (uint32_t)way) {
                const struct node *near = &r->node[k];
                if (way > 0 && near->resigns) /* from here on the others share what one gave up */
                    break;
                if (near->whole) {
                    weight += (double)(SMOOTH + 1 - far) * near->whole;
                    for (int s = 0; s < seats_of(r); s++)
                        wrong[s] += (double)(SMOOTH + 1 - far) * near->wrong[s];
                    far++;
                }
                if (near->ended || near->resigns)
                    break;
            }
        for (int s = 0; s < seats_of(r) && weight > 0; s++)
            n->value[s] += wrong[s] / weight;
        if (n->whole)
            shares_fit(n->value, n->value, seats_of(r));
    }
}

/* Values from the last position back to the first; then every change is put where it belongs. */
static void nodes_link(struct ir_review *r)
{
    int seats = seats_of(r);
    for (uint32_t i = r->result.rows + 1; i-- > 0;) {
        struct node *n = &r->node[i];
        const struct node *next = n + 1;
        struct ir_review_decision *d = &r->decision[n->decision];
        int chance = i < r->result.rows && r->replay.row[i].actor == IR_CHANCE;
        if (!n->known && chance) { /* in a deal: of no value of its own. Its values are the ones at its start. */
            continue;
        }
        for (int k = 0; k < seats; k++) {
            if (!n->known) {
                n->value[k] = next->arrive[k] - n->step[k];
                n->variance[k] = next->variance[k] + n->step_variance[k];
            }
            double now = n->value[k];
            if (i < r->result.rows && !chance)
                d[n->resigns].rest[k] = n->expected[k] - d[n->resigns].loss[k];
            if (n->ended) { /* what the end of an episode was worth, and what it is worth now; 0 if cards are dealt next */
                if (i < r->result.rows && !chance)
                    d[n->resigns].rest[k] += now - n->arrive[k];
                now = n->arrive[k];
            }
            for (int q = n->resigns; q-- > 0;) {
                double before = d[q].loss[k];
                d[q].loss[k] = now - before;
                now = before;
            }
            n->arrive[k] = now;
        }
    }
}

static struct ir_review_chance *chance_add(struct ir_review *r, uint32_t row, uint32_t rows, enum ir_review_luck kind)
{
    struct ir_review_chance *c = &r->chance[r->result.chances++];
    *c = (struct ir_review_chance){.row = row, .rows = rows, .kind = (uint8_t)kind};
    return c;
}

static void luck_find(struct ir_review *r)
{
    int seats = seats_of(r);
    for (uint32_t i = 0, end; i < r->result.rows; i = end) {
        const struct node *n = &r->node[i], *to;
        struct ir_review_chance *c;
        end = i + 1;
        if (r->replay.row[i].actor == IR_CHANCE) {
            while (end < r->result.rows && r->replay.row[end].actor == IR_CHANCE && !r->node[end].known)
                end++;
            c = chance_add(r, i, end - i, end - i > 1 ? IR_REVIEW_DEAL : IR_REVIEW_DRAW);
            to = &r->node[end];
            for (int k = 0; k < seats; k++) {
                c->luck[k] = to->arrive[k] - n->value[k];
                c->error[k] = square_root(to->variance[k] + n->variance[k]);
            }
        } else if (n->hidden) {
            c = chance_add(r, i, 1, IR_REVIEW_HIDDEN);
            for (int k = 0; k < seats; k++) {
                c->luck[k] = n->step[k] - n->expected[k];
                c->error[k] = square_root(n->step_variance[k]);
            }
        }
    }
}

/* The value after an event is the one before the next, less what the move in between was worth: its error cancels out. So the
 * error of all luck is that of the start and of the moves' worth (docs/analysis.md). */
static void seats_sum(struct ir_review *r)
{
    struct ir_review_result *out = &r->result;
    for (int k = 0; k < out->seats; k++) {
        struct ir_review_seat *s = &out->seat[k];
        s->start = r->node[0].arrive[k];
        s->result = r->node[out->rows].value[k];
        double square = r->node[0].variance[k];
        for (uint32_t i = 0; i < out->decisions; i++) {
            const struct ir_review_decision *d = &out->decision[i];
            *(d->seat == k ? &s->own : &s->others) += d->loss[k];
            s->rest += d->rest[k];
            square += d->error * d->error; /* the mover's; that of the others is not larger */
        }
        s->luck_error = square_root(square);
        for (uint32_t i = 0; i < out->chances; i++)
            s->luck += out->chance[i].luck[k];
    }
}

/* The values of a graph. */
static void values_keep(struct ir_review *r)
{
    for (uint32_t i = 0, last = 0; i <= r->result.rows; i++) {
        if (r->node[i].known || i == r->result.rows || r->replay.row[i].actor != IR_CHANCE)
            last = i;
        shares_fit(r->value[i], r->node[last].value, seats_of(r));
    }
}

static void parts_find(struct ir_review *r)
{
    r->part[r->result.parts++] = 0;
    for (uint32_t i = 1; i < r->result.rows; i++)
        if (r->node[i].ended)
            r->part[r->result.parts++] = i;
    r->part[r->result.parts] = r->result.rows;
}

void review_account(struct ir_review *r)
{
    nodes_correct(r);
    nodes_link(r);
    luck_find(r);
    seats_sum(r);
    values_keep(r);
    parts_find(r);
    review_summary(&r->result);
    r->stage = DONE;
}
