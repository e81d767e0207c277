/* course.c: the game of a table: moves, secret questions, outcomes, clocks, the end.
 *
 * After each row of the game somebody is asked for a move, or the game is over. Answers to a secret question are kept in
 * ir_seat.answer, and no frame contains them. The row that closes the question contains those that count, as moves. */
#include "table.h"
#include "core/crypto.h"
#include "core/dealer.h"

enum {
    ONLY_BOTS_MS = 1000,  /* a question to bots only is open this long, if several people play */
    BOTS_LATE_MS = 5000,  /* a bot that has not answered by then counts as silent */
    AFTER_FLAG_MS = 10000 /* on the clock of a person who comes back after it ran out */
};

/* ---- who is asked, and until when ---- */

uint16_t table_question(const struct ir_table *t)
{
    return t->stage == IR_PLAYING && ir_turn(&t->now) >= 0 && t->game->asked ? t->game->asked(t->now.b) : 0;
}

int table_by_bot(const struct ir_table *t, int seat)
{
    const struct ir_seat *s = &t->seat[seat];
    return s->kind == IR_BOT || s->away || s->resigned;
}

int table_waits(const struct ir_table *t, int seat)
{
    return t->stage == IR_PLAYING && !t->paused && t->seat[seat].kind == IR_PERSON && !table_by_bot(t, seat) &&
           ir_asked(t->game, t->now.b) >> seat & 1;
}

unsigned table_people(const struct ir_table *t)
{
    unsigned people = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].away && (!t->seat[i].resigned || t->stage == IR_OVER_NOW))
            people |= 1u << i;
    return people;
}

unsigned table_resigned(const struct ir_table *t)
{
    unsigned resigned = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].resigned)
            resigned |= 1u << i;
    return resigned;
}

int table_deserted(const struct ir_table *t)
{
    int people = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned) {
            if (!t->seat[i].away)
                return 0;
            people++;
        }
    return people && t->stage == IR_PLAYING;
}

unsigned table_missed(const struct ir_table *t)
{
    unsigned missed = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (t->seat[i].kind == IR_PERSON && !t->seat[i].resigned && (t->seat[i].away || t->seat[i].late))
            missed |= 1u << i;
    return missed;
}

int table_called_off(const struct ir_table *t)
{
    return t->stage == IR_OVER_NOW && t->ended_by < 0 && ir_turn(&t->now) != IR_OVER;
}

/* May a question close with its last answer? Only if that reveals nothing: at most one person plays, or reaction=0 says so. */
static int question_is_quick(const struct ir_table *t)
{
    int people = 0;
    for (int i = 0; i < t->n_seats; i++)
        people += t->seat[i].kind == IR_PERSON && !t->seat[i].resigned;
    return people <= 1 || t->set[IR_SET_REACTION] == 0 || table_slow(t);
}

/* The time does not depend on the answers, nor on when they come. */
static int64_t question_end(const struct ir_table *t, unsigned asked)
{
    for (int i = 0; i < t->n_seats; i++)
        if (asked >> i & 1 && !table_by_bot(t, i))
            return t->since + (int64_t)t->set[IR_SET_REACTION] * SECOND;
    return t->since + ONLY_BOTS_MS;
}

static int64_t question_due(const struct ir_table *t, unsigned asked)
{
    int missing = 0, bots = 0;
    for (int i = 0; i < t->n_seats; i++)
        if (asked >> i & 1 && t->seat[i].answer == IR_NO_MOVE) {
            missing++;
            bots += table_by_bot(t, i);
        }
    if (question_is_quick(t))
        return missing ? (table_slow(t) && t->set[IR_SET_LATE] ? slow_deadline(t) : 0) : t->since > 0 ? t->since : 1;
    int64_t end = question_end(t, asked), late = t->since + BOTS_LATE_MS;
    return bots && late > end ? late : end;
}

/* ---- clocks ---- */

