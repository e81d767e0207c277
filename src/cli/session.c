/* session.c: see session.h. */
#include "session.h"
#include "screen.h"
#include "speech.h"

#include <errno.h>
#include <stdarg.h>

enum { NOW = 1 }; /* no clock runs at this table */

/* Sends each bot its part of the events. */
static void bots_events(struct session *s)
{
    const struct ir_story *story = &s->done.story;
    for (int seat = 0; seat < s->setup.seats; seat++) {
        struct ir_view after;
        if (!s->bot[seat] || !player_listens(s->bot[seat]))
            continue;
        ir_look(s->setup.game, &s->table.now, seat, &after);
        for (int i = 0; i < story->n;) {
            struct ir_events seen;
            for (seen.n = 0; i < story->n && seen.n < IR_EVENTS_MAX; i++)
                ir_event_see(&story->e[i], seat, &seen.e[seen.n++]);
            player_events(s->bot[seat], &after, &seen);
        }
    }
}

/* ---- the table ---- */

static void row_push(struct session *s, const char *row)
{
    if (s->n == s->room) {
        s->room = s->room ? 2 * s->room : 256;
        s->row = realloc(s->row, s->room * sizeof *s->row);
    }
    if (!s->row || !(s->row[s->n++] = strdup(row))) {
        fputs("irori: out of memory\n", stderr);
        exit(1);
    }
}

static _Noreturn void mistake(const char *why)
{
    fprintf(stderr, "irori play: %s. This is a mistake in the program.\n", why);
    exit(1);
}

/* Carries out a command that is known to be possible, and keeps its row. */
static void table_do(struct session *s, uint64_t who, const char *format, ...) __attribute__((format(printf, 3, 4)));
static void table_do(struct session *s, uint64_t who, const char *format, ...)
{
    char text[IR_TEXT_MAX + 80], why[IR_WHY_MAX];
    struct ir_command c = {.who = who, .seq = s->table.seq, .text = text};
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    if (ir_table_do(&s->table, &c, s->secret, NOW, &s->done, why))
        mistake(why);
    row_push(s, s->done.row);
    s->table = s->done.after;
    bots_events(s);
}

static void move_do(struct session *s, int seat, ir_move m)
{
    const struct ir_game *g = s->setup.game;
    char text[IR_TEXT_MAX];
    struct ir_text t;
    ir_text_start(&t, text, sizeof text);
    g->move_print(m, &t);
    if (s->bot[seat])
        table_do(s, 0, "play %d %s", seat, text);
    else
        table_do(s, (uint64_t)seat + 1, "move %s", text);
}

void session_start(struct session *s)
{
    table_do(s, 0, "start");
}

/* Makes a decision. In a secret question the seats are asked one after another. After the first answer that is not silence the
 * other answers do not count, so these seats are silent without being asked. */
void session_decide(struct session *s, int seat, ir_move m)
{
    const struct ir_game *g = s->setup.game;
    unsigned asked = g->asked ? g->asked(s->table.now.b) : 0;
    move_do(s, seat, m);
    for (int i = 0; asked && m != g->silent && !s->done.closed && i < s->setup.seats; i++)
        if (asked >> i & 1 && s->table.seat[i].answer == IR_NO_MOVE)
            move_do(s, i, g->silent);
}

int session_turn(const struct session *s)
{
    const struct ir_game *g = s->setup.game;
    struct ir_state at = s->table.now;
    int turn;
    while (s->table.seat[turn = ir_turn(&at)].answer != IR_NO_MOVE)
        g->apply(&at, g->silent, NULL);
    return turn;
}

ir_move session_think(struct session *s, int seat)
{
    struct ir_view v;
    struct ir_notes notes;
    ir_table_view(&s->table, seat, &v, &notes);
    return player_move(s->bot[seat], &v, &notes);
}

static uint64_t microseconds(void)
{
    return (uint64_t)(seconds() * 1e6);
}

int session_hint(struct session *s, int seat, ir_move *best, ir_move *second)
{
    static struct ir_advice a;
    const struct ir_bot *bot = ir_bot_role(s->setup.game, IR_ROLE_ADVISER);
    struct ir_view v;
    struct ir_notes notes;
    struct ir_rng rng;
    struct ir_budget budget = {bot->budget.nodes, bot->budget.microseconds, microseconds, &stopped};
    double first = 0, next = 0;
    ir_table_view(&s->table, seat, &v, &notes);
    ir_rng_seed(&rng, s->table.seq);
    a.n = 0;
    bot->think(s->setup.game, &v, &notes, &rng, &budget, &a);
    *best = *second = IR_NO_MOVE;
    for (int i = 0; i < a.n; i++)
        if (*best == IR_NO_MOVE || a.of[i].value > first) {
            *second = *best, next = first;
            *best = a.of[i].move, first = a.of[i].value;
        } else if (*second == IR_NO_MOVE || a.of[i].value > next) {
            *second = a.of[i].move, next = a.of[i].value;
        }
    return *best != IR_NO_MOVE;
}

