/* evening_truth.c: what must hold in an evening, from the rows in the store and docs/evenings.md alone; nothing here uses
 * src/event.
 *
 * Every row must be possible, by whom it is, and right: a pairing has everybody who is there, tables are made for just those
 * who were paired, and a result is what the table's own log says, once. Every state that leaves a hub is computed again at the
 * row it names. What is acknowledged is so in the log. */
#include "sim.h"

#include "core/record.h"
#include "table/table.h"

static int number_in(const char *text)
{
    return (int)strtol(text, NULL, 10);
}

static void person_line(struct evening_fold *f, const char *text)
{
    struct evening_person *p = &f->person[f->n++];
    const char *name;
    char *end;
    *p = (struct evening_person){.who = strtoull(text + 8, &end, 16)};
    name = end + 1;
    snprintf(p->name, sizeof p->name, "%.*s", (int)strcspn(name, "\n"), name);
}

static struct evening_table *table_find(struct evening_fold *f, const char *id, size_t n)
{
    for (int i = 0; i < f->n_tables; i++)
        if (strlen(f->table[i].id) == n && !strncmp(f->table[i].id, id, n))
            return &f->table[i];
    return NULL;
}

/* A line of a pairing. NULL, or what is wrong with it. */
static const char *pair_line(struct evening_fold *f, const char *at, int taken[EVENING_PEOPLE])
{
    if (!strncmp(at, "bye ", 4) || !strncmp(at, "rest ", 5)) {
        int i = number_in(strchr(at, ' '));
        if (taken[i]++)
            return "somebody is paired twice";
        f->person[i].byes += *at == 'b';
        return NULL;
    }
    size_t n = strcspn(at + 2, " ");
    if (table_find(f, at + 2, n) || f->n_tables == EVENING_TABLES)
        return "a table is paired twice";
    struct evening_table *t = &f->table[f->n_tables++];
    *t = (struct evening_table){.round = f->round};
    snprintf(t->id, sizeof t->id, "%.*s", (int)n, at + 2);
    for (at += 2 + n; *at == ' '; at += 1 + strcspn(at + 1, " \n")) {
        int i = number_in(at);
        if (taken[i]++ || f->person[i].playing || f->person[i].gone || t->n == IR_SEATS_MAX)
            return "somebody is paired who plays, is gone, or is paired twice";
        f->person[i].playing = 1;
        f->person[i].left = 0;
        t->person[t->n++] = i;
    }
    f->running++;
    return t->n < f->least || t->n > f->seats ? "the size of a table" : NULL;
}

static const char *pair_fold(struct evening_fold *f, const char *at)
{
    int taken[EVENING_PEOPLE] = {0};
    const char *wrong = NULL;
    if (f->stage != 1 || number_in(at) != ++f->round)
        return "the number of a round";
    if (f->kind != 'a' && f->running)
        return "a round begins, and somebody plays";
    for (at += strcspn(at, "\n") + 1; *at && !wrong; at += strcspn(at, "\n") + 1)
        wrong = pair_line(f, at, taken);
    for (int i = 0; i < f->n && !wrong && f->kind != 'a'; i++)
        if (taken[i] != !f->person[i].gone)
            wrong = "somebody is left out, or is not there";
    return wrong;
}

static const char *result_fold(struct evening_fold *f, const char *at)
{
    size_t n = strcspn(at, " ");
    struct evening_table *t = table_find(f, at, n);
    if (!t || t->done || !t->opened)
        return "a result of a table that does not run";
    at += n;
    for (int i = 0; i < t->n; i++, at += 1 + strcspn(at + 1, " \n")) {
        if (*at != ' ')
            return "too few ranks";
        t->rank[i] = at[1] == 'x' ? -1 : number_in(at);
        f->person[t->person[i]].playing = 0;
        f->person[t->person[i]].games++;
    }
    t->done = 1;
    f->running--;
    return *at == '\n' ? NULL : "too many ranks";
}