int table_clock_runs(const struct ir_table *t)
{
    int turn = ir_turn(&t->now);
    return t->stage == IR_PLAYING && !t->paused && t->set[IR_SET_CLOCK] && turn >= 0 && !table_question(t) &&
                   !table_by_bot(t, turn)
               ? turn
               : -1;
}

int64_t table_elapsed(const struct ir_table *t, int seat, int64_t now)
{
    int64_t from = table_slow(t) ? slow_from(t, seat) : t->since;
    return now > from ? now - from : 0;
}

void course_clock_stop(struct ir_table *t, int64_t now)
{
    int seat = table_clock_runs(t);
    if (seat >= 0) {
        t->seat[seat].left -= table_elapsed(t, seat, now);
        if (t->seat[seat].left < 0)
            t->seat[seat].left = 0;
    }
    if (!table_question(t))
        t->since = now;
}

/* A new position: its clock starts. */
static void clock_start(struct ir_table *t, int64_t now)
{
    int turn = ir_turn(&t->now);
    t->since = now;
    course_patience(t);
    if (t->set[IR_SET_CLOCK] == IR_CLOCK_MOVE && turn >= 0)
        t->seat[turn].left = (int64_t)t->set[IR_SET_SECONDS] * SECOND;
}

int64_t table_wake(const struct ir_table *t)
{
    unsigned asked = table_question(t);
    if (t->stage != IR_PLAYING || t->paused)
        return 0;
    if (table_slow(t))
        return slow_deadline(t);
    if (asked)
        return question_is_quick(t) ? 0 : question_end(t, asked);
    int seat = table_clock_runs(t);
    return seat < 0 ? 0 : t->since + t->seat[seat].left;
}

int64_t table_due(const struct ir_table *t)
{
    unsigned asked = t->paused ? 0 : table_question(t);
    if (!t->paused && table_deserted(t))
        return 1; /* long since */
    return asked ? question_due(t, asked) : table_slow(t) && !t->set[IR_SET_LATE] ? 0 : table_wake(t);
}

int64_t table_absent(const struct ir_table *t, int seat)
{
    if (!t->set[IR_SET_ABSENT] || table_slow(t) || !table_waits(t, seat))
        return 0;
    return t->since + (int64_t)t->set[IR_SET_ABSENT] * SECOND;
}

/* Nobody is late in a question that closes by the clock. In one that waits for all, answers make no difference, or others could
 * see who has answered. If nobody else could do anything about it, nobody is late either. */
int64_t table_patience(const struct ir_table *t, unsigned *seats)
{
    int64_t due = 0;
    *seats = 0;
    if (table_slow(t))
        return slow_patience(t, seats);
    if (table_question(t) && !question_is_quick(t))
        return 0;
    for (int i = 0; i < t->n_seats; i++) {
        int64_t from = table_absent(t, i);
        if (from && !t->seat[i].late && table_people(t) & ~(1u << i)) {
            due = from;
            *seats |= 1u << i;
        }
    }
    return due;
}

void course_patience(struct ir_table *t)
{
    for (int i = 0; i < t->n_seats; i++) {
        t->seat[i].late = 0;
        if (table_slow(t))
            t->seat[i].left = slow_whole(t);
    }
    t->reminded = 0;
}

/* ---- moves and outcomes ---- */

static void story_add(struct step *s, const struct ir_events *ev)
{
    for (int i = 0; s->story && i < ev->n && s->story->n < IR_STORY_MAX; i++)
        s->story->e[s->story->n++] = ev->e[i];
}

static void line(struct step *s, int actor, ir_move m)
{
    struct ir_table *t = s->t;
    char who[2] = {(char)(actor == IR_CHANCE ? '*' : '0' + actor), ' '};
    ir_text_put_n(&s->row, who, 2);
    t->game->move_print(m, &s->row);
    ir_text_put_n(&s->row, "\n", 1);
    t->rows++;
}

