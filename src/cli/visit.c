/* visit.c: see visit.h. */
#include "visit.h"
#include "screen.h"

#include <stdarg.h>

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

/* ---- what a frame has ---- */

static const char *text_in(json_t *o, const char *key)
{
    const char *s = json_string_value(json_object_get(o, key));
    return s ? s : "";
}
static int64_t int_in(json_t *o, const char *key, int64_t none)
{
    json_t *n = json_object_get(o, key);
    return json_is_integer(n) ? json_integer_value(n) : none;
}
static int true_in(json_t *o, const char *key)
{
    return json_is_true(json_object_get(o, key));
}
static json_t *seat_of(const struct visit *v, int seat)
{
    return json_array_get(json_object_get(v->table, "seats"), (size_t)seat);
}

const char *visit_stage(const struct visit *v)
{
    return text_in(v->table, "stage");
}
static int at_stage(const struct visit *v, const char *stage)
{
    return strcmp(visit_stage(v), stage) == 0;
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

/* The seats that are asked for a move or an answer, as bits, without those who are known to have answered. */
static unsigned asked_seats(const struct visit *v)
{
    unsigned seats = at_stage(v, "playing") ? ir_asked(v->s.setup.game, v->view.b) : 0;
    json_t *asked = json_object_get(v->table, "asked"), *seat;
    size_t i;
    json_array_foreach(asked, i, seat) if (json_integer_value(seat) >= 0 && json_integer_value(seat) < IR_SEATS_MAX) seats |=
        1U << json_integer_value(seat);
    if (v->s.viewer >= 0 && true_in(v->table, "answered"))
        seats &= ~(1U << v->s.viewer);
    return seats;
}

int visit_seconds(const struct visit *v)
{
    int64_t wake = int_in(v->table, "wake", 0), left = wake - (uplink_now() + v->skew);
    if (!wake || !at_stage(v, "playing") || true_in(v->table, "paused"))
        return -1;
    return left < 0 ? 0 : (int)(left / 1000 > 9999999 ? 9999999 : (left + 999) / 1000);
}

/* ---- what people did around the game ---- */

static const char *asks(const char *what, const char *name)
{
    return strcmp(what, "undo") == 0    ? phrase("{name} asks to undo", "name", name)
           : strcmp(what, "pause") == 0 ? phrase("{name} asks for a pause", "name", name)
           : strcmp(what, "end") == 0   ? phrase("{name} asks to end the game", "name", name)
                                        : phrase("{name} asks to play again", "name", name);
}

static const char *name_of(const struct visit *v, int64_t seat)
{
    return seat >= 0 && seat < v->s.setup.seats ? called((int)seat, v->s.viewer, v->s.called) : "";
}

static const char *act_said(const struct visit *v, json_t *a)
{
    const char *act = text_in(a, "act");
    int64_t seat = int_in(a, "seat", -1), by = int_in(a, "by", -1);
    const char *name = name_of(v, seat);
    int me = seat >= 0 && seat == v->s.viewer, days = (int)int_in(a, "days", 0);
    if (strcmp(act, "late") == 0)
        return me ? tr("The others wait for you") : phrase("The table waits for {name}", "name", name);
    if (strcmp(act, "flag") == 0)
        return me ? tr("Your clock ran out. A bot plays for you")
                  : phrase("The clock ran out: {name}. A bot plays on", "name", name);
    if (strcmp(act, "away") == 0 && by >= 0)
        return me ? phrase("{name} lets a bot play for you", "name", name_of(v, by))
                  : phrase("A bot plays on for {name}", "name", name);
    if (strcmp(act, "away") == 0)
        return me ? tr("A bot plays for you") : phrase("{name} leaves for a while. A bot plays on", "name", name);
    if (strcmp(act, "back") == 0)
        return me ? tr("You play again") : phrase("{name} plays again", "name", name);
    if (strcmp(act, "ask") == 0)
        return me ? tr("You ask the others") : asks(text_in(a, "what"), name);
    if (strcmp(act, "decline") == 0)
        return me           ? tr("You do not agree")
               : seat == by ? phrase("{name} takes the question back", "name", name)
                            : phrase("{name} does not agree", "name", name);
    if (strcmp(act, "undo") == 0)
        return tr("The last move is taken back");
    if (strcmp(act, "pause") == 0)
        return seat < 0 ? tr("Nobody is left to play: the game waits") : tr("The game is paused");
    if (strcmp(act, "resume") == 0)
        return tr("The game goes on");
    if (strcmp(act, "resign") == 0)
        return me ? tr("You give up") : phrase("{name} resigns", "name", name);
    if (strcmp(act, "end") == 0)
        return tr("The game is called off");
    if (strcmp(act, "remind") == 0)
        return me ? tr("It is still your turn") : "";
    if (strcmp(act, "holiday") == 0 && !days)
        return me ? tr("You are back") : phrase("{name} is back", "name", name);
    if (strcmp(act, "holiday") == 0 && days > 0)
        return me ? phrase_1("You are away for {n} day", "You are away for {n} days", days)
                  : phrase_n("{name} is away for {n} day", "{name} is away for {n} days", days, "name", name);
    return "";
}

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
        v->skew = int_in(m, "now", 0) - uplink_now();
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

static const char *refusal_said(const char *error, const char *why)
{
    static const struct {
        const char *error, *said;
    } list[] = {
        {"stale", mark("The table has moved on. Look again.")},
        {"turn", mark("It is not your turn.")},
        {"seat", mark("This seat is taken or not yours.")},
        {"rate", mark("Too fast. Try again in a moment.")},
        {"stage", mark("That is not possible now.")},
        {"move", mark("That is not possible now.")},
        {"command", mark("The server does not accept that name.")},
    };
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].error, error) == 0)
            return tr(list[i].said);
    return harmless(why);
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