static int here_count(const struct evening_fold *f)
{
    int n = 0;
    for (int i = 0; i < f->n; i++)
        n += !f->person[i].gone;
    return n;
}

/* How many rounds there are, as docs/evenings.md says. */
static int rounds_of(const struct evening_fold *f)
{
    int n = f->n_start, usual = 3;
    if (f->kind == 'a' || f->rounds || !f->started)
        return f->kind == 'a' ? 0 : f->rounds;
    if (f->kind == 'r')
        return f->seats == 2 ? n - 1 + n % 2 : (n - 1 + f->seats - 2) / (f->seats - 1);
    for (; 1 << usual < n; usual++)
        continue;
    return usual;
}

static const char *over_fold(struct evening_fold *f, const struct store_row *row)
{
    int early =
        f->kind == 'a' ? row->time < f->started + 60000LL * f->minutes : f->round < rounds_of(f) && here_count(f) >= f->least;
    if (!row->who && (f->running || early))
        return "it ends before its end";
    for (int i = 0; i < f->n; i++)
        f->person[i].playing = 0;
    f->stage = 2;
    return NULL;
}

/* NULL, or what is wrong with this row after those before it. */
static const char *fold(struct evening_fold *f, const struct store_row *row)
{
    const char *text = row->text;
    int i = strchr(text, ' ') ? number_in(text + 2 + strcspn(text + 2, " ")) : -1;
    if (f->stage == 2)
        return "a row after the end";
    if (!strncmp(text, "@ event ", 8)) {
        char kind[16];
        f->host = row->who;
        return sscanf(text, "@ event %15s %d %d %d %d", kind, &f->seats, &f->least, &f->rounds, &f->minutes) == 5
                   ? (f->kind = kind[0], NULL)
                   : "the first row";
    }
    if (!strncmp(text, "@ sit 0 ", 8)) {
        if (f->n == EVENING_PEOPLE || strtoull(text + 8, NULL, 16) != row->who || (f->kind == 'r' && f->stage))
            return "somebody joins who cannot";
        for (int k = 0; k < f->n; k++)
            if (f->person[k].who == row->who)
                return "somebody joins twice";
        person_line(f, text);
        return NULL;
    }
    if (!strncmp(text, "@ stand ", 8) || !strncmp(text, "@ back ", 7)) {
        int gone = text[2] == 's';
        if (i < 0 || i >= f->n || f->person[i].gone == gone || (row->who != f->person[i].who && !(gone && row->who == f->host)))
            return "somebody leaves or comes back who cannot";
        if (!gone && f->kind == 'r' && f->stage && !f->person[i].started)
            return "somebody comes back to a round robin that began without them";
        f->person[i].gone = gone;
        f->person[i].left |= gone;
        return NULL;
    }
    if (!strcmp(text, "@ start\n")) {
        if (f->stage || row->who != f->host)
            return "a start by somebody else";
        f->stage = 1;
        f->started = row->time;
        f->n_start = here_count(f);
        for (int k = 0; k < f->n; k++)
            f->person[k].started = !f->person[k].gone;
        return NULL;
    }
    if (!strcmp(text, "@ over\n"))
        return row->who && row->who != f->host ? "an end by somebody else" : over_fold(f, row);
    if (row->who || f->stage != 1)
        return "a row that is nobody's to make, or too early";
    if (!strncmp(text, "@ pair ", 7))
        return pair_fold(f, text + 7);
    if (!strncmp(text, "@ open ", 7)) {
        int n = 0;
        for (int k = 0; k < f->n_tables; k++)
            if (f->table[k].round == i && !f->table[k].opened)
                n += f->table[k].opened = 1;
        return n ? NULL : "nothing to open";
    }
    return !strncmp(text, "@ result ", 9) ? result_fold(f, text + 9) : "a row that docs do not know";
}

/* ---- the standings, in 120ths of a point ---- */

enum { POINT = 120 };
struct standing {
    int value[4], n; /* points, then the tie-breaks */
};

