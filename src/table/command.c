/* command.c: the commands of people and of the keeper: who may give them and when, and the sentence if not. */
#include "table.h"

#ifndef IR_TERSE
int step_refuse(struct step *s, int error, const char *format, ...)
{
    struct ir_text t;
    va_list a;
    va_start(a, format);
    ir_why_start(&t, s->why);
    ir_text_add_list(&t, format, a);
    va_end(a);
    return error;
}
#endif

void step_act(struct step *s, enum ir_act_kind kind, int seat, int by, int what)
{
    if (s->story && s->story->n_acts < IR_ACTS_MAX)
        s->story->act[s->story->n_acts++] = (struct ir_act){(uint8_t)kind, (uint8_t)what, (int8_t)seat, (int8_t)by};
}

/* Reads a seat, as in "2" or "2 more". Returns what follows it, or NULL after a refusal. */
static const char *seat_read(struct step *s, const char *text, int *seat)
{
    *seat = text[0] - '0';
    if (text[0] < '0' || *seat >= s->t->n_seats || (text[1] && text[1] != ' ')) {
        step_refuse(s, IR_E_SEAT, "a seat is a number from 0 to %d", s->t->n_seats - 1);
        return NULL;
    }
    return text[1] ? text + 2 : text + 1;
}

/* Valid UTF-8 of 1 to `most` bytes, without control characters, and without blanks at its ends. */
static int name_is_good(const char *name, size_t most)
{
    size_t n = strlen(name);
    if (n == 0 || n > most || name[0] == ' ' || name[n - 1] == ' ')
        return 0;
    for (const unsigned char *p = (const unsigned char *)name; *p;) {
        int more = *p < 0x80 ? 0 : *p >= 0xc2 && *p < 0xe0 ? 1 : *p >= 0xe0 && *p < 0xf0 ? 2 : *p >= 0xf0 && *p < 0xf5 ? 3 : -1;
        if (more < 0 || *p < ' ' || *p == 0x7f || (*p == 0xc2 && p[1] < 0xa0))
            return 0;
        if ((*p == 0xe0 && p[1] < 0xa0) || (*p == 0xed && p[1] > 0x9f) || (*p == 0xf0 && p[1] < 0x90) ||
            (*p == 0xf4 && p[1] > 0x8f))
            return 0;
        for (p++; more > 0; more--, p++)
            if ((*p & 0xc0) != 0x80)
                return 0;
    }
    return 1;
}

/* ---- gathering ---- */

static void seat_set(struct ir_seat *seat, int kind, const char *name)
{
    memset(seat, 0, sizeof *seat); /* not an assignment: equal tables are equal bytes */
    seat->kind = (uint8_t)kind;
    seat->answer = IR_NO_MOVE;
    memcpy(seat->name, name, strlen(name) + 1);
}

static int start_if_ready(struct step *s)
{
    for (int i = 0; i < s->t->n_seats; i++)
        if (s->t->seat[i].kind == IR_OPEN || !s->t->seat[i].ready)
            return IR_OK;
    if (table_rated(s->t) && set_count(table_people(s->t)) < 2)
        return step_refuse(s, IR_E_STAGE, "a rated game needs two people at least");
    return course_start(s);
}

static int do_sit(struct step *s, const char *rest)
{
    int seat;
    if (!(rest = seat_read(s, rest, &seat)))
        return IR_E_SEAT;
    if (s->seat >= 0)
        return step_refuse(s, IR_E_SEAT, "you sit at seat %d; stand up first", s->seat);
    struct ir_seat *at = &s->t->seat[seat];
    if (at->kind != IR_OPEN)
        return step_refuse(s, IR_E_SEAT, "seat %d is taken", seat);
    if (table_evening(s->t) && s->t->seq >= s->t->n_seats) /* the first rows seat those who were paired */
        return step_refuse(s, IR_E_SEAT, "this is a table of an evening, which says who plays here; you may watch");
    if (s->t->locked && s->who != s->t->host)
        return step_refuse(s, IR_E_SEAT, "the host has locked the table; ask them to unlock it, or watch");
    if (!name_is_good(rest, IR_NAME_MAX - 1) || strncmp(rest, "bot:", 4) == 0)
        return step_refuse(s, IR_E_COMMAND,
                           "'sit SEAT NAME' needs a name of at most %d bytes, without control characters, not a bot's",
                           IR_NAME_MAX - 1);
    seat_set(at, IR_PERSON, rest);
    at->who = s->who;
    ir_text_add(&s->row, "@ sit %d ", seat);
    ir_text_hex64(&s->row, s->who);
    ir_text_add(&s->row, " %s\n", rest);
    return IR_OK;
}

