/* errors.c: the errors of the library: code, values and sentence of each in one table, and how they are written into a `why`.
 * A game has a table of its own (struct ir_game, `error`). The page's engine is built without the sentences (IR_SAYS). */
#include "core.h"

const struct ir_error_kind ir_errors[] = {
    [ERROR_OPTION_UNKNOWN] = {"option-unknown", "game:s option:q known:S",
                              IR_SAYS("{game} has no option {option}; it has: {known}")},
    [ERROR_OPTION_EMPTY] = {"option-empty", "game:s option:q takes:S",
                            IR_SAYS("{game}: no value after {option}, which takes {takes}")},
    [ERROR_OPTION_VALUE] = {"option-value", "game:s option:s value:q takes:S",
                            IR_SAYS("{game}: option {option} cannot be {value}; it takes {takes}")},
    [ERROR_OPTION_TWICE] = {"option-twice", "game:s option:s",
                            IR_SAYS("{game}: option {option} is given twice; once is enough")},
    [ERROR_OPTION_COMMA] = {"option-comma", "game:s",
                            IR_SAYS("{game}: the options end with a comma; name=value should follow it")},
    [ERROR_PRESET_UNKNOWN] = {"preset-unknown", "game:s preset:q known:S",
                              IR_SAYS("{game} has no preset {preset}; it has: {known} (then name=value, separated by commas)")},
    [ERROR_SEATS] = {"seats", "game:s most:n seats:n", IR_SAYS("{game} is for {most} players, not {seats}")},
    [ERROR_SEATS_RANGE] = {"seats-range", "game:s least:n most:n seats:n",
                           IR_SAYS("{game} is for {least} to {most} players, not {seats}")},
    [ERROR_DECK_MISSING] = {"deck-missing", "game:s", IR_SAYS("{game}: deck=custom, but no deck was given")},
    [ERROR_DECK_LINE] = {"deck-line", "game:s line:n what:s", IR_SAYS("{game} deck, line {line}: {what}")},
    [ERROR_DECK_WHOLE] = {"deck-whole", "game:s what:s", IR_SAYS("{game} deck: {what}")},
    [ERROR_MOVE_TURN] = {"move-turn", "turn:S actor:S", IR_SAYS("{turn} is to move, not {actor}")},
    [ERROR_MOVE] = {"move-impossible", "move:s actor:S", IR_SAYS("'{move}' is not possible now for {actor}")},
    [ERROR_MOVE_OVER] = {"move-over", "", IR_SAYS("a move, but all seats but one have resigned: the game is over")},
    [ERROR_RESIGN] = {"resign-seat", "", IR_SAYS("'resign' needs a seat that is still in the game")},
    [ERROR_RECORD_LINE] = {"record-line", "line:n found:Q wanted:S",
                           IR_SAYS("line {line}: {found} where {wanted} was expected")},
    [ERROR_RECORD_WORD] = {"record-word", "line:n what:S", IR_SAYS("line {line}: {what}")},
    [ERROR_RECORD_GAME] = {"record-game", "line:n known:S",
                           IR_SAYS("line {line}: a game this program does not know; it knows: {known}")},
    [ERROR_RECORD_REVISION] =
        {"record-revision", "line:n game:s was:n is:n",
         IR_SAYS("line {line}: recorded under revision {was} of {game}, this program plays revision {is}: replaying it could "
                 "show another game, so it is refused")},
    [ERROR_RECORD_DECK] = {"record-deck", "line:n deck:S",
                           IR_SAYS("line {line}: this game was played with another deck; the one at hand is '{deck}'")},
    [ERROR_RECORD_CHANGED] =
        {"record-changed", "line:n due:S",
         IR_SAYS("line {line}: the game so far gives '{due}', the record says otherwise: a line above was changed or lost")},
    [ERROR_RECORD_RESULT] = {"record-result", "line:n due:S",
                             IR_SAYS("line {line}: the game ends with '{due}', the record says otherwise")},
    [ERROR_RECORD_EARLY] = {"record-early", "line:n", IR_SAYS("line {line}: a result, but the game is not over")},
    [ERROR_RECORD_SECRET] = {"record-secret", "line:n",
                             IR_SAYS("line {line}: this secret is not the one committed to before the game")},
    [ERROR_RECORD_MOVE] = {"record-move", "line:n what:S", IR_SAYS("line {line}: {what}")},
    [ERROR_RECORD_BINARY] = {"record-binary", "line:n", IR_SAYS("line {line}: contains a zero byte: this is not a text file")},
    [ERROR_RECORD_EMPTY] = {"record-empty", "line:n begins:S",
                            IR_SAYS("line {line}: the file is empty; a record begins with '{begins}'")},
    [ERROR_RECORD_BREAKS] = {"record-breaks-off", "line:n",
                             IR_SAYS("line {line}: the record breaks off here: neither a result nor 'saved' follows")},
    [ERRORS] = {NULL, NULL, NULL},
};

void ir_why_start(struct ir_text *t, char why[IR_WHY_MAX])
{
    ir_text_start(t, why, IR_WHY_CODE);
    why[IR_WHY_CODE] = 0;
}

