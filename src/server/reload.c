/* reload.c: SIGHUP: opens the log anew, takes over a renewed certificate, and looks for new puzzles. It never ends the server,
 * and touches neither games nor connections. */
#include "server.h"
#include "log.h"
#include "packs.h"

#include <errno.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"

void certificate_tell(const struct tls_ctx *t)
{
    long long days = tls_ctx_days(t);
    if (days < 0)
        log_event(LOG_WARN, "certificate", "the certificate has expired %s: browsers refuse it",
                  days == -1 ? "in the last day" : "days ago");
    else
        log_event(LOG_INFO, "certificate", "the certificate is valid for %lld more days", days);
}

void server_reload(struct server *s)
{
    const struct serve_options *o = s->options;
    char why[IR_WHY_MAX];
    if (!log_reopen())
        log_event(LOG_ERROR, "reload", "the log file cannot be opened anew, so the old one stays in use: %s", strerror(errno));
    packs_look(s);
    if (!o->tls_cert) {
        log_event(LOG_INFO, "reload", "done");
        return;
    }
    struct tls_ctx *t = tls_ctx_new(o->tls_cert, o->tls_key, why);
    if (!t) {
        log_event(LOG_ERROR, "reload", "the old certificate stays in use, because %s", why);
        return;
    }
    tls_ctx_free(s->tls); /* its connections keep what they need of it */
    s->tls = t;
    log_event(LOG_INFO, "reload", "new connections get the certificate of the file");
    certificate_tell(t);
}

int terminal_lost(const struct server *s)
{
    return s->terminal && !isatty(STDIN_FILENO);
}