/* For a table that comes from a record: all are ready already. */
static int do_start(struct step *s, const char *rest)
{
    (void)rest;
    int error = start_if_ready(s);
    return error || s->t->stage != IR_GATHERING ? error : step_refuse(s, IR_E_STAGE, "not everybody is ready");
}

static int do_bot(struct step *s, const char *rest)
{
    enum { MOST = IR_NAME_MAX - 1 - 4 }; /* records call it bot:NAME */
    int seat;
    if (s->who != s->t->host)
        return step_refuse(s, IR_E_SEAT, "only the host of the table puts bots in seats");
    if (!(rest = seat_read(s, rest, &seat)))
        return IR_E_SEAT;
    struct ir_seat *at = &s->t->seat[seat];
    if (at->kind != IR_OPEN)
        return step_refuse(s, IR_E_SEAT, "seat %d is taken", seat);
    if (!name_is_good(rest, MOST) || (strncmp(rest, "exec:", 5) != 0 && !ir_bot_find(s->t->game, rest))) {
        struct ir_text t;
        const struct ir_bot *bot;
        ir_why_start(&t, s->why);
        ir_text_put(&t, "there is no such bot; there are:");
        for (int i = 0; (bot = ir_bot_list(s->t->game, i)); i++)
            ir_text_add(&t, " %s", bot->name);
        return IR_E_COMMAND;
    }
    seat_set(at, IR_BOT, rest);
    at->ready = 1;
    ir_text_add(&s->row, "@ bot %d %s\n", seat, rest);
    return start_if_ready(s);
}

static int do_stand(struct step *s, const char *rest)
{
    int seat = s->seat;
    if (*rest && (!(rest = seat_read(s, rest, &seat)) || *rest))
        return step_refuse(s, IR_E_SEAT, "'stand', or for the host 'stand SEAT', a seat from 0 to %d", s->t->n_seats - 1);
    if (seat < 0)
        return step_refuse(s, IR_E_SEAT, "you have no seat to leave");
    if (seat != s->seat && s->who != s->t->host)
        return step_refuse(s, IR_E_SEAT, "only the host of the table empties the seats of others");
    if (s->t->seat[seat].kind == IR_OPEN)
        return step_refuse(s, IR_E_SEAT, "seat %d is empty already", seat);
    if (s->t->seat[seat].who == s->t->host)
        s->t->locked = 0; /* else nobody could sit down any more */
    seat_set(&s->t->seat[seat], IR_OPEN, "");
    ir_text_add(&s->row, "@ stand %d\n", seat);
    return IR_OK;
}

/* Removes the empty seats; the others keep their order. The game starts if all are ready then. */
static int do_close(struct step *s, const char *rest)
{
    struct ir_table *t = s->t;
    char options[IR_OPTIONS_TEXT];
    struct ir_text text;
    int taken = 0;
    (void)rest;
    if (s->who != t->host)
        return step_refuse(s, IR_E_SEAT, "only the host of the table takes empty seats away");
    for (int i = 0; i < t->n_seats; i++)
        taken += t->seat[i].kind != IR_OPEN;
    if (taken == t->n_seats)
        return step_refuse(s, IR_E_SEAT, "no seat is empty");
    ir_text_start(&text, options, sizeof options); /* t->options is no part of what a step works on */
    ir_options_print(t->game, ir_options(&t->now), &text);
    int error = ir_start(t->game, &t->now, taken, options, t->deck, s->why);
    if (error)
        return error;
    for (int i = 0, to = 0; i < t->n_seats; i++) {
        if (t->seat[i].kind == IR_OPEN)
            continue;
        for (int k = 0; to < i && k < IR_RECENT; k++) { /* what was done from an empty seat is remembered, too */
            struct ir_recent r = t->recent[to][k];
            t->recent[to][k] = t->recent[i][k];
            t->recent[i][k] = r;
        }
        if (to < i)
            memcpy(&t->seat[to], &t->seat[i], sizeof t->seat[i]);
        to++;
    }
    for (int i = taken; i < t->n_seats; i++)
        seat_set(&t->seat[i], IR_OPEN, "");
    t->n_seats = (uint8_t)taken;
    s->seat = ir_table_seat(t, s->who);
    ir_text_add(&s->row, "@ close %d\n", taken);
    return start_if_ready(s);
}

