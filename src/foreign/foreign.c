/* foreign.c: a bot that is somebody else's program, at our table.
 *
 * Both pipes are non-blocking. Our output waits in a queue, the bot's in a line buffer, and poll drives both: so a bot that
 * does not read or does not write cannot block us longer than its timeout. */
#define _GNU_SOURCE /* pipe2 */
#include "foreign.h"
#include "core/crypto.h"
#include "wire.h"
#include "core/core.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

enum { QUEUE_MAX = 1 << 20, TIMEOUT_MS = 10000, GRACE_MS = 300, HANGS_MAX = 3 };

enum fault { HUNG, DIED, DEAF, GARBAGE, LONG_LINE, WRONG_ID, ILLEGAL, UNASKED, OTHER_PROTOCOL, GAVE_UP, FAULTS };
static const char *const fault_word[FAULTS] = {"did not answer in time", "ended",     "did not read", "wrote garbage",
                                               "wrote too long a line",  "wrong id",  "illegal move", "wrote unasked",
                                               "other protocol",         "said error"};

struct foreign {
    const struct ir_game *game;
    const struct ir_bot *fallback;
    char *command, name[IR_NAME_MAX];
    pid_t pid;    /* of the shell; also the process group */
    int to, gone; /* gone: nothing is sent to it any more */
    struct wire from;
    char *queue, *line; /* bytes not written yet; the message being built */
    size_t queued;
    int seats, seat, hangs;
    int64_t id, moves, fallbacks, count[FAULTS]; /* id: of the latest choice */
    struct ir_rng rng;                           /* of the fallback */
    const volatile int *stop;
    void (*report)(void *, const char *);
    void *arg;
};

static double seconds(void)
{
    struct timespec t;
    clock_gettime(CLOCK_MONOTONIC, &t);
    return (double)t.tv_sec + 1e-9 * (double)t.tv_nsec;
}

static void nap(int ms)
{
    struct timespec t = {ms / 1000, ms % 1000 * 1000000L};
    nanosleep(&t, NULL);
}

static int timeout_default(void)
{
    const char *text = getenv("IRORI_BOT_TIMEOUT_MS");
    int64_t v;
    return text && ir_number_parse(text, strlen(text), 1, 3600 * 1000, &v) ? (int)v : TIMEOUT_MS;
}

/* ---- the process ---- */

