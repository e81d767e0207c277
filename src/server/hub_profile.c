/* hub_profile.c: profiles, and the leaders of each game and pace (docs/protocol.md, HTTP).
 *
 * A profile is seen by its owner, by friends, or by everybody: its owner decides. Whoever may not see it learns the name and
 * the crest, which are at every table anyway. */
#include "hub_inside.h"
#include "irori_rating.h"

enum { RECENT = 20, CHANGES = 30 }; /* changes of a profile an hour */
static const char *const visibles[] = {"private", "friends", "public"};

static int64_t points(int64_t millionths)
{
    return (millionths + (millionths < 0 ? -500000 : 500000)) / 1000000;
}

static int crest_of(const struct store_item *item)
{
    return (int)(item->number[STORE_CREST] < 0 ? (int64_t)(item->who % STORE_CRESTS) : item->number[STORE_CREST]);
}

static struct ir_rating today(const struct hub *h, const struct store_item *item)
{
    const int64_t *n = item->number;
    struct store_rating r = {n[STORE_AT], n[STORE_ERROR], n[STORE_DRIFT], n[STORE_GAMES]};
    return rating_today(&r, item->time, h->now);
}

static void who_json(struct ir_json *j, const char *key, uint64_t id)
{
    char who[17];
    who_write(who, id);
    ir_json_str(j, key, who);
}

/* ---- one profile ---- */

static void ratings_json(struct hub *h, const struct query *a, struct ir_json *j)
{
    ir_json_list(j, "ratings");
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        if (item->kind != STORE_ITEM_RATING)
            continue;
        struct ir_rating r = today(h, item);
        ir_json_object(j, NULL);
        ir_json_str(j, "game", item->text);
        ir_json_str(j, "pace", item->more);
        ir_json_int(j, "at", points(item->number[STORE_AT]));
        ir_json_int(j, "error", (int64_t)(r.error + 0.5));
        ir_json_int(j, "games", item->number[STORE_GAMES]);
        ir_json_bool(j, "provisional", ir_rating_provisional(&r));
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
    ir_json_list(j, "stats");
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        if (item->kind != STORE_ITEM_STATS)
            continue;
        ir_json_object(j, NULL);
        ir_json_str(j, "game", item->text);
        ir_json_int(j, "games", item->number[STORE_GAMES]);
        ir_json_int(j, "wins", item->number[STORE_WINS]);
        ir_json_int(j, "streak", item->number[STORE_STREAK]);
        ir_json_int(j, "best", item->number[STORE_BEST]);
        ir_json_end(j, '}');
    }
    ir_json_end(j, ']');
}

/* The seats of a game follow each other. Ids of the others are for those who sat there, too. */
int profile_game_json(struct ir_json *j, const struct store_item *first, const struct store_item *end, uint64_t who,
                      uint64_t reader)
{
    int n = 1, mine = 0, sat = reader && first->who == reader;
    for (; first + n < end && !strcmp(first[n].match, first->match); n++)
        sat |= reader && first[n].who == reader;
    ir_json_object(j, NULL);
    ir_json_str(j, "table", first->match);
    ir_json_str(j, "game", first->text);
    ir_json_str(j, "pace", first->more);
    ir_json_bool(j, "rated", first->number[STORE_RATED] != 0);
    ir_json_int(j, "time", first->time);
    ir_json_list(j, "people");
    for (int i = 0; i < n; i++) {
        ir_json_object(j, NULL);
        if (first[i].who && (sat || first[i].who == who))
            who_json(j, "who", first[i].who);
        else
            ir_json_str(j, "who", NULL);
        ir_json_str(j, "name", first[i].name);
        if (!first[i].who && strcmp(first[i].name, STORE_GONE) != 0)
            ir_json_bool(j, "bot", 1);
        ir_json_end(j, '}');
        mine = first[i].who == who ? i : mine;
    }
    ir_json_end(j, ']');
    if (first->number[STORE_RANK] < 0) {
        ir_json_str(j, "ranks", NULL); /* it was called off */
    } else {
        ir_json_list(j, "ranks");
        for (int i = 0; i < n; i++)
            ir_json_int(j, NULL, first[i].number[STORE_RANK]);
        ir_json_end(j, ']');
    }
    ir_json_int(j, "seat", mine);
    if (first[mine].number[STORE_LATE])
        ir_json_bool(j, "late", 1);
    if (first->number[STORE_RATED]) {
        ir_json_int(j, "change", points(first[mine].number[STORE_NEW]) - points(first[mine].number[STORE_WAS]));
        ir_json_int(j, "at", points(first[mine].number[STORE_NEW]));
    } else {
        ir_json_str(j, "change", NULL);
    }
    ir_json_end(j, '}');
    return n;
}