static int shares(const struct evening_table *t, int at)
{
    int above = 0, equal = 0, sum = 0;
    if (t->rank[at] < 0)
        return 0;
    for (int k = 0; k < t->n; k++) {
        above += t->rank[k] >= 0 && t->rank[k] < t->rank[at];
        equal += t->rank[k] == t->rank[at];
    }
    for (int k = above; k < above + equal; k++)
        sum += POINT * (t->n - 1 - k) / (t->n - 1);
    return sum / equal;
}

static int compare(const struct standing *a, const struct standing *b, int n)
{
    for (int k = 0; k < n; k++)
        if (a->value[k] != b->value[k])
            return a->value[k] > b->value[k] ? 1 : -1;
    return 0;
}

static void standings(const struct evening_fold *f, struct standing of[EVENING_PEOPLE])
{
    int arena = f->kind == 'a', n = arena ? 3 : 4, wins = n - 2;
    memset(of, 0, EVENING_PEOPLE * sizeof *of);
    for (int i = 0; i < f->n; i++) {
        of[i].n = n;
        of[i].value[0] = POINT * f->person[i].byes;
    }
    for (int step = 0; step < 3; step++) /* points and wins; Buchholz; the direct encounter */
        for (int k = 0; k < f->n_tables; k++) {
            const struct evening_table *t = &f->table[k];
            for (int a = 0; a < t->n && t->done; a++) {
                struct standing *me = &of[t->person[a]];
                int alone = t->rank[a] >= 0;
                for (int b = 0; b < t->n; b++) {
                    const struct standing *other = &of[t->person[b]];
                    if (b == a)
                        continue;
                    alone &= t->rank[b] < 0 || t->rank[b] > t->rank[a];
                    if (step == 1 && !arena)
                        me->value[1] += other->value[0];
                    if (step == 2 && t->rank[a] >= 0 && !compare(me, other, n - 1))
                        me->value[n - 1] += t->rank[b] < 0 || t->rank[b] > t->rank[a] ? POINT
                                            : t->rank[b] == t->rank[a]                ? POINT / 2
                                                                                      : 0;
                }
                if (step == 0) {
                    me->value[0] += shares(t, a);
                    me->value[wins] += alone * POINT;
                }
            }
        }
}

/* ---- a state that is sent ---- */

static int is_text(json_t *m, const char *key, const char *text)
{
    const char *is = json_string_value(json_object_get(m, key));
    return text ? is && !strcmp(is, text) : json_is_null(json_object_get(m, key));
}

static int is_number(json_t *is, int units)
{
    double d = json_number_value(is) - (double)units / POINT;
    return json_is_number(is) && d < 0.00051 && d > -0.00051;
}

static const char *person_wrong(const struct evening_fold *f, const struct standing of[], int i, json_t *p)
{
    const struct evening_person *is = &f->person[i];
    const char *table = NULL;
    int place = 1;
    for (int k = 0; k < f->n; k++)
        place += compare(&of[k], &of[i], of[i].n) > 0;
    for (int k = 0; k < f->n_tables; k++)
        for (int a = 0; a < f->table[k].n; a++)
            if (is->playing && f->table[k].opened && !f->table[k].done && f->table[k].person[a] == i)
                table = f->table[k].id;
    if (!is_text(p, "name", is->name) || json_is_true(json_object_get(p, "gone")) != is->gone)
        return "a name, or who is gone";
    if (!is_text(p, "table", table))
        return "where somebody plays";
    if (!is_number(json_object_get(p, "points"), of[i].value[0]) ||
        json_integer_value(json_object_get(p, "byes")) != is->byes ||
        json_integer_value(json_object_get(p, "games")) != is->games)
        return "points, byes or games";
    for (int k = 1; k < of[i].n; k++)
        if (!is_number(json_array_get(json_object_get(p, "breaks"), (size_t)k - 1), of[i].value[k]))
            return "a tie-break";
    return json_integer_value(json_object_get(p, "place")) != place ? "a place" : NULL;
}

