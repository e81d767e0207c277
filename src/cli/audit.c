/* audit.c: `irori audit`: deals a recorded game again from its revealed secrets, salts and match, outcome by outcome. */
#include "cli.h"

int audit_file(const char *command, const char *path, const char *deck_path, struct ir_audit *a)
{
    char why[IR_WHY_MAX], *deck, *text = record_text(command, path, deck_path, &deck);
    if (!text)
        return 1;
    int error = ir_audit_run(ir_all_games, text, deck, a, why);
    if (error)
        complain(command, "%s: %s", path, refusal(why));
    free(text);
    free(deck);
    return error != IR_OK;
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
    struct ir_audit a;
    if (audit_file("audit", path, deck_path, &a))
        return 1;
    int all = !a.line && a.agree == a.outcomes;
    if (json) {
        printf("{\"ok\":%s,\"outcomes\":%u,\"audited\":%u", all ? "true" : "false", a.outcomes, a.agree);
        if (a.line)
            printf(",\"line\":%u,\"due\":\"%s\"", a.line, a.due);
        puts("}");
    } else if (a.line) {
        printf("%s: line %u is not as dealt: the revealed secret deals '%s' there\n", path, a.line, a.due);
    } else if (!all) {
        printf("%s: %u outcomes, of which %u are as dealt; the secret of the others is not revealed, so nobody can say\n", path,
               a.outcomes, a.agree);
    } else {
        printf("%s: %u outcomes, all as dealt\n", path, a.outcomes);
    }
    return !all;
}
