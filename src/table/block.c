/* block.c: a frame for a program that has the code of the game, such as the terminal: the bytes of the seat's view instead of
 * a description of it, and its events as numbers.
 *
 * A block has nothing that the frame of the same seat could not tell: ir_look has zeroed all zones but the public one and the
 * viewer's own, and ir_event_see the private numbers of others. */
#include "table.h"

static void bytes_json(struct ir_json *j, const char *key, const uint8_t *bytes, size_t n)
{
    char hex[2 * IR_STATE_MAX + 1];
    struct ir_text t;
    ir_text_start(&t, hex, sizeof hex);
    ir_text_hex(&t, bytes, n);
    ir_json_str(j, key, hex);
}

/* [kind, seat, three public numbers], and three private ones if the viewer may see them. */
static void event_numbers(const struct ir_event *all, int seat, struct ir_json *j)
{
    struct ir_event e;
    ir_event_see(all, seat, &e);
    ir_json_list(j, NULL);
    ir_json_int(j, NULL, e.kind);
    ir_json_int(j, NULL, e.seat);
    for (int i = 0; i < 3; i++)
        ir_json_int(j, NULL, e.pub[i]);
    for (int i = 0; e.see && i < 3; i++)
        ir_json_int(j, NULL, e.prv[i]);
    ir_json_end(j, ']');
}

static void events_numbers(const struct ir_story *story, int seat, struct ir_json *j)
{
    ir_json_list(j, "events");
    for (int i = 0; story && i < story->n; i++)
        event_numbers(&story->e[i], seat, j);
    ir_json_end(j, ']');
}

void ir_table_block(const struct ir_table *t, int seat, const struct ir_story *story, uint64_t ack, int64_t now,
                    struct ir_json *j)
{
    struct ir_view v;
    int asked = seat >= 0 && frame_asks(t, seat);
    if (asked) /* in a secret question: as if all before had been silent, so that it is this seat's turn */
        ir_table_view(t, seat, &v, NULL);
    else
        ir_look(t->game, &t->now, seat, &v);
    ir_json_object(j, NULL);
    frame_head(t, "frame", ack, now, j);
    ir_json_object(j, "table");
    frame_part(t, FRAME_FIXED, j);
    frame_part(t, FRAME_TABLE, j);
    frame_you(t, seat, now, FRAME_WHOLE, j);
    ir_json_end(j, '}');
    story_acts(story, j);
    ir_json_object(j, "block");
    ir_json_str(j, "game", t->game->name);
    ir_json_int(j, "rules", t->game->rules_rev);
    ir_json_bool(j, "asked", asked);
    bytes_json(j, "view", v.b, ir_state_size(t->game));
    events_numbers(story, seat, j);
    ir_json_end(j, '}');
    ir_json_end(j, '}');
}

void ir_story_block(const struct ir_table *t, const struct ir_story *story, int seat, struct ir_json *j)
{
    ir_json_object(j, NULL);
    ir_json_int(j, "seq", t->seq);
    story_acts(story, j);
    events_numbers(story, seat, j);
    ir_json_end(j, '}');
}
