/* event.c: rows: how they are made of commands, and folded. */
#include "event.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

static const char *const kinds[EVENT_KINDS] = {"round-robin", "swiss", "arena"};

void event_clear(struct event *e, uint64_t host)
{
    memset(e, 0, sizeof *e);
    e->host = host;
}

int event_find(const struct event *e, uint64_t who)
{
    int i = e->n - 1;
    while (i >= 0 && (!who || e->person[i].who != who))
        i--;
    return i;
}

int event_table_find(const struct event *e, const char *id)
{
    int i = e->n_tables - 1;
    while (i >= 0 && strcmp(e->table[i].id, id) != 0)
        i--;
    return i;
}

int64_t event_ends(const struct event *e)
{
    return e->kind == EVENT_ARENA && e->started ? e->started + e->minutes * 60000LL : 0;
}

/* With n people at the start; not of an arena. */
static int rounds_for(const struct event *e, int n)
{
    int usual = 3;
    if (e->rounds)
        return e->rounds;
    if (e->kind == EVENT_ROUND_ROBIN)
        return e->seats == 2 ? n - 1 + n % 2 : (n - 1 + e->seats - 2) / (e->seats - 1);
    while (1 << usual < n)
        usual++;
    return usual;
}

int event_rounds(const struct event *e)
{
    return e->kind == EVENT_ARENA ? 0 : e->started ? rounds_for(e, e->n_order) : e->rounds;
}

/* There is no room for another round after so many tables. */
static int full(int tables)
{
    return tables + EVENT_AT_ONCE > EVENT_TABLES;
}

/* ---- reading ---- */

/* A small number after blanks; -1: there is none. */
static int number(const char **at)
{
    char *end;
    while (**at == ' ')
        ++*at;
    if (**at < '0' || **at > '9')
        return -1;
    long n = strtol(*at, &end, 10);
    *at = end;
    return n > 30000 ? -1 : (int)n;
}

/* The rest of the line that begins with this word; 0: it is another line, or too long. */
static int line_read(const char **at, const char *word, char *out, size_t size)
{
    size_t n = strlen(word), end = strcspn(*at, "\n");
    if (strncmp(*at, word, n) != 0 || (*at)[end] != '\n' || end - n >= size)
        return 0;
    memcpy(out, *at + n, end - n);
    out[end - n] = 0;
    *at += end + 1;
    return 1;
}

static int refuse(char why[IR_WHY_MAX], int error, const char *sentence)
{
    struct ir_text t;
    ir_why_start(&t, why);
    ir_text_put(&t, sentence);
    return error;
}

static int unreadable(char why[IR_WHY_MAX])
{
    return refuse(why, IR_E_RECORD, "a row of this event cannot be read");
}

void event_made(const struct event *e, struct ir_text *t)
{
    ir_text_add(t, "@ event %s %d %d %d %d ", kinds[e->kind], e->seats, e->least, e->rounds, e->minutes);
    ir_text_add(t, "%s\ngame %s\noptions %s\nsettings %s\nname %s\n", e->bots ? "on" : "off", e->game, e->options, e->settings,
                e->name);
}

static int made_fold(struct event *e, const char *at)
{
    size_t n = strcspn(at, " ");
    int kind = 0;
    while (kind < EVENT_KINDS && (strlen(kinds[kind]) != n || strncmp(kinds[kind], at, n) != 0))
        kind++;
    at += n;
    int seats = number(&at), least = number(&at), rounds = number(&at), minutes = number(&at);
    if (e->seq || kind == EVENT_KINDS || seats < 2 || seats > IR_SEATS_MAX || least < 2 || least > seats || rounds < 0 ||
        rounds > EVENT_ROUNDS || minutes < 0 || minutes > EVENT_MINUTES)
        return 0;
    e->kind = (uint8_t)kind;
    e->seats = (uint8_t)seats;
    e->least = (uint8_t)least;
    e->rounds = (int16_t)rounds;
    e->minutes = (int16_t)minutes;
    e->bots = !strncmp(at, " on\n", 4);
    at += strcspn(at, "\n");
    at += *at == '\n';
    return line_read(&at, "game ", e->game, sizeof e->game) && line_read(&at, "options ", e->options, sizeof e->options) &&
           line_read(&at, "settings ", e->settings, sizeof e->settings) && line_read(&at, "name ", e->name, sizeof e->name);
}

