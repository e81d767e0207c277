/* transcript.c: writes the rows of a table as a record: the moves that counted, without the commands around them. */
#include "table.h"
#include "core/record.h"

/* The commitment of the next lines. Its line is printed before the first of them. Its secret, if known, is printed before the
 * next commitment or at the end of the record. */
struct fair {
    uint8_t commit[32], secret[32];
    int printed, revealed;
};
struct transcript {
    struct ir_record record;
    struct fair fair;
    const struct ir_replay *before; /* the record that these rows continue, until it is printed; or NULL */
    uint32_t keep;                  /* how many of its rows count: the last one may have been taken back */
    const char *held;               /* a row with moves that can still be taken back, or NULL */
    unsigned bots, held_bots, said; /* people bots play for: now, when the held row was made, and as the record says; as bits */
    uint8_t commit[32];             /* the next commitment, if `another` */
    int another;
    struct ir_text *out;
    char *why;
};

static void fair_end(struct transcript *r)
{
    if (!r->fair.printed || !r->fair.revealed)
        return;
    memcpy(r->record.secret, r->fair.secret, 32);
    ir_record_print_secret(&r->record, r->out);
}

static void fair_begin(struct transcript *r, const uint8_t commit[32])
{
    fair_end(r);
    memset(&r->fair, 0, sizeof r->fair);
    memcpy(r->fair.commit, commit, 32);
}

static void fair_need(struct transcript *r)
{
    if (r->fair.printed)
        return;
    memcpy(r->record.commit, r->fair.commit, 32);
    ir_record_print_commit(&r->record, r->out);
    r->fair.printed = 1;
}

/* Writes a comment, which readers skip: whether the next moves of this seat are the person's own. */
static void bot_say(struct transcript *r, int seat)
{
    unsigned bit = seat >= 0 ? 1u << seat : 0;
    if (!((r->held_bots ^ r->said) & bit))
        return;
    r->said ^= bit;
    ir_text_add(r->out, "# %s %d\n", r->said & bit ? "away" : "back", seat);
}

static int move_take(struct transcript *r, struct ir_row row)
{
    fair_need(r);
    bot_say(r, row.actor);
    int error = ir_record_row(&r->record, row.actor, row.move, NULL, r->why);
    if (!error)
        ir_record_print_row(&r->record, &row, r->out);
    return error;
}

static int resign_take(struct transcript *r, int seat)
{
    fair_need(r);
    int error = ir_record_resign(&r->record, seat, r->why);
    if (!error)
        ir_record_print_resign(seat, r->out);
    return error;
}

/* Prints one line of a row, zero-terminated, if it belongs into a record. */
static int line_take(struct transcript *r, const char *line)
{
    if (strncmp(line, "@ resign ", 9) == 0)
        return resign_take(r, line[9] - '0');
    if (line[0] == '@' || line[0] == '=')
        return IR_OK;
    if (strncmp(line, "secret ", 7) == 0) {
        r->fair.revealed = ir_hex_parse(line + 7, strlen(line + 7), r->fair.secret, 32);
        return IR_OK;
    }
    int move = line[0] && line[1] == ' ' ? r->record.game->move_parse(line + 2) : -1;
    return move < 0 ? IR_E_RECORD
                    : move_take(r, (struct ir_row){(int8_t)(line[0] == '*' ? IR_CHANCE : line[0] - '0'), (ir_move)move});
}

static int row_take(struct transcript *r, const char *row)
{
    int error = IR_OK;
    while (row && *row && !error) {
        char line[IR_LINE_MAX];
        struct ir_text t;
        size_t n = strcspn(row, "\n");
        ir_text_start(&t, line, sizeof line);
        ir_text_put_n(&t, row, n);
        error = line_take(r, line);
        row += n + (row[n] == '\n');
    }
    return error;
}

/* The line of the row that begins like this, or NULL. */
static const char *line_find(const char *row, const char *begin)
{
    size_t n = strlen(begin);
    for (; *row; row += strcspn(row, "\n"), row += *row == '\n')
        if (strncmp(row, begin, n) == 0)
            return row;
    return NULL;
}

static int has_moves(const char *row)
{
    for (; *row; row += strcspn(row, "\n"), row += *row == '\n')
        if (*row == '*' || (*row >= '0' && *row <= '9'))
            return 1;
    return 0;
}

static int before_resigns(struct transcript *r, uint32_t at)
{
    const struct ir_replay *b = r->before;
    int error = IR_OK;
    for (int k = 0; k < b->resigns && !error; k++)
        if (b->resign[k].row == at)
            error = resign_take(r, b->resign[k].seat);
    return error;
}

/* Prints the record before, with its commitments and resignations in their places. */
static int before_take(struct transcript *r)
{
    const struct ir_replay *b = r->before;
    int error = IR_OK;
    for (uint32_t i = 0; b && i <= r->keep && !error; i++) {
        for (uint32_t k = 0; k < b->segments && i < r->keep; k++)
            if (b->segment[k].row == i) {
                fair_begin(r, b->segment[k].commit);
                r->fair.revealed = b->segment[k].revealed;
                memcpy(r->fair.secret, b->segment[k].secret, 32);
            }
        error = before_resigns(r, i);
        if (!error && i < r->keep)
            error = move_take(r, b->row[i]);
    }
    r->before = NULL;
    return error;
}

