/* json.c: a review as JSON (docs/analysis.md). */
#include "irori_review.h"
#include "core/core.h"

/* A number with twelve decimals, without zeros at its end: enough that sums of what is printed are exact to 1e-9. */
static void real(struct ir_json *j, const char *key, double v)
{
    char out[32];
    struct ir_text t;
    int negative = v < 0;
    uint64_t n = (uint64_t)((negative ? -v : v) * 1e12 + 0.5), fraction = n % 1000000000000u;
    ir_text_start(&t, out, sizeof out);
    ir_text_put(&t, negative && n ? "-" : "");
    ir_text_int(&t, (int64_t)(n / 1000000000000u));
    if (fraction) {
        char digits[13] = {0};
        int length = 12;
        for (int i = 12; i-- > 0; fraction /= 10)
            digits[i] = (char)('0' + fraction % 10);
        while (digits[length - 1] == '0')
            length--;
        ir_text_put(&t, ".");
        ir_text_put_n(&t, digits, (size_t)length);
    }
    ir_json_raw_n(j, key, key ? strlen(key) : 0, out, t.len);
}

static void reals(struct ir_json *j, const char *key, const double *v, int n) /* a list over seats */
{
    ir_json_list(j, key);
    for (int i = 0; i < n; i++)
        real(j, NULL, v[i]);
    ir_json_end(j, ']');
}

/* What the lists of a review are written from. */
struct writer {
    const struct ir_review_result *r;
    const struct ir_replay *replay;
    struct ir_json *j;
};
static void listed(const struct writer *w, const char *key, uint32_t n, void (*one)(const struct writer *, uint32_t))
{
    ir_json_list(w->j, key);
    for (uint32_t i = 0; i < n; i++)
        one(w, i);
    ir_json_end(w->j, ']');
}

static void move(struct ir_json *j, const char *key, const struct ir_game *g, ir_move m)
{
    char text[IR_TEXT_MAX];
    ir_move_text(g, m, text);
    ir_json_str(j, key, text);
}

static void index_of(struct ir_json *j, const char *key, int32_t i)
{
    if (i < 0)
        ir_json_str(j, key, NULL);
    else
        ir_json_int(j, key, i);
}

static void seat(const struct writer *w, uint32_t i)
{
    const struct ir_review_seat *s = &w->r->seat[i];
    struct ir_json *j = w->j;
    ir_json_object(j, NULL);
    ir_json_int(j, "seat", i);
    ir_json_str(j, "name", w->replay->record.name[i]);
    real(j, "result", s->result);
    real(j, "start", s->start);
    real(j, "own", s->own);
    real(j, "luck", s->luck);
    real(j, "luck_error", s->luck_error);
    real(j, "others", s->others);
    real(j, "rest", s->rest);
    real(j, "accuracy", s->accuracy);
    real(j, "loss", s->loss);
    real(j, "spread", s->spread);
    ir_json_int(j, "choices", s->choices);
    ir_json_int(j, "slips", s->slips);
    ir_json_object(j, "like");
    const struct ir_bot *level;
    for (int k = 0; k < IR_REVIEW_LEVELS && (level = ir_bot_level(w->r->game, k)); k++)
        if (s->like[k] > 0)
            real(j, level->name, s->like[k]);
    ir_json_end(j, '}');
    index_of(j, "worst", s->worst);
    index_of(j, "finest", s->finest);
    index_of(j, "lucky", s->lucky);
    index_of(j, "unlucky", s->unlucky);
    ir_json_end(j, '}');
}