static void choices_clear(struct visit *v)
{
    for (int i = 0; i < v->n; i++)
        free(v->choice[i].words);
    v->n = 0;
}

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

/* ---- choices ---- */

const char *visit_words(const struct visit *v, const char *command)
{
    char word[32] = "";
    int seat = -1;
    sscanf(command, "%31s %d", word, &seat);
    const char *name = seat >= 0 && seat < v->s.setup.seats ? v->s.called[seat] : "", *n = number(seat + 1);
    static const struct {
        const char *word, *words;
    } list[] = {
        {"stand", mark("Stand up")},
        {"close", mark("Play without the empty seats")},
        {"ready", mark("I am ready")},
        {"lock", mark("Lock the table")},
        {"unlock", mark("Unlock the table")},
        {"resign", mark("Give up")},
        {"away", mark("Let a bot play for me")},
        {"back", mark("Play myself again")},
        {"pause", mark("Propose a pause")},
        {"resume", mark("Go on playing")},
        {"undo", mark("Take the last move back, if the others agree")},
        {"end", mark("Call the game off, if the others agree")},
        {"rematch", mark("Play again")},
        {"agree", mark("Agree")},
        {"decline", mark("Decline")},
    };
    if (strcmp(word, "decline") == 0 && int_in(json_object_get(v->table, "asking"), "by", -1) == v->s.viewer)
        return tr("Take the question back");
    if (strcmp(word, "sit") == 0)
        return phrase("Sit down in seat {n}", "n", n);
    if (strcmp(word, "bot") == 0)
        return phrase("A bot for seat {n}", "n", n);
    if (strcmp(word, "stand") == 0 && seat >= 0)
        return phrase("Free the seat of {name}", "name", name);
    if (strcmp(word, "host") == 0)
        return phrase("Make {name} the host", "name", name);
    if (strcmp(word, "takeover") == 0)
        return phrase("Let a bot play for {name}", "name", name);
    if (strcmp(word, "holiday") == 0)
        return seat ? phrase_1("Be away for {n} day", "Be away for {n} days", seat) : tr("End my holiday");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].word, word) == 0)
            return tr(list[i].words);
    return "";
}

static struct choice *choice_add(struct visit *v, ir_move m, const char *command, const char *words)
{
    if (v->n == CHOICES_MAX)
        return NULL;
    struct choice *c = &v->choice[v->n++];
    *c = (struct choice){.move = m, .words = strdup(words), .listed = 1};
    snprintf(c->command, sizeof c->command, "%s", command);
    return c;
}

/* Is it offered without being asked for? Nothing that is done by mistake and cannot be undone. */
static int pressing(const char *may)
{
    static const char *const list[] = {"agree", "decline", "ready", "rematch", "back", "resume", "sit", "takeover"};
    size_t n = strcspn(may, " ");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strlen(list[i]) == n && strncmp(may, list[i], n) == 0)
            return 1;
    return 0;
}

