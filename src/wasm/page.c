/* page.c: what the page calls in libirori besides its table: a bot's advice. */
#include "page.h"

#include "bots/brain.h"

char page_in[PAGE_IN], page_out[PAGE_OUT];
struct page_sight page_sight;

char *PAGE_CALL(page_in_at)(void);
char *PAGE_CALL(page_out_at)(void);
uint8_t *PAGE_CALL(page_view_at)(void);
int PAGE_CALL(page_view_size)(void);
int PAGE_CALL(page_in_size)(void);
int PAGE_CALL(page_think)(uint64_t seed, uint64_t nodes);

char *page_in_at(void)
{
    return page_in;
}
char *page_out_at(void)
{
    return page_out;
}
uint8_t *page_view_at(void)
{
    return page_sight.view.b;
}
int page_view_size(void)
{
    return (int)sizeof page_sight;
}
int page_in_size(void)
{
    return PAGE_IN;
}

char *page_line(char **at)
{
    char *line = *at, *end = strchr(line, '\n');
    *at = end ? end + 1 : line + strlen(line);
    if (end)
        *end = 0;
    return line;
}

void page_begin(struct ir_json *j)
{
    ir_json_start(j, page_out, sizeof page_out);
    ir_json_object(j, NULL);
}

int page_end(struct ir_json *j)
{
    ir_json_end(j, '}');
    ir_assert(!j->text.cut);
    return (int)j->text.len;
}

int page_refuse(const char *error, const char *why)
{
    struct ir_json j;
    page_begin(&j);
    ir_json_str(&j, "error", error);
    ir_json_str(&j, "why", why);
    return page_end(&j);
}

int page_refuse_why(int error, const char why[IR_WHY_MAX])
{
    struct ir_json j;
    page_begin(&j);
    ir_json_str(&j, "error", ir_error_name(error));
    ir_why_json(&j, why);
    return page_end(&j);
}

/* ---- thinking ---- */

/* Values are in millionths: the library's JSON has no fractions. */
static void advice_json(struct ir_json *j, const struct ir_game *g, const struct ir_advice *a)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    g->move_print(ir_advice_best(a), &t);
    ir_json_str(j, "best", text);
    ir_json_int(j, "nodes", (int64_t)a->nodes);
    ir_json_list(j, "moves");
    for (int i = 0; i < a->n; i++) {
        ir_text_start(&t, text, sizeof text);
        g->move_print(a->of[i].move, &t);
        ir_json_object(j, NULL);
        ir_json_str(j, "move", text);
        ir_json_int(j, "value", (int64_t)(a->of[i].value * 1e6));
        ir_json_int(j, "samples", a->of[i].samples);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* in: game, bot. The bot's advice on page_sight; nodes = 0: the bot's own budget. */
int page_think(uint64_t seed, uint64_t nodes)
{
    char *at = page_in;
    const struct ir_game *g = ir_game_find(page_line(&at));
    const struct ir_bot *bot = g ? ir_bot_find(g, page_line(&at)) : NULL;
    struct ir_budget budget = {.nodes = nodes};
    struct ir_advice a;
    struct ir_rng rng;
    struct ir_json j;
    if (!bot)
        return page_refuse("command", "there is no such game or bot");
    ir_rng_seed(&rng, seed);
    bot->think(g, &page_sight.view, &page_sight.notes, &rng, nodes ? &budget : &bot->budget, &a);
    page_begin(&j);
    advice_json(&j, g, &a);
    return page_end(&j);
}
