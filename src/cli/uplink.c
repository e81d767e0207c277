/* uplink.c: see uplink.h. */
#define _GNU_SOURCE
#include "uplink.h"

#include <errno.h>
#include <poll.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include "cli.h"
#include "speech.h"

enum {
    PAUSE_MS = 250, /* before the second try; doubles */
    PAUSE_MAX_MS = 8000,
    OPEN_MS = 20000,    /* as far as the first frame */
    SILENCE_MS = 12000, /* then a ping, which */
    ANSWER_MS = 12000,  /* is answered in this time, as a command is */
    SLICE_MS = 250      /* a signal may come just before a wait: none is longer */
};

static int64_t clock_ms(clockid_t which)
{
    struct timespec t;
    clock_gettime(which, &t);
    return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

int64_t uplink_now(void)
{
    return clock_ms(CLOCK_REALTIME);
}

static int64_t now_ms(void)
{
    return clock_ms(CLOCK_MONOTONIC);
}

/* ---- who we are ----
 *
 * A file for each server has our tokens, the one in use first. A token is never erased: a server that does not know it today
 * may know it tomorrow. */

static void file_name(struct uplink *u)
{
    const char *state = getenv("XDG_STATE_HOME"), *home = getenv("HOME");
    char folder[380];
    u->file[0] = 0;
    if (state && *state == '/')
        snprintf(folder, sizeof folder, "%.300s", state);
    else if (home && *home == '/')
        snprintf(folder, sizeof folder, "%.300s/.local/state", home);
    else
        return;
    for (char *p = folder + 1;; p++) /* with all folders above it */
        if (*p == '/' || !*p) {
            char c = *p;
            *p = 0;
            mkdir(folder, 0700);
            *p = c;
            if (!c)
                break;
        }
    size_t n = strlen(folder);
    snprintf(folder + n, sizeof folder - n, "/irori");
    mkdir(folder, 0700);
    snprintf(u->file, sizeof u->file, "%s/", folder);
    n = strlen(u->file);
    for (const char *p = u->url.server; *p && n + 8 < sizeof u->file && n < strlen(folder) + 200; p++)
        u->file[n++] = (char)(strchr("/:[]", *p) ? '_' : *p);
    memcpy(u->file + n, ".token", 7);
}

static void tokens_read(struct uplink *u)
{
    FILE *f = u->file[0] ? fopen(u->file, "re") : NULL;
    char text[128];
    while (f && u->n_tokens < UPLINK_TOKENS && fgets(text, sizeof text, f))
        if (strspn(text, "0123456789abcdef") == UPLINK_TOKEN - 1) {
            memcpy(u->token[u->n_tokens], text, UPLINK_TOKEN - 1);
            u->token[u->n_tokens++][UPLINK_TOKEN - 1] = 0;
        }
    if (f)
        fclose(f);
}

/* Puts the token in use first, and writes the file: as a whole, or not at all. */
static void tokens_write(struct uplink *u, const char *token)
{
    char all[UPLINK_TOKENS][UPLINK_TOKEN], path[sizeof u->file + 16];
    int n = 0;
    snprintf(all[n++], UPLINK_TOKEN, "%s", token);
    for (int i = 0; i < u->n_tokens && n < UPLINK_TOKENS; i++)
        if (strcmp(u->token[i], token) != 0)
            memcpy(all[n++], u->token[i], UPLINK_TOKEN);
    memcpy(u->token, all, sizeof all);
    u->n_tokens = n;
    u->token_at = 0;
    if (!u->file[0])
        return;
    snprintf(path, sizeof path, "%s.%d", u->file, (int)getpid());
    unlink(path);
    mode_t before = umask(0077);
    FILE *f = fopen(path, "wxe");
    umask(before);
    if (!f)
        return; /* then it is for this time only */
    for (int i = 0; i < n; i++)
        fprintf(f, "%s\n", all[i]);
    int bad = ferror(f) | fflush(f);
    if (fclose(f) || bad || rename(path, u->file))
        unlink(path);
}

int uplink_known(const struct uplink *u)
{
    return u->n_tokens > 0;
}

/* ---- messages out ---- */

static void send_json(struct uplink *u, json_t *m)
{
    char *text = m ? json_dumps(m, JSON_COMPACT) : NULL;
    if (text)
        wsc_send(u->socket, text, strlen(text));
    free(text);
    json_decref(m);
}

static void say_hello(struct uplink *u)
{
    json_t *m = json_pack("{s:s,s:i,s:b,s:s}", "type", "hello", "protocol", 1, "blocks", 1, "label", "Irori, terminal");
    if (m && u->token_at < u->n_tokens)
        json_object_set_new(m, "token", json_string(u->token[u->token_at]));
    if (m && u->name[0])
        json_object_set_new(m, "name", json_string(u->name));
    send_json(u, m);
}

static void say_join(struct uplink *u)
{
    send_json(u, json_pack("{s:s,s:s,s:I}", "type", "join", "table", u->url.code, "seq", (json_int_t)u->seq));
}

static void say_command(struct uplink *u)
{
    u->sent = now_ms();
    send_json(u, json_pack("{s:s,s:s,s:I,s:I,s:s}", "type", "do", "table", u->url.code, "id", (json_int_t)u->id, "seq",
                           (json_int_t)u->seen, "do", u->command));
}

static uint64_t next_id(struct uplink *u)
{
    uint64_t now = (uint64_t)uplink_now(); /* larger than any that this seat has used, in another run of the program, too */
    u->last_id = now > u->last_id ? now : u->last_id + 1;
    return u->last_id;
}

int uplink_do(struct uplink *u, const char *command, int64_t seq)
{
    if (u->id || strlen(command) >= UPLINK_COMMAND)
        return 0;
    u->id = next_id(u);
    u->seen = seq;
    memcpy(u->command, command, strlen(command) + 1);
    if (u->joined)
        say_command(u);
    return 1;
}

void uplink_say(struct uplink *u, const char *type)
{
    if (u->joined)
        send_json(u, json_pack("{s:s,s:s,s:I}", "type", type, "table", u->url.code, "id", (json_int_t)next_id(u)));
}

void uplink_move(struct uplink *u, const char *code)
{
    if (u->greeted)
        send_json(u, json_pack("{s:s,s:s}", "type", "leave", "table", u->url.code));
    snprintf(u->url.code, sizeof u->url.code, "%s", code);
    u->seq = 0;
    u->id = 0;
    u->joined = 0;
    u->due = now_ms() + OPEN_MS;
    if (u->greeted)
        say_join(u);
}

/* ---- the state of the connection ---- */

static void end(struct uplink *u, const char *why)
{
    u->state = UPLINK_ENDED;
    u->up = 0;
    snprintf(u->why, sizeof u->why, "%s", why);
    wsc_close(u->socket);
}

static void begin(struct uplink *u)
{
    u->up = 1;
    u->greeted = u->joined = u->said_hello = 0;
    u->asked = u->sent = 0;
    u->token_at = 0;
    u->due = now_ms() + OPEN_MS;
    wsc_open(u->socket, &u->url);
}

/* Tries again after a pause. */
static void again(struct uplink *u, const char *why, int64_t pause)
{
    if (!pause) {
        uint8_t dice[32];
        secret_make(dice);
        pause = (int64_t)PAUSE_MS << (u->tries > 5 ? 5 : u->tries);
        pause = pause * (192 + dice[0] / 2) / 256; /* a quarter more or less, so that not all come at once */
        u->tries++;
    }
    wsc_close(u->socket);
    u->state = u->state == UPLINK_FIRST ? UPLINK_FIRST : UPLINK_LOST;
    u->up = u->greeted = u->joined = 0;
    u->due = now_ms() + (pause > PAUSE_MAX_MS ? PAUSE_MAX_MS : pause);
    if (why != u->why)
        snprintf(u->why, sizeof u->why, "%s", why);
}

/* Has the socket closed? What now? */
static void notice(struct uplink *u)
{
    if (!u->up || wsc_state(u->socket) != WSC_CLOSED)
        return;
    u->up = 0;
    enum wsc_trouble t = wsc_trouble(u->socket);
    if (t == WSC_NEVER || (u->state == UPLINK_FIRST && t == WSC_LOST))
        end(u, wsc_why(u->socket));
    else
        again(u, wsc_why(u->socket), 0);
}

static void look_at_clock(struct uplink *u, int64_t now)
{
    if (!u->up) {
        if (now >= u->due)
            begin(u);
    } else if (!u->joined) {
        if (now >= u->due) {
            const char *why = phrase("{server} does not answer", "server", u->url.server);
            if (u->state == UPLINK_FIRST)
                end(u, why);
            else
                again(u, why, 0);
        }
    } else if ((u->asked && now - u->asked >= ANSWER_MS) || (u->id && u->sent && now - u->sent >= ANSWER_MS)) {
        again(u, phrase("{server} does not answer", "server", u->url.server), 0);
    } else if (!u->asked && now - u->heard >= SILENCE_MS) {
        u->asked = now;
        send_json(u, json_pack("{s:s,s:I}", "type", "ping", "id", (json_int_t)next_id(u)));
    }
}

int uplink_wait(struct uplink *u, int ms, int input)
{
    int64_t now = now_ms();
    int fd = u->up ? wsc_fd(u->socket) : -1, wait = ms < 0 || ms > SLICE_MS ? SLICE_MS : ms;
    struct pollfd p[2] = {{.fd = fd, .events = fd < 0 ? 0 : wsc_events(u->socket)},
                          {.fd = input ? STDIN_FILENO : -1, .events = POLLIN}};
    if (!u->up && u->state != UPLINK_ENDED && u->due - now < wait)
        wait = u->due > now ? (int)(u->due - now) : 0;
    if (poll(p, 2, wait) < 0)
        p[0].revents = p[1].revents = 0;
    if (u->state == UPLINK_ENDED)
        return p[1].revents != 0;
    if (p[0].revents)
        wsc_step(u->socket);
    notice(u);
    if (u->state != UPLINK_ENDED)
        look_at_clock(u, now_ms());
    notice(u);
    return p[1].revents != 0;
}

/* ---- messages in ---- */

static const char *text_of(json_t *m, const char *key)
{
    const char *s = json_string_value(json_object_get(m, key));
    return s ? s : "";
}

static void greeted(struct uplink *u, json_t *m)
{
    const char *token = text_of(m, "token");
    u->greeted = 1;
    snprintf(u->name, sizeof u->name, "%s", text_of(m, "name"));
    if (strlen(token) == UPLINK_TOKEN - 1 && strspn(token, "0123456789abcdef") == UPLINK_TOKEN - 1)
        tokens_write(u, token);
    else if (u->token_at > 0 && u->token_at < u->n_tokens)
        tokens_write(u, u->token[u->token_at]);
    say_join(u);
}

/* A refusal that concerns the connection. 1: it was one. */
static int refused(struct uplink *u, json_t *m)
{
    const char *error = text_of(m, "error");
    uint64_t id = (uint64_t)json_integer_value(json_object_get(m, "id"));
    int passes = strcmp(error, "store") == 0 || strcmp(error, "busy") == 0 || strcmp(error, "rate") == 0;
    if (strcmp(error, "unknown-person") == 0 && !u->greeted) {
        u->token_at++;
        u->somebody_new = u->token_at >= u->n_tokens;
        say_hello(u);
        return 1;
    }
    if (passes && (!u->joined || (u->id && id == u->id))) {
        again(u, phrase("{server} is busy", "server", u->url.server), 0);
        return 1;
    }
    if (strcmp(error, "banned") == 0)
        end(u, tr("the owner of this server does not want you to play here now"));
    else if (strcmp(error, "ended") == 0)
        end(u, tr("this device was signed out from another of your devices"));
    else if (strcmp(error, "protocol") == 0)
        end(u, tr("this server speaks another version of the protocol; one of the two programs is out of date"));
    else if (strcmp(error, "unknown-table") == 0)
        end(u, tr("there is no such table; check the link, or ask for a new one"));
    else if (!id && strcmp(error, "seat") == 0)
        end(u, tr("this table does not allow spectators"));
    else if (!u->joined)
        end(u, harmless(text_of(m, "why")));
    else
        return 0;
    return 1;
}

/* 1: the message was ours. */
static int handled(struct uplink *u, json_t *m)
{
    const char *type = text_of(m, "type");
    json_t *table = json_object_get(m, "table");
    u->heard = now_ms();
    u->asked = 0;
    if (strcmp(type, "hello") == 0) {
        greeted(u, m);
        return 1;
    }
    if (strcmp(type, "bye") == 0) {
        json_int_t ms = json_integer_value(json_object_get(m, "retry_ms"));
        again(u, phrase("{server} restarts", "server", u->url.server), ms > 0 ? ms : PAUSE_MS);
        return 1;
    }
    if (strcmp(type, "refused") == 0 && refused(u, m))
        return 1;
    if (json_is_object(table))
        table = json_object_get(table, "id");
    if (!json_is_string(table) || strcmp(json_string_value(table), u->url.code) != 0)
        return 1; /* of another table, or of none */
    if (strcmp(type, "frame") == 0) {
        u->seq = json_integer_value(json_object_get(m, "seq"));
        int first = !u->joined;
        u->joined = 1;
        u->tries = 0;
        u->state = UPLINK_OPEN;
        if (u->id && (uint64_t)json_integer_value(json_object_get(m, "ack")) == u->id)
            u->id = 0;
        if (first) {
            json_object_set_new(m, "first", json_true());
            if (u->id)
                say_command(u);
        }
    } else if (strcmp(type, "ok") == 0 || strcmp(type, "refused") == 0) {
        if (u->id && (uint64_t)json_integer_value(json_object_get(m, "id")) == u->id)
            u->id = 0;
    }
    return 0;
}

json_t *uplink_next(struct uplink *u)
{
    size_t n;
    const char *text;
    if (!u->up)
        return NULL;
    if (wsc_state(u->socket) == WSC_OPEN && !u->said_hello) {
        u->said_hello = 1;
        u->heard = now_ms();
        say_hello(u);
    }
    while (u->up && (text = wsc_next(u->socket, &n))) {
        json_t *m = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
        if (json_is_object(m) && !handled(u, m))
            return m;
        json_decref(m);
    }
    notice(u);
    return NULL;
}

/* ---- beginning and end ---- */

int uplink_open(struct uplink *u, const struct table_url *url, const char *ca)
{
    const char *why = "";
    *u = (struct uplink){.url = *url};
    if (!(u->socket = wsc_new(ca, &why))) {
        snprintf(u->why, sizeof u->why, "%s", why);
        return 0;
    }
    file_name(u);
    tokens_read(u);
    return 1;
}

void uplink_begin(struct uplink *u, const char *name)
{
    snprintf(u->name, sizeof u->name, "%s", name);
    begin(u);
    notice(u);
}

void uplink_close(struct uplink *u)
{
    if (u->socket && u->up)
        wsc_close(u->socket);
    wsc_free(u->socket);
    u->socket = NULL;
}