static void choices_make(struct visit *v)
{
    const char *may;
    choices_clear(v);
    if (!v->table || v->up.id || v->up.state != UPLINK_OPEN)
        return; /* an answer is awaited */
    if (v->mode == VISIT_SURE) {
        choice_add(v, IR_NO_MOVE, "", tr("Go on playing"));
        if (visit_may(v, "resign"))
            choice_add(v, IR_NO_MOVE, "resign", tr("Give up for good"));
    } else if (v->asked && v->mode == VISIT_USUAL) {
        ir_move legal[IR_MOVES_MAX];
        int n = v->s.setup.game->legal(&v->view, legal);
        for (int i = 0; i < n; i++)
            choice_add(v, legal[i], "", "");
    } else {
        if (v->mode == VISIT_ACTIONS)
            choice_add(v, IR_NO_MOVE, "", tr("Back to the table"));
        for (int urgent = 1; urgent >= 0; urgent--) /* what the others wait for comes first, giving up last */
            for (size_t i = 0; (may = visit_may_at(v, i)); i++)
                if (pressing(may) == urgent && (urgent || v->mode == VISIT_ACTIONS || at_stage(v, "gathering")) &&
                    strcmp(may, "resign") != 0 && *visit_words(v, may))
                    choice_add(v, IR_NO_MOVE, may, visit_words(v, may));
        if (v->mode == VISIT_ACTIONS && visit_may(v, "resign"))
            choice_add(v, IR_NO_MOVE, "resign", visit_words(v, "resign"));
    }
}

void visit_mode(struct visit *v, enum visit_mode mode)
{
    v->mode = mode;
    v->changed++;
    choices_make(v);
}

void visit_command(struct visit *v, const char *command)
{
    char text[UPLINK_COMMAND];
    uint8_t random[32];
    if (strcmp(command, "ready") == 0) {
        struct ir_text t;
        secret_make(random);
        ir_text_start(&t, text, sizeof text);
        ir_text_put(&t, "ready ");
        ir_text_hex(&t, random, 16);
    } else if (strncmp(command, "sit ", 4) == 0) {
        snprintf(text, sizeof text, "%s %s", command, v->up.name);
    } else if (strncmp(command, "bot ", 4) == 0) {
        snprintf(text, sizeof text, "%s %s", command, ir_bot_role(v->s.setup.game, IR_ROLE_DEFAULT)->name);
    } else {
        snprintf(text, sizeof text, "%s", command);
    }
    visit_note(v, NULL);
    if (!uplink_do(&v->up, text, v->seq))
        visit_note(v, tr("One moment."));
    v->mode = VISIT_USUAL;
    choices_make(v);
}

void visit_choose(struct visit *v, const struct choice *c)
{
    char text[IR_TEXT_MAX + 8] = "move ";
    struct ir_text t;
    if (c->move != IR_NO_MOVE) {
        ir_text_start(&t, text + 5, sizeof text - 5);
        v->s.setup.game->move_print(c->move, &t);
        visit_command(v, text);
    } else if (!c->command[0]) {
        visit_mode(v, VISIT_USUAL);
    } else if (strcmp(c->command, "resign") == 0 && v->mode != VISIT_SURE) {
        visit_mode(v, VISIT_SURE);
    } else {
        char command[sizeof c->command]; /* the choices are made anew */
        memcpy(command, c->command, sizeof command);
        visit_command(v, command);
    }
}

void visit_hint(struct visit *v)
{
    if (!v->asked) {
        visit_note(v, tr("It is not your turn."));
        return;
    }
    v->wants_hint = 1;
    visit_note(v, tr("One moment."));
    uplink_say(&v->up, "hint");
}

/* ---- what is said of the table ---- */

static const char *waited_for(const struct visit *v)
{
    unsigned asked = asked_seats(v);
    const char *names = "";
    for (int i = 0; i < v->s.setup.seats; i++)
        if (asked >> i & 1) {
            const char *name = name_of(v, i);
            int gone = v->presence && !v->here[i] && strcmp(text_in(seat_of(v, i), "kind"), "person") == 0 &&
                       !true_in(seat_of(v, i), "away");
            names = also(names, gone ? phrase("{name} (not connected)", "name", name) : name);
        }
    return names;
}

