/* delta.c: compares two texts with the help of their outlines: members of objects by name, items of lists by number if both
 * have the same length, else from both ends. A member with equal bytes is skipped. One that changed is compared member by
 * member, as deep as both outlines go, unless its new value is shorter than that. Both texts come from the same writer, so
 * equal values have equal bytes. */
#include "delta.h"

/* The members of one object, or the items of one list. */
struct level {
    const char *text;
    const struct ir_mark *mark;
    unsigned first, end; /* marks; end: the one behind the last */
    size_t stop;         /* where the text of the last one ends */
};

/* Where the value of member i begins, after "name":, and where it ends, before a comma. */
static inline size_t from(const struct level *l, unsigned i)
{
    unsigned name = l->mark[i].name;
    return l->mark[i].at + (name ? name + 3 : 0);
}
static inline size_t to(const struct level *l, unsigned i)
{
    unsigned next = l->mark[i].next;
    return next == l->end ? l->stop : l->mark[next].at - 1u;
}

static unsigned count(const struct level *l)
{
    unsigned n = 0;
    for (unsigned i = l->first; i != l->end; i = l->mark[i].next)
        n++;
    return n;
}

static int same_value(const struct level *a, unsigned i, const struct level *b, unsigned k)
{
    size_t n = to(a, i) - from(a, i);
    return n == to(b, k) - from(b, k) && !memcmp(a->text + from(a, i), b->text + from(b, k), n);
}

/* Are member i of a and member k of b equal, name and value? First compares up to the next marks, which is fast. If these bytes
 * differ and one member is the last of its object, the difference may be behind that object; then it compares the values. */
static inline int same(const struct level *a, unsigned i, const struct level *b, unsigned k)
{
    unsigned p = a->mark[i].next, q = b->mark[k].next;
    size_t at = a->mark[i].at, other = b->mark[k].at, n = a->mark[p].at - at;
    if (n == b->mark[q].at - other && !memcmp(a->text + at, b->text + other, n - 1))
        return 1;
    return (p == a->end || q == b->end) && a->mark[i].name == b->mark[k].name && same_value(a, i, b, k) &&
           !memcmp(a->text + at, b->text + other, a->mark[i].name + 1u);
}

static int same_name(const struct level *a, unsigned i, const struct level *b, unsigned k)
{
    unsigned n = a->mark[i].name;
    return n == b->mark[k].name && !memcmp(a->text + a->mark[i].at, b->text + b->mark[k].at, n + 2);
}

/* The member of l with the same name as member k of b; l->end: there is none. */
static unsigned find(const struct level *l, const struct level *b, unsigned k)
{
    unsigned i = l->first;
    while (i != l->end && !same_name(l, i, b, k))
        i = l->mark[i].next;
    return i;
}

/* Writes the key of a member, or the number of an item, and makes room for a value of n bytes. Returns where the value goes, or
 * NULL. */
static char *key_write(const struct level *l, unsigned i, unsigned number, size_t n, struct ir_json *j)
{
    const char *key = l->text + l->mark[i].at;
    size_t length = l->mark[i].name + 3u;
    char text[16];
    if (!l->mark[i].name) {
        size_t at = sizeof text - 2;
        memcpy(text + at, "\":", 2);
        do
            text[--at] = (char)('0' + number % 10);
        while (number /= 10);
        text[--at] = '"';
        key = text + at;
        length = sizeof text - at;
    }
    char *at = json_begin(j, NULL, 0, length + n);
    return at ? json_put_text(at, key, length) : NULL;
}

static void value_write(const struct level *l, unsigned i, unsigned number, struct ir_json *j)
{
    size_t n = to(l, i) - from(l, i);
    char *at = key_write(l, i, number, n + 2, j);
    if (at) {
        *at++ = '[';
        at = json_put_text(at, l->text + from(l, i), n);
        *at = ']';
    }
}

static void gone_write(const struct level *l, unsigned i, struct ir_json *j)
{
    char *at = key_write(l, i, 0, 2, j);
    if (at)
        memcpy(at, "[]", 2);
}

static void object_write(const struct level *before, const struct level *now, struct ir_json *);
static void list_write(const struct level *before, const struct level *now, struct ir_json *);
static void splice_write(const struct level *before, const struct level *now, struct ir_json *);

