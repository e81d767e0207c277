/* bot.c: `irori bot`: our bots at other people's tables, by the line protocol (docs/bot-protocol.md) on standard input and
 * output.
 *
 * A position comes as a log, which is folded here with every row checked, or as the bytes of a view, which cannot be checked
 * completely. So the bot thinks in a child process. Bytes that are not a position can fail an assertion in the child, which
 * costs an `error` line; this process never interprets them. */
#include "player.h"
#include "foreign/wire.h"
#include "core/core.h"
#include "irori_review.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

enum { LIMIT_MS = 60000, MS_MAX = 3600000 }; /* LIMIT_MS: the time for a choice if the table names none */

struct desk {
    const struct ir_game *game;
    const char *name; /* of the bot */
    struct setup own; /* the command line's options, if the table names none */
    int64_t seed;     /* the command line's, or -1 */
    struct player *player;
    struct setup setup; /* of the game in progress, and its first position */
    struct ir_state start;
    int playing, seat, limit_ms;
    uint64_t dice;
    char line[WIRE_LINE_MAX];
};

/* ---- lines out ---- */

static void line_out(struct ir_json *j)
{
    ir_json_end(j, '}');
    puts(j->text.out);
    fflush(stdout);
}

static void say_error(int64_t id, const char *why)
{
    char out[2 * IR_WHY_MAX + 100];
    struct ir_json j;
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "type", "error");
    if (id)
        ir_json_int(&j, "id", id);
    ir_json_str(&j, "why", why);
    line_out(&j);
}

static void say_hello(const struct desk *d)
{
    char out[256], name[64];
    struct ir_json j;
    snprintf(name, sizeof name, "irori %.40s", d->name);
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "type", "hello");
    ir_json_int(&j, "protocol", WIRE_PROTOCOL);
    ir_json_str(&j, "name", name);
    ir_json_str(&j, "irori", IR_VERSION);
    line_out(&j);
}

static void say_move(const struct desk *d, int64_t id, ir_move m)
{
    char out[256], text[IR_TEXT_MAX];
    struct ir_json j;
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    d->game->move_print(m, &t);
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "type", "move");
    ir_json_int(&j, "id", id);
    ir_json_str(&j, "move", text);
    line_out(&j);
}

/* Refuses with "what 'text' wanted"; returns 0. */
static int refuse(char why[IR_WHY_MAX], const char *what, const char *text, const char *wanted)
{
    struct ir_text t;
    ir_text_start(&t, why, IR_WHY_MAX);
    ir_text_put(&t, what);
    if (text)
        ir_text_quote(&t, text, strlen(text));
    ir_text_put(&t, wanted);
    return 0;
}

/* ---- hello, game ---- */

static int hello_take(struct desk *d, const json_t *j, char why[IR_WHY_MAX])
{
    int64_t protocol;
    if (wire_number(j, "protocol", WIRE_PROTOCOL, WIRE_PROTOCOL, &protocol, why) < 0)
        return 0;
    say_hello(d);
    return 1;
}

/* The same bot with the table's time limit; a budget on the command line (greedy@5ms) takes precedence. */
static int budget_take(struct desk *d, const json_t *j, char why[IR_WHY_MAX])
{
    int64_t nodes = 0, ms = 0;
    char text[128];
    if (wire_number(j, "nodes", 0, 1000000000000, &nodes, why) < 0 || wire_number(j, "ms", 0, MS_MAX, &ms, why) < 0)
        return 0;
    if (strchr(d->name, '@'))
        return 1;
    if (nodes)
        snprintf(text, sizeof text, "%.60s@%lldn", d->name, (long long)nodes);
    else if (ms)
        snprintf(text, sizeof text, "%.60s@%lldms", d->name, (long long)ms);
    else
        snprintf(text, sizeof text, "%.60s", d->name);
    struct player *p = player_open("bot", d->game, text);
    if (!p)
        return refuse(why, "the bot cannot think with this budget", NULL, "");
    player_close(d->player);
    d->player = p;
    return 1;
}

