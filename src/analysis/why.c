/* why.c: reasons, as facts that a game computes from what a seat knew (docs/analysis.md, "Reasons"), and facts as JSON. */
#include "irori_review.h"
#include "core/core.h"
#include "games_list.h"

#define DECLARE(name) extern const struct ir_reasons name##_reasons;
GAMES_WITH_WHY(DECLARE)

const struct ir_reasons *ir_reasons(const struct ir_game *g)
{
#define ADDRESS(name) &name##_reasons,
    static const struct ir_reasons *const all[] = {GAMES_WITH_WHY(ADDRESS) NULL};
    for (const struct ir_reasons *const *r = all; *r; r++)
        if ((*r)->game == g)
            return *r;
    return NULL;
}

int ir_why(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, ir_move played, ir_move better,
           struct ir_fact out[IR_FACTS_MAX])
{
    const struct ir_reasons *r = ir_reasons(g);
    if (!r || v->seat < 0 || played == better)
        return 0;
    int n = r->why(v, notes, played, better, out);
    ir_assert(n >= 0 && n <= IR_FACTS_MAX);
    return n;
}

/* A number of which the last `digits` digits are decimals. */
static void decimal(const char *spec, size_t name, int value, int digits, struct ir_json *j)
{
    char out[24];
    struct ir_text t;
    unsigned n = value < 0 ? 0u - (unsigned)value : (unsigned)value, unit = digits == 3 ? 1000 : 10;
    ir_text_start(&t, out, sizeof out);
    ir_text_put(&t, value < 0 ? "-" : "");
    ir_text_int(&t, n / unit);
    if (n % unit) {
        ir_text_put(&t, ".");
        for (unsigned rest = n % unit; rest; rest = rest * 10 % unit)
            ir_text_int(&t, rest * 10 / unit);
    }
    ir_json_raw_n(j, spec, name, out, t.len);
}

static void field(const struct ir_game *g, const char *spec, int value, struct ir_json *j)
{
    const char *colon = strchr(spec, ':');
    ir_assert(colon);
    if (colon[1] == 'p' || colon[1] == 'd')
        decimal(spec, (size_t)(colon - spec), value, colon[1] == 'p' ? 3 : 1, j);
    else
        ir_field_json(g, spec, value, j);
}

void ir_fact_json(const struct ir_game *g, const struct ir_fact *f, struct ir_json *j)
{
    const struct ir_reasons *r = ir_reasons(g);
    ir_assert(r && f->kind < r->kinds);
    const struct ir_fact_kind *k = &r->kind[f->kind];
    ir_json_object(j, NULL);
    ir_json_str(j, "fact", k->name);
    if (f->of != IR_OF_POSITION)
        ir_json_str(j, "of", f->of == IR_OF_BETTER ? "better" : "played");
    for (int i = 0; i < 4 && k->field[i]; i++)
        if (f->n[i] != IR_NO_FACT)
            field(g, k->field[i], f->n[i], j);
    ir_json_end(j, '}');
}
