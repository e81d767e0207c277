/* catalogue.c: what there is to play. The page has it as JSON that is made when it is built (web/gen.mjs), so its first load
 * does without: these calls are only in the build for reviews. */
#include "page.h"

int PAGE_CALL(page_catalogue)(void);
int PAGE_CALL(page_components)(void);

int page_catalogue(void)
{
    struct ir_json j;
    ir_json_start(&j, page_out, sizeof page_out);
    ir_catalogue(&j);
    return (int)j.text.len;
}

/* The components of all games, so that the page has no cards of its own. */
int page_components(void)
{
    struct ir_json j;
    page_begin(&j);
    for (const struct ir_game *const *g = ir_games; *g; g++) {
        const struct ir_game *const *same = ir_games; /* games that share cards list them once */
        while ((*same)->components != (*g)->components)
            same++;
        if ((*g)->components && same == g)
            (*g)->components(&j);
    }
    return page_end(&j);
}