static int lock_set(struct step *s, int locked)
{
    if (s->who != s->t->host)
        return step_refuse(s, IR_E_SEAT, "only the host of the table locks and unlocks it");
    if (s->t->locked == locked)
        return step_refuse(s, IR_E_STAGE, locked ? "the table is locked already" : "the table is not locked");
    if (locked && s->seat < 0)
        return step_refuse(s, IR_E_SEAT, "sit down first: a table without its host stays open");
    s->t->locked = (uint8_t)locked;
    ir_text_add(&s->row, "@ %s\n", locked ? "lock" : "unlock");
    return IR_OK;
}

static int do_lock(struct step *s, const char *rest)
{
    (void)rest;
    return lock_set(s, 1);
}

static int do_unlock(struct step *s, const char *rest)
{
    (void)rest;
    return lock_set(s, 0);
}

/* The host passes the role on. */
static int do_host(struct step *s, const char *rest)
{
    int seat;
    if (s->who != s->t->host)
        return step_refuse(s, IR_E_SEAT, "only the host of the table makes somebody else its host");
    if (!(rest = seat_read(s, rest, &seat)) || *rest)
        return step_refuse(s, IR_E_SEAT, "'host SEAT' needs a seat from 0 to %d", s->t->n_seats - 1);
    if (s->t->seat[seat].kind != IR_PERSON || seat == s->seat)
        return step_refuse(s, IR_E_SEAT, "nobody else sits in seat %d, and only a person can be the host", seat);
    s->t->host = s->t->seat[seat].who;
    ir_text_add(&s->row, "@ host %d\n", seat);
    return IR_OK;
}

static int do_ready(struct step *s, const char *rest)
{
    struct ir_seat *at = &s->t->seat[s->seat];
    size_t n = strlen(rest);
    if (at->ready)
        return step_refuse(s, IR_E_STAGE, "you are ready already");
    if (n < 32 || n >= IR_SALT_MAX || strspn(rest, "0123456789abcdef") != n)
        return step_refuse(s, IR_E_COMMAND,
                           "'ready SALT' needs a salt of 32 to %d hexadecimal digits (0-9, a-f), made at random by you",
                           IR_SALT_MAX - 1);
    at->ready = 1;
    memcpy(at->salt, rest, n + 1);
    ir_text_add(&s->row, "@ ready %d %s\n", s->seat, rest);
    return start_if_ready(s);
}

/* ---- playing ---- */

static int is_stale(struct step *s)
{
    return s->seq != s->t->seq ? step_refuse(s, IR_E_STALE, "the table has moved on: look at its last frame and choose again")
                               : IR_OK;
}

static int do_move(struct step *s, const char *rest)
{
    if (s->t->seat[s->seat].resigned)
        return step_refuse(s, IR_E_STAGE, "you have resigned; a bot plays on for you");
    if (s->t->seat[s->seat].away)
        return step_refuse(s, IR_E_STAGE, "a bot plays for you; say 'back' first");
    int error = is_stale(s);
    return error ? error : course_move(s, s->seat, rest);
}

static int do_play(struct step *s, const char *rest)
{
    int seat;
    if (!(rest = seat_read(s, rest, &seat)))
        return IR_E_SEAT;
    if (!table_by_bot(s->t, seat))
        return step_refuse(s, IR_E_SEAT, "seat %d is played by a person", seat);
    if (table_deserted(s->t) && !s->outcomes) /* older servers let bots play on: fold their rows */
        return step_refuse(s, IR_E_STAGE, "no person is left to play, so the bots wait");
    int error = is_stale(s);
    return error ? error : course_move(s, seat, rest);
}

static int do_commit(struct step *s, const char *rest)
{
    uint8_t commit[32];
    if (!ir_hex_parse(rest, strlen(rest), commit, 32))
        return step_refuse(s, IR_E_COMMAND,
                           "'commit HASH' needs the hash of the next secret, 64 hexadecimal digits (0-9, a-f)");
    return course_commit(s, commit);
}