/* Writes member k of now as a delta of member i of before. Returns how long that is; 0: it is not possible. */
static size_t nested_write(const struct level *before, unsigned i, const struct level *now, unsigned k, unsigned number,
                           struct ir_json *j)
{
    char bracket = now->text[from(now, k)];
    if ((bracket != '{' && bracket != '[') || before->text[from(before, i)] != bracket)
        return 0;
    if (before->mark[i].next == i + 1 || now->mark[k].next == k + 1) /* empty, or deeper than the outline goes */
        return 0;
    struct level old = {before->text, before->mark, i + 1, before->mark[i].next, to(before, i) - 1};
    struct level new = {now->text, now->mark, k + 1, now->mark[k].next, to(now, k) - 1};
    char *at = key_write(now, k, number, 1, j);
    size_t begin = j->text.len - 1;
    if (at)
        *at = '{';
    j->comma = 0;
    if (bracket == '{')
        object_write(&old, &new, j);
    else if (count(&old) == count(&new))
        list_write(&old, &new, j);
    else
        splice_write(&old, &new, j);
    ir_text_put_n(&j->text, "}", 1);
    j->comma = 1;
    return j->text.len - begin;
}

/* Writes member k of now, which differs from member i of before: as a delta or as a new value, whichever is shorter. */
static void member_write(const struct level *before, unsigned i, const struct level *now, unsigned k, unsigned number,
                         struct ir_json *j)
{
    size_t begin = j->text.len;
    uint8_t comma = j->comma;
    size_t nested = nested_write(before, i, now, k, number, j);
    if (nested && nested < to(now, k) - from(now, k) + 2)
        return;
    j->text.len = begin;
    j->comma = comma;
    value_write(now, k, number, j);
}

/* Member k of now differs from member i of before, its counterpart by position. Writes what changed, if the member is new or
 * has a new value, and nothing if it only has another position. 1: it was there before, at *i. */
static int changed_write(const struct level *before, unsigned *i, const struct level *now, unsigned k, struct ir_json *j)
{
    int moved = *i == before->end || !same_name(before, *i, now, k);
    if (moved)
        *i = find(before, now, k);
    if (*i == before->end) {
        value_write(now, k, 0, j);
        return 0;
    }
    if (!moved || !same(before, *i, now, k))
        member_write(before, *i, now, k, 0, j);
    return 1;
}

static void object_write(const struct level *before, const struct level *now, struct ir_json *j)
{
    unsigned i = before->first, stayed = 0;
    for (unsigned k = now->first; k != now->end; k = now->mark[k].next)
        if ((i != before->end && same(before, i, now, k)) || changed_write(before, &i, now, k, j)) {
            stayed++;
            i = before->mark[i].next;
        }
    if (stayed == count(before))
        return;
    for (i = before->first; i != before->end; i = before->mark[i].next)
        if (find(now, before, i) == now->end)
            gone_write(before, i, j);
}

static void list_write(const struct level *before, const struct level *now, struct ir_json *j)
{
    unsigned i = before->first, number = 0;
    for (unsigned k = now->first; k != now->end; k = now->mark[k].next, i = before->mark[i].next, number++)
        if (!same(before, i, now, k))
            member_write(before, i, now, k, number, j);
}

static unsigned skip(const struct level *l, unsigned i, unsigned n)
{
    while (n--)
        i = l->mark[i].next;
    return i;
}

/* Lists of different lengths: what lies between the items that both begin with and those that both end with. */
static void splice_write(const struct level *before, const struct level *now, struct ir_json *j)
{
    unsigned i = before->first, k = now->first, head = 0, olds = count(before), news = count(now);
    for (; i != before->end && k != now->end && same(before, i, now, k); head++) {
        i = before->mark[i].next;
        k = now->mark[k].next;
    }
    unsigned least = olds < news ? olds : news, middle = 0, n = 0; /* middle: how many of n items are not at the common end */
    unsigned a = skip(before, i, olds - least), b = skip(now, k, news - least), end = b;
    while (b != now->end) {
        int equal = same(before, a, now, b);
        a = before->mark[a].next;
        b = now->mark[b].next;
        n++;
        if (!equal) {
            middle = n;
            end = b;
        }
    }
    ir_json_list(j, "splice");
    ir_json_int(j, NULL, head);
    ir_json_int(j, NULL, olds - least + middle);
    if (k != end) {
        size_t at = now->mark[k].at;
        ir_json_raw(j, NULL, now->text + at, (end == now->end ? now->stop : now->mark[end].at - 1u) - at);
    }
    ir_json_end(j, ']');
}

void ir_delta(const struct ir_members *before, const struct ir_members *now, struct ir_json *j)
{
    struct level old = {before->text, before->mark, 0, before->n_marks, before->n};
    struct level new = {now->text, now->mark, 0, now->n_marks, now->n};
    if (before->n != now->n || memcmp(before->text, now->text, now->n) != 0)
        object_write(&old, &new, j);
}
