/* records.c: finished games: a table's rows as a record, a record told step by step, and every outcome of it dealt again. */
#include "page.h"

enum { LINES_MAX = 1 << 15 };

/* A record, read: its rows, and from which outcome on which secret dealt. */
static struct ir_record record;
static struct ir_row rows[LINES_MAX];
static struct {
    uint32_t at;
    uint8_t commit[32], secret[32], revealed;
} segment[64];
static int n_rows, n_segments;

int PAGE_CALL(page_replay)(int step, int seat);
int PAGE_CALL(page_verify)(void);

/* in: a record; after a line of one form feed, the text of its custom deck. */
static const char *deck_of(void)
{
    char *feed = strchr(page_in, '\f');
    if (!feed)
        return NULL;
    *feed = 0;
    return feed[1] == '\n' ? feed + 2 : feed + 1;
}

static int read_all(const char *deck, char why[IR_WHY_MAX])
{
    n_rows = n_segments = 0;
    ir_record_reader(&record, ir_games, deck);
    for (char *at = page_in; *at;) {
        const char *line = page_line(&at);
        struct ir_row row;
        int what = ir_record_read(&record, line, strlen(line), &row, NULL, why);
        if (what < 0)
            return what;
        if (what == IR_LINE_ROW && n_rows < LINES_MAX)
            rows[n_rows++] = row;
        if (what == IR_LINE_COMMIT && n_segments < (int)(sizeof segment / sizeof *segment)) {
            segment[n_segments].at = record.chances;
            memcpy(segment[n_segments].commit, record.commit, 32);
            segment[n_segments++].revealed = 0;
        }
        if (what == IR_LINE_SECRET && n_segments) {
            memcpy(segment[n_segments - 1].secret, record.secret, 32);
            segment[n_segments - 1].revealed = 1;
        }
    }
    return ir_record_close(&record, why);
}

static void begin(const char *deck, struct ir_state *s)
{
    char options[IR_OPTIONS_TEXT], why[IR_WHY_MAX];
    struct ir_text t;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(record.game, ir_options(&record.state), &t);
    int error = ir_start(record.game, s, ir_seats(&record.state), options, deck, why);
    ir_assert(error == IR_OK);
}

/* A step is something somebody did, and the chance that follows; the first step is the deal. */
static int step_end(int at)
{
    if (at < n_rows && rows[at].actor != IR_CHANCE)
        at++;
    while (at < n_rows && rows[at].actor == IR_CHANCE)
        at++;
    return at;
}

static void steps_json(struct ir_json *j, int step)
{
    int steps = 0;
    for (int at = 0; at < n_rows; steps++)
        at = step_end(at);
    ir_json_str(j, "game", record.game->name);
    ir_json_int(j, "step", step);
    ir_json_int(j, "steps", steps);
    ir_json_list(j, "names");
    for (int i = 0; i < ir_seats(&record.state); i++)
        ir_json_str(j, NULL, record.name[i]);
    ir_json_end(j, ']');
}

/* in: a record. The position after so many steps as a seat saw it, and what the last of these steps told. */
int page_replay(int step, int seat)
{
    char why[IR_WHY_MAX];
    const char *deck = deck_of();
    struct ir_state s;
    struct ir_view v;
    struct ir_json j;
    int error = read_all(deck, why), from = 0, to = 0;
    if (error)
        return page_refuse(ir_error_name(error), why);
    if (seat < IR_SPECTATOR || seat >= ir_seats(&record.state))
        return page_refuse("seat", "there is no such seat");
    for (int i = 0; i < step && to < n_rows; i++) {
        from = to;
        to = step_end(to);
    }
    begin(deck, &s);
    page_begin(&j);
    steps_json(&j, step);
    ir_json_list(&j, "events");
    for (int i = 0; i < to; i++) {
        struct ir_events all = {0}, seen;
        record.game->apply(&s, rows[i].move, i < from ? NULL : &all);
        ir_events_see(&all, seat, &seen);
        for (int k = 0; k < seen.n; k++)
            ir_event_json(record.game, &seen.e[k], &j);
    }
    ir_json_end(&j, ']');
    ir_view(record.game, &s, seat, &v);
    char options[IR_OPTIONS_TEXT];
    struct ir_text t;
    ir_text_start(&t, options, sizeof options);
    ir_options_print(record.game, ir_options(&s), &t);
    ir_json_object(&j, "view");
    ir_describe_all(record.game, &v, options, &j);
    ir_describe_own(record.game, &v, 0, &j);
    ir_json_end(&j, '}');
    return page_end(&j);
}

/* Deals every outcome again: how many agree, and the number of the first row that does not, or 0. */
static int deal_again(const char *deck, int *bad)
{
    struct ir_state s;
    struct ir_dealer_keyed dealer;
    uint32_t chances = 0;
    int agree = 0, next = 0, keyed = 0;
    begin(deck, &s);
    *bad = 0;
    for (int i = 0; i < n_rows; i++) {
        if (rows[i].actor == IR_CHANCE) {
            for (; next < n_segments && segment[next].at == chances; next++) {
                uint8_t key[32];
                keyed = segment[next].revealed;
                ir_record_key(&record, segment[next].secret, key);
                ir_dealer_keyed(&dealer, key, chances);
            }
            if (keyed && dealer.dealer.pick(&dealer.dealer, record.game, &s) != rows[i].move) {
                *bad = i + 1;
                return agree;
            }
            agree += keyed;
            chances++;
        }
        record.game->apply(&s, rows[i].move, NULL);
    }
    return agree;
}

/* in: a record. The reader has checked that every secret is the one committed to. */
int page_verify(void)
{
    char why[IR_WHY_MAX];
    const char *deck = deck_of();
    struct ir_json j;
    int bad, error = read_all(deck, why);
    if (error)
        return page_refuse(ir_error_name(error), why);
    int agree = deal_again(deck, &bad);
    page_begin(&j);
    ir_json_int(&j, "outcomes", agree);
    ir_json_int(&j, "of", record.chances);
    ir_json_int(&j, "bad", bad);
    ir_json_bool(&j, "agree", !bad && agree == (int)record.chances);
    return page_end(&j);
}
