/* join.c: a review that several make (irori_review.h). A part is what one of them found in its rows, as the bytes of the nodes,
 * the decisions and the moves; it is read by the same build of the library. What follows from all rows together (account.c) is
 * worked out when every part is there. So the result does not depend on who judged which rows. */
#include "review.h"

struct part {
    uint64_t nodes, seed, spent;
    uint32_t rows, from, to, decision, decisions; /* decision: the index of its first one */
    uint32_t unused;                              /* so that there is no padding */
};

static size_t part_bytes(const struct part *p)
{
    return sizeof *p + (p->to - p->from) * sizeof(struct node) +
           p->decisions * (sizeof(struct ir_review_decision) + IR_REVIEW_MOVES * sizeof(struct ir_review_move));
}

/* How many decisions come before a row, in the order in which a review meets them. */
static uint32_t decisions_before(const struct ir_review *r, uint32_t row)
{
    uint32_t n = 0;
    for (int i = 0; i < r->replay.resigns; i++)
        n += r->replay.resign[i].row < row;
    for (uint32_t i = 0; i < row && i < r->result.rows; i++)
        n += r->replay.row[i].actor >= 0;
    return n;
}

static struct part part_of(const struct ir_review *r, uint32_t from, uint32_t to)
{
    uint32_t first = decisions_before(r, from);
    return (struct part){.nodes = r->result.nodes,
                         .seed = r->result.seed,
                         .rows = r->result.rows,
                         .from = from,
                         .to = to,
                         .decision = first,
                         .decisions = decisions_before(r, to) - first};
}

void ir_review_rows(struct ir_review *r, uint32_t from, uint32_t to)
{
    ir_assert(r->stage == AT_NODE && r->at == 0 && from < to && to <= r->result.rows + 1);
    r->from = from;
    r->to = to;
    r->whole = 0;
}

size_t ir_review_part_size(const struct ir_review *r)
{
    const struct part p = part_of(r, r->from, r->to);
    return part_bytes(&p);
}

static uint8_t *out(uint8_t *to, const void *from, size_t size)
{
    memcpy(to, from, size);
    return to + size;
}

void ir_review_part(const struct ir_review *r, void *memory)
{
    struct part p = part_of(r, r->from, r->to);
    uint8_t *at = memory;
    ir_assert(r->stage == PART && r->result.decisions == p.decision + p.decisions);
    p.spent = r->result.spent;
    at = out(at, &p, sizeof p);
    at = out(at, &r->node[p.from], (p.to - p.from) * sizeof *r->node);
    at = out(at, &r->decision[p.decision], p.decisions * sizeof *r->decision);
    out(at, &r->move[p.decision * IR_REVIEW_MOVES], p.decisions * IR_REVIEW_MOVES * sizeof *r->move);
}

static const uint8_t *in(void *to, const uint8_t *from, size_t size)
{
    memcpy(to, from, size);
    return from + size;
}

int ir_review_join(struct ir_review *r, const void *part, size_t size)
{
    const uint8_t *at = part;
    struct part p, want;
    if (size < sizeof p || r->stage != AT_NODE || r->at)
        return IR_E_STAGE;
    at = in(&p, at, sizeof p);
    if (p.from >= p.to || p.to > r->result.rows + 1)
        return IR_E_RECORD;
    want = part_of(r, p.from, p.to);
    want.spent = p.spent;
    if (memcmp(&p, &want, sizeof p) != 0 || size != part_bytes(&p))
        return IR_E_RECORD;
    for (uint32_t i = p.from; i < p.to; i++)
        if (r->node[i].there)
            return IR_E_AGAIN;
    at = in(&r->node[p.from], at, (p.to - p.from) * sizeof *r->node);
    at = in(&r->decision[p.decision], at, p.decisions * sizeof *r->decision);
    in(&r->move[p.decision * IR_REVIEW_MOVES], at, p.decisions * IR_REVIEW_MOVES * sizeof *r->move);
    for (uint32_t i = p.from; i < p.to; i++)
        r->node[i].there = 1;
    r->result.decisions += p.decisions;
    r->result.spent += p.spent;
    for (uint32_t i = 0; i <= r->result.rows; i++)
        if (!r->node[i].there)
            return 0;
    review_account(r);
    return 1;
}
