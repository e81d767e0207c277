/* driver.c: random evenings, as logs. `driver FIRST COUNT` prints for each seed a line `event SEED`, each row as `row TIME WHO
 * TEXT` with \n for the ends of lines, and the state after each round and at the end as `state JSON`. check.py reads it. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/core.h"
#include "event/event.h"

static struct event e;
static struct ir_rng dice;
static int64_t now;
static char why[IR_WHY_MAX];

static int below(int n)
{
    return (int)(ir_rng_next(&dice) % (uint64_t)n);
}

static void row(uint64_t who, const char *text)
{
    printf("row %lld %llu ", (long long)now, (unsigned long long)who);
    for (const char *s = text; *s; s++)
        if (*s == '\n')
            fputs("\\n", stdout);
        else
            putchar(*s);
    putchar('\n');
    if (event_fold(&e, text, e.seq + 1, who, now, why) != IR_OK) {
        printf("wrong %s\n", why);
        exit(1);
    }
}

static void command(uint64_t who, const char *text)
{
    char out[IR_ROW_MAX];
    if (event_do(&e, who, text, out, why) == IR_OK)
        row(who, out);
}

static void join(void)
{
    char text[64];
    snprintf(text, sizeof text, "join Person %d", e.n);
    command((uint64_t)e.n + 1000, text);
}

static void state(void)
{
    static char out[EVENT_JSON];
    uint8_t here[EVENT_PEOPLE] = {0};
    struct ir_json j;
    ir_json_start(&j, out, sizeof out);
    ir_json_object(&j, NULL);
    event_json(&e, here, 0, &j);
    ir_json_end(&j, '}');
    printf("state %s\n", out);
}

/* Somebody leaves, comes back, or joins late. */
static void come_and_go(int restless)
{
    for (int i = 0; i < e.n; i++)
        if (!below(restless))
            command(e.person[i].who, e.person[i].gone ? "back" : "leave");
    while (!below(restless / 4) && e.n < 40)
        join();
}

static void result(const struct event_table *t)
{
    char text[128];
    struct ir_text out;
    int order[IR_SEATS_MAX] = {0};
    for (int i = 0; i < t->n; i++)
        order[i] = below(t->n);
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "@ result %s", t->id);
    for (int i = 0; i < t->n; i++) {
        int rank = 0;
        for (int j = 0; j < t->n; j++)
            rank += order[j] < order[i];
        if (below(25))
            ir_text_add(&out, " %d", rank);
        else
            ir_text_put(&out, " x");
    }
    ir_text_put(&out, "\n");
    row(0, text);
}

static void pair(const struct event_plan *p)
{
    char text[IR_ROW_MAX];
    struct ir_text out;
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "@ pair %d\n", e.round + 1);
    for (int i = 0; i < p->n_tables; i++) {
        ir_text_add(&out, "= t%d", e.n_tables + i);
        for (int k = 0; k < p->n[i]; k++)
            ir_text_add(&out, " %d", p->person[i][k]);
        ir_text_put(&out, "\n");
    }
    for (int i = 0; i < p->n_byes; i++)
        ir_text_add(&out, "bye %d\n", p->bye[i]);
    for (int i = 0; i < p->n_rests; i++)
        ir_text_add(&out, "rest %d\n", p->rest[i]);
    row(0, text);
    ir_text_start(&out, text, sizeof text);
    ir_text_add(&out, "@ open %d\n", e.round);
    if (p->n_tables)
        row(0, text);
}

static void play(int seed)
{
    static const int seats[] = {2, 2, 2, 2, 3, 4, 5};
    struct event like = {0};
    char text[IR_ROW_MAX];
    struct ir_text out;
    ir_rng_seed(&dice, (uint64_t)seed);
    now = 1000000;
    printf("event %d\n", seed);
    like.kind = (uint8_t)(below(10) < 6 ? EVENT_SWISS : below(2) ? EVENT_ROUND_ROBIN : EVENT_ARENA);
    like.seats = (uint8_t)seats[below(7)];
    like.least = (uint8_t)(2 + below(like.seats - 1));
    int n = 3 + (below(3) ? below(38) : below(6)), restless = below(2) ? 1000000 : 12 + below(60);
    n = n < like.least ? like.least : n;
    like.rounds = (int16_t)(below(3) ? below(8) : below(n + 3));
    if (n <= 8 && below(2))
        like.rounds = (int16_t)(n + below(4)); /* all have had a bye, and rematches cannot be avoided */
    if (like.kind == EVENT_ROUND_ROBIN && below(4))
        like.rounds = 0; /* everybody meets everybody */
    like.minutes = 5;
    memcpy(like.game, "any", 4);
    snprintf(like.name, sizeof like.name, "Evening %d", seed);
    ir_text_start(&out, text, sizeof text);
    event_made(&like, &out);
    event_clear(&e, 1);
    row(1, text);
    while (e.n < n)
        join();
    command(1, "start");
    for (struct event_plan p; e.stage == EVENT_PLAYING;) {
        enum event_step step = event_next(&e, now, 1000, &p);
        if (step == EVENT_PAIR)
            pair(&p);
        else if (step == EVENT_END)
            row(0, "@ over\n");
        now += 500 + below(2000);
        if (e.running && (e.kind != EVENT_ARENA || !below(3))) {
            int at = below(e.running), t = 0; /* one of those that run, at random */
            for (t = 0; e.table[t].done || at--; t++)
                continue;
            result(&e.table[t]);
        }
        if (!e.running || e.kind == EVENT_ARENA)
            come_and_go(e.kind == EVENT_ARENA ? restless * 8 : restless);
        if (!e.running)
            state();
        if (step == EVENT_WAIT && !e.running && p.wake > now && e.kind != EVENT_ARENA)
            now = p.wake;
    }
    state();
}

int main(int argc, char **argv)
{
    int first = argc > 1 ? (int)strtol(argv[1], NULL, 10) : 1, count = argc > 2 ? (int)strtol(argv[2], NULL, 10) : 1;
    for (int i = 0; i < count; i++)
        play(first + i);
    return 0;
}
