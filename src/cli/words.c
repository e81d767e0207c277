/* words.c: finds the words of a game; and reasons, for games that have no words for them. */
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

const char *fact_chance(int thousandths)
{
    static char text[4][16];
    static int at;
    at = (at + 1) % 4;
    int percent = (thousandths + 5) / 10;
    if (percent < 1 || (percent > 99 && thousandths < 1000)) /* neither impossible nor certain, if it is not just that */
        snprintf(text[at], sizeof text[at], "%d.%d %%", thousandths / 10, thousandths % 10);
    else
        snprintf(text[at], sizeof text[at], "%d %%", percent);
    return thousandths ? text[at] : "0 %";
}

const char *fact_tenths(int tenths)
{
    static char text[4][16];
    static int at;
    at = (at + 1) % 4;
    int n = tenths < 0 ? -tenths : tenths;
    snprintf(text[at], sizeof text[at], "%s%d.%d", tenths < 0 ? "-" : "", n / 10, n % 10);
    return text[at];
}

void words_fact(FILE *out, const struct ir_game *g, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    const struct words *w = words_of(g);
    if (w->fact && w->fact(out, f, seat, viewer, name))
        return;
    const struct ir_fact_kind *k = &ir_reasons(g)->kind[f->kind];
    fprintf(out, f->of == IR_OF_POSITION ? "%s%s" : "%s: %s", f->of == IR_OF_POSITION ? "" : fact_move(f), k->name);
    for (int i = 0; i < 4 && k->field[i]; i++) {
        const char *colon = strchr(k->field[i], ':');
        char word[IR_TEXT_MAX];
        struct ir_text t;
        if (f->n[i] == IR_NO_FACT)
            continue;
        ir_text_start(&t, word, sizeof word);
        switch (colon[1]) {
        case 'n': ir_text_int(&t, f->n[i]); break;
        case 's': ir_text_put(&t, f->n[i] == viewer ? "you" : name[f->n[i]]); break;
        case 'p': ir_text_put(&t, fact_chance(f->n[i])); break;
        case 'd': ir_text_put(&t, fact_tenths(f->n[i])); break;
        default: g->value_print(colon[1], f->n[i], &t);
        }
        fprintf(out, ", %.*s %s", (int)(colon - k->field[i]), k->field[i], word);
    }
    fputc('.', out);
}
