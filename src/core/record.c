/* record.c: a game as lines of text; writing and reading use the same fold (docs/record-format.md).
 *
 * A reader applies every row to its state as it comes, so a record that parses is a game that could have been played. Hash
 * lines and the result are compared with the fold. Memory use is this struct, whatever the file claims. */
#include "core.h"
#include "record.h"
#include "crypto.h"

enum { HASH_EVERY = 16 };
enum stage { MAGIC, GAME, OPTIONS, DECK, SEATS, NAMES, ROWS, DONE };

static const char magic[] = "irori record 1";

/* ---- writing ---- */

int ir_record_begin(struct ir_record *r, const struct ir_game *g, int seats, const char *options, const char *deck,
                    char why[IR_WHY_MAX])
{
    memset(r, 0, sizeof *r);
    r->game = g;
    r->stage = ROWS;
    int error = ir_start(g, &r->state, seats, options, deck, why);
    r->deck = error ? NULL : ir_deck_text(g, ir_options(&r->state), deck);
    return error;
}

/* "deck HASH": the hash of the text of this game's deck. */
static void deck_print(const struct ir_record *r, struct ir_text *t)
{
    uint8_t hash[32];
    ir_blake2b(hash, r->deck, strlen(r->deck));
    ir_text_put(t, "deck ");
    ir_text_hex(t, hash, 32);
}

void ir_record_print_header(const struct ir_record *r, struct ir_text *t)
{
    ir_text_add(t, "%s\ngame %s %d\noptions ", magic, r->game->name, r->game->rules_rev);
    ir_options_print(r->game, ir_options(&r->state), t);
    if (r->deck) {
        ir_text_put(t, "\n");
        deck_print(r, t);
    }
    ir_text_add(t, "\nseats %d\n", ir_seats(&r->state));
    if (r->match[0])
        ir_text_add(t, "match %s\n", r->match);
    for (int i = 0; i < ir_seats(&r->state); i++)
        if (r->name[i][0])
            ir_text_add(t, "name %d %s\n", i, r->name[i]);
    for (int i = 0; i < ir_seats(&r->state); i++)
        if (r->salt[i][0])
            ir_text_add(t, "salt %d %s\n", i, r->salt[i]);
}

static void hash_print(const struct ir_record *r, struct ir_text *t)
{
    ir_text_add(t, "= %d ", (int)r->rows);
    ir_text_hex64(t, ir_hash(r->game, &r->state));
    ir_text_put(t, "\n");
}

/* Over by the rules, or because one seat is left that has not resigned. */
static int is_over(const struct ir_record *r)
{
    return ir_turn(&r->state) == IR_OVER || set_count(r->resigned) + 1 == ir_seats(&r->state);
}

int ir_record_row(struct ir_record *r, int actor, ir_move move, struct ir_events *events, char why[IR_WHY_MAX])
{
    if (r->resigned && is_over(r)) {
        ir_refuse(why, &ir_errors[ERROR_MOVE_OVER]);
        return IR_E_TURN;
    }
    int error = ir_apply(r->game, &r->state, actor, move, events, why);
    if (error)
        return error;
    r->rows++;
    r->chances += actor == IR_CHANCE;
    return IR_OK;
}

void ir_record_print_row(const struct ir_record *r, const struct ir_row *row, struct ir_text *t)
{
    if (row->actor == IR_CHANCE)
        ir_text_put(t, "* ");
    else
        ir_text_add(t, "%d ", row->actor);
    r->game->move_print(row->move, t);
    ir_text_put(t, "\n");
    if (r->rows % HASH_EVERY == 0)
        hash_print(r, t);
}

static void bytes_print(const char *word, const uint8_t bytes[32], struct ir_text *t)
{
    ir_text_add(t, "%s ", word);
    ir_text_hex(t, bytes, 32);
    ir_text_put(t, "\n");
}

void ir_record_print_commit(const struct ir_record *r, struct ir_text *t)
{
    bytes_print("commit", r->commit, t);
}

void ir_record_print_secret(const struct ir_record *r, struct ir_text *t)
{
    bytes_print("secret", r->secret, t);
}