const char *visit_state(const struct visit *v)
{
    json_t *asking = json_object_get(v->table, "asking");
    if (v->up.state == UPLINK_LOST)
        return tr("No connection. Trying again…");
    if (!v->table)
        return tr("Connecting…");
    if (v->up.id)
        return tr("One moment.");
    if (v->mode == VISIT_SURE)
        return tr("Give up, and lose this game?");
    if (v->mode == VISIT_ACTIONS)
        return tr("What do you do?");
    if (json_is_object(asking) && !v->asked) {
        int64_t by = int_in(asking, "by", -1);
        if (visit_may(v, "agree"))
            return asks(text_in(asking, "what"), name_of(v, by));
        return tr("Waiting for the others to agree…");
    }
    if (at_stage(v, "gathering"))
        return v->s.viewer >= 0 && visit_may(v, "ready") ? tr("The game begins when every seat is taken and everybody is ready")
                                                         : tr("Waiting for players…");
    if (at_stage(v, "over"))
        return tr("The game is over");
    if (true_in(v->table, "paused"))
        return tr("The game is paused.");
    if (v->s.viewer >= 0 && true_in(seat_of(v, v->s.viewer), "away"))
        return tr("A bot plays for you.");
    const char *names = waited_for(v);
    int left = visit_seconds(v);
    if (!*names)
        return tr("Waiting for the others…");
    return left >= 0 && left < 100000 ? phrase("Waiting for {names}: {n} s", "names", names, "n", number(left))
                                      : phrase("Waiting for {names}", "names", names);
}

void visit_question(struct visit *v, FILE *out)
{
    if (!v->asked || v->up.id || v->mode != VISIT_USUAL || v->up.state != UPLINK_OPEN) {
        fputs(visit_state(v), out);
        return;
    }
    int left = visit_seconds(v);
    v->s.words->question(out, &v->view, v->s.called);
    if (left >= 0 && left < 100000)
        fprintf(out, " (%s)", phrase("{n} s", "n", number(left)));
}

void visit_people(const struct visit *v, FILE *out)
{
    for (int i = 0; i < v->s.setup.seats; i++) {
        json_t *seat = seat_of(v, i);
        const char *kind = text_in(seat, "kind"), *more = "";
        int person = strcmp(kind, "person") == 0;
        if (strcmp(kind, "bot") == 0)
            more = level_name(harmless(text_in(seat, "name")));
        if (person && at_stage(v, "gathering"))
            more = true_in(seat, "ready") ? tr("ready") : tr("not ready yet");
        if (person && true_in(seat, "away"))
            more = also(more, tr("a bot plays"));
        if (person && v->presence && !v->here[i] && i != v->s.viewer)
            more = also(more, tr("not connected"));
        fprintf(out, "  %s  %s%s%s%s\n", number(i + 1), called(i, v->s.viewer, v->s.called), *more ? " (" : "", more,
                *more ? ")" : "");
    }
    if (v->s.viewer < 0)
        line(out, "You are watching", NULL);
    if (v->watching > 0)
        line(out, "Watching: {n}", "n", number(v->watching));
}

void visit_result(struct visit *v, FILE *out)
{
    json_t *result = json_object_get(v->table, "result");
    struct ir_score score = {0};
    for (int i = 0; i < v->s.setup.seats; i++) {
        score.points[i] = (int32_t)json_integer_value(json_array_get(json_object_get(result, "points"), (size_t)i));
        score.rank[i] = (uint8_t)json_integer_value(json_array_get(json_object_get(result, "ranks"), (size_t)i));
    }
    int64_t gave_up = int_in(result, "resigned", -1);
    if (gave_up >= 0)
        fprintf(out, "%s\n",
                gave_up == v->s.viewer ? tr("You gave up.") : phrase("{name} resigned.", "name", name_of(v, gave_up)));
    score_write(out, &v->s, &v->view, &score,
                !json_array_size(json_object_get(result, "won")) ? ENDED_CALLED_OFF
                : gave_up >= 0                                   ? ENDED_BY_GIVING_UP
                                                                 : ENDED_BY_RULES);
}

void visit_farewell(const struct visit *v, FILE *out)
{
    char url[sizeof v->up.url.server + IR_ID_MAX + 8];
    snprintf(url, sizeof url, "%s/t/%s", v->up.url.server, v->up.url.code);
    if (v->table && at_stage(v, "over"))
        return;
    if (v->table && v->s.viewer >= 0)
        line(out, "You have left the table. Your seat stays yours: irori join {url}", "url", url);
    else
        line(out, "You have left the table. To come back: irori join {url}", "url", url);
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
