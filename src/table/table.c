/* table.c: opens a table, carries out commands, folds rows, and says what the keeper should do. */
#include "table.h"
#include "core/record.h"

static int is_word(const char *s, size_t most)
{
    size_t n = strlen(s);
    return n > 0 && n <= most && strspn(s, "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ") == n;
}

#ifndef IR_TERSE
/* Whether these options, in canonical form, are those of a preset. */
static int options_usual(const struct ir_game *g, const char *options)
{
    for (int i = 0; g->preset[i].name; i++) {
        int16_t value[IR_OPTIONS_MAX];
        char text[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
        struct ir_text t;
        ir_text_start(&t, text, sizeof text);
        if (ir_options_parse(g, g->preset[i].name, value, why) == IR_OK)
            ir_options_print(g, value, &t);
        if (text_equal(text, options))
            return 1;
    }
    return 0;
}

int table_rated(const struct ir_table *t)
{
    return t->set[IR_SET_RATED];
}

int table_evening(const struct ir_table *t)
{
    return t->evening[0] != 0;
}
#endif

int ir_table_open(struct ir_table *t, const struct ir_game *g, const char *id, int seats, const char *options, const char *deck,
                  const char *settings, uint64_t host, const uint8_t commit[32], char why[IR_WHY_MAX])
{
    struct ir_text text;
    memset(t, 0, sizeof *t);
    int error = ir_settings_parse(settings, t->set, why);
    if (!error)
        error = ir_start(g, &t->now, seats, options, deck, why);
    if (error)
        return error;
    ir_why_start(&text, why);
    if (!is_word(id, IR_ID_MAX - 1)) {
        ir_text_add(&text, "the id of a table is letters and digits, at most %d", IR_ID_MAX - 1);
        return IR_E_COMMAND;
    }
    memcpy(t->id, id, strlen(id) + 1);
    ir_text_start(&text, t->options, sizeof t->options);
    ir_options_print(g, ir_options(&t->now), &text);
    if (table_rated(t) && (deck || !options_usual(g, t->options))) {
        ir_why_start(&text, why);
        ir_text_put(&text, "a rated game has the options of a preset, and no deck of your own");
        return IR_E_OPTION;
    }
    memcpy(t->commit, commit, 32);
    t->game = g;
    t->deck = deck;
    t->host = host;
    t->n_seats = (uint8_t)seats;
    t->ended_by = t->can_undo = -1;
    for (int i = 0; i < IR_SEATS_MAX; i++)
        t->seat[i].answer = IR_NO_MOVE;
    return IR_OK;
}

int ir_table_seat(const struct ir_table *t, uint64_t who)
{
    for (int i = 0; who && i < t->n_seats; i++)
        if (t->seat[i].who == who)
            return i;
    return IR_SPECTATOR;
}

/* ---- commands that were carried out ---- */

static const struct ir_recent *recent_find(const struct ir_table *t, uint64_t who, uint64_t id)
{
    for (int i = 0; who && id && i <= IR_SEATS_MAX; i++)
        for (int k = 0; k < IR_RECENT; k++)
            if (t->recent[i][k].who == who && t->recent[i][k].id == id)
                return &t->recent[i][k];
    return NULL;
}

/* In which list a command is remembered: that of the sender's seat before it, or after it, or the host's. */
static void recent_add(struct ir_table *t, int seat, uint64_t who, uint64_t id, int64_t seq)
{
    if (!who || !id)
        return;
    if (seat < 0)
        seat = ir_table_seat(t, who);
    struct ir_recent *list = t->recent[seat < 0 ? IR_SEATS_MAX : seat];
    memmove(list + 1, list, (IR_RECENT - 1) * sizeof *list);
    list[0] = (struct ir_recent){who, id, seq};
}

/* ---- a command becomes a row ---- */

/* After a step has made its row: sets the numbers of the table and remembers the command. 1: the row completes a frame. */
static int step_close(struct step *s, uint64_t id)
{
    struct ir_table *t = s->t;
    int64_t seq = t->seq + 1;
    t->sub = s->answer ? t->sub + 1 : 0;
    t->seq += !s->answer;
    recent_add(t, s->seat, s->who, id, seq);
    return !s->answer;
}

int ir_table_do(const struct ir_table *t, const struct ir_command *c, const uint8_t secret[32], int64_t now,
                struct ir_done *done, char why[IR_WHY_MAX])
{
    const struct ir_recent *before = recent_find(t, c->who, c->id);
    struct step s = {.t = &done->after,
                     .who = c->who,
                     .seat = ir_table_seat(t, c->who),
                     .seq = c->seq,
                     .now = now,
                     .secret = secret,
                     .story = &done->story,
                     .why = why};
    done->seq = before ? before->seq : t->seq + 1;
    done->sub = t->sub;
    done->closed = done->story.n = done->story.n_acts = 0;
    done->row[0] = why[0] = why[IR_WHY_CODE] = 0;
    if (before)
        return step_refuse(&s, IR_E_AGAIN, "this command was carried out before");
    memcpy(&done->after, t, sizeof *t); /* not an assignment: equal tables are equal bytes */
    ir_text_start(&s.row, done->row, IR_ROW_MAX);
    int error = step_run(&s, c->text);
    if (!error && s.row.cut)
        error = step_refuse(&s, IR_E_RECORD, "this move makes more happen than a row can hold");
    if (error) {
        done->row[0] = 0;
        done->story.n = done->story.n_acts = 0;
        return error;
    }
    done->closed = step_close(&s, c->id);
    return IR_OK;
}

/* ---- folding a row ---- */

void table_copy(struct ir_table *to, const struct ir_table *t)
{
    memcpy(to, t, offsetof(struct ir_table, now));
    memcpy(to->now.b, t->now.b, ir_state_size(t->game));
    memcpy(to->before.b, t->before.b, ir_state_size(t->game));
    to->notes = t->notes;
    to->notes_before = t->notes_before;
    memcpy(to->next, t->next, sizeof to->next);
}

/* Finds the command that made a row, from its first line. 0: no command makes such a line. */
static int command_of(const struct ir_table *t, const char *row, uint64_t who, struct ir_text *out)
{
    char line[160];
    struct ir_text text;
    ir_text_start(&text, line, sizeof line);
    ir_text_put_n(&text, row, strcspn(row, "\n"));
    if (text.cut)
        return 0;
    if (line[0] != '@') {
        if (!line[0] || line[1] != ' ')
            return 0;
        if (table_question(t) && !who)
            ir_text_put(out, "time");
        else
            ir_text_add(out, who ? "move %s" : "play %s", who ? line + 2 : line);
        return 1;
    }
    if (line[1] != ' ')
        return 0;
    const char *word = line + 2, *rest = word + strcspn(word, " ");
    size_t n = (size_t)(rest - word);
    rest += *rest == ' ';
    const char *after = rest + strcspn(rest, " "); /* after the next word */
    after += *after == ' ';
    static const struct {
        const char *word;
        char kind; /* '=' the same text; '-' only the word; '+' only the next word; letters: see below */
    } lines[] = {{"sit", 's'},   {"bot", '='},  {"stand", '='},  {"rematch", '='}, {"commit", '='},  {"start", '-'},
                 {"close", '-'}, {"lock", '-'}, {"unlock", '-'}, {"host", '='},    {"ready", 'r'},   {"answer", 'a'},
                 {"away", 'w'},  {"back", '-'}, {"resign", '-'}, {"agree", '-'},   {"decline", '-'}, {"resume", '-'},
                 {"ask", '+'},   {"flag", 'f'}, {"late", 'f'},   {"pause", '-'},   {"remind", 'f'},  {"holiday", 'r'}};
    char kind = 0;
    for (size_t i = 0; i < sizeof lines / sizeof *lines; i++)
        if (strlen(lines[i].word) == n && memcmp(lines[i].word, word, n) == 0)
            kind = lines[i].kind;
    switch (kind) {
    case 's': /* sit 0 WHO NAME */
        ir_text_put_n(out, word, (size_t)(after - word));
        after += strcspn(after, " ");
        ir_text_put(out, after + (*after == ' '));
        return 1;
    case '=': ir_text_put(out, word); return 1;
    case '-': ir_text_put_n(out, word, n); return 1;
    case '+': ir_text_put_n(out, rest, strcspn(rest, " ")); return 1;
    case 'r': /* ready 0 SALT: without the seat */
        ir_text_put_n(out, word, n + 1);
        ir_text_put(out, after);
        return 1;
    case 'a': ir_text_add(out, who ? "move %s" : "play %s", who ? after : rest); return 1;
    case 'f': ir_text_put(out, "time"); return 1;
    case 'w':
        if (rest[0] - '0' == ir_table_seat(t, who))
            ir_text_put(out, "away");
        else
            ir_text_add(out, "takeover %s", rest);
        return 1;
    default: return 0;
    }
}

/* Quotes the first line of a that differs from b. */
static void difference(const char *a, const char *b, struct ir_text *t)
{
    size_t i = 0, start = 0;
    for (; a[i] && a[i] == b[i]; i++)
        if (a[i] == '\n')
            start = i + 1;
    ir_text_quote(t, a + start, strcspn(a + start, "\n"));
}

int ir_table_fold(struct ir_table *t, const char *row, int64_t seq, int32_t sub, uint64_t who, uint64_t id, int64_t time,
                  struct ir_story *story, char why[IR_WHY_MAX])
{
    struct ir_table copy;
    char made[IR_ROW_MAX], command[192];
    uint8_t secret[32];
    struct ir_text text;
    struct step s = {.t = &copy,
                     .who = who,
                     .seat = ir_table_seat(t, who),
                     .seq = t->seq,
                     .now = time,
                     .outcomes = row,
                     .story = story,
                     .why = why};
    why[0] = why[IR_WHY_CODE] = 0;
    if (story)
        story->n = story->n_acts = 0;
    if (seq != t->seq + 1 || sub != t->sub)
        return step_refuse(&s, IR_E_STALE, "row %d.%d is not the next one, which is %d.%d", (int)seq, (int)sub, (int)t->seq + 1,
                           (int)t->sub);
    ir_text_start(&text, command, sizeof command);
    if (!command_of(t, row, who, &text) || text.cut)
        return step_refuse(&s, IR_E_RECORD, "no command makes a row that begins like this");
    if (recent_find(t, who, id))
        return step_refuse(&s, IR_E_RECORD, "this command has made a row before");
    const char *reveal = strstr(row, "\nsecret ");
    if (reveal && ir_hex_parse(reveal + 8, strcspn(reveal + 8, "\n"), secret, 32))
        s.secret = secret;
    table_copy(&copy, t);
    ir_text_start(&s.row, made, sizeof made);
    int error = step_run(&s, command);
    if (!error && !text_equal(made, row)) {
        ir_why_start(&text, why);
        ir_text_put(&text, "the row has ");
        difference(row, made, &text);
        ir_text_put(&text, " where this table would have ");
        difference(made, row, &text);
        error = IR_E_RECORD;
    }
    if (error) {
        if (story)
            story->n = story->n_acts = 0;
        return error;
    }
    int closed = step_close(&s, id);
    table_copy(t, &copy);
    return closed;
}

/* ---- what the keeper should do ---- */

const char *ir_table_bot(const struct ir_table *t, int seat)
{
    if (t->seat[seat].kind == IR_BOT)
        return t->seat[seat].name;
    if (!table_by_bot(t, seat))
        return NULL;
    return ir_bot_role(t->game, IR_ROLE_STAND_IN)->name;
}

void ir_table_wish(const struct ir_table *t, int64_t now, struct ir_wish *w)
{
    *w = (struct ir_wish){.rematch = t->asking == 'r' && !(table_people(t) & ~(unsigned)t->agreed)};
    if (t->stage != IR_PLAYING || t->paused)
        return;
    unsigned asked = table_deserted(t) ? 0 : ir_asked(t->game, t->now.b), late;
    int64_t patience = table_patience(t, &late);
    for (int i = 0; i < t->n_seats; i++)
        if (asked >> i & 1 && table_by_bot(t, i) && t->seat[i].answer == IR_NO_MOVE)
            w->think |= (uint16_t)(1u << i);
    w->wake = table_due(t);
    w->slow = (uint8_t)table_slow(t);
    w->flag = table_clock_runs(t) >= 0 && !w->slow ? w->wake : 0;
    if (patience && (!w->wake || patience < w->wake))
        w->wake = patience;
    if (w->wake && w->wake < now)
        w->wake = now;
}

void ir_table_view(const struct ir_table *t, int seat, struct ir_view *v, struct ir_notes *notes)
{
    struct ir_state s, before;
    struct ir_notes now = t->notes;
    memcpy(s.b, t->now.b, ir_state_size(t->game));
    while (ir_turn(&s) != seat && ir_asked(t->game, s.b) >> seat & 1) {
        memcpy(before.b, s.b, ir_state_size(t->game));
        t->game->apply(&s, t->game->silent, NULL);
        ir_note(t->game, &now, &before, &s);
    }
    ir_look(t->game, &s, seat, v);
    if (notes)
        *notes = now;
}

void ir_table_result(const struct ir_table *t, struct ir_text *text)
{
    if (!table_called_off(t)) {
        ir_result_print(t->game, &t->now, table_resigned(t), text);
        return;
    }
    struct ir_score score;
    ir_score_resigned(t->game, &t->now, table_resigned(t), &score);
    for (int i = 0; i < t->n_seats; i++)
        ir_text_add(text, "%d ", (int)score.points[i]);
    ir_text_put(text, "won nobody");
}