/* ---- folding ---- */

static int sit_fold(struct event *e, const char *at, uint64_t who, int64_t time)
{
    struct event_person *p = &e->person[e->n];
    char *end;
    if (strncmp(at, "0 ", 2) != 0 || e->n == EVENT_PEOPLE || e->stage == EVENT_OVER)
        return 0;
    uint64_t is = strtoull(at + 2, &end, 16);
    const char *rest = end;
    char name[IR_NAME_MAX];
    if (is != who || event_find(e, who) >= 0 || !line_read(&rest, " ", name, sizeof name))
        return 0;
    *p = (struct event_person){.who = who, .last_seat = -1, .table = -1, .last = -1, .since = time};
    memcpy(p->name, name, sizeof name);
    e->n++;
    return 1;
}

static int gone_fold(struct event *e, const char *at, int gone, int64_t time)
{
    int i = number(&at);
    if (i < 0 || i >= e->n || e->person[i].gone == gone || e->stage == EVENT_OVER)
        return 0;
    e->person[i].gone = (uint8_t)gone;
    e->person[i].since = time;
    return 1;
}

static int start_fold(struct event *e, int64_t time)
{
    if (e->stage != EVENT_OPEN || !e->seq)
        return 0;
    for (int i = 0; i < e->n; i++)
        if (!e->person[i].gone) {
            e->order[e->n_order++] = (uint8_t)i;
            e->person[i].since = time;
        }
    e->stage = EVENT_PLAYING;
    e->started = e->settled = time;
    return 1;
}

/* One table of a pairing. */
static int pair_line(struct event *e, const char *at, int *n)
{
    struct event_table *t = &e->table[e->n_tables + *n];
    size_t id = strcspn(at, " ");
    if (e->n_tables + *n == EVENT_TABLES || !id || id >= IR_ID_MAX)
        return 0;
    *t = (struct event_table){.round = (int16_t)(e->round + 1)};
    memcpy(t->id, at, id);
    if (event_table_find(e, t->id) >= 0)
        return 0;
    for (at += id; *at != '\n'; t->n++) {
        int i = number(&at);
        if (i < 0 || i >= e->n || e->person[i].table >= 0 || t->n == IR_SEATS_MAX)
            return 0;
        t->person[t->n] = (uint8_t)i;
    }
    ++*n;
    return t->n >= 2;
}

static void table_begin(struct event *e, int at)
{
    const struct event_table *t = &e->table[at];
    for (int i = 0; i < t->n; i++) {
        struct event_person *p = &e->person[t->person[i]];
        p->table = p->last = (int16_t)at;
        p->seat[i] = (uint8_t)(p->seat[i] + (p->seat[i] < 255));
        p->last_seat = (int8_t)i;
        for (int j = 0; j < t->n; j++)
            if (j != i && e->met[t->person[i]][t->person[j]] < 255)
                e->met[t->person[i]][t->person[j]]++;
    }
    e->running++;
}

static int pair_fold(struct event *e, const char *at, int64_t time)
{
    uint8_t free[EVENT_PEOPLE] = {0}, used[EVENT_PEOPLE] = {0};
    int n = 0, all = 0;
    if (e->stage != EVENT_PLAYING || number(&at) != e->round + 1 || *at++ != '\n')
        return 0;
    for (; *at; at += strcspn(at, "\n") + 1) {
        const char *word = at + 4;
        if (!strchr(at, '\n'))
            return 0;
        if (!strncmp(at, "= ", 2)) {
            if (!pair_line(e, at + 2, &n))
                return 0;
            continue;
        }
        int bye = !strncmp(at, "bye ", 4), i = bye || !strncmp(at, "rest", 4) ? number(&word) : -1;
        if (i < 0 || i >= e->n || free[i])
            return 0;
        free[i] = (uint8_t)(bye ? 2 : 1);
    }
    for (int t = e->n_tables; t < e->n_tables + n; t++)
        for (int i = 0; i < e->table[t].n; i++) {
            all |= used[e->table[t].person[i]] || free[e->table[t].person[i]];
            used[e->table[t].person[i]] = 1;
        }
    if (all)
        return 0;
    for (int i = 0; i < e->n; i++)
        if (free[i] == 2) {
            e->person[i].byes++;
            if (e->round < EVENT_PEOPLE)
                e->person[i].bye_in[e->round] = 1;
            e->person[i].points += EVENT_POINT;
        }
    for (int t = 0; t < n; t++)
        table_begin(e, e->n_tables + t);
    e->n_tables += n;
    e->round++;
    e->settled = time;
    return 1;
}