int ir_record_resign(struct ir_record *r, int seat, char why[IR_WHY_MAX])
{
    why[0] = why[IR_WHY_CODE] = 0;
    if (seat < 0 || seat >= ir_seats(&r->state) || r->resigned >> seat & 1 || is_over(r)) {
        ir_refuse(why, &ir_errors[ERROR_RESIGN]);
        return IR_E_RECORD;
    }
    r->resigned |= (uint8_t)(1u << seat);
    return IR_OK;
}

void ir_record_print_resign(int seat, struct ir_text *t)
{
    ir_text_add(t, "resign %d\n", seat);
}

void ir_score_resigned(const struct ir_game *g, const struct ir_state *s, unsigned resigned, struct ir_score *out)
{
    struct ir_score plain;
    int seats = ir_seats(s);
    g->score(s->b, &plain);
    *out = plain;
    for (int i = 0; resigned && i < seats; i++) {
        out->rank[i] = 0;
        for (int k = 0; k < seats; k++) {
            int gone = (int)(resigned >> i & 1) - (int)(resigned >> k & 1);
            if (gone > 0 || (gone == 0 && plain.rank[k] < plain.rank[i]))
                out->rank[i]++;
        }
    }
}

void ir_result_print(const struct ir_game *g, const struct ir_state *s, unsigned resigned, struct ir_text *t)
{
    struct ir_score score;
    ir_score_resigned(g, s, resigned, &score);
    for (int i = 0; i < ir_seats(s); i++)
        ir_text_add(t, "%d ", (int)score.points[i]);
    ir_text_put(t, "won");
    for (int i = 0; i < ir_seats(s); i++)
        if (score.rank[i] == 0)
            ir_text_add(t, " %d", i);
}

static void result_print(const struct ir_record *r, struct ir_text *t)
{
    ir_text_put(t, "result ");
    ir_result_print(r->game, &r->state, r->resigned, t);
}

void ir_record_print_end(const struct ir_record *r, struct ir_text *t)
{
    hash_print(r, t);
    if (is_over(r))
        result_print(r, t);
    else
        ir_text_put(t, "saved");
    ir_text_put(t, "\n");
}

void ir_record_key(const struct ir_record *r, const uint8_t secret[32], uint8_t key[32])
{
    const char *salt[IR_SEATS_MAX];
    for (int i = 0; i < IR_SEATS_MAX; i++)
        salt[i] = r->salt[i];
    ir_match_key(key, secret, r->match, salt);
}

/* ---- reading ---- */

void ir_record_reader(struct ir_record *r, const struct ir_game *const *games, const char *deck)
{
    memset(r, 0, sizeof *r);
    r->games = games;
    r->deck = deck;
    r->stage = MAGIC;
}

/* A line split at its blanks, for parsing and for error texts. */
struct words {
    const char *line;
    size_t n;
    const char *rest; /* after the first word and a blank; "" if there is none */
    char word[16];    /* the first word, cut to fit */
};

/* An error of the line that was read: its first value is the number of this line. */
#define fail(kind, ...)    (ir_refuse(why, &ir_errors[kind], (int)r->line, __VA_ARGS__), IR_E_RECORD)
#define fail_line(kind)    (ir_refuse(why, &ir_errors[kind], (int)r->line), IR_E_RECORD)
#define fail_word(what)    fail(ERROR_RECORD_WORD, IR_HELP(what))
#define fail_found(wanted) fail(ERROR_RECORD_LINE, w->line, w->n, IR_HELP(wanted))

static int fail_inner(const struct ir_record *r, char why[IR_WHY_MAX], const char inner[IR_WHY_MAX])
{
    ir_refuse_at(why, (int)r->line, inner);
    return IR_E_RECORD;
}

static int read_game(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    size_t n = strcspn(w->rest, " ");
    int64_t rev;
    char known[IR_WHY_MAX / 2];
    struct ir_text t;
    ir_text_start(&t, known, sizeof known);
    for (const struct ir_game *const *g = r->games; *g; g++) {
        ir_text_add(&t, "%s%s", g == r->games ? "" : ", ", (*g)->name);
        if (strlen((*g)->name) == n && memcmp((*g)->name, w->rest, n) == 0)
            r->game = *g;
    }
    if (!r->game)
        return fail(ERROR_RECORD_GAME, known);
    if (!w->rest[n] || !ir_number_parse(w->rest + n + 1, strlen(w->rest + n + 1), 1, 65535, &rev))
        return fail_word("no revision of the rules after the name of the game; a number should follow");
    if (rev != r->game->rules_rev)
        return fail(ERROR_RECORD_REVISION, r->game->name, (int)rev, r->game->rules_rev);
    r->stage = OPTIONS;
    return IR_LINE_HEADER;
}

