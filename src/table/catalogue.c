/* catalogue.c: the catalogue as JSON: games with their options, presets and bots, and the settings of a table. The server sends
 * it at /api/games; without a server the page calls it directly, so both offer the same. */
#include "core/core.h"
#include "irori_table.h"
#include "table/plain_names.h"

static void option_json(struct ir_json *j, const struct ir_option *o)
{
    ir_json_object(j, NULL);
    ir_json_str(j, "name", o->name);
    ir_json_int(j, "min", o->min);
    ir_json_int(j, "max", o->max);
    ir_json_int(j, "default", o->def);
    if (o->words) {
        ir_json_list(j, "words");
        for (int v = o->min; v <= o->max; v++)
            ir_json_str(j, NULL, o->words[v - o->min]);
        ir_json_end(j, ']');
    }
    if (o->rule)
        ir_json_str(j, "rule", o->rule);
    ir_json_str(j, "help", o->help);
    ir_json_end(j, '}');
}

static void options_json(struct ir_json *j, const char *key, const struct ir_option *o)
{
    ir_json_list(j, key);
    for (; o->name; o++)
        option_json(j, o);
    ir_json_end(j, ']');
}

static void errors_json(struct ir_json *j, const struct ir_error_kind *k)
{
    ir_json_list(j, "errors");
    for (; k && k->code; k++) {
        ir_json_object(j, NULL);
        ir_json_str(j, "code", k->code);
        ir_json_str(j, "sentence", k->sentence);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The bots in the order of ir_bot_list, levels first, and which bot has which role. */
static void bots_json(struct ir_json *j, const struct ir_game *g)
{
    static const char *const role[IR_ROLES] = {"default", "adviser", "stand_in", "quick", "strongest"};
    const struct ir_bot *b;
    int levels = 0;
    while (ir_bot_level(g, levels))
        levels++;
    ir_json_list(j, "bots");
    for (int i = 0; (b = ir_bot_list(g, i)); i++) {
        ir_json_object(j, NULL);
        ir_json_str(j, "name", b->name);
        ir_json_str(j, "help", b->help);
        ir_json_bool(j, "level", i < levels);
        ir_json_bool(j, "learned", b->learned);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    ir_json_object(j, "roles");
    for (int i = 0; i < IR_ROLES; i++)
        ir_json_str(j, role[i], ir_bot_role(g, (enum ir_role)i)->name);
    ir_json_end(j, '}');
}

/* Which fields of its events are seats, for clients that do not know the game: {"gives":["to"]}. */
static void event_seats_json(struct ir_json *j, const struct ir_game *g)
{
    ir_json_object(j, "event_seats");
    for (int i = 0; i < g->n_event_kinds; i++) {
        const struct ir_event_kind *k = &g->event_kind[i];
        int n = 0;
        for (int f = 0; f < 6; f++) {
            const char *field = f < 3 ? k->pub[f] : k->prv[f - 3], *colon = field ? strchr(field, ':') : NULL;
            if (!colon || colon[1] != 's')
                continue;
            char name[IR_TEXT_MAX] = "";
            ir_assert(colon - field < IR_TEXT_MAX);
            memcpy(name, field, (size_t)(colon - field));
            if (!n++)
                ir_json_list(j, k->name);
            ir_json_str(j, NULL, name);
        }
        if (n)
            ir_json_end(j, ']');
    }
    ir_json_end(j, '}');
}

static void game_json(struct ir_json *j, const struct ir_game *g)
{
    ir_json_object(j, NULL);
    ir_json_str(j, "name", g->name);
    ir_json_str(j, "title", g->title);
    ir_json_int(j, "rules", g->rules_rev);
    ir_json_int(j, "min_seats", g->min_seats);
    ir_json_int(j, "max_seats", g->max_seats);
    options_json(j, "options", g->option);
    ir_json_list(j, "presets");
    for (const struct ir_preset *p = g->preset; p->name; p++) {
        ir_json_object(j, NULL);
        ir_json_str(j, "name", p->name);
        ir_json_str(j, "options", p->options);
        ir_json_str(j, "help", p->help);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    bots_json(j, g);
    event_seats_json(j, g);
    errors_json(j, g->error);
    ir_json_end(j, '}');
}

static void names_json(struct ir_json *j, const char *key, const char *const *name)
{
    ir_json_list(j, key);
    for (; *name; name++)
        ir_json_str(j, NULL, *name);
    ir_json_end(j, ']');
}
static void plain_json(struct ir_json *j)
{
    static const char *const known[] = {PLAIN_KNOWN, NULL}, *const by_seat[] = {PLAIN_BY_SEAT, NULL};
    static const char *const seat[] = {PLAIN_SEAT, NULL}, *const own[] = {PLAIN_OWN, NULL};
    ir_json_object(j, "plain");
    names_json(j, "known", known);
    names_json(j, "by_seat", by_seat);
    names_json(j, "seat", seat);
    names_json(j, "own", own);
    ir_json_end(j, '}');
}

static void paces_json(struct ir_json *j)
{
    ir_json_list(j, "paces");
    for (const struct ir_pace *p = ir_paces; p->name; p++) {
        ir_json_object(j, NULL);
        ir_json_str(j, "name", p->name);
        ir_json_str(j, "settings", p->settings);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

void ir_catalogue(struct ir_json *j)
{
    ir_json_object(j, NULL);
    ir_json_list(j, "games");
    for (int i = 0; ir_games[i]; i++)
        game_json(j, ir_games[i]);
    ir_json_end(j, ']');
    options_json(j, "settings", ir_settings);
    paces_json(j);
    errors_json(j, ir_errors);
    plain_json(j);
    ir_json_end(j, '}');
}