static int open_fold(struct event *e, const char *at, int64_t time)
{
    int round = number(&at), n = 0;
    for (int t = 0; t < e->n_tables; t++)
        if (e->table[t].round == round && !e->table[t].opened) {
            e->table[t].opened = time;
            n++;
        }
    return n > 0 && e->stage == EVENT_PLAYING;
}

static int result_fold(struct event *e, const char *at, int64_t time)
{
    char id[IR_ID_MAX] = "";
    size_t n = strcspn(at, " ");
    uint8_t rank[IR_SEATS_MAX] = {0};
    if (n >= IR_ID_MAX || e->stage != EVENT_PLAYING)
        return 0;
    memcpy(id, at, n);
    int which = event_table_find(e, id);
    if (which < 0 || e->table[which].done)
        return 0;
    struct event_table *t = &e->table[which];
    at += n;
    for (int i = 0; i < t->n; i++) {
        int is = !strncmp(at, " x", 2) ? EVENT_RANK_X : number(&at);
        at += is == EVENT_RANK_X ? 2 : 0;
        if (is < 0 || (is >= IR_SEATS_MAX && is != EVENT_RANK_X))
            return 0;
        rank[i] = (uint8_t)is;
    }
    if (*at != '\n')
        return 0;
    memcpy(t->rank, rank, sizeof rank);
    t->done = 1;
    e->running--;
    e->settled = time;
    for (int i = 0; i < t->n; i++) {
        e->person[t->person[i]].table = -1;
        e->person[t->person[i]].since = time;
    }
    return 1;
}

int event_fold(struct event *e, const char *row, int64_t seq, uint64_t who, int64_t time, char why[IR_WHY_MAX])
{
    int ok = 0;
    if (seq != e->seq + 1)
        return refuse(why, IR_E_STALE, "a row of this event is missing");
    if (!strncmp(row, "@ event ", 8))
        ok = made_fold(e, row + 8);
    else if (!e->seq)
        ok = 0;
    else if (!strncmp(row, "@ sit ", 6))
        ok = sit_fold(e, row + 6, who, time);
    else if (!strncmp(row, "@ stand ", 8))
        ok = gone_fold(e, row + 7, 1, time);
    else if (!strncmp(row, "@ back ", 7))
        ok = gone_fold(e, row + 6, 0, time);
    else if (!strcmp(row, "@ start\n"))
        ok = start_fold(e, time);
    else if (!strncmp(row, "@ pair ", 7))
        ok = pair_fold(e, row + 6, time);
    else if (!strncmp(row, "@ open ", 7))
        ok = open_fold(e, row + 6, time);
    else if (!strncmp(row, "@ result ", 9))
        ok = result_fold(e, row + 9, time);
    else if (!strcmp(row, "@ over\n")) {
        ok = e->stage != EVENT_OVER;
        e->stage = EVENT_OVER;
        for (int i = 0; i < e->n; i++)
            e->person[i].table = -1;
    }
    if (!ok)
        return unreadable(why);
    e->seq = seq;
    return IR_OK;
}

/* ---- commands ---- */

/* A round robin is for those who are there when it starts: nobody else has a place in its circle. */
static int closed_to(const struct event *e, int me)
{
    int in = 0;
    for (int i = 0; i < e->n_order; i++)
        in |= e->order[i] == me;
    return e->stage == EVENT_PLAYING && e->kind == EVENT_ROUND_ROBIN && !in;
}

static int closed(char why[IR_WHY_MAX])
{
    return refuse(why, IR_E_STAGE, "This round robin has begun: everybody meets everybody, so nobody can join it any more.");
}

static int join_do(const struct event *e, int me, const char *name, struct ir_text *row, uint64_t who, char why[IR_WHY_MAX])
{
    if (me >= 0 && !e->person[me].gone)
        return IR_E_AGAIN;
    if (closed_to(e, me))
        return closed(why);
    if (me >= 0) {
        ir_text_add(row, "@ back %d\n", me);
        return IR_OK;
    }
    if (e->n == EVENT_PEOPLE)
        return refuse(why, IR_E_SEATS, "128 people have joined this event, and it has no room for more.");
    ir_text_put(row, "@ sit 0 ");
    ir_text_hex64(row, who);
    ir_text_add(row, " %s\n", name);
    return IR_OK;
}

