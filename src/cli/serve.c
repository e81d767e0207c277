/* serve.c: `irori serve`: options, from the command line, the environment or a file, and the defaults of a server for friends.
 */
#define _GNU_SOURCE /* sched_getaffinity */
#include "config.h"
#include "pack.h"
#include "server/log.h"
#include "server/serve.h"

#include <errno.h>
#include <sched.h>
#include <sys/stat.h>

static struct config config; /* its strings are the options' */

/* The server found that an option cannot be used. */
static void refused(const char *option, const char *why)
{
    complain("serve", "%s%s", config_where(&config, option, NULL), why);
}

static int cores(void)
{
    cpu_set_t set;
    return sched_getaffinity(0, sizeof set, &set) == 0 ? CPU_COUNT(&set) : 1;
}

/* People see and type a foreign bot's name. */
static int exec_check(const char *text, const char *where)
{
    size_t n = strspn(text, "abcdefghijklmnopqrstuvwxyz0123456789-");
    if (n && n < 24 && text[n] == '=' && text[n + 1])
        return 0;
    return complain("serve",
                    "%s--allow-exec cannot be '%.60s'; it takes NAME=COMMAND such as mine=./bot.py, where NAME has small "
                    "letters, digits and dashes; a seat then names it exec:mine",
                    where, text);
}

/* Reads a deck's file: its game and name; it must be valid for some number of players. 0 after an error message. */
static int deck_install(const char *path, struct hub_deck *d, const char *where)
{
    char why[IR_WHY_MAX] = "it is for none of our games", game[24];
    struct ir_state s;
    int taken = 0;
    char *text = file_read("serve", path, 1 << 13);
    const char *line = text ? strstr(text, "\ngame ") : NULL, *name = text ? strstr(text, "\nname ") : NULL;
    if (!text)
        return 0;
    const struct ir_game *g = line && sscanf(line, " game %23s", game) == 1 ? ir_game_find(game) : NULL;
    for (int n = g ? g->min_seats : 0; g && n <= g->max_seats; n++)
        taken |= ir_start(g, &s, n, "deck=custom", text, why) == IR_OK;
    if (taken && name && sscanf(name, " name %23s", d->name) == 1) {
        d->game = g->name;
        d->text = text;
        return 1;
    }
    complain("serve", "%s--deck %s: %s", where, path, why);
    free(text);
    return 0;
}

/* As the server's log has it. */
static int pack_count(const char *path, const struct ir_game *g, char *text, char why[SERVE_WHY])
{
    struct pack pack;
    struct puzzle p;
    int n = 0, more = pack_begin(&pack, NULL, path, text) ? -1 : 1;
    if (more > 0 && pack.game != g) {
        snprintf(pack.why, sizeof pack.why, "%.400s:2: this is a pack of %s; every pack is named after its game", path,
                 pack.game->name);
        more = -1;
    }
    for (; more > 0 && (more = pack_next(&pack, &p)) > 0;)
        n++;
    snprintf(why, SERVE_WHY, "%s", pack.why);
    pack_close(&pack);
    return more < 0 ? -1 : n;
}

