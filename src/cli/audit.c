/* audit.c: `irori audit`: deals a recorded game again from its revealed secrets, salts and match, outcome by outcome.
 *
 * The secrets come at the end of what they deal, so the text is looked through for them first. Then every line is read and
 * checked as by any reader, and every outcome compared before it is applied: a changed card is named at its own line, not at
 * the hash that no longer fits. */
#include "cli.h"

/* The secret that belongs to the commitment at this line: the first before the next commitment. */
static int secret_find(const char *after, uint8_t secret[32])
{
    const char *line;
    size_t n;
    while (line_next(&after, &line, &n) && strncmp(line, "commit ", 7) != 0)
        if (strncmp(line, "secret ", 7) == 0 && n == 7 + 64) {
            for (int i = 0; i < 32; i++) {
                char two[3] = {line[7 + 2 * i], line[8 + 2 * i], 0}, *end;
                secret[i] = (uint8_t)strtoul(two, &end, 16);
                if (*end)
                    return 0;
            }
            return 1;
        }
    return 0;
}

static int audit_text(const char *text, const char *deck, struct audit *a, char why[IR_WHY_MAX])
{
    struct ir_record r;
    struct ir_dealer_keyed dealer;
    const char *line;
    size_t n;
    int keyed = 0;
    ir_record_reader(&r, ir_all_games, deck);
    memset(a, 0, sizeof *a);
    while (line_next(&text, &line, &n)) {
        struct ir_row row;
        if (line[0] == '*' && r.game && ir_turn(&r.state) == IR_CHANCE) {
            ir_move due = keyed ? dealer.dealer.pick(&dealer.dealer, r.game, &r.state) : IR_NO_MOVE;
            struct ir_text t;
            ir_text_start(&t, a->due, sizeof a->due);
            if (keyed)
                ir_text_put(&t, "* "), r.game->move_print(due, &t);
            if (keyed && (strlen(a->due) != n || memcmp(a->due, line, n) != 0)) {
                a->line = r.line + 1;
                return 0;
            }
            a->agree += (size_t)keyed;
            a->outcomes++;
        }
        int kind = ir_record_read(&r, line, n, &row, NULL, why);
        if (kind < 0)
            return 1;
        if (kind == IR_LINE_COMMIT) {
            uint8_t secret[32], commit[32], key[32];
            keyed = secret_find(text, secret);
            if (keyed)
                ir_commit(commit, secret);
            keyed = keyed && memcmp(commit, r.commit, 32) == 0; /* if it is another, its own line is refused */
            if (keyed) {
                ir_record_key(&r, secret, key);
                ir_dealer_keyed(&dealer, key, r.chances);
            }
        }
    }
    return ir_record_close(&r, why) < 0;
}

int audit_file(const char *command, const char *path, const char *deck_path, struct audit *a)
{
    char why[IR_WHY_MAX], *deck, *text = record_text(command, path, deck_path, &deck);
    if (!text)
        return 1;
    int bad = audit_text(text, deck, a, why);
    if (bad)
        complain(command, "%s: %s", path, why);
    free(text);
    free(deck);
    return bad;
}

int audit_run(int argc, char **argv)
{
    const char *path = NULL, *deck_path = NULL;
    int json = 0;
    const struct arg args[] = {
        {"FILE", ARG_TEXT, &path, 0, 0, NULL, "a record of a finished game"},
        {"--deck", ARG_TEXT, &deck_path, 0, 0, "FILE", "the deck it was played with, if it was not one of ours"},
        {"--json", ARG_FLAG, &json, 0, 0, NULL, "a JSON object"},
        {.name = NULL},
    };
    int code = args_read("audit", "deal a recorded game again from its revealed secret", args, argc, argv);
    if (code)
        return code == 1 ? 0 : 2;
    struct audit a;
    if (audit_file("audit", path, deck_path, &a))
        return 1;
    int all = !a.line && a.agree == a.outcomes;
    if (json) {
        printf("{\"ok\":%s,\"outcomes\":%zu,\"audited\":%zu", all ? "true" : "false", a.outcomes, a.agree);
        if (a.line)
            printf(",\"line\":%u,\"due\":\"%s\"", a.line, a.due);
        puts("}");
    } else if (a.line) {
        printf("%s: line %u is not as dealt: the revealed secret deals '%s' there\n", path, a.line, a.due);
    } else if (!all) {
        printf("%s: %zu outcomes, of which %zu are as dealt; the secret of the others is not revealed, so nobody can say\n",
               path, a.outcomes, a.agree);
    } else {
        printf("%s: %zu outcomes, all as dealt\n", path, a.outcomes);
    }
    return !all;
}
