/* words.c: finds the words of a game. */
#include "words.h"

#include "games_list.h"

#define DECLARE(name) extern const struct words name##_words;
GAMES_WITH_WORDS(DECLARE)

const struct words *words_of(const struct ir_game *g)
{
#define ADDRESS(name) &name##_words,
    static const struct words *const all[] = {GAMES_WITH_WORDS(ADDRESS) NULL};
    for (const struct words *const *w = all; *w; w++)
        if ((*w)->game == g)
            return *w;
    return words_plain(g);
}