char *session_record(const struct session *s)
{
    for (size_t size = 1 << 16;; size *= 2) {
        char *text = malloc(size), why[IR_WHY_MAX] = "out of memory";
        struct ir_text t;
        ir_text_start(&t, text, size);
        if (!text || ir_table_record(&s->table, &s->from.replay, (const char *const *)s->row, s->n, &t, why))
            mistake(why);
        if (!t.cut)
            return text;
        free(text);
    }
}

/* Reveals the secret so far; another one deals from here on. */
static void secret_change(struct session *s)
{
    uint8_t next[32], commit[32];
    char hex[65];
    struct ir_text t;
    memcpy(next, s->secret, 32);
    if (!s->rehearsal)
        secret_make(next);
    ir_commit(commit, next);
    ir_text_start(&t, hex, sizeof hex);
    ir_text_hex(&t, commit, 32);
    table_do(s, 0, "commit %s", hex);
    memcpy(s->secret, next, 32);
}

int session_save(struct session *s, const char *path)
{
    FILE *f = fopen(path, "wb");
    if (!f)
        return complain(
            "play", "%s",
            phrase("{file}: {why}; the game goes on, try another file with: save FILE", "file", path, "why", strerror(errno)));
    if (s->table.stage == IR_PLAYING)
        secret_change(s);
    char *text = session_record(s);
    fputs(text, f);
    free(text);
    int bad = ferror(f) | fflush(f);
    bad |= fclose(f);
    return bad ? complain("play", "%s", phrase("{file}: could not be written whole (is the disk full?)", "file", path)) : 0;
}

/* All people agree to it, as they sit at one screen. */
int session_undo(struct session *s)
{
    int seat = s->table.can_undo;
    if (seat < 0 || s->bot[seat])
        return -1;
    table_do(s, (uint64_t)seat + 1, "undo");
    for (int i = 0; i < s->setup.seats && s->table.asking; i++)
        if (i != seat && !s->bot[i])
            table_do(s, (uint64_t)i + 1, "agree");
    return seat;
}

/* ---- opening and closing ---- */

/* Finds out who sits where, from names such as "You" and "bot:greedy". A saved game may come from anybody, so a name in it
 * cannot start a program. */
static int seats_fill(struct session *s, int resumed)
{
    int bots = 0, at = 0;
    for (int i = 0; i < s->setup.seats; i++)
        bots += s->table.seat[i].kind == IR_BOT;
    s->people = s->setup.seats - bots;
    s->viewer = -1;
    for (int i = 0; i < s->setup.seats; i++) {
        const struct ir_seat *seat = &s->table.seat[i];
        s->called[i] = s->name[i];
        if (seat->kind == IR_BOT) {
            if (resumed && (strncmp(seat->name, "exec:", 5) == 0 || strncmp(seat->name, "exec@", 5) == 0))
                return complain(
                    "play", "%s",
                    phrase("seat {n} was played by another program; a saved game cannot start one", "n", number(i)));
            s->bot[i] = player_open("play", s->setup.game, seat->name);
            if (!s->bot[i])
                return 2;
            player_stop(s->bot[i], &stopped);
            snprintf(s->name[i], IR_NAME_MAX, "%s", bots > 1 ? phrase("Bot {n}", "n", number(++at)) : tr("Bot"));
        } else {
            snprintf(s->name[i], IR_NAME_MAX, "%s", name_shown(seat->name, tr("Player")));
            if (s->people == 1)
                s->viewer = i;
        }
    }
    return 0;
}

/* "0,2" or "all": the seats of people. */
static int people_read(const char *text, int seats, int person[IR_SEATS_MAX])
{
    for (int i = 0; i < seats; i++)
        person[i] = strcmp(text, "all") == 0;
    for (const char *p = text; strcmp(text, "all") != 0 && *p; p++) {
        if (*p < '0' || *p >= '0' + seats || (p[1] && p[1] != ',') || (p[1] == ',' && !p[2]))
            return complain("play", "%s",
                            phrase("--people cannot be '{text}'; it takes seats from 0 to {n} separated by commas, or all",
                                   "text", cut(text), "n", number(seats - 1)));
        person[*p - '0'] = 1;
        p += p[1] == ',';
    }
    return 0;
}