/* The child after fork: only async-signal-safe calls. The bot does not inherit the table's signals and descriptors. */
static _Noreturn void child_run(const char *command, int in, int out)
{
    setpgid(0, 0);
    signal(SIGPIPE, SIG_DFL);
    if (dup2(in, 0) >= 0 && dup2(out, 1) >= 0)
        execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

/* Has the shell ended? It is not reaped here: until then its group's number cannot be reused. */
static int ended(const struct foreign *f)
{
    siginfo_t info = {0};
    return waitid(P_PID, (id_t)f->pid, &info, WEXITED | WNOWAIT | WNOHANG) < 0 || info.si_pid == f->pid;
}

/* Waits for the end and keeps reading, so that the bot does not block on its last output. */
static int ended_within(struct foreign *f, int ms)
{
    for (double until = seconds() + ms * 1e-3; !ended(f); nap(2)) {
        if (seconds() > until)
            return 0;
        f->from.n = f->from.at = 0;
        wire_fill(&f->from);
    }
    return 1;
}

/* Ends it: politely first, then by killing its process group; leaves no zombie. */
static void process_end(struct foreign *f)
{
    if (f->pid <= 0)
        return;
    if (f->to >= 0)
        close(f->to);
    f->to = -1;
    if (!ended_within(f, GRACE_MS)) {
        kill(-f->pid, SIGTERM);
        ended_within(f, GRACE_MS);
    }
    kill(-f->pid, SIGKILL);
    while (waitpid(f->pid, NULL, 0) < 0 && errno == EINTR)
        continue;
    close(f->from.fd);
    f->pid = 0;
}

/* ---- faults ---- */

static void report(struct foreign *f, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void report(struct foreign *f, const char *format, ...)
{
    char line[2 * IR_WHY_MAX];
    va_list a;
    va_start(a, format);
    int n = snprintf(line, sizeof line, "exec:%.60s: ", f->command);
    vsnprintf(line + n, sizeof line - (size_t)n, format, a);
    va_end(a);
    if (f->report)
        f->report(f->arg, line);
    else
        fprintf(stderr, "irori: %s\n", line);
}

static void fault(struct foreign *f, enum fault kind, const char *why)
{
    if (f->count[kind]++ == 0)
        report(f, "%s. %s plays the turns it loses; further faults of this kind are only counted.", why, f->fallback->name);
}

/* A permanent fault. */
static void give_up(struct foreign *f, enum fault kind, const char *why)
{
    if (f->gone)
        return;
    f->gone = 1;
    fault(f, kind, why);
    process_end(f);
}

/* ---- output to the bot ---- */

/* Writes as much as the pipe takes now. */
static void queue_flush(struct foreign *f)
{
    size_t at = 0;
    while (f->to >= 0 && at < f->queued) {
        ssize_t n = write(f->to, f->queue + at, f->queued - at);
        if (n < 0 && errno == EINTR)
            continue;
        if (n < 0 && errno != EAGAIN && errno != EWOULDBLOCK) {
            close(f->to); /* it closed its input; it may still answer what it has read */
            f->to = -1;
            f->queued = at = 0;
        }
        if (n <= 0)
            break;
        at += (size_t)n;
    }
    f->queued -= at;
    memmove(f->queue, f->queue + at, f->queued);
}

static void line_send(struct foreign *f, struct ir_text *t)
{
    ir_text_put(t, "\n");
    if (f->gone || f->to < 0)
        return;
    ir_assert(!t->cut); /* WIRE_LINE_MAX is far more than the largest view, deck or list of events */
    if (f->queued + t->len > QUEUE_MAX)
        queue_flush(f);
    if (f->queued + t->len > QUEUE_MAX) {
        give_up(f, DEAF, "it does not read its input, so it is ended");
        return;
    }
    memcpy(f->queue + f->queued, t->out, t->len);
    f->queued += t->len;
    queue_flush(f);
}

/* Every message begins like this. */
static void message(struct foreign *f, struct ir_json *j, const char *type)
{
    ir_json_start(j, f->line, WIRE_LINE_MAX);
    ir_json_object(j, NULL);
    ir_json_str(j, "type", type);
}

static void message_send(struct foreign *f, struct ir_json *j)
{
    ir_json_end(j, '}');
    line_send(f, &j->text);
}

static void hello_send(struct foreign *f)
{
    struct ir_json j;
    message(f, &j, "hello");
    ir_json_int(&j, "protocol", WIRE_PROTOCOL);
    ir_json_str(&j, "irori", IR_VERSION);
    message_send(f, &j);
}

/* For the bot's author, who may look there first. */
static void error_send(struct foreign *f, int64_t id, const char *why)
{
    struct ir_json j;
    message(f, &j, "error");
    if (id)
        ir_json_int(&j, "id", id);
    ir_json_str(&j, "why", why);
    message_send(f, &j);
}

static void hex_open(const char *key, struct ir_json *j)
{
    ir_json_str(j, key, "");
    j->text.len--; /* opens the closed quotes again */
}

/* What a bot of ours needs, as bytes: the public zone and the seat's own zone (the others are zero in a view), and the notes,
 * if there are any. */
static void bytes_json(const struct ir_game *g, const struct ir_view *v, const struct ir_notes *notes, struct ir_json *j)
{
    static const struct ir_notes none;
    hex_open("view_bytes", j);
    ir_text_hex(&j->text, v->b, g->zone.pub);
    ir_text_hex(&j->text, v->b + g->zone.pub + (size_t)g->zone.seat * (size_t)v->seat, g->zone.seat);
    ir_text_put(&j->text, "\"");
    if (!notes || memcmp(notes, &none, sizeof none) == 0)
        return;
    hex_open("notes", j);
    ir_text_hex(&j->text, notes->b, sizeof notes->b);
    ir_text_put(&j->text, "\"");
}

static void choose_send(struct foreign *f, const struct ir_view *v, const struct ir_notes *notes, int timeout_ms)
{
    struct ir_json j, view;
    message(f, &j, "choose");
    ir_json_int(&j, "id", f->id);
    ir_json_int(&j, "timeout_ms", timeout_ms);
    ir_text_put(&j.text, ",\"view\":");
    ir_json_start(&view, j.text.out + j.text.len, WIRE_LINE_MAX - j.text.len);
    ir_describe(f->game, v, &view);
    j.text.len += view.text.len;
    j.text.cut |= view.text.cut;
    bytes_json(f->game, v, notes, &j);
    message_send(f, &j);
}

/* ---- input from the bot ---- */

enum turn { WAITING, ANSWERED, LOST };

static enum turn bad(struct foreign *f, int asked, enum fault kind, const char *why)
{
    fault(f, kind, why);
    if (asked || f->count[kind] == 1) /* it may write a lot unasked and never read our replies */
        error_send(f, asked ? f->id : 0, why);
    return asked ? LOST : WAITING;
}

static void hello_take(struct foreign *f, const json_t *j)
{
    char why[IR_WHY_MAX];
    int64_t protocol = WIRE_PROTOCOL;
    const char *name = NULL;
    if (wire_number(j, "protocol", WIRE_PROTOCOL, WIRE_PROTOCOL, &protocol, why) < 0) {
        give_up(f, OTHER_PROTOCOL, "it speaks another protocol; this irori speaks \"protocol\":1");
        return;
    }
    if (wire_text(j, "name", &name, why) <= 0)
        return;
    size_t n = 0; /* people see the name: no control characters, no truncated UTF-8 */
    for (; name[n] && n < IR_NAME_MAX - 1; n++)
        f->name[n] = name[n] < ' ' || name[n] > '~' ? '?' : name[n];
    f->name[n] = 0;
}

/* "What: 'text'. What would be accepted." */
static const char *sentence(char why[IR_WHY_MAX], const char *what, const char *text, const char *wanted)
{
    struct ir_text t;
    ir_text_start(&t, why, IR_WHY_MAX);
    ir_text_put(&t, what);
    ir_text_quote(&t, text, strlen(text));
    ir_text_put(&t, wanted);
    return why;
}

static enum turn move_take(struct foreign *f, const json_t *j, const struct ir_view *v, ir_move *m)
{
    char why[IR_WHY_MAX];
    int64_t id;
    const char *text = NULL;
    if (wire_number(j, "id", 1, INT64_MAX, &id, why) <= 0)
        return bad(f, v != NULL, WRONG_ID, "its move has no \"id\"; it must repeat the one of the choose message");
    if (id < f->id || (id == f->id && !v))
        return WAITING; /* the late answer to a turn that is over */
    if (id > f->id)
        return bad(f, v != NULL, WRONG_ID, "its move has an \"id\" that no choose message had");
    if (wire_text(j, "move", &text, why) <= 0)
        return bad(f, 1, GARBAGE, "its move has no \"move\"; it must be one of the texts in the view's \"legal\"");
    ir_move legal[IR_MOVES_MAX];
    int n = f->game->legal(v, legal), parsed = f->game->move_parse(text);
    for (int i = 0; i < n; i++)
        if (legal[i] == parsed) {
            *m = legal[i];
            return ANSWERED;
        }
    return bad(f, 1, ILLEGAL, sentence(why, "it made the move ", text, ", which is not in the view's \"legal\""));
}

/* The bot reports an error. If it is about the pending choice, the turn is lost. We never answer an error with an error: that
 * could go on forever. */
static enum turn error_take(struct foreign *f, const json_t *j, int asked)
{
    char why[IR_WHY_MAX];
    const char *told = "";
    int64_t id = 0;
    wire_text(j, "why", &told, why);
    fault(f, GAVE_UP, sentence(why, "it says ", told, ""));
    return asked && wire_number(j, "id", 1, INT64_MAX, &id, why) > 0 && id == f->id ? LOST : WAITING;
}

/* Handles one line; v is the view of the pending choice, or NULL if there is none. */
static enum turn line_take(struct foreign *f, const char *line, size_t n, const struct ir_view *v, ir_move *m)
{
    char why[IR_WHY_MAX], text[IR_WHY_MAX];
    const char *type;
    enum turn turn = WAITING;
    json_t *j = wire_parse(line, n, &type, why);
    if (!j) {
        snprintf(text, sizeof text, "%s%.250s", v ? "" : "it wrote a line before it was asked: ", why);
        return bad(f, v != NULL, v ? GARBAGE : UNASKED, text);
    }
    if (strcmp(type, "move") == 0)
        turn = move_take(f, j, v, m);
    else if (strcmp(type, "hello") == 0)
        hello_take(f, j);
    else if (strcmp(type, "error") == 0)
        turn = error_take(f, j, v != NULL);
    else if (strcmp(type, "log") != 0)
        turn = bad(f, v != NULL, GARBAGE,
                   sentence(text, "it sent a message of type ", type, "; a bot sends hello, move, log or error"));
    json_decref(j);
    return f->gone ? LOST : turn;
}

/* Handles all complete lines received so far. */
static enum turn lines_take(struct foreign *f, const struct ir_view *v, ir_move *m)
{
    const char *line;
    size_t n;
    enum turn turn = WAITING;
    enum wire_got got;
    while (turn == WAITING && (got = wire_next(&f->from, &line, &n)) != WIRE_NOTHING)
        turn = got == WIRE_LINE ? line_take(f, line, n, v, m)
                                : bad(f, v != NULL, LONG_LINE, "it wrote a line of more than 256 KB, which is skipped");
    return turn;
}

/* Handles what it wrote before it was asked. Bounded, because a bot may write endlessly. */
static void unasked_take(struct foreign *f)
{
    ir_move none;
    for (int i = 0; i < 16 && !f->gone; i++) {
        int more = wire_fill(&f->from);
        lines_take(f, NULL, &none);
        if (!more)
            break;
    }
}

static enum turn hung(struct foreign *f, int timeout_ms)
{
    char why[IR_WHY_MAX];
    struct ir_text t;
    ir_text_start(&t, why, sizeof why);
    ir_text_add(&t, "it did not answer within %d ms", timeout_ms);
    if (++f->hangs < HANGS_MAX) {
        fault(f, HUNG, why);
        return LOST;
    }
    fault(f, HUNG, why);
    f->gone = 1;
    report(f, "it did not answer in time %d times, so it is ended and not asked again.", HANGS_MAX);
    process_end(f);
    return LOST;
}

static enum turn answer_wait(struct foreign *f, const struct ir_view *v, int timeout_ms, ir_move *m)
{
    double until = seconds() + timeout_ms * 1e-3;
    for (enum turn turn = WAITING;;) {
        if ((turn = lines_take(f, v, m)) != WAITING)
            return turn;
        if (f->from.end) {
            give_up(f, DIED, "it ended, or closed its output, before the game did");
            return LOST;
        }
        double left = until - seconds();
        if (left <= 0)
            return hung(f, timeout_ms);
        if (f->stop && *f->stop)
            return LOST;
        struct pollfd p[2] = {{f->from.fd, POLLIN, 0}, {f->queued ? f->to : -1, POLLOUT, 0}};
        poll(p, 2, left < 0.1 ? (int)(left * 1000) + 1 : 100); /* wake up now and then to check stop */
        if (p[1].revents)
            queue_flush(f);
        if (p[0].revents)
            wire_fill(&f->from);
    }
}

/* ---- the calls ---- */

static int spawn(struct foreign *f)
{
    int in[2], out[2];
    if (pipe2(in, O_CLOEXEC))
        return 0;
    if (pipe2(out, O_CLOEXEC)) {
        close(in[0]);
        close(in[1]);
        return 0;
    }
    f->pid = fork();
    if (f->pid == 0)
        child_run(f->command, in[0], out[1]);
    close(in[0]);
    close(out[1]);
    if (f->pid < 0) {
        close(in[1]);
        close(out[0]);
        return 0;
    }
    setpgid(f->pid, f->pid); /* parent and child both call it: whichever is first, the group exists for a kill */
    f->to = in[1];
    f->from.fd = out[0];
    fcntl(f->to, F_SETFL, O_NONBLOCK);
    fcntl(f->from.fd, F_SETFL, O_NONBLOCK);
    return 1;
}

static void release(struct foreign *f)
{
    wire_close(&f->from);
    free(f->queue);
    free(f->line);
    free(f->command);
    free(f);
}

struct foreign *foreign_open(const struct ir_game *g, const char *command_line, void (*reporter)(void *, const char *),
                             void *arg, char why[IR_WHY_MAX])
{
    struct foreign *f = calloc(1, sizeof *f);
    if (!f || !(f->command = strdup(command_line)) || !(f->queue = malloc(QUEUE_MAX)) || !(f->line = malloc(WIRE_LINE_MAX)) ||
        !wire_open(&f->from, -1)) {
        snprintf(why, IR_WHY_MAX, "out of memory");
        if (f)
            release(f);
        return NULL;
    }
    f->game = g;
    f->report = reporter;
    f->arg = arg;
    f->fallback = ir_bot_role(g, IR_ROLE_QUICK);
    snprintf(f->name, sizeof f->name, "exec:%.30s", command_line);
    signal(SIGPIPE, SIG_IGN);
    if (!spawn(f)) {
        snprintf(why, IR_WHY_MAX, "'%.60s' could not be started: %s", command_line, strerror(errno));
        release(f);
        return NULL;
    }
    hello_send(f);
    return f;
}

void foreign_start(struct foreign *f, int seats, const char *options, const char *deck, int seat, uint64_t seed,
                   const struct ir_budget *budget)
{
    struct ir_json j;
    struct ir_text t;
    int16_t value[IR_OPTIONS_MAX];
    char canonical[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    uint64_t hash[4], said[2] = {seed, (uint64_t)seat};
    ir_blake2b((uint8_t *)hash, said, sizeof said);
    ir_rng_seed(&f->rng, hash[1]);
    f->seat = seat;
    f->seats = seats;
    int error = ir_options_parse(f->game, options, value, why);
    ir_assert(error == IR_OK);
    ir_text_start(&t, canonical, sizeof canonical);
    ir_options_print(f->game, value, &t);
    message(f, &j, "game");
    ir_json_str(&j, "game", f->game->name);
    ir_json_int(&j, "rules", f->game->rules_rev);
    ir_json_str(&j, "options", canonical);
    if (deck)
        ir_json_str(&j, "deck", deck);
    ir_json_int(&j, "seats", seats);
    ir_json_int(&j, "seat", seat);
    ir_json_int(&j, "seed", (int64_t)(hash[0] >> 11)); /* below 2^53: exact as a JSON number in every language */
    if (budget && budget->nodes)
        ir_json_int(&j, "nodes", (int64_t)budget->nodes);
    if (budget && budget->microseconds)
        ir_json_int(&j, "ms", (int64_t)(budget->microseconds + 999) / 1000);
    message_send(f, &j);
}

void foreign_events(struct foreign *f, const struct ir_view *after, const struct ir_events *seen)
{
    struct ir_json j;
    int turn = ((const struct ir_head *)(const void *)after->b)->turn;
    if (f->gone || seen->n == 0)
        return;
    message(f, &j, "told");
    if (turn >= 0)
        ir_json_int(&j, "turn", turn);
    else
        ir_json_str(&j, "turn", turn == IR_CHANCE ? "chance" : "over");
    ir_json_list(&j, "events");
    for (int i = 0; i < seen->n; i++)
        ir_event_json(f->game, &seen->e[i], &j);
    ir_json_end(&j, ']');
    message_send(f, &j);
}

ir_move foreign_move(struct foreign *f, const struct ir_view *v, const struct ir_notes *notes, int timeout_ms)
{
    ir_move m = IR_NO_MOVE;
    timeout_ms = timeout_ms > 0 ? timeout_ms : timeout_default();
    f->moves++;
    if (!f->gone)
        unasked_take(f);
    f->id++;
    if (!f->gone)
        choose_send(f, v, notes, timeout_ms);
    if (!f->gone && answer_wait(f, v, timeout_ms, &m) == ANSWERED)
        return m;
    f->fallbacks++;
    return ir_bot_move(f->fallback, f->game, v, notes, &f->rng, NULL);
}

void foreign_stop(struct foreign *f, const volatile int *stop)
{
    f->stop = stop;
}

void foreign_end(struct foreign *f, const struct ir_score *score)
{
    struct ir_json j;
    message(f, &j, "result");
    ir_json_list(&j, "points");
    for (int i = 0; i < f->seats; i++)
        ir_json_int(&j, NULL, score->points[i]);
    ir_json_end(&j, ']');
    ir_json_list(&j, "ranks");
    for (int i = 0; i < f->seats; i++)
        ir_json_int(&j, NULL, score->rank[i]);
    ir_json_end(&j, ']');
    message_send(f, &j);
}

const char *foreign_name(const struct foreign *f)
{
    return f->name;
}

void foreign_count(const struct foreign *f, int64_t *moves, int64_t *fallbacks)
{
    *moves = f->moves;
    *fallbacks = f->fallbacks;
}

static void count_report(struct foreign *f)
{
    char kinds[IR_WHY_MAX];
    struct ir_text t;
    ir_text_start(&t, kinds, sizeof kinds);
    for (int i = 0; i < FAULTS; i++)
        if (f->count[i])
            ir_text_add(&t, "%s%s: %d", t.len ? ", " : " (", fault_word[i], (int)f->count[i]);
    if (f->fallbacks)
        report(f, "%s made %lld of its %lld moves%s%s", f->fallback->name, (long long)f->fallbacks, (long long)f->moves, kinds,
               t.len ? ")" : "");
}

/* The queue goes out first, but only for a moment. */
static void bye_send(struct foreign *f)
{
    struct ir_json j;
    message(f, &j, "bye");
    message_send(f, &j);
    for (double until = seconds() + GRACE_MS * 1e-3; f->queued && f->to >= 0 && seconds() < until;) {
        struct pollfd p = {f->to, POLLOUT, 0};
        poll(&p, 1, 20);
        f->from.n = f->from.at = 0; /* it may be blocked until we read */
        wire_fill(&f->from);
        queue_flush(f);
    }
}

void foreign_close(struct foreign *f)
{
    if (!f)
        return;
    if (!f->gone)
        bye_send(f);
    process_end(f);
    count_report(f);
    release(f);
}
