/* page.h: what the files of the page's wasm share: two buffers of text, and how a call reads and answers.
 *
 * A call reads its arguments as lines of `in`, the last of which may be a long text, and answers with one JSON object in `out`;
 * it returns that object's length. {"error":"...","why":"..."} is a refusal. One instance is one table: the page
 * makes as many instances as it needs. */
#ifndef IR_PAGE_H
#define IR_PAGE_H

#include "core/core.h"
#include "irori_table.h"

enum { PAGE_IN = 1 << 20, PAGE_OUT = 1 << 19 };

#define PAGE_CALL(name) __attribute__((export_name(#name))) name

extern char page_in[PAGE_IN], page_out[PAGE_OUT];
/* The position for a bot; the page copies its bytes from the table's instance to the bot's. */
extern struct page_sight {
    struct ir_view view;
    struct ir_notes notes;
} page_sight;

/* The next line of `in`, without its newline; empty if none is left. *at begins at page_in. */
char *page_line(char **at);
void page_begin(struct ir_json *); /* opens the object of an answer */
int page_end(struct ir_json *);
int page_refuse(const char *error, const char *why);
int page_refuse_why(int error, const char why[IR_WHY_MAX]); /* an error of the library, with its code */

/* Memory that lasts as long as the instance and only grows; 0: there is none left. What was in it is gone. */
struct page_room {
    char *at;
    size_t size;
};
int page_room(struct page_room *, size_t size);
/* The table of this instance (local.c); what its game began with, or NULL; and what it deals from. */
extern struct ir_table page_table;
extern const struct ir_replay *page_before;
extern uint8_t page_secret[32];
/* The record that is open, or NULL. */
struct ir_replay *page_replay(void);

#endif