static int do_time(struct step *s, const char *rest)
{
    (void)rest;
    return course_time(s);
}

static int do_resign(struct step *s, const char *rest)
{
    (void)rest;
    if (s->t->seat[s->seat].resigned)
        return step_refuse(s, IR_E_STAGE, "you have resigned already");
    int error = course_resign(s, s->seat), left = 0;
    for (int i = 0; i < s->t->n_seats; i++)
        left |= s->t->seat[i].kind == IR_PERSON && !s->t->seat[i].resigned;
    if (error == IR_OK && s->t->stage == IR_PLAYING && s->t->paused == IR_DESERTED && !left)
        course_resume(s); /* nobody can come back any more: the bots play it out, as if all had resigned before */
    return error;
}

static void away_set(struct step *s, int seat, int away)
{
    if (ir_turn(&s->t->now) == seat)
        course_clock_stop(s->t, s->now);
    s->t->seat[seat].away = (uint8_t)away;
    s->t->seat[seat].late = 0;
    s->t->asking = 0;
    ir_text_add(&s->row, "@ %s %d\n", away ? "away" : "back", seat);
    step_act(s, away ? IR_ACT_AWAY : IR_ACT_BACK, seat, seat == s->seat ? -1 : s->seat, 0);
}

static int do_away(struct step *s, const char *rest)
{
    (void)rest;
    if (table_by_bot(s->t, s->seat))
        return step_refuse(s, IR_E_STAGE, "a bot plays for you already");
    if (table_rated(s->t))
        return step_refuse(s, IR_E_STAGE,
                           "no bot plays for you in a rated game; the others may let one play if you do not move");
    away_set(s, s->seat, 1);
    return IR_OK;
}

static int do_back(struct step *s, const char *rest)
{
    (void)rest;
    if (!s->t->seat[s->seat].away || s->t->seat[s->seat].resigned)
        return step_refuse(s, IR_E_STAGE,
                           s->t->seat[s->seat].resigned ? "you have resigned; a bot plays on for you until the end"
                                                        : "you are not away");
    away_set(s, s->seat, 0);
    if (s->t->paused == IR_DESERTED)
        course_resume(s);
    return IR_OK;
}

static int do_takeover(struct step *s, const char *rest)
{
    int seat;
    if (!(rest = seat_read(s, rest, &seat)) || *rest)
        return step_refuse(s, IR_E_SEAT, "'takeover SEAT' needs a seat from 0 to %d", s->t->n_seats - 1);
    int64_t from = table_absent(s->t, seat);
    if (seat == s->seat || !from)
        return step_refuse(
            s, IR_E_STAGE,
            "the table does not wait for a person in seat %d, or it waits without a limit (absent=0, clock=slow)", seat);
    if (s->now < from)
        return step_refuse(s, IR_E_STAGE, "seat %d has %d more seconds before a bot may play for it", seat,
                           (int)((from - s->now + SECOND - 1) / SECOND));
    away_set(s, seat, 1);
    return IR_OK;
}

/* ---- proposals ---- */

static int agreed(struct step *s)
{
    struct ir_table *t = s->t;
    if (table_people(t) & ~(unsigned)t->agreed & ~(t->asking == 'e' ? table_missed(t) : 0))
        return IR_OK;
    if (t->asking == 'u')
        return course_undo(s);
    if (t->asking == 'e')
        return course_call_off(s);
    if (t->asking == 'p') {
        ir_text_put(&s->row, "@ pause\n");
        step_act(s, IR_ACT_PAUSE, t->asked_by, -1, 0);
        course_clock_stop(t, s->now);
        t->paused = IR_PAUSED;
        t->asking = 0;
    }
    return IR_OK; /* the keeper opens a table for the rematch */
}

static int ask(struct step *s, const char *what)
{
    struct ir_table *t = s->t;
    if (t->asking)
        return step_refuse(s, IR_E_STAGE, "there is a proposal already: agree or decline first");
    t->asking = (uint8_t)what[0];
    t->asked_by = (int8_t)s->seat;
    t->agreed = (uint8_t)(1u << s->seat);
    ir_text_add(&s->row, "@ ask %s %d\n", what, s->seat);
    step_act(s, IR_ACT_ASK, s->seat, -1, what[0]);
    return agreed(s);
}