static int read_options(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char inner[IR_WHY_MAX];
    /* the number of seats is not known yet: start with the minimum, and again when it is */
    if (ir_start(r->game, &r->state, r->game->min_seats, w->rest, r->deck, inner))
        return fail_inner(r, why, inner);
    r->deck = ir_deck_text(r->game, ir_options(&r->state), r->deck);
    r->stage = r->deck ? DECK : SEATS;
    return IR_LINE_HEADER;
}

static int read_deck(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char want[IR_TEXT_MAX + 64];
    struct ir_text t;
    ir_text_start(&t, want, sizeof want);
    deck_print(r, &t);
    if (!text_equal(want, w->line))
        return fail(ERROR_RECORD_DECK, want);
    r->stage = SEATS;
    return IR_LINE_HEADER;
}

static int read_seats(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char inner[IR_WHY_MAX], options[IR_OPTIONS_TEXT];
    struct ir_text t;
    int64_t seats;
    if (!ir_number_parse(w->rest, strlen(w->rest), 0, 99, &seats))
        return fail_word("'seats' needs a number");
    ir_text_start(&t, options, sizeof options);
    ir_options_print(r->game, ir_options(&r->state), &t);
    if (ir_start(r->game, &r->state, (int)seats, options, r->deck, inner))
        return fail_inner(r, why, inner);
    r->stage = NAMES;
    return IR_LINE_HEADER;
}

static int read_name(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    int seat = w->rest[0] - '0';
    if (seat < 0 || seat >= ir_seats(&r->state) || w->rest[1] != ' ' || !w->rest[2] || strlen(w->rest + 2) >= IR_NAME_MAX)
        return fail_word("'name' needs a seat of this game and a name of at most 99 bytes");
    memcpy(r->name[seat], w->rest + 2, strlen(w->rest + 2) + 1);
    return IR_LINE_HEADER;
}

static int read_salt(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    int seat = w->rest[0] - '0';
    size_t n = strlen(w->rest);
    if (seat < 0 || seat >= ir_seats(&r->state) || w->rest[1] != ' ' || n < 3 || n - 2 >= IR_SALT_MAX ||
        strspn(w->rest + 2, "0123456789abcdef") != n - 2)
        return fail_word("'salt' needs a seat of this game and at most 64 hexadecimal digits");
    memcpy(r->salt[seat], w->rest + 2, n - 1);
    return IR_LINE_HEADER;
}

static int read_match(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    size_t n = strlen(w->rest);
    if (n == 0 || n >= IR_MATCH_MAX || strchr(w->rest, ' '))
        return fail_word("'match' needs one word of at most 39 bytes");
    memcpy(r->match, w->rest, n + 1);
    return IR_LINE_HEADER;
}

static int read_commit(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    if (!ir_hex_parse(w->rest, strlen(w->rest), r->commit, 32))
        return fail_word("'commit' needs 64 hexadecimal digits");
    r->has_commit = 1;
    r->has_secret = 0;
    return IR_LINE_COMMIT;
}

static int read_secret(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    uint8_t commit[32];
    if (!ir_hex_parse(w->rest, strlen(w->rest), r->secret, 32))
        return fail_word("'secret' needs 64 hexadecimal digits");
    ir_commit(commit, r->secret);
    if (!r->has_commit || memcmp(commit, r->commit, 32) != 0)
        return fail_line(ERROR_RECORD_SECRET);
    r->has_secret = 1;
    return IR_LINE_SECRET;
}

static int read_hash(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char want[IR_LINE_MAX];
    struct ir_text t;
    ir_text_start(&t, want, sizeof want);
    hash_print(r, &t);
    want[t.len - 1] = 0; /* its newline */
    if (!text_equal(want, w->line))
        return fail(ERROR_RECORD_CHANGED, want);
    return IR_LINE_HASH;
}

static int read_result(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char want[IR_LINE_MAX];
    struct ir_text t;
    ir_text_start(&t, want, sizeof want);
    if (!is_over(r))
        return fail_line(ERROR_RECORD_EARLY);
    result_print(r, &t);
    if (!text_equal(want, w->line))
        return fail(ERROR_RECORD_RESULT, want);
    r->stage = DONE;
    r->over = 1;
    return IR_LINE_RESULT;
}