static void moves(const struct ir_game *g, const struct ir_review_move *list, int n, struct ir_json *j)
{
    ir_json_list(j, "moves");
    for (int i = 0; i < n; i++) {
        const struct ir_review_move *m = &list[i];
        ir_json_object(j, NULL);
        move(j, "move", g, m->move);
        if (m->samples)
            real(j, "value", m->value);
        if (m->judged) {
            real(j, "error", m->error);
            real(j, "points", m->points);
        }
        ir_json_int(j, "samples", m->samples);
        ir_json_bool(j, "judged", m->judged);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

void ir_review_decision_json(const struct ir_game *g, const struct ir_review_decision *d, const struct ir_review_move *list,
                             int seats, struct ir_json *j)
{
    static const char *const kind[] = {"forced", "good", "slip", "resign"};
    ir_json_int(j, "seat", d->seat);
    ir_json_str(j, "kind", kind[d->kind]);
    if (d->kind != IR_REVIEW_RESIGN) {
        ir_json_int(j, "legal", d->legal);
        move(j, "played", g, d->played);
        move(j, "best", g, d->best);
    }
    reals(j, "loss", d->loss, seats);
    real(j, "error", d->error);
    if (d->kind == IR_REVIEW_GOOD) {
        real(j, "margin", d->margin);
        real(j, "doubt", d->doubt);
    }
    if (d->kind == IR_REVIEW_SLIP) {
        ir_json_list(j, "why");
        for (int i = 0; i < d->facts; i++)
            ir_fact_json(g, &d->fact[i], j);
        ir_json_end(j, ']');
    }
    if (d->moves)
        moves(g, list, d->moves, j);
}

static void decision(const struct writer *w, uint32_t i)
{
    const struct ir_review_result *r = w->r;
    const struct ir_review_decision *d = &r->decision[i];
    struct ir_json *j = w->j;
    ir_json_object(j, NULL);
    ir_json_int(j, "row", d->row);
    ir_review_decision_json(r->game, d, &r->move[d->move], r->seats, j);
    reals(j, "rest", d->rest, r->seats);
    ir_json_end(j, '}');
}

static void chance(const struct writer *w, uint32_t i)
{
    static const char *const kind[] = {"draw", "deal", "hidden"};
    const struct ir_review_chance *c = &w->r->chance[i];
    struct ir_json *j = w->j;
    ir_json_object(j, NULL);
    ir_json_int(j, "row", c->row);
    ir_json_int(j, "rows", c->rows);
    ir_json_str(j, "kind", kind[c->kind]);
    if (c->kind == IR_REVIEW_DRAW)
        move(j, "outcome", w->r->game, w->replay->row[c->row].move);
    if (c->kind == IR_REVIEW_HIDDEN)
        ir_json_int(j, "seat", w->replay->row[c->row].actor);
    reals(j, "luck", c->luck, w->r->seats);
    reals(j, "error", c->error, w->r->seats);
    ir_json_end(j, '}');
}

static void part(const struct writer *w, uint32_t i)
{
    ir_json_int(w->j, NULL, w->r->part[i]);
}

static void value(const struct writer *w, uint32_t i)
{
    reals(w->j, NULL, w->r->value[i], w->r->seats);
}

enum { FACT = 320 }; /* bytes that are enough for a fact: names, and words of less than IR_TEXT_MAX */

size_t ir_review_json_size(const struct ir_review_result *r)
{
    size_t moves = 0, list = (size_t)r->seats * 16;
    for (uint32_t i = 0; i < r->decisions; i++)
        moves += r->decision[i].moves;
    return 16384 + r->decisions * (2 * list + 400 + IR_FACTS_MAX * FACT) + r->chances * (2 * list + 200) +
           moves * (IR_TEXT_MAX + 160) + (r->rows + 1) * (list + 8);
}

static const char *verdict(const struct ir_review_result *r)
{
    static const char *const name[] = {NULL,      "rest",        "neither",     "luck", "play",
                                       "despite", "mostly_luck", "mostly_play", "both"};
    return name[r->verdict];
}

void ir_review_json(const struct ir_review_result *r, const struct ir_replay *replay, struct ir_json *j)
{
    const struct writer w = {r, replay, j};
    ir_json_object(j, NULL);
    ir_json_str(j, "type", "review");
    ir_json_int(j, "format", 1);
    ir_json_str(j, "game", r->game->name);
    ir_json_int(j, "rules", r->game->rules_rev);
    ir_json_str(j, "match", replay->record.match);
    ir_json_bool(j, "over", r->over);
    ir_json_int(j, "rows", r->rows);
    ir_json_int(j, "nodes", (int64_t)r->nodes);
    ir_json_int(j, "seed", (int64_t)r->seed);
    ir_json_int(j, "spent", (int64_t)r->spent);
    index_of(j, "winner", r->winner);
    ir_json_str(j, "verdict", verdict(r));
    index_of(j, "decisive", r->decisive);
    index_of(j, "turning", r->turning);
    listed(&w, "rounds", r->parts, part);
    listed(&w, "seats", (uint32_t)r->seats, seat);
    listed(&w, "decisions", r->decisions, decision);
    listed(&w, "chances", r->chances, chance);
    listed(&w, "values", r->rows + 1, value);
    ir_json_end(j, '}');
}