static int do_undo(struct step *s, const char *rest)
{
    (void)rest;
    if (!s->t->set[IR_SET_UNDO])
        return step_refuse(s, IR_E_STAGE, "moves cannot be taken back at this table (undo=off)");
    if (s->t->can_undo != s->seat || table_by_bot(s->t, s->seat))
        return step_refuse(
            s, IR_E_STAGE,
            "only the last move can be taken back, by the player who made it, and only if it revealed nothing new");
    return ask(s, "undo");
}

static int do_pause(struct step *s, const char *rest)
{
    (void)rest;
    return ask(s, "pause");
}

static int do_resume(struct step *s, const char *rest)
{
    (void)rest;
    int deserted = s->t->paused == IR_DESERTED;
    if (!s->t->paused)
        return step_refuse(s, IR_E_STAGE, "the game is not paused");
    if (deserted && s->t->seat[s->seat].resigned)
        return step_refuse(s, IR_E_STAGE, "the game waits for somebody who has not resigned");
    course_resume(s);
    if (deserted && s->t->seat[s->seat].away)
        away_set(s, s->seat, 0);
    return IR_OK;
}

/* From the keeper: nobody was here when a clock ran out. */
static int do_halt(struct step *s, const char *rest)
{
    (void)rest;
    return course_halt(s);
}

static int do_end(struct step *s, const char *rest)
{
    (void)rest;
    if (table_by_bot(s->t, s->seat))
        return step_refuse(s, IR_E_STAGE, "a bot plays for you, so only the others can end the game; say 'back' first");
    if (!(table_missed(s->t) & ~(1u << s->seat)))
        return step_refuse(s, IR_E_STAGE,
                           "a game can be ended for all only while somebody is missing; use 'resign' to give up");
    return ask(s, "end");
}

static int is_asked(struct step *s)
{
    if (!s->t->asking)
        return step_refuse(s, IR_E_STAGE, "there is no proposal to answer");
    if (!(table_people(s->t) >> s->seat & 1))
        return step_refuse(s, IR_E_STAGE, "a bot plays for you, and bots agree to everything");
    return IR_OK;
}

static int do_agree(struct step *s, const char *rest)
{
    (void)rest;
    int error = is_asked(s);
    if (error)
        return error;
    if (s->t->agreed >> s->seat & 1)
        return step_refuse(s, IR_E_STAGE, "you have agreed already");
    s->t->agreed |= (uint8_t)(1u << s->seat);
    ir_text_add(&s->row, "@ agree %d\n", s->seat);
    step_act(s, IR_ACT_AGREE, s->seat, -1, s->t->asking);
    return agreed(s);
}

static int do_decline(struct step *s, const char *rest)
{
    (void)rest;
    int error = is_asked(s);
    if (error)
        return error;
    ir_text_add(&s->row, "@ decline %d\n", s->seat);
    step_act(s, IR_ACT_DECLINE, s->seat, s->t->asked_by, s->t->asking);
    s->t->asking = 0;
    return IR_OK;
}

