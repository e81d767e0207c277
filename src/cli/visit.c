/* visit.c: see visit.h. Here is what the server says, and what the program does by itself. */
#include "visit_inside.h"

#include "screen.h"

/* ---- texts ---- */

static void replaced(char **old, char *new)
{
    free(*old);
    *old = new;
}

static void appended(char **to, const char *text)
{
    size_t had = *to ? strlen(*to) : 0, n = strlen(text);
    char *p = realloc(*to, had + n + 1);
    if (!p)
        return;
    memcpy(p + had, text, n + 1);
    *to = p;
}

/* Something happened: lines, each with its end. */
static void happened(struct visit *v, const char *lines)
{
    if (!*lines)
        return;
    lines = harmless(lines);
    appended(&v->news, lines);
    appended(&v->log, lines);
}

static void happened_line(struct visit *v, const char *text)
{
    char *copy = NULL;
    if (!*text)
        return;
    appended(&copy, text);
    appended(&copy, "\n");
    if (copy)
        happened(v, copy);
    free(copy);
}

char *visit_news(struct visit *v)
{
    char *news = v->news;
    v->news = NULL;
    return news;
}

void visit_note(struct visit *v, const char *text)
{
    replaced(&v->note, text && *text ? strdup(harmless(text)) : NULL);
    v->changed++;
}

const char *visit_stage(const struct visit *v)
{
    return text_in(v->table, "stage");
}
const char *visit_may_at(const struct visit *v, size_t i)
{
    return json_string_value(json_array_get(json_object_get(v->table, "may"), i));
}

int visit_may(const struct visit *v, const char *command)
{
    const char *may;
    for (size_t i = 0; (may = visit_may_at(v, i)); i++)
        if (strcmp(may, command) == 0)
            return 1;
    return 0;
}

int visit_seconds(const struct visit *v)
{
    int64_t wake = time_in(v->table, "wake"), left = wake - (uplink_now() + v->skew);
    if (!wake || !at_stage(v, "playing") || true_in(v->table, "paused"))
        return -1;
    return left < 0 ? 0 : (int)(left / 1000 > 9999999 ? 9999999 : (left + 999) / 1000);
}

/* ---- what happened ---- */

/* An event as a block has it: [kind, seat, three numbers], and three more that are for this seat only. */
static int event_read(const struct visit *v, json_t *numbers, struct ir_event *e)
{
    int64_t n[8] = {0};
    size_t count = json_array_size(numbers);
    if (count != 5 && count != 8)
        return 0;
    for (size_t i = 0; i < count; i++) {
        n[i] = json_integer_value(json_array_get(numbers, i));
        if (n[i] < INT32_MIN || n[i] > INT32_MAX)
            return 0;
    }
    if (n[0] < 0 || n[0] > UINT8_MAX || n[1] < INT8_MIN || n[1] > INT8_MAX)
        return 0;
    *e = (struct ir_event){.kind = (uint8_t)n[0], .seat = (int8_t)n[1]};
    e->see = (uint16_t)(count == 8 && v->s.viewer >= 0 ? 1U << v->s.viewer : 0U);
    for (int i = 0; i < 3; i++) {
        e->pub[i] = (int32_t)n[2 + i];
        e->prv[i] = (int32_t)n[5 + i];
    }
    return ir_event_sound(v->s.setup.game, e, v->s.setup.seats);
}

/* Acts and events of one frame, as lines. */
static void story_tell(struct visit *v, json_t *acts, json_t *events)
{
    char *text;
    size_t size, i;
    json_t *one;
    FILE *out = paper(&text, &size);
    json_array_foreach(acts, i, one)
    {
        const char *said = act_said(v, one);
        if (*said)
            fprintf(out, "%s\n", said);
    }
    json_array_foreach(events, i, one)
    {
        struct ir_event e;
        if (event_read(v, one, &e))
            v->s.words->event(out, &e, v->s.viewer, v->s.called);
    }
    fclose(out);
    happened(v, text);
    free(text);
}

/* ---- the frame itself ---- */

static int hex_read(uint8_t *out, size_t n, const char *text)
{
    static const char digits[] = "0123456789abcdef";
    if (strlen(text) != 2 * n)
        return 0;
    for (size_t i = 0; i < 2 * n; i++) {
        const char *d = strchr(digits, text[i]);
        if (!d)
            return 0;
        out[i / 2] = (uint8_t)(out[i / 2] << 4 | (d - digits));
    }
    return 1;
}

