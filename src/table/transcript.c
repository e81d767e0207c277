/* transcript.c: the rows of a table as a record: the moves that counted, without what people said around them. */
#include "table.h"

struct transcript {
    struct ir_record record;
    const char *held; /* a row with moves that may yet be taken back, or NULL */
    struct ir_text *out;
    char *why;
};

/* One line of a row, zero-terminated: what belongs into a record. */
static int line_take(struct transcript *r, const char *line)
{
    struct ir_row row = {.actor = (int8_t)(line[0] == '*' ? IR_CHANCE : line[0] - '0')};
    int error, move;
    if (strncmp(line, "@ resign ", 9) == 0) {
        error = ir_record_resign(&r->record, line[9] - '0', r->why);
        if (!error)
            ir_record_print_resign(line[9] - '0', r->out);
        return error;
    }
    if (line[0] == '@' || line[0] == '=')
        return IR_OK;
    if (strncmp(line, "secret ", 7) == 0) {
        if (ir_hex_parse(line + 7, strlen(line + 7), r->record.secret, 32))
            ir_record_print_secret(&r->record, r->out);
        return IR_OK;
    }
    move = line[0] && line[1] == ' ' ? r->record.game->move_parse(line + 2) : -1;
    row.move = (ir_move)move;
    error = move < 0 ? IR_E_RECORD : ir_record_row(&r->record, row.actor, row.move, NULL, r->why);
    if (!error)
        ir_record_print_row(&r->record, &row, r->out);
    return error;
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

static int has_line(const char *row, const char *begin)
{
    size_t n = strlen(begin);
    for (; *row; row += strcspn(row, "\n"), row += *row == '\n')
        if (strncmp(row, begin, n) == 0)
            return 1;
    return 0;
}

int ir_table_record(const struct ir_table *t, const char *const *row, size_t n, struct ir_text *out, char why[IR_WHY_MAX])
{
    struct transcript r = {.out = out, .why = why};
    struct ir_text text;
    int error = ir_record_begin(&r.record, t->game, t->n_seats, t->options, t->deck, why);
    if (error)
        return error;
    memcpy(r.record.match, t->id, sizeof t->id);
    memcpy(r.record.commit, t->commit, 32);
    for (int i = 0; i < t->n_seats; i++) {
        ir_text_start(&text, r.record.name[i], IR_NAME_MAX);
        ir_text_add(&text, t->seat[i].kind == IR_BOT ? "bot:%s" : "%s", t->seat[i].name);
        memcpy(r.record.salt[i], t->seat[i].salt, IR_SALT_MAX);
    }
    ir_record_print_header(&r.record, out);
    ir_record_print_commit(&r.record, out);
    for (size_t i = 0; i < n && !error; i++) {
        if (has_line(row[i], "@ undo")) {
            r.held = NULL;
        } else if (has_line(row[i], "= ") || has_line(row[i], "@ resign ")) {
            error = row_take(&r, r.held);
            r.held = row[i];
        }
    }
    if (!error)
        error = row_take(&r, r.held);
    if (!error && r.record.rows == t->rows && ir_hash(t->game, &r.record.state) == ir_hash(t->game, &t->now)) {
        ir_record_print_end(&r.record, out);
        return IR_OK;
    }
    ir_text_start(&text, why, IR_WHY_MAX);
    ir_text_add(&text, "these are not the rows of this table: they lead to another position");
    return IR_E_RECORD;
}
