/* hub_metrics.c: metrics in Prometheus format, for the operator. None of them is about a person. */
#include "hub_inside.h"

static const char *const refusal[REFUSALS] = {"stale",  "turn",   "move",  "seat",           "stage",         "command",
                                              "full",   "rate",   "size",  "store",          "login",         "unknown-table",
                                              "option", "seats",  "deck",  "unknown-person", "protocol",      "busy",
                                              "broken", "banned", "ended", "friends",        "unknown-event", "private"};
static const int latency_ms[HISTOGRAM - 1] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};
static const int wait_ms[HISTOGRAM - 1] = {100, 500, 1000, 2000, 5000, 10000, 20000, 60000, 300000, 1800000, 7200000};

void count_refused(struct hub *h, const char *error)
{
    int i = 0;
    while (i < REFUSALS && refusal[i] && strcmp(refusal[i], error) != 0)
        i++;
    ir_assert(i < REFUSALS && refusal[i]);
    h->count.refused[i]++;
}

/* Counts a duration; ms: the bounds, but for the last, which is infinite. */
static void count(struct histogram *g, const int bound_ms[HISTOGRAM - 1], int64_t ms)
{
    int i = 0;
    while (i < HISTOGRAM - 1 && ms > bound_ms[i])
        i++;
    g->count[i]++;
    g->sum += (uint64_t)(ms > 0 ? ms : 0);
    g->n++;
}

void count_latency(struct hub *h, int64_t ms)
{
    count(&h->count.latency, latency_ms, ms);
}

void count_paired(struct hub *h, int64_t ms)
{
    count(&h->count.paired, wait_ms, ms);
}

static void head(struct ir_text *t, const char *name, const char *type, const char *help)
{
    ir_text_add(t, "# HELP irori_%s %s\n# TYPE irori_%s %s\n", name, help, name, type);
}

static void one(struct ir_text *t, const char *name, const char *type, const char *help, uint64_t v)
{
    head(t, name, type, help);
    ir_text_add(t, "irori_%s ", name);
    ir_text_int(t, (int64_t)v);
    ir_text_put(t, "\n");
}

static void labelled(struct ir_text *t, const char *name, const char *label, const char *value, uint64_t v)
{
    ir_text_add(t, "irori_%s{%s=\"%s\"} ", name, label, value);
    ir_text_int(t, (int64_t)v);
    ir_text_put(t, "\n");
}

static void histogram_write(struct ir_text *t, const char *name, const char *help, const struct histogram *g,
                            const int bound_ms[HISTOGRAM - 1])
{
    uint64_t sum = 0;
    char text[64];
    head(t, name, "histogram", help);
    snprintf(text, sizeof text, "%s_bucket", name);
    for (int i = 0; i < HISTOGRAM; i++) {
        char bound[16] = "+Inf";
        if (i < HISTOGRAM - 1)
            snprintf(bound, sizeof bound, "%g", bound_ms[i] * 1e-3);
        sum += g->count[i];
        labelled(t, text, "le", bound, sum);
    }
    snprintf(text, sizeof text, "irori_%s_sum %.3f\n", name, (double)g->sum * 1e-3);
    ir_text_put(t, text);
    snprintf(text, sizeof text, "irori_%s_count ", name);
    ir_text_put(t, text);
    ir_text_int(t, (int64_t)g->n);
    ir_text_put(t, "\n");
}

size_t metrics_write(struct hub *h, char *out, size_t size)
{
    static const char *const result[OUTCOMES] = {"ok", "again", "refused", "store"};
    const struct numbers *n = &h->count;
    struct ir_text t;
    ir_text_start(&t, out, size);
    one(&t, "connections", "gauge", "Connections open now.", h->conns.n);
    one(&t, "connections_total", "counter", "Connections ever accepted.", n->accepted);
    one(&t, "rooms", "gauge", "Tables in memory.", h->rooms.n);
    one(&t, "messages_total", "counter", "Messages from clients.", n->messages);
    head(&t, "commands_total", "counter", "Commands of people, by result.");
    for (int i = 0; i < OUTCOMES; i++)
        labelled(&t, "commands_total", "result", result[i], n->commands[i]);
    head(&t, "refused_total", "counter", "Refusals, by error.");
    for (int i = 0; i < REFUSALS && refusal[i]; i++)
        labelled(&t, "refused_total", "error", refusal[i], n->refused[i]);
    one(&t, "frames_total", "counter", "Frames sent.", n->frames);
    one(&t, "loads_total", "counter", "Tables, or rows of other nodes, loaded from the store.", n->loads);
    one(&t, "conflicts_total", "counter", "Rows that another node stored first.", n->conflicts);
    one(&t, "unknown_total", "counter", "Commits whose result was unknown at first.", n->unknown);
    one(&t, "quarantined_total", "counter", "Matches whose rows do not fold.", n->quarantined);
    one(&t, "chats_total", "counter", "Words of friends that were passed on. They are not stored.", n->chats);
    one(&t, "reports_total", "counter", "Reports about people.", n->reports);
    one(&t, "counted_total", "counter", "Finished games that this node has counted.", n->counted);
    one(&t, "rated_total", "counter", "Of these, rated ones.", n->rated);
    one(&t, "recounts_total", "counter", "Times that the counting of a game was repeated.", n->recounts);
    one(&t, "count_conflicts_total", "counter", "Of these, because a rating or the game had changed meanwhile.",
        n->count_conflicts);
    one(&t, "events", "gauge", "Events in memory.", h->events.n);
    one(&t, "events_total", "counter", "Events that were made.", n->events);
    one(&t, "event_rows_total", "counter", "Rows of events that were stored.", n->event_rows);
    one(&t, "event_tables_total", "counter", "Tables that events opened.", n->event_tables);
    one(&t, "event_states_total", "counter", "States of events that were sent.", n->event_states);
    one(&t, "event_absent_total", "counter", "Tables of events at which somebody did not come, or stopped playing.",
        n->event_absent);
    one(&t, "thoughts_total", "counter", "Positions given to bots.", n->thoughts);
    one(&t, "slow_due_total", "counter", "Slow games that were woken because something was due.", n->due);
    one(&t, "reminders_total", "counter", "Reminders to people who were not there.", n->reminders);
    one(&t, "pushes_total", "counter", "Messages given to push services, before they are looked up.", n->pushes);
    one(&t, "thinking", "gauge", "Positions that bots think about or that wait for a bot.", (uint64_t)n->thinking);
    one(&t, "store_requests", "gauge", "Requests the store has not answered yet.", (uint64_t)h->queries);
    histogram_write(&t, "store_seconds", "How long the store took to answer.", &n->latency, latency_ms);
    one(&t, "people", "gauge", "People who are connected here.", h->people.n);
    one(&t, "lobby", "gauge", "Connections that look at the lobby.", (uint64_t)h->lobby.n_viewers);
    one(&t, "seeking", "gauge", "People who look for somebody to play with.", h->tickets.n);
    histogram_write(&t, "paired_seconds", "How long people looked until they were paired.", &n->paired, wait_ms);
    return t.len;
}