static int read_resign(struct ir_record *r, const struct words *w, char why[IR_WHY_MAX])
{
    char inner[IR_WHY_MAX];
    if (ir_record_resign(r, w->rest[0] && !w->rest[1] ? w->rest[0] - '0' : -1, inner))
        return fail_inner(r, why, inner);
    r->stage = ROWS;
    return IR_LINE_RESIGN;
}

static int read_row(struct ir_record *r, const struct words *w, struct ir_row *row, struct ir_events *events,
                    char why[IR_WHY_MAX])
{
    char inner[IR_WHY_MAX];
    int move = r->game->move_parse(w->rest);
    if (move < 0)
        return fail_found("a move of this game");
    r->stage = ROWS;
    row->actor = (int8_t)(w->word[0] == '*' ? IR_CHANCE : w->word[0] - '0');
    row->move = (ir_move)move;
    if (ir_record_row(r, row->actor, row->move, events, inner))
        return fail(ERROR_RECORD_MOVE, inner);
    return IR_LINE_ROW;
}

int ir_record_read(struct ir_record *r, const char *line, size_t n, struct ir_row *row, struct ir_events *events,
                   char why[IR_WHY_MAX])
{
    char copy[IR_LINE_MAX];
    struct words split = {.line = copy, .n = n}, *w = &split;
    struct ir_text t;
    why[0] = why[IR_WHY_CODE] = 0;
    r->line++;
    if (n >= IR_LINE_MAX)
        return fail_word("longer than any line of a record");
    if (memchr(line, 0, n))
        return fail_line(ERROR_RECORD_BINARY);
    memcpy(copy, line, n);
    copy[n] = 0;
    if (r->stage == MAGIC) {
        if (!text_equal(copy, magic))
            return fail_found("irori record 1");
        r->stage = GAME;
        return IR_LINE_HEADER;
    }
    if (n == 0 || copy[0] == '#')
        return IR_LINE_NOTHING;
    size_t first = strcspn(copy, " ");
    ir_text_start(&t, w->word, sizeof w->word);
    ir_text_put_n(&t, copy, first);
    w->rest = copy + first + (copy[first] == ' ');

    switch ((enum stage)r->stage) {
    case GAME: return text_equal(w->word, "game") ? read_game(r, w, why) : fail_found("game NAME REVISION");
    case OPTIONS: return text_equal(w->word, "options") ? read_options(r, w, why) : fail_found("options TEXT");
    case DECK: return text_equal(w->word, "deck") ? read_deck(r, w, why) : fail_found("deck HASH");
    case SEATS: return text_equal(w->word, "seats") ? read_seats(r, w, why) : fail_found("seats NUMBER");
    case NAMES:
        if (text_equal(w->word, "name"))
            return read_name(r, w, why);
        if (text_equal(w->word, "match"))
            return read_match(r, w, why);
        if (text_equal(w->word, "salt"))
            return read_salt(r, w, why);
        break;
    case ROWS: break;
    case MAGIC:
    case DONE: return fail_found("the end of the file");
    }
    if (w->word[1] == 0 && (w->word[0] == '*' || (w->word[0] >= '0' && w->word[0] <= '9')))
        return read_row(r, w, row, events, why);
    if (text_equal(w->word, "="))
        return read_hash(r, w, why);
    if (text_equal(w->word, "commit"))
        return read_commit(r, w, why);
    if (text_equal(w->word, "secret"))
        return read_secret(r, w, why);
    if (text_equal(w->word, "resign"))
        return read_resign(r, w, why);
    if (text_equal(w->word, "result"))
        return read_result(r, w, why);
    if (text_equal(copy, "saved")) {
        r->stage = DONE;
        return IR_LINE_NOTHING;
    }
    return fail_found("a move, '=', commit, secret, resign, result or saved");
}

int ir_record_close(struct ir_record *r, char why[IR_WHY_MAX])
{
    why[0] = why[IR_WHY_CODE] = 0;
    if (r->stage == DONE)
        return IR_OK;
    if (r->line == 0)
        return fail(ERROR_RECORD_EMPTY, magic);
    return fail_line(ERROR_RECORD_BREAKS);
}