static void end(struct visit *v, const char *why)
{
    v->up.state = UPLINK_ENDED;
    snprintf(v->up.why, sizeof v->up.why, "%s", why);
}

/* The game, the seats and the view. 0: they cannot be understood, and the visit ends with a sentence. */
static int block_read(struct visit *v, json_t *m)
{
    json_t *block = json_object_get(m, "block");
    const char *name = text_in(block, "game");
    const struct ir_game *g = ir_game_find(name);
    struct ir_view view = {.seat = IR_SPECTATOR};
    size_t seats = json_array_size(json_object_get(v->table, "seats"));
    if (!block) {
        end(v, tr("this server is older than this program, and cannot show its tables in a terminal"));
        return 0;
    }
    if (!g) {
        end(v, phrase("this program does not know the game '{game}'; a newer one may", "game", cut(harmless(name))));
        return 0;
    }
    v->s.viewer = (int)int_in(v->table, "you", -1);
    if (v->s.viewer >= (int)seats || v->s.viewer < 0)
        v->s.viewer = -1;
    view.seat = (int8_t)v->s.viewer;
    if (int_in(block, "rules", -1) != g->rules_rev || strlen(text_in(block, "view")) != 2 * ir_state_size(g) ||
        !hex_read(view.b, ir_state_size(g), text_in(block, "view")) || !ir_view_sound(g, &view, (int)seats)) {
        end(v, phrase("the server and this program know different versions of {game}; bring both to the same version", "game",
                      words_title(g)));
        return 0;
    }
    v->view = view;
    v->asked = true_in(block, "asked") && v->s.viewer >= 0 && ir_asked(g, view.b) >> v->s.viewer & 1;
    v->s.setup.game = g;
    v->s.setup.seats = (int)seats;
    v->s.words = words_of(g);
    v->s.people = 1;
    return 1;
}

static void names_read(struct visit *v)
{
    int bots = 0, at = 0;
    for (int i = 0; i < v->s.setup.seats; i++)
        bots += strcmp(text_in(seat_of(v, i), "kind"), "bot") == 0;
    for (int i = 0; i < v->s.setup.seats; i++) {
        const char *kind = text_in(seat_of(v, i), "kind"), *name = text_in(seat_of(v, i), "name");
        if (strcmp(kind, "bot") == 0)
            name = bots > 1 ? phrase("Bot {n}", "n", number(++at)) : tr("Bot");
        else if (strcmp(kind, "open") == 0)
            name = tr("Free seat");
        snprintf(v->s.name[i], IR_NAME_MAX, "%s", *name ? harmless(name) : tr("Player"));
        v->s.called[i] = v->s.name[i];
    }
}

/* Who sat down, stood up or became ready, before the game begins. */
static void seats_compare(struct visit *v, json_t *before)
{
    json_t *old = json_object_get(before, "seats");
    if (!old || !at_stage(v, "gathering") || json_array_size(old) != (size_t)v->s.setup.seats)
        return;
    for (int i = 0; i < v->s.setup.seats; i++) {
        json_t *was = json_array_get(old, (size_t)i), *is = seat_of(v, i);
        const char *name = called(i, v->s.viewer, v->s.called);
        int person = strcmp(text_in(is, "kind"), "person") == 0, me = i == v->s.viewer;
        if (strcmp(text_in(was, "name"), text_in(is, "name")) != 0 || strcmp(text_in(was, "kind"), text_in(is, "kind")) != 0) {
            v->here[i] = 1; /* until the server says otherwise */
            v->watching = 0;
            if (strcmp(text_in(was, "kind"), "person") == 0)
                happened_line(v, i == int_in(before, "you", -1)
                                     ? tr("You stand up")
                                     : phrase("{name} stands up", "name", harmless(text_in(was, "name"))));
            if (strcmp(text_in(is, "kind"), "open") != 0)
                happened_line(v, me ? tr("You sit down") : phrase("{name} sits down", "name", name));
        }
        if (person && !true_in(was, "ready") && true_in(is, "ready"))
            happened_line(v, me ? tr("You are ready") : phrase("{name} is ready", "name", name));
    }
}