static int game_read(struct desk *d, const json_t *j, char why[IR_WHY_MAX])
{
    const char *name = NULL, *options = d->own.options, *deck = d->own.deck;
    int64_t rules, seats = d->game->min_seats, seat = -1, seed = 1;
    if (wire_text(j, "game", &name, why) <= 0 || strcmp(name, d->game->name) != 0)
        return refuse(why, "\"game\" must be the one this bot was started for: ", d->game->name, "");
    if (wire_number(j, "rules", d->game->rules_rev, d->game->rules_rev, &rules, why) < 0 ||
        wire_number(j, "seats", d->game->min_seats, d->game->max_seats, &seats, why) < 0 ||
        wire_text(j, "options", &options, why) < 0 || wire_text(j, "deck", &deck, why) < 0 ||
        wire_number(j, "seed", 0, INT64_MAX, &seed, why) < 0)
        return 0;
    int given = wire_number(j, "seat", 0, seats - 1, &seat, why);
    if (given <= 0)
        return given < 0 ? 0 : refuse(why, "\"seat\" is missing: the number, from 0, of the seat this bot plays", NULL, "");
    if (ir_start(d->game, &d->start, (int)seats, options, deck, why))
        return 0;
    free(d->setup.deck);
    d->setup = (struct setup){.game = d->game, .seats = (int)seats, .deck = deck ? strdup(deck) : NULL};
    struct ir_text t;
    ir_text_start(&t, d->setup.options, sizeof d->setup.options);
    ir_options_print(d->game, ir_options(&d->start), &t);
    d->seat = (int)seat;
    d->dice = (uint64_t)(d->seed >= 0 ? d->seed : seed);
    return 1;
}

static int game_take(struct desk *d, const json_t *j, char why[IR_WHY_MAX])
{
    d->playing = 0; /* also if a game was in progress: a refused game ends it */
    return d->playing = budget_take(d, j, why) && game_read(d, j, why);
}

/* ---- choose: where we are ---- */

struct sight { /* what the bot thinks about */
    struct ir_view view;
    struct ir_notes notes;
};

static int row_fold(const struct desk *d, struct ir_state *s, struct ir_notes *notes, const char *row, char why[IR_WHY_MAX])
{
    struct ir_state before;
    int actor = row[0] == '*' ? IR_CHANCE : row[0] - '0', m = -1;
    if (row[0] && row[1] == ' ' && (actor == IR_CHANCE || (actor >= 0 && actor < d->setup.seats)))
        m = d->game->move_parse(row + 2);
    else
        return refuse(why, "the row ", row, " is not '* OUTCOME' or 'SEAT MOVE'");
    if (m < 0)
        return refuse(why, "the row ", row, " has no move of this game after its first word");
    memcpy(before.b, s->b, ir_state_size(d->game));
    if (ir_apply(d->game, s, actor, (ir_move)m, NULL, why))
        return 0;
    ir_note(d->game, notes, &before, s);
    return 1;
}

/* A log: rows as in a record, from the first card on. Where the seat cannot see, the log may contain any consistent world: only
 * the seat's view and the notes are used. */
static int log_view(const struct desk *d, const json_t *log, struct sight *sight, char why[IR_WHY_MAX])
{
    struct ir_state s;
    char wrong[IR_WHY_MAX];
    struct ir_text t;
    memcpy(s.b, d->start.b, ir_state_size(d->game));
    for (size_t i = 0; i < json_array_size(log); i++) {
        const char *row = json_string_value(json_array_get(log, i));
        if (row && row_fold(d, &s, &sight->notes, row, wrong))
            continue;
        ir_text_start(&t, why, IR_WHY_MAX);
        ir_text_add(&t, "\"log\", row %d: %s", (int)i + 1, row ? wrong : "it is not a text");
        return 0;
    }
    if (ir_turn(&s) != d->seat) {
        ir_text_start(&t, why, IR_WHY_MAX);
        ir_text_add(&t, "after \"log\" it is not the turn of seat %d, for which this bot plays", d->seat);
        return 0;
    }
    ir_look(d->game, &s, d->seat, &sight->view);
    return 1;
}

