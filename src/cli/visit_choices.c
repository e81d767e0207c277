/* visit_choices.c: what the player can do at a table of a server, and how it is sent. */
#include "visit_inside.h"

void choices_clear(struct visit *v)
{
    for (int i = 0; i < v->n; i++)
        free(v->choice[i].words);
    v->n = 0;
}

static struct choice *choice_add(struct visit *v, ir_move m, const char *command, const char *words)
{
    if (v->n == CHOICES_MAX)
        return NULL;
    struct choice *c = &v->choice[v->n++];
    *c = (struct choice){.move = m, .words = strdup(words), .listed = 1};
    snprintf(c->command, sizeof c->command, "%s", command);
    return c;
}

/* Is it offered without being asked for? Nothing that is done by mistake and cannot be undone. */
static int pressing(const char *may)
{
    static const char *const list[] = {"agree", "decline", "ready", "rematch", "back", "resume", "sit", "takeover"};
    size_t n = strcspn(may, " ");
    for (size_t i = 0; i < sizeof list / sizeof *list; i++)
        if (strlen(list[i]) == n && strncmp(may, list[i], n) == 0)
            return 1;
    return 0;
}

void choices_make(struct visit *v)
{
    const char *may;
    choices_clear(v);
    if (!v->table || v->up.id || v->up.state != UPLINK_OPEN)
        return; /* an answer is awaited */
    if (v->mode == VISIT_SURE) {
        choice_add(v, IR_NO_MOVE, "", tr("Go on playing"));
        if (visit_may(v, "resign"))
            choice_add(v, IR_NO_MOVE, "resign", tr("Give up for good"));
    } else if (v->asked && v->mode == VISIT_USUAL) {
        ir_move legal[IR_MOVES_MAX];
        int n = v->s.setup.game->legal(&v->view, legal);
        for (int i = 0; i < n; i++)
            choice_add(v, legal[i], "", "");
    } else {
        if (v->mode == VISIT_ACTIONS)
            choice_add(v, IR_NO_MOVE, "", tr("Back to the table"));
        for (int urgent = 1; urgent >= 0; urgent--) /* what the others wait for comes first, giving up last */
            for (size_t i = 0; (may = visit_may_at(v, i)); i++)
                if (pressing(may) == urgent && (urgent || v->mode == VISIT_ACTIONS || at_stage(v, "gathering")) &&
                    strcmp(may, "resign") != 0 && *visit_words(v, may))
                    choice_add(v, IR_NO_MOVE, may, visit_words(v, may));
        if (v->mode == VISIT_ACTIONS && visit_may(v, "resign"))
            choice_add(v, IR_NO_MOVE, "resign", visit_words(v, "resign"));
    }
}

void visit_mode(struct visit *v, enum visit_mode mode)
{
    v->mode = mode;
    v->changed++;
    choices_make(v);
}

void visit_command(struct visit *v, const char *command)
{
    char text[UPLINK_COMMAND];
    uint8_t random[32];
    if (strcmp(command, "ready") == 0) {
        struct ir_text t;
        secret_make(random);
        ir_text_start(&t, text, sizeof text);
        ir_text_put(&t, "ready ");
        ir_text_hex(&t, random, 16);
    } else if (strncmp(command, "sit ", 4) == 0) {
        snprintf(text, sizeof text, "%s %s", command, v->up.name);
    } else if (strncmp(command, "bot ", 4) == 0) {
        snprintf(text, sizeof text, "%s %s", command, ir_bot_role(v->s.setup.game, IR_ROLE_DEFAULT)->name);
    } else {
        snprintf(text, sizeof text, "%s", command);
    }
    visit_note(v, NULL);
    if (!uplink_do(&v->up, text, v->seq))
        visit_note(v, tr("One moment."));
    v->mode = VISIT_USUAL;
    choices_make(v);
}

void visit_choose(struct visit *v, const struct choice *c)
{
    char text[IR_TEXT_MAX + 8] = "move ";
    struct ir_text t;
    if (c->move != IR_NO_MOVE) {
        ir_text_start(&t, text + 5, sizeof text - 5);
        v->s.setup.game->move_print(c->move, &t);
        visit_command(v, text);
    } else if (!c->command[0]) {
        visit_mode(v, VISIT_USUAL);
    } else if (strcmp(c->command, "resign") == 0 && v->mode != VISIT_SURE) {
        visit_mode(v, VISIT_SURE);
    } else {
        char command[sizeof c->command]; /* the choices are made anew */
        memcpy(command, c->command, sizeof command);
        visit_command(v, command);
    }
}

void visit_hint(struct visit *v)
{
    if (!v->asked) {
        visit_note(v, tr("It is not your turn."));
        return;
    }
    v->wants_hint = 1;
    visit_note(v, tr("One moment."));
    uplink_say(&v->up, "hint");
}