/* The next "name:t" of a list of values; 0 at its end. */
struct value {
    const char *name;
    size_t n;
    char type;
};
static int value_next(const char **values, struct value *v)
{
    *values += **values == ' ';
    if (!**values)
        return 0;
    v->name = *values;
    v->n = strcspn(*values, ":");
    v->type = v->name[v->n + 1];
    *values = v->name + v->n + 2;
    return 1;
}

#ifndef IR_TERSE
enum { VALUES_MAX = 6 };
struct filled {
    const char *name[VALUES_MAX], *text[VALUES_MAX];
    size_t n[VALUES_MAX];
    int quoted[VALUES_MAX], count;
};

static void sentence_put(struct ir_text *t, const char *sentence, const struct filled *f)
{
    while (*sentence) {
        size_t plain = strcspn(sentence, "{");
        ir_text_put_n(t, sentence, plain);
        sentence += plain;
        if (!*sentence)
            break;
        size_t n = strcspn(++sentence, "}");
        int i = 0;
        while (i < f->count && (f->n[i] != n || memcmp(f->name[i], sentence, n) != 0))
            i++;
        ir_assert(i < f->count);
        ir_text_put(t, f->quoted[i] ? "'" : "");
        ir_text_put(t, f->text[i]);
        ir_text_put(t, f->quoted[i] ? "'" : "");
        sentence += n + 1;
    }
}
#endif

void ir_refuse(char why[IR_WHY_MAX], const struct ir_error_kind *k, ...)
{
    struct ir_text t, code;
    struct value v;
    const char *values = k->values;
    va_list a;
    char kept[IR_WHY_MAX / 2]; /* the values as text, one after the other */
    struct ir_text text;
    ir_text_start(&text, kept, sizeof kept);
    ir_why_start(&t, why);
    ir_text_start(&code, why + IR_WHY_CODE, IR_WHY_MAX - IR_WHY_CODE);
    ir_text_put(&code, k->code);
    va_start(a, k);
#ifndef IR_TERSE
    struct filled f = {.count = 0};
#endif
    while (value_next(&values, &v)) {
        const char *from = kept + text.len, *given = v.type == 'n' ? "" : va_arg(a, const char *);
        int quoted = v.type == 'q' || v.type == 'Q', carried = v.type != 'S' && v.type != 'Q';
        if (v.type == 'n') {
            ir_text_int(&text, va_arg(a, int));
        } else if (quoted) {
            ir_text_visible(&text, given, va_arg(a, size_t));
        } else if (carried) {
            ir_text_put(&text, given);
        }
        if (carried) {
            ir_text_put(&code, "\n");
            ir_text_put_n(&code, v.name, v.n);
            ir_text_add(&code, v.type == 'n' ? "#%s" : "=%s", from);
        }
#ifndef IR_TERSE
        ir_assert(f.count < VALUES_MAX);
        f.name[f.count] = v.name;
        f.n[f.count] = v.n;
        f.quoted[f.count] = quoted;
        f.text[f.count++] = carried || quoted ? from : given;
#endif
        ir_text_put_n(&text, "", text.cut ? 0 : 1); /* its zero stays */
    }
    va_end(a);
#ifndef IR_TERSE
    sentence_put(&t, k->sentence, &f);
#endif
}

void ir_refuse_at(char why[IR_WHY_MAX], int line, const char inner[IR_WHY_MAX])
{
    struct ir_text t, code;
    ir_why_start(&t, why);
    if (*inner)
        ir_text_add(&t, "line %d: %s", line, inner);
    ir_text_start(&code, why + IR_WHY_CODE, IR_WHY_MAX - IR_WHY_CODE);
    if (inner[IR_WHY_CODE])
        ir_text_add(&code, "%s\nline#%d", inner + IR_WHY_CODE, line);
}

void ir_why_json(struct ir_json *j, const char why[IR_WHY_MAX])
{
    const char *code = why + IR_WHY_CODE;
    char word[IR_WHY_MAX - IR_WHY_CODE];
    struct ir_text t;
    ir_json_str(j, "why", why);
    if (strlen(why) >= IR_WHY_CODE || !*code) /* a sentence so long has no code behind it */
        return;
    size_t n = strcspn(code, "\n");
    ir_text_start(&t, word, sizeof word);
    ir_text_put_n(&t, code, n);
    ir_json_str(j, "code", word);
    ir_json_object(j, "values");
    for (code += n; *code; code += n) {
        char name[IR_TEXT_MAX];
        size_t end = strcspn(++code, "=#");
        n = strcspn(code, "\n");
        ir_text_start(&t, name, sizeof name);
        ir_text_put_n(&t, code, end);
        ir_text_start(&t, word, sizeof word);
        ir_text_put_n(&t, code + end + 1, n - end - 1);
        int64_t number;
        if (code[end] == '#' && ir_number_parse(word, strlen(word), INT32_MIN, INT32_MAX, &number))
            ir_json_int(j, name, number);
        else
            ir_json_str(j, name, word);
    }
    ir_json_end(j, '}');
}