static int do_rematch(struct step *s, const char *rest)
{
    struct ir_table *t = s->t;
    struct ir_wish wish;
    size_t n = strlen(rest);
    if (table_evening(t))
        return step_refuse(s, IR_E_STAGE, "this is a table of an evening, which says who plays next");
    if (t->next[0])
        return step_refuse(s, IR_E_STAGE, "the rematch has its table: %s", t->next);
    if (s->who && *rest)
        return step_refuse(s, IR_E_COMMAND, "'rematch' takes no argument");
    if (s->who) /* two who ask for it at the same time agree */
        return t->asking == 'r' ? do_agree(s, rest) : ask(s, "rematch");
    ir_table_wish(t, s->now, &wish);
    if (!wish.rematch)
        return step_refuse(s, IR_E_STAGE, "nobody has agreed on a rematch");
    if (n == 0 || n >= IR_ID_MAX || strspn(rest, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") != n)
        return step_refuse(s, IR_E_COMMAND, "'rematch ID' needs an id of letters and digits, at most %d", IR_ID_MAX - 1);
    memcpy(t->next, rest, n + 1);
    t->asking = 0;
    ir_text_add(&s->row, "@ rematch %s\n", rest);
    return IR_OK;
}

/* ---- all of them ---- */

enum { PEOPLE = 1, KEEPER = 2, SEATED = 4, ALONE = 8, GATHER = 16, PLAY = 32, OVER = 64, RUNNING = 128 };

static const struct {
    const char *name;
    int when; /* bits: who may give it; SEATED: people need a seat; ALONE: it takes no argument; stages; RUNNING: not while
                 paused */
    int (*run)(struct step *, const char *rest);
} commands[] = {
    {"move", PEOPLE | SEATED | PLAY | RUNNING, do_move},
    {"play", KEEPER | PLAY | RUNNING, do_play},
    {"time", KEEPER | ALONE | PLAY | RUNNING, do_time},
    {"start", KEEPER | ALONE | GATHER, do_start},
    {"commit", KEEPER | PLAY, do_commit},
    {"sit", PEOPLE | GATHER, do_sit},
    {"bot", PEOPLE | GATHER, do_bot},
    {"stand", PEOPLE | GATHER, do_stand},
    {"close", PEOPLE | ALONE | GATHER, do_close},
    {"lock", PEOPLE | ALONE | GATHER, do_lock},
    {"unlock", PEOPLE | ALONE | GATHER, do_unlock},
    {"host", PEOPLE | GATHER, do_host},
    {"ready", PEOPLE | SEATED | GATHER, do_ready},
    {"resign", PEOPLE | SEATED | ALONE | PLAY, do_resign},
    {"away", PEOPLE | SEATED | ALONE | PLAY, do_away},
    {"back", PEOPLE | SEATED | ALONE | PLAY, do_back},
    {"takeover", PEOPLE | SEATED | PLAY | RUNNING, do_takeover},
#ifndef IR_TERSE
    {"holiday", PEOPLE | SEATED | PLAY, slow_holiday},
#endif
    {"undo", PEOPLE | SEATED | ALONE | PLAY | RUNNING, do_undo},
    {"pause", PEOPLE | SEATED | ALONE | PLAY | RUNNING, do_pause},
    {"pause", KEEPER | ALONE | PLAY | RUNNING, do_halt},
    {"resume", PEOPLE | SEATED | ALONE | PLAY, do_resume},
    {"end", PEOPLE | SEATED | ALONE | PLAY | RUNNING, do_end},
    {"rematch", PEOPLE | KEEPER | SEATED | OVER, do_rematch},
    {"agree", PEOPLE | SEATED | ALONE | PLAY | OVER, do_agree},
    {"decline", PEOPLE | SEATED | ALONE | PLAY | OVER, do_decline},
};

static int unknown(struct step *s, const char *text, size_t n)
{
    struct ir_text t;
    ir_why_start(&t, s->why);
    ir_text_quote(&t, text, n);
    ir_text_put(&t, " is not a command; there are:");
    for (size_t i = 0; i < sizeof commands / sizeof *commands; i++)
        if (commands[i].when & (s->who ? PEOPLE : KEEPER))
            ir_text_add(&t, " %s", commands[i].name);
    return IR_E_COMMAND;
}

int step_run(struct step *s, const char *text)
{
    static const int at[] = {[IR_GATHERING] = GATHER, [IR_PLAYING] = PLAY, [IR_OVER_NOW] = OVER};
    static const char *const stage[] = {"before the game has begun", "while the game is played", "after the game"};
    size_t n = strcspn(text, " "), i = 0, all = sizeof commands / sizeof *commands;
    while (i < all &&
           !(strncmp(commands[i].name, text, n) == 0 && !commands[i].name[n] && commands[i].when & (s->who ? PEOPLE : KEEPER)))
        i++;
    if (i == all)
        return unknown(s, text, n);
    const char *rest = text + n + (text[n] == ' '), *name = commands[i].name;
    int when = commands[i].when;
    if (when & SEATED && s->who && s->seat < 0)
        return step_refuse(s, IR_E_SEAT, "'%s' is for those who have a seat, and you have none", name);
    if (!(when & at[s->t->stage]))
        return step_refuse(s, IR_E_STAGE, "'%s' is not possible %s", name, stage[s->t->stage]);
    if (when & RUNNING && s->t->paused)
        return step_refuse(s, IR_E_STAGE, "the game is paused; anyone at the table can say 'resume'");
    if (when & ALONE && text[n])
        return step_refuse(s, IR_E_COMMAND, "'%s' takes no argument", name);
    return commands[i].run(s, rest);
}