static void frame_take(struct visit *v, json_t *m)
{
    json_t *before = v->table;
    int first = true_in(m, "first"), over = before && at_stage(v, "over");
    int64_t seen = v->seq;
    v->table = json_incref(json_object_get(m, "table"));
    if (block_read(v, m)) {
        v->seq = int_in(m, "seq", 0);
        v->skew = time_in(m, "now") - uplink_now();
        names_read(v);
        seats_compare(v, before);
        story_tell(v, json_object_get(m, "acts"), json_object_get(json_object_get(m, "block"), "events"));
        if (first && !at_stage(v, "gathering") && v->seq > seen) {
            v->gap_from = seen;
            v->gap_to = v->seq;
            uplink_say(&v->up, "story");
        }
        if (v->seq != seen || first) {
            replaced(&v->note, NULL);
            v->mode = v->mode == VISIT_SURE && at_stage(v, "playing") ? VISIT_SURE : VISIT_USUAL;
        }
        if (!over && at_stage(v, "over"))
            v->mode = VISIT_USUAL;
    }
    json_decref(before);
    v->changed++;
}

static void story_take(struct visit *v, json_t *m)
{
    size_t i;
    json_t *frame;
    int whole = !v->gap_from; /* of a game that went on before we came: into the log, as it is no news */
    char *news = whole ? v->news : NULL, *log = whole ? v->log : NULL;
    if (whole)
        v->news = v->log = NULL;
    json_array_foreach(json_object_get(m, "frames"), i, frame)
    {
        int64_t seq = int_in(frame, "seq", 0);
        if (seq > v->gap_from && seq <= v->gap_to)
            story_tell(v, json_object_get(frame, "acts"), json_object_get(frame, "events"));
    }
    if (whole) {
        replaced(&v->news, news);
        if (log)
            appended(&v->log, log);
        free(log);
    }
    v->gap_from = v->gap_to;
    v->changed++;
}

/* ---- answers to the player ---- */

static ir_move move_read(const struct ir_game *g, const char *text)
{
    int m = g->move_parse(text);
    return m < 0 ? IR_NO_MOVE : (ir_move)m;
}

static int is_legal(const struct visit *v, ir_move m)
{
    ir_move legal[IR_MOVES_MAX];
    int n = v->s.setup.game->legal(&v->view, legal);
    for (int i = 0; i < n; i++)
        if (legal[i] == m)
            return 1;
    return 0;
}

static void hint_take(struct visit *v, json_t *m)
{
    json_t *moves = json_object_get(m, "moves");
    char *text;
    size_t size;
    ir_move best = move_read(v->s.setup.game, text_in(json_array_get(moves, 0), "move"));
    ir_move second = move_read(v->s.setup.game, text_in(json_array_get(moves, 1), "move"));
    v->wants_hint = 0;
    if (int_in(m, "seq", 0) != v->seq || !v->asked || best == IR_NO_MOVE || !is_legal(v, best))
        return;
    FILE *out = paper(&text, &size);
    advice_write(out, &v->s, &v->view, NULL, best, second != IR_NO_MOVE && is_legal(v, second) ? second : IR_NO_MOVE, 1);
    fclose(out);
    visit_note(v, text);
    free(text);
}

static void react_take(struct visit *v, json_t *m)
{
    static const char *const list[][2] = {{"hello", mark("Hello!")},      {"nice", mark("Well played!")},
                                          {"oops", mark("Oops!")},        {"think", mark("Let me think…")},
                                          {"thanks", mark("Thank you!")}, {"again", mark("One more?")}};
    const char *name = name_of(v, int_in(m, "seat", -1));
    for (size_t i = 0; *name && i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i][0], text_in(m, "react")) == 0)
            happened_line(v, phrase("{head}: {cell}", "head", name, "cell", tr(list[i][1])));
    v->changed++;
}

static void presence_take(struct visit *v, json_t *m)
{
    json_t *here = json_object_get(m, "here");
    for (int i = 0; i < IR_SEATS_MAX; i++)
        v->here[i] = json_is_true(json_array_get(here, (size_t)i));
    v->watching = (int)int_in(m, "watching", 0);
    v->presence = 1;
    v->changed++;
}

/* A command was carried out. An answer to a secret question makes no frame: it is in, and that is all. */
static void ok_take(struct visit *v)
{
    if (strncmp(v->up.command, "move ", 5) == 0 && v->up.seen == v->seq) {
        v->asked = 0;
        json_object_set_new(v->table, "answered", json_true());
    }
    v->changed++;
}

