/* delta_apply.h: what a client does with a delta (docs/protocol.md), written for tests a second time, with jansson. */
#ifndef DELTA_APPLY_H
#define DELTA_APPLY_H

#include <jansson.h>
#include <stdlib.h>

/* {"splice":[i,n,...]}: the list after n of its items at i were replaced by those that follow; NULL if there are none. */
static inline json_t *delta_splice(json_t *old, json_t *splice)
{
    size_t n = json_array_size(splice), size = json_array_size(old);
    size_t at = (size_t)json_integer_value(json_array_get(splice, 0)),
           gone = (size_t)json_integer_value(json_array_get(splice, 1));
    json_t *out = json_array();
    if (n < 2 || at > size || gone > size - at || gone == n - 2) { /* of the same length: by numbers */
        json_decref(out);
        return NULL;
    }
    for (size_t i = 0; i < at; i++)
        json_array_append(out, json_array_get(old, i));
    for (size_t i = 2; i < n; i++)
        json_array_append(out, json_array_get(splice, i));
    for (size_t i = at + gone; i < size; i++)
        json_array_append(out, json_array_get(old, i));
    return out;
}

/* The value after the delta, a new one; NULL if the delta makes no sense: it names what is not there, or is none. */
static inline json_t *delta_apply(json_t *old, json_t *delta)
{
    const char *key;
    json_t *change;
    int list = json_is_array(old);
    json_t *out = list || json_is_object(old) ? json_copy(old) : NULL;
    if (!out || !json_is_object(delta)) {
        json_decref(out);
        return NULL;
    }
    if (list && json_object_get(delta, "splice")) {
        json_decref(out);
        return json_object_size(delta) == 1 ? delta_splice(old, json_object_get(delta, "splice")) : NULL;
    }
    json_object_foreach(delta, key, change)
    {
        char *end;
        size_t at = list ? strtoul(key, &end, 10) : 0;
        json_t *was = list ? json_array_get(old, at) : json_object_get(old, key), *is = NULL;
        int bad = list && (!*key || *end || !was);
        if (json_is_array(change))
            is = json_incref(json_array_get(change, 0));
        else if (was)
            is = delta_apply(was, change);
        if (is && list)
            bad |= json_array_set_new(out, at, is);
        else if (is)
            bad |= json_object_set_new(out, key, is);
        else if (json_is_array(change) && !list)
            json_object_del(out, key); /* also where a table never had it: `legal` and `answered` are in every delta */
        else
            bad = 1;
        if (bad) {
            json_decref(out);
            return NULL;
        }
    }
    return out;
}

#endif