/* Bytes of a view: checks everything that needs no trust in them. */
static int bytes_view(const struct desk *d, const char *hex, const char *notes, struct sight *sight, char why[IR_WHY_MAX])
{
    const struct ir_game *g = d->game;
    struct ir_view *v = &sight->view;
    size_t pub = g->zone.pub, own = g->zone.seat, options = 0;
    uint8_t b[IR_STATE_MAX];
    struct ir_text t;
    if (!ir_hex_parse(hex, strlen(hex), b, pub + own)) {
        ir_text_start(&t, why, IR_WHY_MAX);
        ir_text_add(&t, "\"view_bytes\" must be the %d lower-case hex digits this version of irori makes for %s",
                    (int)(2 * (pub + own)), g->name);
        return 0;
    }
    if (notes && !ir_hex_parse(notes, strlen(notes), sight->notes.b, sizeof sight->notes.b))
        return refuse(why, "\"notes\" must be the lower-case hex digits this version of irori makes", NULL, "");
    while (g->option[options].name)
        options++;
    memset(v->b, 0, ir_state_size(g));
    memcpy(v->b, b, pub);
    memcpy(v->b + pub + own * (size_t)d->seat, b + pub, own);
    v->seat = (int8_t)d->seat;
    const struct ir_head *head = (const struct ir_head *)(const void *)v->b;
    if (head->turn != d->seat || head->seats != d->setup.seats || head->zero ||
        memcmp(v->b + sizeof *head, d->start.b + sizeof *head, options * sizeof(int16_t)) != 0)
        return refuse(why, "\"view_bytes\" does not have the seats, options and turn of the \"game\" message", NULL, "");
    return 1;
}

/* ---- choose: thinking, in a child ---- */

enum verdict { MADE_UP, MOVED, DIFFERS, ILLEGAL }; /* MADE_UP is also the verdict if the child died */
struct answer {
    int verdict;
    ir_move move;
    struct ir_review_decision decision; /* of an analysis */
    struct ir_review_move moves[IR_REVIEW_MOVES];
};
/* What is asked about a position: a move, or an analysis of one. */
struct question {
    struct sight sight;
    char *want; /* the view as JSON, or NULL */
    int analyse;
    ir_move played; /* IR_NO_MOVE: none */
    uint64_t nodes;
};

/* Do the bytes match the view sent as JSON with them? Another version of irori may have another layout. */
static int same_view(struct desk *d, const struct ir_view *v, const char *want)
{
    struct ir_json j;
    ir_json_start(&j, d->line, sizeof d->line);
    ir_describe(d->game, v, &j);
    return !j.text.cut && strcmp(d->line, want) == 0;
}

static struct answer think(struct desk *d, const struct question *q, int64_t id)
{
    const struct ir_view *v = &q->sight.view;
    const struct sight *sight = &q->sight;
    struct answer a = {.verdict = MADE_UP, .move = IR_NO_MOVE};
    ir_move legal[IR_MOVES_MAX];
    int n = d->game->legal(v, legal), known = q->played == IR_NO_MOVE;
    if (n < 1 || n > IR_MOVES_MAX)
        return a;
    if (q->want && !same_view(d, v, q->want)) {
        a.verdict = DIFFERS;
        return a;
    }
    if (q->analyse) {
        for (int i = 0; i < n; i++)
            known |= legal[i] == q->played;
        a.verdict = known ? MOVED : ILLEGAL;
        a.move = q->played == IR_NO_MOVE && n == 1 ? legal[0] : q->played;
        if (known)
            ir_review_position(d->game, v, &sight->notes, a.move, q->nodes, d->dice, 0, &a.decision, a.moves);
        a.move = a.decision.best;
        return a;
    }
    /* every choice has its own random seed: the same game, seed and id give the same move */
    player_start(d->player, &d->setup, d->seat, d->dice + (uint64_t)id * 0x9e3779b97f4a7c15u);
    ir_move m = player_move(d->player, v, &sight->notes);
    for (int i = 0; i < n; i++)
        if (legal[i] == m)
            a.verdict = MOVED, a.move = m;
    return a;
}

