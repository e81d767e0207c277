/* local.c: the page's own table: the calls of ir_table, on text. page_do carries out a command; the page stores its row, then
 * page_take commits it. Folding the stored rows restores the table. */
#include "page.h"

struct ir_table page_table;
const struct ir_replay *page_before;
uint8_t page_secret[32];
static struct ir_story story; /* of the row committed or folded last */
static struct ir_done done;   /* what page_take commits, if its row is not empty */
static char deck[1 << 16];

int PAGE_CALL(page_open)(void);
int PAGE_CALL(page_do)(uint64_t who, uint64_t id, int64_t seq, int64_t now);
int PAGE_CALL(page_take)(void);
int PAGE_CALL(page_fold)(int64_t seq, int32_t sub, uint64_t who, uint64_t id, int64_t time);
int PAGE_CALL(page_frame)(int seat, int with_events, uint64_t ack, int64_t now);
int PAGE_CALL(page_wish)(int64_t now);
int PAGE_CALL(page_look)(int seat);
int PAGE_CALL(page_story)(int seat);
int PAGE_CALL(page_record)(void);

/* in: game, id, seats, options, settings, the host's number, the secret; the rest is the text of a custom deck, or nothing. */
int page_open(void)
{
    char *at = page_in, why[IR_WHY_MAX];
    const struct ir_game *game = ir_game_find(page_line(&at));
    const char *id = page_line(&at), *seats = page_line(&at), *options = page_line(&at), *settings = page_line(&at);
    const char *host = page_line(&at), *hex = page_line(&at);
    int64_t n, who;
    uint8_t commit[32];
    struct ir_text t;
    struct ir_json j;
    if (!game || !ir_number_parse(seats, strlen(seats), 0, IR_SEATS_MAX, &n) ||
        !ir_number_parse(host, strlen(host), 0, INT32_MAX, &who) ||
        !ir_hex_parse(hex, strlen(hex), page_secret, sizeof page_secret))
        return page_refuse("command", "a table is opened with a game, an id, seats, options, settings, a host and a secret");
    ir_text_start(&t, deck, sizeof deck);
    ir_text_put(&t, at);
    if (t.cut)
        return page_refuse("deck", "a deck has at most 65535 bytes");
    ir_commit(commit, page_secret);
    int error =
        ir_table_open(&page_table, game, id, (int)n, options, *deck ? deck : NULL, settings, (uint64_t)who, commit, why);
    done.row[0] = 0;
    if (error)
        return page_refuse_why(error, why);
    page_begin(&j);
    ir_json_str(&j, "options", page_table.options);
    return page_end(&j);
}

/* in: a command. Answers with its row; the table does not change until page_take. */
int page_do(uint64_t who, uint64_t id, int64_t seq, int64_t now)
{
    struct ir_command command = {.who = who, .id = id, .seq = seq, .text = page_in};
    char why[IR_WHY_MAX];
    struct ir_json j;
    int error = ir_table_do(&page_table, &command, page_secret, now, &done, why);
    if (error)
        return page_refuse_why(error, why);
    page_begin(&j);
    ir_json_int(&j, "seq", done.seq);
    ir_json_int(&j, "sub", done.sub);
    ir_json_bool(&j, "closed", done.closed);
    ir_json_str(&j, "row", done.row);
    return page_end(&j);
}

/* The row of the last page_do is stored: commits the table after it. */
int page_take(void)
{
    struct ir_json j;
    if (!done.row[0])
        return page_refuse("command", "no command was carried out since the table changed last");
    page_table = done.after;
    story = done.story;
    done.row[0] = 0;
    page_begin(&j);
    return page_end(&j);
}

/* in: a row. */
int page_fold(int64_t seq, int32_t sub, uint64_t who, uint64_t id, int64_t time)
{
    char why[IR_WHY_MAX];
    struct ir_json j;
    int closed = ir_table_fold(&page_table, page_in, seq, sub, who, id, time, &story, why);
    if (closed < 0)
        return page_refuse_why(closed, why);
    done.row[0] = 0;
    page_begin(&j);
    ir_json_bool(&j, "closed", closed);
    return page_end(&j);
}

/* What the row taken or folded last told this seat. */
int page_story(int seat)
{
    struct ir_json j;
    ir_json_start(&j, page_out, sizeof page_out);
    ir_story_json(&page_table, &story, seat, &j);
    ir_assert(!j.text.cut);
    return (int)j.text.len;
}

/* told: with the events of the row taken or folded last. */
int page_frame(int seat, int with_events, uint64_t ack, int64_t now)
{
    struct ir_json j;
    ir_json_start(&j, page_out, sizeof page_out);
    ir_table_frame(&page_table, seat, with_events ? &story : NULL, ack, now, &j);
    ir_assert(!j.text.cut);
    return (int)j.text.len;
}

/* The bots that must think now: seat and name. */
int page_wish(int64_t now)
{
    struct ir_wish wish;
    struct ir_json j;
    ir_table_wish(&page_table, now, &wish);
    page_begin(&j);
    ir_json_list(&j, "think");
    for (int i = 0; i < IR_SEATS_MAX; i++)
        if (wish.think >> i & 1) {
            ir_json_object(&j, NULL);
            ir_json_int(&j, "seat", i);
            ir_json_str(&j, "bot", ir_table_bot(&page_table, i));
            ir_json_end(&j, '}');
        }
    ir_json_end(&j, ']');
    ir_json_int(&j, "wake", wish.wake);
    ir_json_int(&j, "seq", page_table.seq);
    return page_end(&j);
}

/* Copies the view and notes of a seat that is asked to page_sight. A bot never gets more than these. */
int page_look(int seat)
{
    if (seat < 0 || seat >= page_table.n_seats || !(ir_asked(page_table.game, page_table.now.b) >> seat & 1))
        return page_refuse("turn", "this seat is not asked now");
    ir_table_view(&page_table, seat, &page_sight.view, &page_sight.notes);
    return 0;
}

/* in: the texts of all rows, each closed by a form feed. The game as a record. */
int page_record(void)
{
    static const char *row[1 << 15];
    static char text[PAGE_IN / 4];
    struct ir_text t;
    struct ir_json j;
    char why[IR_WHY_MAX], *at = page_in;
    size_t n = 0;
    for (char *end; n < sizeof row / sizeof *row && (end = strchr(at, '\f')); at = end + 1) {
        *end = 0;
        row[n++] = at;
    }
    ir_text_start(&t, text, sizeof text);
    int error = ir_table_record(&page_table, page_before, row, n, &t, why);
    if (error)
        return page_refuse_why(error, why);
    if (t.cut)
        return page_refuse("size", "this game is too long for the page's record");
    page_begin(&j);
    ir_json_str(&j, "record", text);
    return page_end(&j);
}
