/* visit_words.c: a table of a server in sentences: who did what, what it waits for, who sits there, how it ended. */
#include "visit_inside.h"

/* ---- what people did around the game ---- */

static const char *asks(const char *what, const char *name)
{
    return strcmp(what, "undo") == 0    ? phrase("{name} asks to undo", "name", name)
           : strcmp(what, "pause") == 0 ? phrase("{name} asks for a pause", "name", name)
           : strcmp(what, "end") == 0   ? phrase("{name} asks to end the game", "name", name)
                                        : phrase("{name} asks to play again", "name", name);
}

const char *name_of(const struct visit *v, int64_t seat)
{
    return seat >= 0 && seat < v->s.setup.seats ? called((int)seat, v->s.viewer, v->s.called) : "";
}

const char *act_said(const struct visit *v, json_t *a)
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

const char *refusal_said(const char *error, const char *why)
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

/* ---- what can be done ---- */

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
        return seat ? phrase_1("Be away for {n} day", "Be away for {n} days", seat) : tr("I am back");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strcmp(list[i].word, word) == 0)
            return tr(list[i].words);
    return "";
}

/* ---- what is said of the table ---- */

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
    if (at_stage(v, "gathering") && strstr(text_in(v->table, "settings"), "rated=on"))
        line(out,
             "This game is rated: its result changes the rating of everybody who plays. There are no hints, no coach, and no "
             "move "
             "is taken back. Positions from it may become puzzles, without names. Whoever sits down agrees.",
             NULL);
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