static const char *table_wrong(const struct evening_table *t, json_t *m)
{
    json_t *people = json_object_get(m, "people"), *ranks = json_object_get(m, "ranks");
    if (!is_text(m, "table", t->id) || json_integer_value(json_object_get(m, "round")) != t->round ||
        (int)json_array_size(people) != t->n)
        return "a table";
    for (int i = 0; i < t->n; i++) {
        json_t *rank = json_array_get(ranks, (size_t)i);
        if (json_integer_value(json_array_get(people, (size_t)i)) != t->person[i])
            return "the people of a table";
        if (t->done ? (t->rank[i] < 0 ? !json_is_null(rank) : !json_is_integer(rank) || json_integer_value(rank) != t->rank[i])
                    : !json_is_null(ranks))
            return "the ranks of a table";
    }
    return NULL;
}

static const char *state_wrong(const struct evening_fold *f, json_t *state, uint64_t who)
{
    static const char *const stages[] = {"open", "playing", "over"};
    struct standing of[EVENING_PEOPLE];
    json_t *people = json_object_get(state, "people"), *tables = json_object_get(state, "tables"),
           *you = json_object_get(state, "you");
    const char *wrong = NULL;
    size_t shown = 0;
    int me = -1;
    for (int i = 0; i < f->n; i++)
        me = f->person[i].who == who ? i : me;
    if (json_is_true(json_object_get(state, "host")) != (who == f->host) ||
        (me < 0 ? !json_is_null(you) : !json_is_integer(you) || json_integer_value(you) != me))
        return "who it is told to";
    if (!is_text(state, "stage", stages[f->stage]) || json_integer_value(json_object_get(state, "round")) != f->round ||
        json_integer_value(json_object_get(state, "rounds")) != rounds_of(f))
        return "the stage or the round";
    if ((int)json_array_size(people) != f->n)
        return "how many take part";
    standings(f, of);
    for (int i = 0; i < f->n && !wrong; i++)
        wrong = person_wrong(f, of, i, json_array_get(people, (size_t)i));
    for (int i = 0; i < f->n_tables && !wrong; i++)
        if (f->table[i].opened || f->table[i].done)
            wrong = table_wrong(&f->table[i], json_array_get(tables, shown++));
    return wrong || shown == json_array_size(tables) ? wrong : "how many tables there are";
}

/* The fold up to this row, in a place of its own. */
static const struct evening_fold *fold_at(struct sim *s, int64_t seq)
{
    static struct evening_fold then;
    if (seq == s->evening.n_rows)
        return &s->evening.fold;
    memset(&then, 0, sizeof then);
    for (int64_t i = 0; i < seq; i++)
        fold(&then, &s->evening.row[i]);
    return &then;
}

static void ids_check(struct sim *s, int client, const char *text)
{
    char id[20];
    for (int c = 0; c < s->n_clients; c++) {
        snprintf(id, sizeof id, "%016llx", (unsigned long long)s->client[c].who);
        if (s->client[c].who && strstr(text, id))
            sim_violation(s, "client %d is told the id of client %d", client, c);
        if (s->client[c].token[0] && strstr(text, s->client[c].token))
            sim_violation(s, "client %d is told a token", client);
    }
}

/* What a command that is acknowledged wants is so at this row. */
static int is_so(const struct evening_fold *f, uint64_t who, const char *text)
{
    int gone = -1, other = number_in(text + (strncmp(text, "drop ", 5) ? 0 : 5));
    for (int i = 0; i < f->n; i++)
        gone = f->person[i].who == who ? f->person[i].gone : gone;
    if (!strncmp(text, "join ", 5) || !strcmp(text, "back"))
        return gone == 0;
    if (!strcmp(text, "leave"))
        return gone == 1;
    if (!strcmp(text, "start"))
        return f->stage > 0 && f->host == who;
    if (!strncmp(text, "drop ", 5))
        return f->host == who && other < f->n && f->person[other].gone;
    return !strcmp(text, "close") && f->stage == 2 && f->host == who;
}

