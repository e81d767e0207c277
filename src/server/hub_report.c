/* hub_report.c: somebody tells the owner of the server about somebody else. The owner reads it with `irori admin reports`. */
#include "hub_inside.h"

enum { REPORTS_AN_HOUR = 5, TEXT_MAX = 500 };

static void after_report(struct hub *h, struct query *a)
{
    struct ir_json j;
    if (a->r.status != STORE_OK) {
        say_refused(h, a->conn, NULL, a->id, "store", "The database does not answer. Try again in a moment.");
        return;
    }
    h->count.reports++;
    note(h, HUB_LOG_NOTE, "report", "somebody was reported: irori admin reports");
    say_start(h, &j, "ok");
    ir_json_int(&j, "id", (int64_t)a->id);
    say_send(h, a->conn, &j);
}

/* Who sits on this seat of a table that the reporter is at; 0: nobody. */
static uint64_t seat_of(const struct conn *c, json_t *m, const char **table)
{
    json_t *seat = json_object_get(m, "seat");
    const char *id = json_string_value(json_object_get(m, "table"));
    for (const struct viewer *s = c->viewers; s && id; s = s->next_of_conn) {
        json_int_t i = json_integer_value(seat);
        if (strcmp(s->room->id, id) != 0 || s->room->phase != ROOM_READY)
            continue;
        *table = s->room->id;
        if (json_is_integer(seat) && i >= 0 && i < s->room->table.n_seats && s->room->table.seat[i].kind == IR_PERSON)
            return s->room->table.seat[i].who;
    }
    return 0;
}

void report_take(struct hub *h, struct conn *c, json_t *m, uint64_t id)
{
    const char *table = "";
    json_t *text = json_object_get(m, "text");
    char clean[TEXT_MAX + 1] = "";
    uint64_t seated = seat_of(c, m, &table), who = json_object_get(m, "who") ? who_read(json_object_get(m, "who")) : seated;
    const char *why = NULL, *error = "command";
    if (!who || who == c->who)
        why = "A report names somebody else: `who`, or the `table` you have joined and a `seat` there.";
    else if (json_string_length(text) > TEXT_MAX)
        error = "size", why = "A report has at most 500 bytes.";
    else if (!json_is_string(text) ||
             text_clean(clean, sizeof clean, TEXT_MAX, json_string_value(text), json_string_length(text)) <= 0)
        why = "Say in a few words what happened.";
    else if (hour_take(h, HOURLY_REPORTS, c->who, REPORTS_AN_HOUR))
        error = "rate", why = "You have sent several reports. Wait an hour before the next one.";
    if (why) {
        say_refused(h, c->link.key, NULL, id, error, why);
        return;
    }
    struct query *a = query_new(h, STORE_REPORT, after_report, sizeof clean);
    memcpy(a->text, clean, sizeof clean);
    memcpy(a->r.match.id, table, strlen(table) + 1);
    a->conn = c->link.key;
    a->id = id;
    a->r.who = c->who;
    a->r.other = who;
    a->r.text = a->text;
    a->r.time = h->now;
    query_send(h, a);
}
