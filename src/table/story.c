/* story.c: writes what happened, as far as one seat may know it: in a frame, and for a client that asks for the story of the
 * game so far. Of an event only the viewer's part is written. Acts are public. */
#include "table.h"

const char *story_word(int what)
{
    return what == 'u' ? "undo" : what == 'p' ? "pause" : what == 'e' ? "end" : "rematch";
}

static void act_json(const struct ir_act *a, struct ir_json *j)
{
    static const char *const name[] = {
        [IR_ACT_AWAY] = "away", [IR_ACT_BACK] = "back",     [IR_ACT_FLAG] = "flag",      [IR_ACT_LATE] = "late",
        [IR_ACT_BOT] = "bot",   [IR_ACT_ASK] = "ask",       [IR_ACT_AGREE] = "agree",    [IR_ACT_DECLINE] = "decline",
        [IR_ACT_UNDO] = "undo", [IR_ACT_PAUSE] = "pause",   [IR_ACT_RESUME] = "resume",  [IR_ACT_RESIGN] = "resign",
        [IR_ACT_END] = "end",   [IR_ACT_REMIND] = "remind", [IR_ACT_HOLIDAY] = "holiday"};
    ir_json_object(j, NULL);
    ir_json_str(j, "act", name[a->kind]);
    if (a->seat >= 0)
        ir_json_int(j, "seat", a->seat);
    if (a->by >= 0)
        ir_json_int(j, "by", a->by);
    if (a->kind == IR_ACT_HOLIDAY)
        ir_json_int(j, "days", a->what);
    else if (a->what)
        ir_json_str(j, "what", story_word(a->what));
    ir_json_end(j, '}');
}

void story_acts(const struct ir_story *story, struct ir_json *j)
{
    if (!story || !story->n_acts)
        return;
    ir_json_list(j, "acts");
    for (int i = 0; i < story->n_acts; i++)
        act_json(&story->act[i], j);
    ir_json_end(j, ']');
}

int story_write(const struct ir_table *t, const struct ir_story *story, int seat, struct ir_json *j)
{
    int see = 0;
    story_acts(story, j);
    ir_json_list(j, "events");
    for (int i = 0; story && i < story->n; i++) {
        struct ir_event e;
        ir_event_see(&story->e[i], seat, &e);
        ir_event_json(t->game, &e, j);
        see |= story->e[i].see;
    }
    ir_json_end(j, ']');
    return !see;
}

void ir_story_json(const struct ir_table *t, const struct ir_story *story, int seat, struct ir_json *j)
{
    ir_json_object(j, NULL);
    ir_json_int(j, "seq", t->seq);
    story_write(t, story, seat, j);
    ir_json_end(j, '}');
}