/* Applies a move that is known to be possible. */
static void play(struct step *s, int actor, ir_move m)
{
    struct ir_table *t = s->t;
    struct ir_state before;
    struct ir_events ev;
    ev.n = 0;
    if (actor >= 0 && t->seat[actor].kind == IR_PERSON && table_by_bot(t, actor) &&
        !(table_question(t) && m == t->game->silent))
        step_act(s, IR_ACT_BOT, actor, -1, 0);
    line(s, actor, m);
    memcpy(before.b, t->now.b, ir_state_size(t->game));
    t->game->apply(&t->now, m, s->story ? &ev : NULL);
    ir_note(t->game, &t->notes, &before, &t->now);
    if (s->story)
        story_add(s, &ev);
}

/* The next outcome in the row that is folded. */
static ir_move outcome_read(struct step *s)
{
    char text[IR_TEXT_MAX];
    struct ir_text t;
    const char *at = s->outcomes;
    while (*at && !(at[0] == '*' && at[1] == ' ')) {
        at += strcspn(at, "\n");
        at += *at == '\n';
    }
    if (!*at)
        return IR_NO_MOVE;
    size_t n = strcspn(at, "\n");
    ir_text_start(&t, text, sizeof text);
    ir_text_put_n(&t, at + 2, n - 2);
    s->outcomes = at + n;
    int m = t.cut ? -1 : s->t->game->move_parse(text);
    return m >= 0 && ir_possible(s->t->game, &s->t->now, IR_CHANCE, (ir_move)m) ? (ir_move)m : IR_NO_MOVE;
}

static int deal(struct step *s)
{
    struct ir_table *t = s->t;
    struct ir_dealer_keyed keyed;
    if (ir_turn(&t->now) == IR_CHANCE && !s->outcomes) {
        const char *salt[IR_SEATS_MAX];
        uint8_t key[32];
        for (int i = 0; i < IR_SEATS_MAX; i++)
            salt[i] = t->seat[i].salt;
        ir_match_key(key, s->secret, t->id, salt);
        ir_dealer_keyed_start(&keyed, key, t->chances);
    }
    while (ir_turn(&t->now) == IR_CHANCE && !s->row.cut) {
        /* NOLINTNEXTLINE(clang-analyzer-core.CallAndMessage): without outcomes, keyed was made above */
        ir_move m = s->outcomes ? outcome_read(s) : keyed.dealer.pick(&keyed.dealer, t->game, &t->now);
        if (m == IR_NO_MOVE)
            return step_refuse(s, IR_E_RECORD, "an outcome of chance is missing, or cannot happen");
        play(s, IR_CHANCE, m);
        t->chances++;
    }
    return s->row.cut ? step_refuse(s, IR_E_RECORD, "this move makes more happen than a row can hold") : IR_OK;
}

/* ---- the end of a row, and of the game ---- */

static int secret_fits(const struct step *s)
{
    uint8_t commit[32];
    ir_commit(commit, s->secret);
    return memcmp(commit, s->t->commit, 32) == 0;
}

static int reveal(struct step *s)
{
    if (!s->secret || !secret_fits(s))
        return step_refuse(s, IR_E_RECORD, "the secret that was committed to is not revealed");
    ir_text_put(&s->row, "secret ");
    ir_text_hex(&s->row, s->secret, 32);
    ir_text_put(&s->row, "\n");
    return IR_OK;
}

static int game_end(struct step *s)
{
    struct ir_table *t = s->t;
    int error = reveal(s);
    if (error)
        return error;
    memcpy(t->secret, s->secret, 32);
    t->has_secret = 1;
    t->stage = IR_OVER_NOW;
    t->asking = t->paused = 0;
    t->can_undo = -1;
    return IR_OK;
}

