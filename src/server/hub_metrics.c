/* hub_metrics.c: metrics in Prometheus format, for the operator. None of them is about a person. */
#include "hub_inside.h"

static const char *const refusal[REFUSALS] = {
    "stale", "turn",          "move",   "seat",  "stage", "command",        "full",     "rate", "size",  "store",
    "login", "unknown-table", "option", "seats", "deck",  "unknown-person", "protocol", "busy", "broken"};
static const int latency_ms[LATENCIES - 1] = {1, 2, 5, 10, 20, 50, 100, 200, 500, 1000, 5000};

void count_refused(struct hub *h, const char *error)
{
    int i = 0;
    while (i < REFUSALS && refusal[i] && strcmp(refusal[i], error) != 0)
        i++;
    ir_assert(i < REFUSALS && refusal[i]);
    h->count.refused[i]++;
}

void count_latency(struct hub *h, int64_t ms)
{
    int i = 0;
    while (i < LATENCIES - 1 && ms > latency_ms[i])
        i++;
    h->count.latency[i]++;
    h->count.latency_sum += (uint64_t)(ms > 0 ? ms : 0);
    h->count.latency_n++;
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

static void latency_write(struct hub *h, struct ir_text *t)
{
    uint64_t sum = 0;
    head(t, "store_seconds", "histogram", "How long the store took to answer.");
    for (int i = 0; i < LATENCIES; i++) {
        char bound[16] = "+Inf";
        if (i < LATENCIES - 1)
            snprintf(bound, sizeof bound, "%g", latency_ms[i] * 1e-3);
        sum += h->count.latency[i];
        labelled(t, "store_seconds_bucket", "le", bound, sum);
    }
    char text[64];
    snprintf(text, sizeof text, "irori_store_seconds_sum %.3f\n", (double)h->count.latency_sum * 1e-3);
    ir_text_put(t, text);
    ir_text_put(t, "irori_store_seconds_count ");
    ir_text_int(t, (int64_t)h->count.latency_n);
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
    one(&t, "thoughts_total", "counter", "Positions given to bots.", n->thoughts);
    one(&t, "thinking", "gauge", "Positions that bots think about or that wait for a bot.", (uint64_t)n->thinking);
    one(&t, "store_requests", "gauge", "Requests the store has not answered yet.", (uint64_t)h->queries);
    latency_write(h, &t);
    return t.len;
}