/* 1: this message is about the evening, and has been checked. */
int evening_sent(struct sim *s, int client, const char *text, size_t n)
{
    struct client *c = &s->client[client];
    uint64_t id = (uint64_t)field(text, "id");
    int64_t seq = field(text, "seq");
    int state = !strncmp(text, "{\"type\":\"event\"", 15),
        ok = !strncmp(text, "{\"type\":\"ok\"", 12) && strstr(text, "\"event\":");
    if (!state && !ok)
        return 0;
    ids_check(s, client, text);
    if (!strstr(text, s->evening.id) || seq < 1 || seq > s->evening.n_rows) {
        sim_violation(s, "client %d is told of row %lld of the evening, which is not stored", client, (long long)seq);
        return 1;
    }
    if (state) {
        json_t *m = json_loadb(text, n, JSON_REJECT_DUPLICATES, NULL);
        const char *wrong = state_wrong(fold_at(s, seq), json_object_get(m, "state"), c->who);
        if (wrong)
            sim_violation(s, "client %d is told a wrong state %lld of the evening: %s", client, (long long)seq, wrong);
        s->evening.states++;
        json_decref(m);
        return 1;
    }
    const struct evening_said *said = &c->evening.said[id % EVENING_SAID];
    if (said->id == id && !is_so(fold_at(s, seq), c->who, said->text))
        sim_violation(s, "client %d: '%s' is acknowledged, and not so at row %lld", client, said->text, (long long)seq);
    return 1;
}

/* ---- tables, and the rows that speak of them ---- */

/* A table is made for those who were paired, in their order, under their names. */
static void seats_check(struct sim *s, const struct evening_table *t, const struct truth *truth)
{
    const struct evening_fold *f = &s->evening.fold;
    const struct ir_table *table = truth && truth->n > t->n ? &truth->frame[t->n].table : NULL;
    if (!table || table->n_seats != t->n || strcmp(table->evening, s->evening.id) != 0) {
        sim_violation(s, "table %s is open, and not there, or not of this evening", t->id);
        return;
    }
    for (int i = 0; i < t->n; i++) {
        uint64_t who = f->person[t->person[i]].who;
        if (table->seat[i].who != who || strcmp(table->seat[i].name, f->person[t->person[i]].name) != 0)
            sim_violation(s, "at table %s seat %d is not for who was paired there", t->id, i);
        if (truth->table.seat[i].kind != IR_OPEN && truth->table.seat[i].who != who)
            sim_violation(s, "at table %s somebody sits who was not paired there", t->id);
    }
}

/* When somebody stood up, so that the game could not begin any more; or NULL. Who is ready later has come too late, perhaps. */
static const struct ir_table *halted(const struct evening_table *t, const struct truth *truth)
{
    for (int64_t k = t->n; k < truth->n; k++)
        for (int i = 0; i < t->n; i++)
            if (truth->frame[k].table.seat[i].kind == IR_OPEN)
                return &truth->frame[k].table;
    return NULL;
}

/* A result is that of the game, or of a game that can never begin. */
static void result_check(struct sim *s, const struct evening_table *t, const struct truth *truth)
{
    const struct ir_table *table = &truth->table, *then = halted(t, truth);
    struct ir_score score;
    unsigned resigned = 0;
    int off = table_called_off(table), open = 0;
    for (int i = 0; i < t->n; i++) {
        resigned |= (unsigned)table->seat[i].resigned << i;
        open |= table->seat[i].kind == IR_OPEN;
    }
    if (table->stage == IR_OVER_NOW) {
        ir_score_resigned(table->game, &table->now, resigned, &score);
        for (int i = 0; i < t->n; i++)
            if (t->rank[i] != (off ? 0 : score.rank[i]))
                sim_violation(s, "the result of %s has rank %d for seat %d, and its log %d", t->id, t->rank[i], i,
                              off ? 0 : (int)score.rank[i]);
        s->evening.played++;
        return;
    }
    if (table->stage != IR_GATHERING || !open)
        sim_violation(s, "table %s has a result, and %s", t->id,
                      table->stage == IR_PLAYING ? "is being played" : "its game can begin");
    for (int i = 0; i < t->n; i++)
        if (t->rank[i] > 0 || (t->rank[i] < 0 && then && then->seat[i].ready && table->seat[i].ready &&
                               !s->evening.fold.person[t->person[i]].left))
            sim_violation(s, "table %s was not played: rank %d for seat %d", t->id, t->rank[i], i);
    s->evening.unplayed++;
}