/* After the moves of a row: outcomes, the hash, the clock of the new position. */
static int rest(struct step *s)
{
    struct ir_table *t = s->t;
    int error = deal(s);
    if (error)
        return error;
    ir_text_add(&s->row, "= %d ", (int)t->rows);
    ir_text_hex64(&s->row, ir_hash(t->game, &t->now));
    ir_text_put(&s->row, "\n");
    if (t->asking == 'u' || t->asking == 'e')
        t->asking = 0;
    for (int i = 0; i < t->n_seats; i++)
        t->seat[i].answer = IR_NO_MOVE;
    clock_start(t, s->now);
    return ir_turn(&t->now) == IR_OVER ? game_end(s) : IR_OK;
}

int course_start(struct step *s)
{
    struct ir_table *t = s->t;
    if (s->secret && !secret_fits(s))
        return step_refuse(s, IR_E_RECORD, "this secret is not the one committed to");
    ir_text_put(&s->row, "@ start\n");
    t->stage = IR_PLAYING;
    for (int i = 0; i < t->n_seats; i++)
        t->seat[i].left = (int64_t)t->set[IR_SET_SECONDS] * SECOND;
    uint32_t chances = t->chances;
    int error = rest(s);
    if (t->chances != chances)
        t->can_undo = -1;
    return error;
}

int course_commit(struct step *s, const uint8_t commit[32])
{
    ir_text_put(&s->row, "@ commit ");
    ir_text_hex(&s->row, commit, 32);
    ir_text_put(&s->row, "\n");
    int error = reveal(s);
    memcpy(s->t->commit, commit, 32);
    return error;
}

/* ---- what people and bots do ---- */

/* The answers count in the order of turns, up to the first that is not silence. */
static int question_close(struct step *s, unsigned asked)
{
    struct ir_table *t = s->t;
    ir_move m = t->game->silent;
    t->can_undo = -1;
    for (int turn; m == t->game->silent && table_question(t) && asked >> (turn = ir_turn(&t->now)) & 1;) {
        m = t->seat[turn].answer == IR_NO_MOVE ? t->game->silent : t->seat[turn].answer;
        asked &= ~(1u << turn);
        play(s, turn, m);
    }
    return rest(s);
}

static int answer(struct step *s, int seat, ir_move m, const char *text)
{
    struct ir_table *t = s->t;
    if (t->seat[seat].answer != IR_NO_MOVE)
        return step_refuse(s, IR_E_TURN, "the answer of seat %d is in; it waits for the others", seat);
    t->seat[seat].answer = m;
    ir_text_add(&s->row, "@ answer %d %s\n", seat, text);
    int64_t due = question_due(t, table_question(t));
    if (due && due <= s->now)
        return question_close(s, table_question(t));
    s->answer = 1;
    return IR_OK;
}

static int refuse_move(struct step *s, const char *text)
{
    char quote[IR_TEXT_MAX + 8];
    struct ir_text q;
    ir_text_start(&q, quote, sizeof quote);
    ir_text_quote(&q, text, strlen(text));
    return step_refuse(s, IR_E_MOVE, "%s is not possible now; the last frame lists the possible moves as 'legal'", quote);
}

int course_move(struct step *s, int seat, const char *text)
{
    struct ir_table *t = s->t;
    int m = t->game->move_parse(text), turn = ir_turn(&t->now);
    if (!(ir_asked(t->game, t->now.b) >> seat & 1))
        return step_refuse(s, IR_E_TURN, "seat %d is to move, not seat %d", turn, seat);
    if (m < 0 || !ir_possible(t->game, &t->now, seat, (ir_move)m))
        return refuse_move(s, text);
    if (table_question(t))
        return answer(s, seat, (ir_move)m, text);
    if (table_clock_runs(t) == seat && !table_slow(t) && table_elapsed(t, seat, s->now) >= t->seat[seat].left)
        return step_refuse(s, IR_E_STAGE, "the time of seat %d is up", seat);
    int timed = table_clock_runs(t) == seat && t->set[IR_SET_CLOCK] == IR_CLOCK_GAME;
    course_clock_stop(t, s->now);
    t->seat[seat].left += timed ? (int64_t)t->set[IR_SET_INCREMENT] * SECOND : 0;
    memcpy(t->before.b, t->now.b, ir_state_size(t->game));
    t->notes_before = t->notes;
    uint32_t chances = t->chances;
    play(s, seat, (ir_move)m);
    t->can_undo = (int8_t)seat;
    int error = rest(s);
    if (t->chances != chances) /* something was revealed */
        t->can_undo = -1;
    return error;
}

