/* slow.c: slow games, in which a move may take hours and the clock runs whether anybody is connected or not: how long the table
 * waits, reminders, holidays.
 *
 * All who are asked have until one time, the deadline: that of whoever has most. Reminders come half of the whole time and an
 * eighth of it before. Both are rows, so they come once, whichever server makes them. One that comes late moves the deadline by
 * as much. If anything comes more than an eighth too late, no server was there, or its clock has jumped: then all get half of
 * the whole time from now on. So nobody's time is up who was not reminded an eighth of it before. */
#include "table.h"

#ifndef IR_TERSE /* the page's own tables are never slow */

enum { HOLIDAY_MAX = 21, REMINDERS = 2 };
#define DAY (INT64_C(86400) * SECOND)

int table_slow(const struct ir_table *t)
{
    return t->set[IR_SET_CLOCK] == IR_CLOCK_SLOW;
}

int64_t slow_whole(const struct ir_table *t)
{
    return (int64_t)t->set[IR_SET_HOURS] * 3600 * SECOND;
}

int64_t slow_from(const struct ir_table *t, int seat)
{
    return t->seat[seat].holiday > t->since ? t->seat[seat].holiday : t->since;
}

int64_t slow_deadline(const struct ir_table *t)
{
    int64_t end = 0;
    for (int i = 0; i < t->n_seats; i++) {
        int64_t own = slow_from(t, i) + t->seat[i].left;
        if (table_waits(t, i) && !t->seat[i].late && own > end)
            end = own;
    }
    return end;
}

/* When the next reminder is due, or, after the last one, the end; 0: never. */
static int64_t next(const struct ir_table *t)
{
    int64_t end = slow_deadline(t);
    return end ? end - (t->reminded >= REMINDERS ? 0 : slow_whole(t) / (t->reminded ? 8 : 2)) : 0;
}

int64_t slow_patience(const struct ir_table *t, unsigned *seats)
{
    *seats = 0;
    for (int i = 0; i < t->n_seats; i++) /* as everywhere: if nobody else could do anything about it, nobody is late */
        if (table_waits(t, i) && !t->seat[i].late && (t->reminded < REMINDERS || table_people(t) & ~(1u << i)))
            *seats |= 1u << i;
    return *seats && (t->reminded < REMINDERS || !t->set[IR_SET_LATE]) ? next(t) : 0;
}

int slow_remind(struct step *s)
{
    struct ir_table *t = s->t;
    int64_t due = next(t), eighth = slow_whole(t) / 8;
    int missed = due && due + eighth < s->now;
    if (!missed && (!due || due > s->now || t->reminded >= REMINDERS))
        return 0;
    ir_text_put(&s->row, "@ remind\n");
    for (int i = 0; i < t->n_seats; i++)
        if (table_waits(t, i)) {
            step_act(s, IR_ACT_REMIND, i, -1, 0);
            t->seat[i].left = missed ? 4 * eighth : t->seat[i].left + s->now - due;
        }
    t->since = missed ? s->now : t->since;
    t->reminded = (uint8_t)(missed ? 1 : t->reminded + 1);
    return 1;
}

/* Whole days that are not used are there for another time. */
int slow_days(const struct ir_table *t, int seat, int64_t now)
{
    int64_t rest = t->seat[seat].holiday - now;
    return HOLIDAY_MAX - t->seat[seat].holidays + (int)(rest > 0 ? rest / DAY : 0);
}

int slow_holiday(struct step *s, const char *text)
{
    struct ir_seat *me = &s->t->seat[s->seat];
    int64_t days;
    if (!table_slow(s->t))
        return step_refuse(s, IR_E_STAGE, "only a slow game (clock=slow) waits while somebody is on holiday");
    if (!ir_number_parse(text, strlen(text), 0, HOLIDAY_MAX, &days))
        return step_refuse(s, IR_E_COMMAND, "'holiday DAYS' needs a whole number from 0 to %d; 0 ends a holiday", HOLIDAY_MAX);
    if (table_by_bot(s->t, s->seat) || me->late)
        return step_refuse(s, IR_E_STAGE,
                           me->late ? "your time is up; make your move first" : "a bot plays for you; say 'back' first");
    if (!days && me->holiday <= s->now)
        return step_refuse(s, IR_E_STAGE, "you have no holiday to end");
    int left = slow_days(s->t, s->seat, s->now) - (int)days;
    if (left < 0)
        return step_refuse(s, IR_E_STAGE, "there are %d days of holiday left for you in this game", left + (int)days);
    if (table_waits(s->t, s->seat)) {
        me->left -= table_elapsed(s->t, s->seat, s->now);
        me->left = me->left > 0 ? me->left : 0;
    }
    me->holidays = (uint8_t)(HOLIDAY_MAX - left);
    me->holiday = s->now + days * DAY;
    ir_text_add(&s->row, "@ holiday %d %d\n", s->seat, (int)days);
    step_act(s, IR_ACT_HOLIDAY, s->seat, -1, (int)days);
    return IR_OK;
}

#endif