int serve_run(int argc, char **argv)
{
    struct serve_options o = {0};
    struct arg_list exec = {.n = 0}, deck = {.n = 0};
    static struct hub_deck decks[SERVE_DECKS_MAX];
    const char *log = "text", *log_file = NULL, *file = NULL;
    char names[32 * SERVE_EXEC_MAX];
    int help;
    int64_t threads = cores() > 1 ? cores() - 1 : 1, keep = 0, keep_unfinished = 0, connections = 0, per_address = 64,
            newcomers = 240, queue_total = 64, tables = 20, rate = 20, bytes = 16384, queue = 1024, rooms = 20000,
            event_absent = 60, event_pause = 8;
    argv = args_private(argc, argv);
    const struct arg args[] = {
        {"--config", ARG_TEXT, &file, 0, 0, "FILE", "a file with lines such as: public-url = https://games.example.org"},
        {"--listen", ARG_TEXT, &o.listen, 0, 0, "ADDR:PORT",
         "address to listen on; *:PORT is every address of this machine (127.0.0.1:8470)"},
        {"--store", ARG_TEXT, &o.store, 0, 0, "URL", "a file, postgres://..., or memory: (a file in your data directory)"},
        {"--public-url", ARG_TEXT, &o.public_url, 0, 0, "URL", "the address people type, if a proxy is in between"},
        {"--trust-proxy", ARG_TEXT, &o.trust_proxy, 0, 0, "LIST",
         "addresses of proxies, or loopback, whose X-Forwarded-For is believed"},
        {"--tls-cert", ARG_TEXT, &o.tls_cert, 0, 0, "FILE", "a PEM certificate chain: the server speaks https"},
        {"--tls-key", ARG_TEXT, &o.tls_key, 0, 0, "FILE", "its PEM key"},
        {"--bots-threads", ARG_NUMBER, &threads, 1, 64, "N", "threads on which bots think (all cores but one)"},
        {"--allow-exec", ARG_MANY, &exec, 0, SERVE_EXEC_MAX, "NAME=COMMAND",
         "lets people seat the bot exec:NAME, which runs this command; may be repeated"},
        {"--deck", ARG_MANY, &deck, 0, SERVE_DECKS_MAX, "FILE",
         "a deck of your own that people may play with; may be repeated"},
        {"--keep", ARG_NUMBER, &keep, 0, 36500, "DAYS",
         "delete finished games, and tables that never began, after so many days (0: never)"},
        {"--keep-unfinished", ARG_NUMBER, &keep_unfinished, 0, 36500, "DAYS",
         "delete games in progress after so many days without a move (0: never)"},
        {"--admin", ARG_TEXT, &o.admin, 0, 0, "PATH", "a socket for irori admin, which only you may use (none)"},
        {"--puzzles", ARG_TEXT, &o.puzzles, 0, 0, "FOLDER",
         "puzzles of your own, from irori store puzzles; read again when they change (none)"},
        {"--log", ARG_TEXT, &log, 0, 0, "FORM", "text or json lines on standard error (text)"},
        {"--log-file", ARG_TEXT, &log_file, 0, 0, "FILE", "append the log to this file; SIGHUP opens it anew (standard error)"},
        {"--push", ARG_TEXT, &o.push, 0, 0, "CONTACT",
         "tell people who are away that it is their turn; push services write to mailto:YOU about trouble (off)"},
        {"--push-to", ARG_TEXT, &o.push_to, 0, 0, "ADDR:PORT", "for tests: send all pushes to this port of this machine"},
        {"--push-ca", ARG_TEXT, &o.push_ca, 0, 0, "FILE", "for tests: the certificates that are believed there"},
        {"--open", ARG_FLAG, &o.open, 0, 0, NULL, "open the page in a browser, if there is one"},
        {"--connections", ARG_NUMBER, &connections, 0, 1000000, "N", "connections in all (0: what the system allows)"},
        {"--per-address", ARG_NUMBER, &per_address, 1, 1000000, "N", "connections from one address (64)"},
        {"--newcomers", ARG_NUMBER, &newcomers, 1, 1000000, "N", "new people an hour from one address (240)"},
        {"--tables", ARG_NUMBER, &tables, 1, 1000000, "N", "open tables that one person made (20)"},
        {"--rooms", ARG_NUMBER, &rooms, 1, 10000000, "N", "tables in memory at once (20000)"},
        {"--event-absent", ARG_NUMBER, &event_absent, 1, 3600, "SECONDS",
         "in which people must be ready at their table of an event (60)"},
        {"--event-pause", ARG_NUMBER, &event_pause, 1, 3600, "SECONDS", "between two rounds of an event (8)"},
        {"--rate", ARG_NUMBER, &rate, 1, 1000000, "N", "messages a second from one connection (20)"},
        {"--message-bytes", ARG_NUMBER, &bytes, 1024, 1 << 20, "N", "bytes of the largest message (16384)"},
        {"--queue-kb", ARG_NUMBER, &queue, 64, 1 << 20, "N", "KB that a connection may leave unread before it is cut (1024)"},
        {"--queue-total-mb", ARG_NUMBER, &queue_total, 1, 1 << 20, "N",
         "MB that all connections together may leave unread; the slowest are cut first (64)"},
        {NULL, 0, NULL, 0, 0, NULL, NULL}};
    if ((help = config_args("serve", "a table for everyone, over the network", args, argc, argv, &config)))
        return help == 2 ? 2 : 0;
    if (strcmp(log, "text") != 0 && strcmp(log, "json") != 0)
        return complain("serve", "%s--log cannot be '%.40s'; it takes text or json", config_where(&config, "--log", NULL), log);
    struct ir_text t;
    ir_text_start(&t, names, sizeof names);
    for (int i = 0; i < exec.n; i++) {
        if (exec_check(exec.text[i], config_where(&config, "--allow-exec", exec.text[i])))
            return 2;
        o.exec[o.n_exec++] = exec.text[i];
        ir_text_put(&t, i ? "," : "");
        ir_text_put_n(&t, exec.text[i], strcspn(exec.text[i], "="));
    }
    for (int i = 0; i < deck.n; i++) {
        if (!deck_install(deck.text[i], &decks[i], config_where(&config, "--deck", deck.text[i])))
            return 2;
        for (int k = 0; k < i; k++)
            if (strcmp(decks[k].game, decks[i].game) == 0 && strcmp(decks[k].name, decks[i].name) == 0)
                return complain("serve", "%s--deck %s: there is already a deck '%s'; change the line 'name' of one of them",
                                config_where(&config, "--deck", deck.text[i]), deck.text[i], decks[i].name);
    }
    if (!o.store)
        o.store = "";
    if (!log_setup(strcmp(log, "json") == 0, log_file))
        return complain("serve", "%s--log-file %s cannot be opened: %s", config_where(&config, "--log-file", NULL), log_file,
                        strerror(errno));
    o.refused = refused;
    o.pack_read = pack_count;
    o.threads = (int)threads;
    o.connections = (int)connections;
    o.limits = (struct hub_limits){.connections_per_address = (int)per_address,
                                   .newcomers_per_hour = (int)newcomers,
                                   .tables_per_player = (int)tables,
                                   .messages_per_second = (int)rate,
                                   .message_bytes = (int)bytes,
                                   .rooms = (int)rooms,
                                   .queue_bytes = (int)queue * 1024,
                                   .queue_total = queue_total << 20,
                                   .exec_bots = names,
                                   .decks = decks,
                                   .n_decks = deck.n,
                                   .keep = keep * 24 * 3600 * 1000,
                                   .keep_unfinished = keep_unfinished * 24 * 3600 * 1000,
                                   .event_absent = event_absent * 1000,
                                   .event_pause = event_pause * 1000,
                                   .public_url = o.public_url};
    return serve(&o);
}