static void message_take(struct visit *v, json_t *m)
{
    const char *type = text_in(m, "type");
    if (strcmp(type, "frame") == 0)
        frame_take(v, m);
    else if (!v->table)
        return;
    else if (strcmp(type, "story") == 0)
        story_take(v, m);
    else if (strcmp(type, "hint") == 0)
        hint_take(v, m);
    else if (strcmp(type, "react") == 0)
        react_take(v, m);
    else if (strcmp(type, "presence") == 0)
        presence_take(v, m);
    else if (strcmp(type, "refused") == 0) {
        if (v->wants_hint)
            visit_note(v, tr("There are no hints at this table now."));
        else
            visit_note(v, refusal_said(text_in(m, "error"), text_in(m, "why")));
        v->wants_hint = 0;
    } else if (strcmp(type, "ok") == 0) {
        ok_take(v);
    }
}

/* ---- what the program does by itself ---- */

/* Sits down at the first free seat, is ready where that was agreed, goes on to the rematch, moves where there is no choice. */
static void self_do(struct visit *v)
{
    const char *may, *next = text_in(v->table, "next");
    ir_move legal[IR_MOVES_MAX];
    if (v->up.state != UPLINK_OPEN || v->up.id || !v->table)
        return;
    if (at_stage(v, "gathering") && v->s.viewer < 0 && !v->watch && !v->sat) {
        v->sat = 1;
        for (size_t i = 0; (may = visit_may_at(v, i)); i++)
            if (strncmp(may, "sit ", 4) == 0) {
                visit_command(v, may);
                return;
            }
    } else if (v->s.viewer >= 0 && !v->sat) {
        v->sat = 1; /* who stands up later wants to stand */
    } else if (v->agreed && visit_may(v, "ready")) {
        v->agreed = 0;
        visit_command(v, "ready");
    } else if (*next && strlen(next) < IR_ID_MAX && (v->s.viewer >= 0 || v->watch) && strcmp(next, v->up.url.code) != 0) {
        char code[IR_ID_MAX];
        snprintf(code, sizeof code, "%s", next);
        happened_line(v, tr("The next game is at a new table."));
        v->agreed = v->s.viewer >= 0;
        json_decref(v->table);
        v->table = NULL;
        v->seq = v->gap_from = v->gap_to = v->moved = 0;
        v->asked = v->presence = v->sat = 0;
        choices_clear(v);
        uplink_move(&v->up, code);
    } else if (v->asked && v->moved != v->seq && v->s.words->automatic) {
        int n = v->s.setup.game->legal(&v->view, legal);
        v->moved = v->seq;
        if (n > 0 && v->s.words->automatic(&v->view, legal, n)) {
            struct choice c = {.move = legal[0]};
            visit_choose(v, &c);
        }
    }
}

/* ---- the loop ---- */

/* A lost connection, and that it is back: each once. */
static void connection_tell(struct visit *v)
{
    if (v->up.state == v->told)
        return;
    if (v->up.state == UPLINK_LOST)
        happened_line(v, tr("No connection. Trying again…"));
    else if (v->up.state == UPLINK_OPEN && v->told == UPLINK_LOST)
        happened_line(v, tr("The connection is back."));
    v->told = v->up.state;
    v->changed++;
}

int visit_ended(const struct visit *v)
{
    return v->up.state == UPLINK_ENDED;
}

int visit_wait(struct visit *v, int ms, int input)
{
    json_t *m;
    uint32_t before = v->changed;
    int came = uplink_wait(&v->up, ms, input);
    while (!visit_ended(v) && (m = uplink_next(&v->up))) {
        message_take(v, m);
        json_decref(m);
        connection_tell(v);
        if (!visit_ended(v))
            self_do(v);
    }
    connection_tell(v);
    if (v->changed != before)
        choices_make(v);
    return came;
}

int visit_open(struct visit *v, const struct table_url *url, const char *ca)
{
    v->s.viewer = -1;
    return uplink_open(&v->up, url, ca);
}

void visit_close(struct visit *v)
{
    uplink_close(&v->up);
    choices_clear(v);
    json_decref(v->table);
    free(v->note);
    free(v->news);
    free(v->log);
}