static int may_see(const struct store_item *p, uint64_t reader)
{
    return p->who == reader || (!(p->theirs & 2) && (p->mine == STORE_PUBLIC || (p->mine == STORE_FRIENDS && p->theirs & 1)));
}

/* Their games, at most RECENT, and whether there are older ones: one more was asked for. */
static void recent_json(const struct query *a, struct ir_json *j, uint64_t who, uint64_t reader)
{
    const struct store_item *i = a->r.items, *end = i + a->r.n;
    int n = 0;
    ir_json_list(j, "recent");
    while (i < end && n < RECENT)
        if (i->kind == STORE_ITEM_GAME) {
            i += profile_game_json(j, i, end, who, reader);
            n++;
        } else {
            i++;
        }
    ir_json_end(j, ']');
    ir_json_bool(j, "older", i < end);
}

static void after_profile(struct hub *h, struct query *a)
{
    const struct store_item *p = a->r.items;
    struct ir_json j;
    if (a->r.status == STORE_NOT_FOUND) {
        http_refuse(h, a->request, 404, "unknown-person", "There is no such person.");
        return;
    }
    if (a->r.status != STORE_OK || !p) {
        http_store_trouble(h, a->request);
        return;
    }
    size_t size = 1024 + (size_t)a->r.n * 640;
    char *out = alloc_raw(size);
    int sees = may_see(p, a->r.other);
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    if (!sees) {
        count_refused(h, "private");
        refusal_json(h, &j, "private", "This person does not show this to you.");
    } else {
        who_json(&j, "who", p->who);
    }
    ir_json_str(&j, "name", p->name);
    ir_json_int(&j, "crest", crest_of(p));
    if (sees && !a->r.until) {
        ir_json_str(&j, "visible", visibles[p->mine >= 0 && p->mine <= STORE_PUBLIC ? p->mine : STORE_PRIVATE]);
        ir_json_int(&j, "since", p->time);
        ir_json_bool(&j, "friend", p->theirs & 1);
        ratings_json(h, a, &j);
    }
    if (sees)
        recent_json(a, &j, p->who, a->r.other);
    ir_json_end(&j, '}');
    h->port.reply(h->port.self, a->request, sees ? 200 : 403, "application/json", j.text.out, j.text.len);
    free(out);
}

/* before: only games before the one that ended then and has this id; 0: all of the profile, with the newest games. */
static void profile_read(struct hub *h, uint64_t request, uint64_t who, uint64_t reader, int64_t before, const char *table)
{
    struct query *a = query_new(h, STORE_PROFILE, after_profile, 0);
    a->request = request;
    a->r.who = who;
    a->r.other = reader;
    a->r.limit = RECENT + 1;
    a->r.until = before;
    snprintf(a->r.match.id, sizeof a->r.match.id, "%s", table);
    query_send(h, a);
}

static void profile_asked(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    uint64_t of = who_read(json_object_get(v->body, "who"));
    (void)name;
    profile_read(h, v->request, of ? of : who, who, json_integer_value(json_object_get(v->body, "before")),
                 json_string_value(json_object_get(v->body, "table")));
    job_end(h, &v->job);
}

static void after_set(struct hub *h, struct query *a)
{
    if (a->r.status != STORE_OK)
        http_store_trouble(h, a->request);
    else
        profile_read(h, a->request, a->r.who, a->r.who, 0, "");
}

