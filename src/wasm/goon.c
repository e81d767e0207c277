/* goon.c: a table that goes on with the game of a record, only in the build for reviews (scripts/wasm.sh). */
#include "page.h"

static struct ir_replay before;
static struct page_room room, text;

int PAGE_CALL(page_open_from)(void);

/* in: settings, the secret that deals from here on; the rest is a record that ends with `saved`, and its custom deck if it has
 * one. Instead of page_open. Then the keeper's `start` begins. */
int page_open_from(void)
{
    char *at = page_in, why[IR_WHY_MAX];
    const char *settings = page_line(&at), *hex = page_line(&at);
    uint8_t commit[32];
    struct ir_json j;
    if (!ir_hex_parse(hex, strlen(hex), page_secret, sizeof page_secret))
        return page_refuse("command", "a table goes on with settings, a secret and a record");
    if (!page_room(&text, strlen(at) + 1) || !page_room(&room, ir_replay_size(at)))
        return page_refuse("size", "there is no memory left for a record this long");
    memcpy(text.at, at, strlen(at) + 1); /* the table keeps its deck */
    ir_commit(commit, page_secret);
    int error = ir_replay_open(&before, ir_games, text.at, ir_record_deck(text.at), room.at, room.size, why);
    if (!error)
        error = ir_table_from_record(&page_table, &before, settings, commit, why);
    if (error)
        return page_refuse_why(error, why);
    page_before = &before;
    page_begin(&j);
    ir_json_str(&j, "options", page_table.options);
    return page_end(&j);
}
