/* words.c: which game speaks how, and the fallback for one that has no words of its own: its moves, its events as JSON. */
#include "words.h"

#include "games_list.h"

#define DECLARE(name) extern const struct words name##_words;
GAMES_WITH_WORDS(DECLARE)

static void plain_table(FILE *out, const struct ir_view *v, const char *const *name)
{
    (void)out, (void)v, (void)name;
}
static int plain_choice(FILE *out, const struct ir_view *v, ir_move m, const char *const *name)
{
    (void)out, (void)v, (void)m, (void)name;
    return 1;
}
static void plain_question(FILE *out, const struct ir_view *v, const char *const *name)
{
    (void)v, (void)name;
    fputs("Your move?", out);
}
static const char *plain_explain(const struct ir_view *v, const char **rule)
{
    (void)v;
    *rule = NULL;
    return "Choose one of the moves by its number.";
}
static int plain_event(FILE *out, const struct ir_event *e, int viewer, const char *const *name)
{
    (void)out, (void)e, (void)viewer, (void)name;
    return 0;
}
static ir_move plain_answer(const struct ir_view *v, const char *text, const ir_move *legal, int n)
{
    (void)v, (void)text, (void)legal, (void)n;
    return IR_NO_MOVE;
}

static const struct words plain = {.welcome = "",
                                   .table = plain_table,
                                   .choice = plain_choice,
                                   .question = plain_question,
                                   .explain = plain_explain,
                                   .event = plain_event,
                                   .answer = plain_answer};

const struct words *words_of(const struct ir_game *g)
{
#define ADDRESS(name) &name##_words,
    static const struct words *const all[] = {GAMES_WITH_WORDS(ADDRESS) NULL};
    for (const struct words *const *w = all; *w; w++)
        if ((*w)->game == g)
            return *w;
    return &plain;
}