static void profile_set(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    json_t *crest = json_object_get(v->body, "crest"), *visible = json_object_get(v->body, "visible");
    json_int_t mark = crest ? json_is_integer(crest) ? json_integer_value(crest) : STORE_CRESTS : -1;
    int to = visible ? STORE_PUBLIC + 1 : -1;
    (void)name;
    for (int i = 0; i <= STORE_PUBLIC && json_is_string(visible); i++)
        if (!strcmp(json_string_value(visible), visibles[i]))
            to = i;
    if ((crest && (mark < 0 || mark >= STORE_CRESTS)) || to > STORE_PUBLIC) {
        http_refuse(h, v->request, 400, "option",
                    "A profile has crest, a number from 0 to 23, and visible: private, friends or public.");
    } else if (hour_take(h, HOURLY_PROFILES, who, CHANGES)) {
        http_refuse(h, v->request, 429, "rate", "You have changed this often. Try again in a few minutes.");
    } else {
        struct query *a = query_new(h, STORE_PROFILE_SET, after_set, 0);
        a->request = v->request;
        a->r.who = who;
        a->r.mark = (int)mark;
        a->r.visible = to;
        query_send(h, a);
    }
    job_end(h, &v->job);
}

/* ---- leaders ---- */

static void leader_json(struct ir_json *j, const char *key, const struct store_item *item, const struct ir_rating *r, int place)
{
    ir_json_object(j, key);
    ir_json_int(j, "place", place);
    who_json(j, "who", item->who);
    ir_json_str(j, "name", item->name);
    ir_json_int(j, "crest", crest_of(item));
    ir_json_int(j, "at", points(item->number[STORE_AT]));
    ir_json_int(j, "error", (int64_t)(r->error + 0.5));
    ir_json_int(j, "games", item->number[STORE_GAMES]);
    ir_json_end(j, '}');
}

/* Equal points share a place, and the next one is as many places later. Who has not played for long is provisional again and
 * not listed; nobody stands behind them, as far as this answer reaches. */
static void after_leaders(struct hub *h, struct query *a)
{
    const struct store_item *me = NULL;
    struct ir_json j;
    int listed = 0, place = 0, faded = 0; /* faded: provisional again, and better than the reader */
    int64_t last = 0;
    if (a->r.status != STORE_OK) {
        http_store_trouble(h, a->request);
        return;
    }
    for (int i = 0; i < a->r.n; i++)
        me = a->r.items[i].kind == STORE_ITEM_ME ? &a->r.items[i] : me;
    size_t size = 512 + (size_t)a->r.n * 512;
    char *out = alloc_raw(size);
    ir_json_start(&j, out, size);
    ir_json_object(&j, NULL);
    ir_json_str(&j, "game", a->r.standing->game);
    ir_json_str(&j, "pace", a->r.standing->pace);
    ir_json_list(&j, "people");
    for (int i = 0; i < a->r.n; i++) {
        const struct store_item *item = &a->r.items[i];
        struct ir_rating r = today(h, item);
        int64_t at = points(item->number[STORE_AT]);
        if (item == me)
            continue;
        if (ir_rating_provisional(&r)) {
            faded += me && at > points(me->number[STORE_AT]);
            continue;
        }
        place = ++listed == 1 || at != last ? listed : place;
        last = at;
        leader_json(&j, NULL, item, &r, place);
    }
    ir_json_end(&j, ']');
    struct ir_rating r = me ? today(h, me) : (struct ir_rating){0};
    if (me && !ir_rating_provisional(&r))
        leader_json(&j, "me", me, &r, (int)me->number[STORE_PLACE] - faded);
    else
        ir_json_str(&j, "me", NULL);
    ir_json_end(&j, '}');
    http_json(h, a->request, &j);
    free(out);
}

static void leaders_read(struct hub *h, uint64_t request, const char *game, const char *pace, int friends, uint64_t who)
{
    struct query *a = query_new(h, STORE_LEADERS, after_leaders, sizeof *a->r.standing);
    memset(a->text, 0, sizeof *a->r.standing);
    a->r.standing = (struct store_standing *)(void *)a->text;
    snprintf(a->r.standing->game, sizeof a->r.standing->game, "%s", game);
    snprintf(a->r.standing->pace, sizeof a->r.standing->pace, "%s", pace);
    a->request = request;
    a->r.flags = friends;
    a->r.who = who;
    a->r.limit = STORE_LIST_MAX;
    query_send(h, a);
}