static int host_do(const struct event *e, const char *text, struct ir_text *row, char why[IR_WHY_MAX])
{
    int active = 0;
    for (int i = 0; i < e->n; i++)
        active += !e->person[i].gone;
    if (!strcmp(text, "close")) {
        ir_text_put(row, "@ over\n");
        return IR_OK;
    }
    if (!strcmp(text, "start")) {
        if (e->stage != EVENT_OPEN)
            return IR_E_AGAIN;
        if (active < e->least)
            return refuse(why, IR_E_SEATS, "There are not enough people yet for one table.");
        int tables = (active + e->seats - 1 - (e->seats == 2)) / e->seats; /* of a round */
        if (e->kind != EVENT_ARENA && full((rounds_for(e, active) - 1) * tables))
            return refuse(
                why, IR_E_SEATS,
                "So many people and rounds need more tables than the 2048 of an event. Choose fewer rounds, or Swiss.");
        ir_text_put(row, "@ start\n");
        return IR_OK;
    }
    const char *at = text + 4;
    int i = number(&at);
    if (i < 0 || i >= e->n || *at)
        return refuse(why, IR_E_COMMAND, "'drop PERSON' needs the number of somebody who has joined.");
    if (e->person[i].gone)
        return IR_E_AGAIN;
    ir_text_add(row, "@ stand %d\n", i);
    return IR_OK;
}

int event_do(const struct event *e, uint64_t who, const char *text, char out[IR_ROW_MAX], char why[IR_WHY_MAX])
{
    int me = event_find(e, who);
    struct ir_text row;
    ir_text_start(&row, out, IR_ROW_MAX);
    if (e->stage == EVENT_OVER)
        return !strcmp(text, "close") && who == e->host ? IR_E_AGAIN : refuse(why, IR_E_STAGE, "This event is over.");
    if (!strncmp(text, "join ", 5))
        return join_do(e, me, text + 5, &row, who, why);
    if (!strcmp(text, "leave") || !strcmp(text, "back")) {
        int gone = text[0] == 'l';
        if (me < 0)
            return refuse(why, IR_E_SEAT, "You have not joined this event.");
        if (e->person[me].gone == gone)
            return IR_E_AGAIN;
        if (!gone && closed_to(e, me))
            return closed(why);
        ir_text_add(&row, "@ %s %d\n", gone ? "stand" : "back", me);
        return IR_OK;
    }
    if (strcmp(text, "start") != 0 && strcmp(text, "close") != 0 && strncmp(text, "drop", 4) != 0)
        return refuse(why, IR_E_COMMAND, "An event knows: join NAME, leave, back; and of its host: start, drop PERSON, close.");
    if (who != e->host)
        return refuse(why, IR_E_SEAT, "Only the host of this event can do that.");
    return host_do(e, text, &row, why);
}

/* ---- what comes next ---- */

enum event_step event_next(const struct event *e, int64_t now, int64_t pause, struct event_plan *p)
{
    int active = 0;
    memset(p, 0, sizeof *p);
    for (int i = 0; i < e->n; i++)
        active += !e->person[i].gone;
    if (e->stage != EVENT_PLAYING)
        return EVENT_WAIT;
    for (int t = e->n_tables; e->running && t--;)
        if (!e->table[t].opened && !e->table[t].done)
            return EVENT_WAIT; /* they are being made */
    if (e->kind == EVENT_ARENA) {
        if (now >= event_ends(e) || full(e->n_tables))
            return e->running ? EVENT_WAIT : EVENT_END;
        event_pair(e, now, pause, p);
        if (!p->wake || p->wake > event_ends(e))
            p->wake = event_ends(e);
        return p->n_tables ? EVENT_PAIR : EVENT_WAIT;
    }
    if (e->running)
        return EVENT_WAIT;
    if (e->round >= event_rounds(e) || active < e->least || full(e->n_tables))
        return EVENT_END;
    if (e->round && now < e->settled + pause) {
        p->wake = e->settled + pause;
        return EVENT_WAIT;
    }
    event_pair(e, now, pause, p);
    return EVENT_PAIR;
}