/* Prints the held row: it cannot be taken back any more. */
static int held_take(struct transcript *r)
{
    int error = before_take(r);
    if (!error)
        error = row_take(r, r->held);
    r->held = NULL;
    return error;
}

static void commit_turn(struct transcript *r)
{
    if (r->another)
        fair_begin(r, r->commit);
    r->another = 0;
}

/* "@ commit HASH" and "secret HEX": the secret so far is revealed, and another one deals from here on. */
static int commit_take(struct transcript *r, const char *row)
{
    const char *hash = line_find(row, "@ commit ") + 9, *reveal = line_find(row, "secret ");
    if (!reveal || !ir_hex_parse(hash, strcspn(hash, "\n"), r->commit, 32))
        return IR_E_RECORD;
    if (!r->another) /* else nothing was dealt with it */
        r->fair.revealed = ir_hex_parse(reveal + 7, strcspn(reveal + 7, "\n"), r->fair.secret, 32);
    r->another = 1;
    return IR_OK;
}

/* The first commitment of these rows. The table has only the last one, but each new one revealed the secret before it. */
static void commit_first(const struct ir_table *t, const char *const *row, size_t n, uint8_t commit[32])
{
    uint8_t secret[32];
    memcpy(commit, t->commit, 32);
    for (size_t i = 0; i < n; i++) {
        const char *reveal = line_find(row[i], "@ commit ") ? line_find(row[i], "secret ") : NULL;
        if (reveal && ir_hex_parse(reveal + 7, strcspn(reveal + 7, "\n"), secret, 32)) {
            ir_commit(commit, secret);
            return;
        }
    }
}

/* "@ away 1", "@ flag 1": a bot plays for seat 1 from now on; "@ back 1": the person does. */
static void bots_note(struct transcript *r, const char *row)
{
    for (; *row; row += strcspn(row, "\n"), row += *row == '\n') {
        int back = strncmp(row, "@ back ", 7) == 0;
        if (back || strncmp(row, "@ away ", 7) == 0 || strncmp(row, "@ flag ", 7) == 0) {
            unsigned bit = 1u << (row[7] - '0');
            r->bots = back ? r->bots & ~bit : r->bots | bit;
        }
    }
}

static int rows_take(struct transcript *r, const char *const *row, size_t n)
{
    int error = IR_OK;
    for (size_t i = 0; i < n && !error; i++) {
        bots_note(r, row[i]);
        if (line_find(row[i], "@ undo")) {
            if (!r->held && r->before && r->keep)
                r->keep--;
            r->held = NULL;
        } else if (line_find(row[i], "@ commit ")) {
            error = commit_take(r, row[i]);
        } else if (has_moves(row[i]) || line_find(row[i], "@ resign ") || line_find(row[i], "@ end")) {
            error = held_take(r);
            commit_turn(r);
            r->held = row[i];
            r->held_bots = r->bots;
        }
    }
    return error ? error : held_take(r);
}

/* Prints the answers to an open secret question that will count whatever the others answer: in the order of turns, up to the
 * first that is not silence. */
static int answers_take(struct transcript *r, const struct ir_table *t)
{
    ir_move m = t->game->silent;
    unsigned asked = table_question(t);
    int error = IR_OK;
    for (int turn; asked && m == t->game->silent && !error; asked &= ~(1u << turn)) {
        turn = ir_turn(&r->record.state);
        if (turn < 0 || !(asked >> turn & 1) || (m = t->seat[turn].answer) == IR_NO_MOVE)
            break;
        error = move_take(r, (struct ir_row){(int8_t)turn, m});
    }
    return error;
}

int ir_table_record(const struct ir_table *t, const struct ir_replay *before, const char *const *row, size_t n,
                    struct ir_text *out, char why[IR_WHY_MAX])
{
    struct transcript r = {.before = before, .keep = before ? before->rows : 0, .another = 1, .out = out, .why = why};
    r.fair.printed = 1; /* there is none to print before the first one */
    struct ir_text text;
    int error = ir_record_begin(&r.record, t->game, t->n_seats, t->options, t->deck, why);
    if (error)
        return error;
    memcpy(r.record.match, t->id, sizeof t->id);
    for (int i = 0; i < t->n_seats; i++) {
        ir_text_start(&text, r.record.name[i], IR_NAME_MAX);
        ir_text_add(&text, t->seat[i].kind == IR_BOT ? "bot:%s" : "%s", t->seat[i].name);
        memcpy(r.record.salt[i], t->seat[i].salt, IR_SALT_MAX);
    }
    ir_record_print_header(&r.record, out);
    commit_first(t, row, n, r.commit);
    error = rows_take(&r, row, n);
    if (!error && r.record.rows == t->rows && ir_hash(t->game, &r.record.state) == ir_hash(t->game, &t->now) &&
        !answers_take(&r, t)) {
        commit_turn(&r);
        fair_end(&r);
        ir_record_print_end(&r.record, out);
        return IR_OK;
    }
    ir_why_start(&text, why);
    ir_text_add(&text, "these are not the rows of this table: they lead to another position");
    return IR_E_RECORD;
}