static void leaders_asked(struct hub *h, struct visit *v, uint64_t who, const char *name)
{
    (void)name;
    leaders_read(h, v->request, json_string_value(json_object_get(v->body, "game")),
                 json_string_value(json_object_get(v->body, "pace")), json_is_true(json_object_get(v->body, "friends")), who);
    job_end(h, &v->job);
}

/* A value of a query "a=b&c=d"; 0 and "" if it is not there. */
static int value_read(const char *query, const char *key, char *out, size_t size)
{
    size_t n = strlen(key);
    struct ir_text t;
    ir_text_start(&t, out, size);
    for (const char *q = query ? query : ""; *q; q += *q == '&') {
        size_t end = strcspn(q, "&");
        if (end > n && !strncmp(q, key, n) && q[n] == '=') {
            ir_text_put_n(&t, q + n + 1, end - n - 1);
            return 1;
        }
        q += end;
    }
    return 0;
}

/* Where older games begin: before=TIME&table=CODE, the last game of the page before. Without both: from the newest (0). -1:
 * this is no such place. */
static int64_t before_read(const char *query, char table[IR_ID_MAX])
{
    static const char letters[] = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
    char time[24], code[2 * IR_ID_MAX]; /* longer than what is accepted: nothing that was cut off looks right */
    int has = value_read(query, "before", time, sizeof time) + value_read(query, "table", code, sizeof code);
    size_t n = strlen(code), digits = strspn(time, "0123456789");
    *table = 0;
    if (!has)
        return 0;
    if (has < 2 || !n || n >= IR_ID_MAX || code[strspn(code, letters)] || !digits || digits > 13 || time[digits])
        return -1;
    memcpy(table, code, n + 1);
    int64_t before = strtoll(time, NULL, 10);
    return before > 0 && before < STORE_TIME_MAX ? before : -1;
}

static void leaders(struct hub *h, const struct hub_http *q)
{
    char game[24], pace[8], friends[4];
    value_read(q->query, "game", game, sizeof game);
    value_read(q->query, "pace", pace, sizeof pace);
    value_read(q->query, "friends", friends, sizeof friends);
    if (!ir_game_find(game) || !ir_pace_find(pace)) {
        http_refuse(h, q->request, 400, "option", "Ask for a game and a pace of /api/games: leaders?game=NAME&pace=calm.");
    } else if (!*q->token && strcmp(friends, "1") != 0) {
        leaders_read(h, q->request, game, pace, 0, 0);
    } else {
        json_t *body = json_pack("{s:s, s:s, s:b}", "game", game, "pace", pace, "friends", !strcmp(friends, "1"));
        with_token(h, q, body, leaders_asked);
        json_decref(body);
    }
}

int profile_get(struct hub *h, const struct hub_http *q)
{
    static const char path[] = "/api/profile/";
    const char *of = q->path + sizeof path - 1;
    if (!strcmp(q->path, "/api/leaders")) {
        leaders(h, q);
        return 1;
    }
    if (strncmp(q->path, path, sizeof path - 1) != 0)
        return 0;
    char table[IR_ID_MAX];
    int64_t before = before_read(q->query, table);
    json_t *body = json_pack("{s:s, s:I, s:s}", "who", of, "before", (json_int_t)before, "table", table);
    uint64_t who = who_read(json_object_get(body, "who"));
    if (!who && strcmp(of, "me") != 0)
        http_refuse(h, q->request, 404, "unknown-person", "There is no such person.");
    else if (before < 0)
        http_refuse(h, q->request, 400, "option",
                    "For older games send the time and the table of the last game you have: ?before=TIME&table=CODE.");
    else if (who && !*q->token)
        profile_read(h, q->request, who, 0, before, table);
    else
        with_token(h, q, body, profile_asked);
    json_decref(body);
    return 1;
}

int profile_post(struct hub *h, const struct hub_http *q, json_t *body)
{
    if (strcmp(q->path, "/api/profile") != 0)
        return 0;
    with_token(h, q, body, profile_set);
    return 1;
}