/* Writes the record of a game that has not started. */
static int header_make(struct session *s, const struct session_new *n)
{
    char why[IR_WHY_MAX], text[IR_RECORD_MORE];
    int person[IR_SEATS_MAX] = {0}, several = 0;
    uint8_t id[32];
    struct ir_record r;
    struct ir_text t;
    if (setup_read("play", &s->setup, n->game, n->seats, n->options) || people_read(n->people, s->setup.seats, person))
        return 2;
    if (strlen(n->bot) >= IR_NAME_MAX - 4)
        return complain("play", "%s",
                        phrase("'{name}' is too long a name for a bot; a record has {n} letters for it", "name", cut(n->bot),
                               "n", number(IR_NAME_MAX - 5)));
    ir_record_begin(&r, n->game, s->setup.seats, s->setup.options, s->setup.deck, why);
    for (int i = 0; i < s->setup.seats; i++)
        several += person[i];
    for (int i = 0; i < s->setup.seats; i++) {
        if (!person[i])
            snprintf(r.name[i], IR_NAME_MAX, "bot:%s", n->bot);
        else if (several > 1)
            snprintf(r.name[i], IR_NAME_MAX, "Player %d", i + 1);
        else
            snprintf(r.name[i], IR_NAME_MAX, "You");
    }
    ir_text_start(&t, r.match, sizeof r.match);
    if (n->seed >= 0) {
        ir_text_put(&t, "rehearsal-");
        ir_text_int(&t, n->seed);
    } else {
        secret_make(id);
        ir_text_hex(&t, id, 8);
    }
    ir_text_start(&t, text, sizeof text);
    ir_record_print_header(&r, &t);
    ir_record_print_end(&r, &t);
    s->from.deck = s->setup.deck;
    if (record_open(&s->from, text, why))
        mistake(why);
    return 0;
}

static void table_open(struct session *s, int64_t seed)
{
    char why[IR_WHY_MAX];
    uint8_t commit[32];
    s->rehearsal = seed >= 0;
    if (s->rehearsal)
        memcpy(s->secret, &seed, sizeof seed);
    else
        secret_make(s->secret);
    ir_commit(commit, s->secret);
    if (ir_table_from_record(&s->table, &s->from.replay, "reaction=0", commit, why))
        mistake(why);
}

static void bots_start(struct session *s, int64_t seed)
{
    uint64_t bots;
    struct ir_rng seeds;
    memcpy(&bots, s->secret + 8, 8);
    ir_rng_seed(&seeds, bots ^ (uint64_t)seed);
    for (int i = 0; i < s->setup.seats; i++)
        if (s->bot[i])
            player_start(s->bot[i], &s->setup, i, ir_rng_next(&seeds));
}

/* Makes the table from the record, and its players. */
static int begin(struct session *s, int64_t seed, int resumed)
{
    table_open(s, seed);
    int code = seats_fill(s, resumed);
    if (!code)
        bots_start(s, seed);
    return code;
}

int session_new(struct session *s, const struct session_new *n)
{
    int code = header_make(s, n);
    return code ? code : begin(s, n->seed, 0);
}

int session_resume(struct session *s, const char *path, const char *deck_path, int64_t seed)
{
    struct ir_text t;
    if (record_load("play", path, deck_path, &s->from))
        return 1;
    const struct ir_record *r = &s->from.replay.record;
    if (ir_turn(&r->state) == IR_OVER || r->resigned)
        return complain("play", "%s",
                        phrase("{file}: this game is over, or somebody gave up in it; irori replay shows it", "file", path));
    s->setup.game = r->game;
    s->setup.seats = ir_seats(&r->state);
    s->setup.deck = s->from.deck;
    ir_text_start(&t, s->setup.options, sizeof s->setup.options);
    ir_options_print(r->game, ir_options(&r->state), &t);
    return begin(s, seed, 1);
}

void session_end(struct session *s)
{
    struct ir_score score;
    s->setup.game->score(s->table.now.b, &score);
    for (int i = 0; i < s->setup.seats; i++)
        if (s->bot[i])
            player_end(s->bot[i], &score);
}

void session_close(struct session *s)
{
    for (int i = 0; i < IR_SEATS_MAX; i++)
        player_close(s->bot[i]);
    for (size_t i = 0; i < s->n; i++)
        free(s->row[i]);
    free(s->row);
    if (!s->from.deck)
        free(s->setup.deck);
    record_free(&s->from);
}