void evening_match(struct sim *s, const struct store_match *m)
{
    if (!m->event[0])
        return;
    if (strcmp(m->event, s->evening.id) != 0 || !table_find(&s->evening.fold, m->id, strlen(m->id)))
        sim_violation(s, "table %s is made for an evening that has not paired it", m->id);
}

/* 1: a row of an evening. */
int evening_row(struct sim *s, const char *match, const struct store_row *row)
{
    struct evening *v = &s->evening;
    if (match[0] != 'E')
        return 0;
    if (!v->id[0] && row->seq == 1)
        memcpy(v->id, match, strlen(match) + 1);
    if (strcmp(match, v->id) != 0)
        return 1; /* one that nobody was told of */
    sim_trace(s, "stored %s %lld by %llx: %.100s", match, (long long)row->seq, (unsigned long long)row->who, row->text);
    if (row->seq != v->n_rows + 1 || v->n_rows == EVENING_ROWS) {
        sim_violation(s, "row %lld of the evening is stored after %d", (long long)row->seq, v->n_rows);
        return 1;
    }
    v->row[v->n_rows] = *row;
    v->row[v->n_rows++].text = strdup(row->text);
    const char *wrong = fold(&v->fold, row);
    if (wrong)
        sim_violation(s, "row %lld of the evening: %s: %.60s", (long long)row->seq, wrong, row->text);
    for (int i = 0; i < v->fold.n_tables && !wrong && !strncmp(row->text, "@ open ", 7); i++)
        if (v->fold.table[i].round == number_in(row->text + 7))
            seats_check(s, &v->fold.table[i], truth_find(s, v->fold.table[i].id));
    if (!wrong && !strncmp(row->text, "@ result ", 9)) {
        const struct evening_table *t = table_find(&v->fold, row->text + 9, strcspn(row->text + 9, " "));
        result_check(s, t, truth_find(s, t->id));
    }
    return 1;
}

void evening_end(struct sim *s)
{
    struct evening *v = &s->evening;
    struct store_request r = {.kind = STORE_MATCH_LOAD};
    memcpy(r.match.id, v->id, sizeof r.match.id);
    store_submit(s->eye, &r);
    store_collect(s->eye);
    if (v->fold.stage != 2 || r.match.stage != IR_OVER_NOW || r.n != v->n_rows ||
        strcmp(v->row[v->n_rows - 1].text, "@ over\n") != 0)
        sim_violation(s, "the evening does not end with its last row: %d rows of %d", r.n, v->n_rows);
    store_done(&r);
    int closed = v->row[v->n_rows - 1].who != 0;
    for (int i = 0; i < v->fold.n_tables; i++) {
        const struct evening_table *t = &v->fold.table[i];
        const struct truth *truth = truth_find(s, t->id);
        if (!t->done && !closed)
            sim_violation(s, "table %s has no result", t->id);
        if (t->opened)
            seats_check(s, t, truth);
        if (t->done && truth->table.stage == IR_PLAYING)
            sim_violation(s, "table %s has a result, and is being played", t->id);
    }
}

void evening_free_rows(struct sim *s)
{
    for (int i = 0; i < s->evening.n_rows; i++)
        free((void *)(uintptr_t)s->evening.row[i].text);
}
