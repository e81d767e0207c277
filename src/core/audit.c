/* audit.c: deals the outcomes of a record again from its revealed secrets, salts and match.
 *
 * A secret comes after what it deals, so at each commitment the rest of the text is searched for it. Every line is then read
 * and checked as by any reader, and every outcome is compared before the reader sees it. */
#include "core.h"
#include "record.h"
#include "dealer.h"

/* The secret of the commitment just read: the first one before the next commitment. */
static int secret_find(const char *after, uint8_t secret[32])
{
    const char *line;
    size_t n;
    while (ir_record_line(&after, &line, &n) && strncmp(line, "commit ", 7) != 0)
        if (strncmp(line, "secret ", 7) == 0)
            return ir_hex_parse(line + 7, n - 7, secret, 32);
    return 0;
}

/* Makes a dealer for what follows; 0: its secret is not known. If the secret is not the one committed to, the reader will
 * refuse its line. */
static int dealer_find(const struct ir_record *r, const char *after, struct ir_dealer_keyed *dealer)
{
    uint8_t secret[32], commit[32], key[32];
    if (!secret_find(after, secret))
        return 0;
    ir_commit(commit, secret);
    if (memcmp(commit, r->commit, 32) != 0)
        return 0;
    ir_record_key(r, secret, key);
    ir_dealer_keyed_start(dealer, key, r->chances);
    return 1;
}

int ir_audit_run(const struct ir_game *const *games, const char *text, const char *deck, struct ir_audit *a,
                 char why[IR_WHY_MAX])
{
    struct ir_record r;
    struct ir_dealer_keyed dealer;
    struct ir_row row;
    const char *line;
    size_t n;
    int keyed = 0;
    memset(a, 0, sizeof *a);
    ir_record_reader(&r, games, deck);
    while (ir_record_line(&text, &line, &n)) {
        if (n && line[0] == '*' && r.game && ir_turn(&r.state) == IR_CHANCE) {
            struct ir_text t;
            ir_text_start(&t, a->due, sizeof a->due);
            if (keyed) {
                ir_text_put(&t, "* ");
                r.game->move_print(dealer.dealer.pick(&dealer.dealer, r.game, &r.state), &t);
                if (t.len != n || memcmp(a->due, line, n) != 0) {
                    a->line = r.line + 1;
                    a->row = r.rows + 1;
                    return IR_OK;
                }
            }
            a->agree += (uint32_t)keyed;
            a->outcomes++;
        }
        int kind = ir_record_read(&r, line, n, &row, NULL, why);
        if (kind < 0)
            return kind;
        if (kind == IR_LINE_COMMIT)
            keyed = dealer_find(&r, text, &dealer);
    }
    a->due[0] = 0;
    return ir_record_close(&r, why);
}