/* The child can write only to the pipe, and can open nothing. */
static _Noreturn void child_think(struct desk *d, const struct question *q, int64_t id, int out)
{
    const struct rlimit none = {0, 0}, cpu = {(rlim_t)(d->limit_ms / 1000 + 1), (rlim_t)(d->limit_ms / 1000 + 2)};
    int null = open("/dev/null", O_RDWR);
    for (int fd = 0; fd < 3; fd++)
        dup2(null, fd);
    setrlimit(RLIMIT_CORE, &none);
    setrlimit(RLIMIT_CPU, &cpu);
    setrlimit(RLIMIT_NOFILE, &none);
    struct answer a = think(d, q, id);
    ssize_t n = write(out, &a, sizeof a);
    _exit(n != sizeof a);
}

static struct answer think_apart(struct desk *d, const struct question *q, int64_t id)
{
    struct answer a = {.verdict = MADE_UP, .move = IR_NO_MOVE};
    int p[2];
    if (pipe(p)) {
        complain("bot", "cannot create a pipe: %s", strerror(errno));
        exit(1);
    }
    pid_t pid = fork();
    if (pid == 0)
        child_think(d, q, id, p[1]);
    close(p[1]);
    if (pid < 0) {
        complain("bot", "cannot start a process: %s", strerror(errno));
        exit(1);
    }
    struct pollfd poller = {p[0], POLLIN, 0};
    if (poll(&poller, 1, d->limit_ms) <= 0 || read(p[0], &a, sizeof a) != sizeof a || a.move >= d->game->n_moves)
        a = (struct answer){.verdict = a.verdict == DIFFERS || a.verdict == ILLEGAL ? a.verdict : MADE_UP, .move = IR_NO_MOVE};
    kill(pid, SIGKILL); /* if it still runs: bad bytes can also cause an endless loop */
    while (waitpid(pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(p[0]);
    return a;
}

static void say_analysis(const struct desk *d, int64_t id, const struct answer *a)
{
    static char out[1 << 14];
    struct ir_json j;
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "type", "analysis");
    ir_json_int(&j, "id", id);
    ir_review_decision_json(d->game, &a->decision, a->moves, d->setup.seats, &j);
    line_out(&j);
}

/* Reads where we are, and what is asked about it. */
static int question_take(struct desk *d, const json_t *j, int64_t *id, struct question *q, char why[IR_WHY_MAX])
{
    const char *hex = NULL, *notes = NULL, *move = NULL;
    const json_t *log = json_object_get(j, "log"), *view = json_object_get(j, "view");
    int64_t given, limit = LIMIT_MS, nodes = 0;
    if (wire_number(j, "id", 1, INT64_MAX, &given, why) <= 0)
        return refuse(why, "\"id\" must be a whole number from 1; the answer repeats it", NULL, "");
    *id = given;
    if (!d->playing)
        return refuse(why, "no game is in progress; send a \"game\" message first", NULL, "");
    if (wire_text(j, "view_bytes", &hex, why) < 0 || wire_text(j, "notes", &notes, why) < 0 ||
        wire_number(j, "timeout_ms", 1, MS_MAX, &limit, why) < 0)
        return 0;
    if (q->analyse && (wire_number(j, "nodes", 100, 100000000, &nodes, why) < 0 || wire_text(j, "move", &move, why) < 0))
        return 0;
    if (move && (q->played = ir_move_find(d->game, move)) == IR_NO_MOVE)
        return refuse(why, "\"move\" ", move, " is no move of this game");
    q->nodes = (uint64_t)nodes;
    d->limit_ms = (int)limit;
    if (!hex == !json_is_array(log))
        return refuse(why, "a choice needs either \"log\" (a list of rows) or \"view_bytes\" (as an irori table sends it)",
                      NULL, "");
    if (hex ? !bytes_view(d, hex, notes, &q->sight, why) : !log_view(d, log, &q->sight, why))
        return 0;
    q->want = hex && view ? json_dumps(view, JSON_COMPACT | JSON_ENCODE_ANY) : NULL;
    return 1;
}

static int choose_take(struct desk *d, const json_t *j, int analyse, int64_t *id, char why[IR_WHY_MAX])
{
    struct question q = {.analyse = analyse, .played = IR_NO_MOVE};
    if (!question_take(d, j, id, &q, why))
        return 0;
    struct answer a = think_apart(d, &q, *id);
    free(q.want);
    if (a.verdict == DIFFERS)
        return refuse(why, "\"view_bytes\" and \"view\" do not match; send both as the table made them, or a \"log\"", NULL,
                      "");
    if (a.verdict == ILLEGAL)
        return refuse(why, "\"move\" is not possible in this position", NULL, "");
    if (a.verdict != MOVED)
        return refuse(why,
                      json_object_get(j, "view_bytes")
                          ? "\"view_bytes\" is no position of this game, or thinking about it took longer than \"timeout_ms\""
                          : "no move was found within \"timeout_ms\"",
                      NULL, "");
    if (json_object_get(j, "view_bytes")) /* bytes may be nonsense, and facts would have numbers that have no words */
        a.decision.facts = 0;
    if (analyse)
        say_analysis(d, *id, &a);
    else
        say_move(d, *id, a.move);
    return 1;
}

/* ---- the loop ---- */

/* 0: goodbye. */
static int line_take(struct desk *d, const char *line, size_t n)
{
    char why[IR_WHY_MAX] = "";
    const char *type;
    int64_t id = 0;
    int ok = 1, stay = 1;
    json_t *j = wire_parse(line, n, &type, why);
    if (!j) {
        say_error(0, why);
        return 1;
    }
    if (strcmp(type, "hello") == 0)
        ok = hello_take(d, j, why);
    else if (strcmp(type, "game") == 0)
        ok = game_take(d, j, why);
    else if (strcmp(type, "choose") == 0)
        ok = choose_take(d, j, 0, &id, why);
    else if (strcmp(type, "analyse") == 0)
        ok = choose_take(d, j, 1, &id, why);
    else if (strcmp(type, "bye") == 0)
        stay = 0;
    else if (strcmp(type, "told") != 0 && strcmp(type, "result") != 0 && strcmp(type, "error") != 0)
        ok = refuse(why, "there is no message of type ", type,
                    "; a table sends hello, game, told, choose, analyse, result, error or bye");
    if (!ok)
        say_error(id, why);
    json_decref(j);
    return stay;
}

static void converse(struct desk *d)
{
    struct wire in;
    const char *line;
    size_t n;
    if (!wire_open(&in, 0)) {
        complain("bot", "out of memory");
        return;
    }
    for (int stay = 1; stay && !ferror(stdout);) {
        enum wire_got got = wire_next(&in, &line, &n);
        if (got == WIRE_LINE)
            stay = line_take(d, line, n);
        else if (got == WIRE_LONG)
            say_error(0, "a line longer than 256 KB was skipped");
        else if (in.end)
            break;
        else
            wire_fill(&in);
    }
    wire_close(&in);
}

int bot_run(int argc, char **argv)
{
    static struct desk d;
    const char *name = NULL, *options = "";
    d.name = NULL;
    d.seed = -1;
    const struct arg args[] = {
        {"GAME", ARG_TEXT, &name, 0, 0, NULL, "which game"},
        {"--bot", ARG_TEXT, &d.name, 0, 0, "NAME", "which of our bots, such as greedy or greedy@5ms (the quick one)"},
        {"--options", ARG_TEXT, &options, 0, 0, "TEXT", "default options, for tables that send none"},
        {"--seed", ARG_NUMBER, &d.seed, 0, INT64_MAX / 2, "N", "the same seed gives the same moves (the table's)"},
        {.name = NULL},
    };
    int code = args_read("bot", "lend a bot to another program: JSON lines on standard input and output", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    d.game = game_or_complain("bot", name);
    if (!d.game || setup_read("bot", &d.own, d.game, 0, options))
        return 2;
    if (!d.name)
        d.name = ir_bot_role(d.game, IR_ROLE_QUICK)->name;
    if (strncmp(d.name, "exec:", 5) == 0)
        code = complain("bot", "'%.60s' is another program; name one of our own bots", d.name);
    else if (strlen(d.name) > 60)
        code = complain("bot", "'%.60s...' is too long a name for a bot", d.name);
    else if (!(d.player = player_open("bot", d.game, d.name)))
        code = 2;
    if (!code)
        converse(&d);
    player_close(d.player);
    free(d.own.deck);
    free(d.setup.deck);
    return code;
}
