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

const char *words_title(const struct ir_game *g)
{
    const struct words *w = words_of(g);
    return w->title ? tr(w->title) : g->title;
}

const char *words_move(const struct words *w, const struct ir_view *v, ir_move m, const char *const *name, int brief)
{
    char *text = NULL;
    size_t size;
    FILE *out = open_memstream(&text, &size);
    if (!out)
        return "";
    if (w->brief && brief)
        w->brief(out, v, m, name);
    else if (w->move)
        w->move(out, v, m, name);
    else
        w->choice(out, v, m, name);
    fclose(out);
    const char *kept = harmless(text);
    free(text);
    return kept;
}

const char *words_kind(const struct ir_game *g, const char *word)
{
    const char *const(*k)[2] = words_of(g)->kinds;
    while (k && (*k)[0] && strcmp((*k)[0], word) != 0)
        k++;
    return k && (*k)[0] ? tr((*k)[1]) : word;
}

const char *fact_chance(int thousandths)
{
    int percent = (thousandths + 5) / 10;
    int fine = thousandths && (percent < 1 || (percent > 99 && thousandths < 1000)); /* neither impossible nor certain */
    return phrase("{n} %", "n", fine ? decimal(thousandths / 10.0, 1, 0) : number(percent));
}

const char *fact_tenths(int tenths)
{
    return decimal(tenths / 10.0, 1, 0);
}

/* A reason by the names of its numbers, for a game that has no words for it. */
static void fact_plain(FILE *out, const struct ir_game *g, const struct ir_fact *f, int viewer, const char *const *name)
{
    const struct ir_fact_kind *k = &ir_reasons(g)->kind[f->kind];
    fputs(k->name, out);
    for (int i = 0; i < 4 && k->field[i]; i++) {
        const char *colon = strchr(k->field[i], ':');
        char word[IR_TEXT_MAX];
        struct ir_text t;
        if (f->n[i] == IR_NO_FACT)
            continue;
        ir_text_start(&t, word, sizeof word);
        switch (colon[1]) {
        case 'n': ir_text_int(&t, f->n[i]); break;
        case 's': ir_text_put(&t, called(f->n[i], viewer, name)); break;
        case 'p': ir_text_put(&t, fact_chance(f->n[i])); break;
        case 'd': ir_text_put(&t, fact_tenths(f->n[i])); break;
        default: g->value_print(colon[1], f->n[i], &t);
        }
        fprintf(out, ", %.*s %s", (int)(colon - k->field[i]), k->field[i], word);
    }
    fputc('.', out);
}

void words_fact(FILE *out, const struct ir_game *g, const struct ir_fact *f, int seat, int viewer, const char *const *name)
{
    const struct words *w = words_of(g);
    char *reason = NULL;
    size_t size;
    FILE *memory = open_memstream(&reason, &size);
    if (!memory)
        return;
    if (!w->fact || !w->fact(memory, f, seat, viewer, name))
        fact_plain(memory, g, f, viewer, name);
    fclose(memory);
    if (f->of == IR_OF_POSITION)
        fputs(reason, out);
    else if (f->of == IR_OF_BETTER)
        say(out, "The better move: {reason}", "reason", reason);
    else
        say(out, "The move played: {reason}", "reason", reason);
    free(reason);
}