int course_halt(struct step *s)
{
    ir_text_put(&s->row, "@ pause\n");
    step_act(s, IR_ACT_PAUSE, -1, -1, 0);
    s->t->paused = IR_DESERTED;
    s->t->since = s->now;
    s->t->asking = 0;
    return IR_OK;
}

void course_resume(struct step *s)
{
    s->t->paused = IR_RUNNING;
    s->t->since = s->now;
    course_patience(s->t);
    ir_text_put(&s->row, "@ resume\n");
    step_act(s, IR_ACT_RESUME, s->seat, -1, 0);
}

static int patience_end(struct step *s)
{
    unsigned late;
    int64_t due = table_patience(s->t, &late);
    if (!due || due > s->now)
        return step_refuse(s, IR_E_STAGE, "no clock has run out");
    for (int i = 0; i < s->t->n_seats; i++)
        if (late >> i & 1) {
            ir_text_add(&s->row, "@ late %d\n", i);
            step_act(s, IR_ACT_LATE, i, -1, 0);
            s->t->seat[i].late = 1;
        }
    return IR_OK;
}

int course_time(struct step *s)
{
    struct ir_table *t = s->t;
    int64_t due = table_due(t);
    if (table_slow(t) && slow_remind(s))
        return IR_OK;
    if (!due || due > s->now)
        return patience_end(s);
    unsigned asked = table_question(t);
    if (table_deserted(t) && !(asked && s->outcomes && s->outcomes[0] != '@')) /* rows of older servers close it all the same */
        return course_halt(s);
    if (asked)
        return question_close(s, asked);
    int seat = table_clock_runs(t);
    ir_text_add(&s->row, "@ flag %d\n", seat);
    step_act(s, IR_ACT_FLAG, seat, -1, 0);
    course_clock_stop(t, s->now);
    t->seat[seat].left = table_slow(t) ? slow_whole(t) : AFTER_FLAG_MS;
    t->reminded = 0;
    t->seat[seat].away = 1;
    t->seat[seat].late = 0;
    t->asking = 0;
    return IR_OK;
}

int course_undo(struct step *s)
{
    struct ir_table *t = s->t;
    ir_text_put(&s->row, "@ undo\n");
    step_act(s, IR_ACT_UNDO, t->asked_by, -1, 0);
    memcpy(t->now.b, t->before.b, ir_state_size(t->game));
    t->notes = t->notes_before;
    t->rows--;
    t->can_undo = -1;
    t->asking = 0;
    for (int i = 0; i < t->n_seats; i++)
        t->seat[i].answer = IR_NO_MOVE;
    clock_start(t, s->now);
    return IR_OK;
}

int course_call_off(struct step *s)
{
    ir_text_put(&s->row, "@ end\n");
    step_act(s, IR_ACT_END, s->t->asked_by, -1, 0);
    return game_end(s);
}

int course_resign(struct step *s, int seat)
{
    struct ir_table *t = s->t;
    ir_text_add(&s->row, "@ resign %d\n", seat);
    step_act(s, IR_ACT_RESIGN, seat, -1, 0);
    if (ir_turn(&t->now) == seat)
        course_clock_stop(t, s->now);
    t->seat[seat].resigned = 1;
    t->asking = 0;
    t->can_undo = -1;
    if (set_count(table_resigned(t)) + 1 < t->n_seats)
        return IR_OK;
    t->ended_by = (int8_t)seat;
    return game_end(s);
}
