/* preview.c: the head of a page for messengers. Names are whatever people typed: everything is escaped where it is written. */
#include "preview.h"

#include "irori.h"

#include <jansson.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/banned.h"

struct about {
    char title[1024], sentence[2048];
    const char *picture; /* a game's name, or the page's own */
};

/* ---- what the address is about ---- */

/* The n-th part of a path between slashes, the first being 0; "": there is none. */
static void part(const char *path, int n, char out[24])
{
    size_t len = 0;
    for (int at = -1; *path; path++) {
        if (*path == '/')
            at++;
        else if (at == n && len < 23)
            out[len++] = *path;
    }
    out[len] = 0;
}

/* ir_game_find would find templates too, which have no picture. */
static const struct ir_game *game_called(const char *name)
{
    for (int i = 0; ir_games[i]; i++)
        if (!strcmp(ir_games[i]->name, name))
            return ir_games[i];
    return NULL;
}

int preview_table(const char *path, char code[24])
{
    char first[24];
    part(path, 0, first);
    part(path, 1, code);
    for (char *p = code; *p; p++) /* some keyboards begin with a capital */
        *p = *p >= 'A' && *p <= 'Z' ? (char)(*p - 'A' + 'a') : *p;
    if (strcmp(first, "t") != 0 && strcmp(first, "replay") != 0)
        return 0;
    return code[0] && code[strspn(code, "0123456789abcdefghijklmnopqrstuvwxyz")] == 0 && !game_called(code);
}

static void about_page(struct about *a, const char *path)
{
    char first[24], second[24];
    struct ir_text title, sentence;
    part(path, 0, first);
    part(path, 1, second);
    const struct ir_game *g = game_called(second);
    int replay = !strcmp(first, "replay");
    ir_text_start(&title, a->title, sizeof a->title);
    ir_text_start(&sentence, a->sentence, sizeof a->sentence);
    a->picture = g ? g->name : "irori";
    if (replay) {
        ir_text_add(&title, "A game of %s", g ? g->title : "cards");
        ir_text_put(&sentence, "See how it went, card by card.");
    } else if (g) {
        ir_text_put(&title, g->title);
        ir_text_add(&sentence,
                    !strcmp(first, "rules") ? "The rules of %s." : "Play %s with friends or against bots, without signing up.",
                    g->title);
    } else {
        ir_text_put(&title, "Irori");
        for (int i = 0; ir_games[i]; i++)
            ir_text_add(&sentence, "%s%s", i == 0 ? "" : ir_games[i + 1] ? ", " : " and ", ir_games[i]->title);
        ir_text_put(&sentence, ": card games around one hearth, with friends or against bots.");
    }
}

static void add_name(struct ir_text *t, const struct ir_game *g, const char *name, int seat)
{
    if (g && ir_bot_find(g, name))
        ir_text_put(t, "a bot");
    else if (!strcmp(name, "Guest")) /* gave no name */
        ir_text_add(t, "player %d", seat + 1);
    else
        ir_text_put(t, name);
}

/* The rules of a table in a few words, as far as they differ from the printed ones: "arcade, rounds 3". A messenger shows about
 * two lines of a sentence, so a long list breaks off. */
static void add_rules(struct ir_text *t, const struct ir_game *g, const char *options)
{
    enum { MOST = 80 };
    size_t used = 0;
    const char *part = options ? options : "";
    size_t printed = g->preset[0].name ? strlen(g->preset[0].name) : 0;
    if (printed && !strncmp(part, g->preset[0].name, printed) && (part[printed] == ',' || !part[printed]))
        part += printed + (part[printed] == ',');
    if (!*part)
        ir_text_put(t, " Printed rules");
    for (int first = 1; *part; first = 0) {
        size_t n = strcspn(part, ",");
        if (used + n > MOST) {
            ir_text_put(t, " and more");
            break;
        }
        ir_text_put(t, first ? " Rules: " : ", ");
        for (size_t i = 0; i < n; i++) /* number_of_rounds=3 */
            ir_text_put_n(t, part[i] == '_' || part[i] == '=' ? " " : part + i, 1);
        used += n;
        part += n + (part[n] == ',');
    }
}

/* The number a setting has; -1: it is not among those that were changed. */
static int setting(const char *settings, const char *name)
{
    size_t n = strlen(name);
    for (const char *p = settings; p && *p; p = strchr(p, ',') ? strchr(p, ',') + 1 : NULL)
        if (!strncmp(p, name, n) && p[n] == '=')
            return (int)strtol(p + n + 1, NULL, 10);
    return -1;
}

static void add_clock(struct ir_text *t, const char *settings)
{
    int seconds = setting(settings, "seconds"), hours = setting(settings, "hours");
    if (settings && strstr(settings, "clock=move"))
        ir_text_add(t, ", %d seconds a move.", seconds < 0 ? 60 : seconds);
    else if (settings && strstr(settings, "clock=game"))
        ir_text_add(t, ", %d seconds for the game.", seconds < 0 ? 60 : seconds);
    else if (settings && strstr(settings, "clock=slow"))
        ir_text_add(t, ", %d hours a move.", hours < 0 ? 24 : hours);
    else
        ir_text_put(t, ", no clock.");
}

/* A table with a free seat: who invites to what, who else is there, by which rules. */
static void about_invitation(struct about *a, const struct ir_game *g, const json_t *table, json_t *seats, int free)
{
    struct ir_text title, sentence;
    const json_t *by = json_object_get(table, "host");
    int host = json_is_integer(by) ? (int)json_integer_value(by) : -1, others = 0;
    const char *name = host >= 0 ? json_string_value(json_array_get(seats, (size_t)host)) : NULL;
    const char *settings = json_string_value(json_object_get(table, "settings"));
    ir_text_start(&title, a->title, sizeof a->title);
    ir_text_start(&sentence, a->sentence, sizeof a->sentence);
    if (name && strcmp(name, "Guest") != 0)
        ir_text_add(&title, "%s invites you to %s", name, g->title);
    else
        ir_text_add(&title, "You are invited to %s", g->title);
    ir_text_add(&sentence, free == 1 ? "One seat is free." : "%d seats are free.", free);
    for (int i = 0; i < (int)json_array_size(seats); i++) {
        const char *who = json_string_value(json_array_get(seats, (size_t)i));
        if (!who || (i == host && name))
            continue;
        ir_text_put(&sentence, others++ ? ", " : " Also there: ");
        add_name(&sentence, g, who, i);
    }
    ir_text_put(&sentence, others ? "." : "");
    add_rules(&sentence, g, json_string_value(json_object_get(table, "options")));
    add_clock(&sentence, settings);
    ir_text_put(&sentence, " No sign-up: it opens in the browser.");
}

/* What is known of a table; 0: the answer is none. */
static int about_table(struct about *a, const char *text, size_t n)
{
    json_t *table = json_loadb(text, n, 0, NULL);
    const char *name = json_string_value(json_object_get(table, "game")),
               *stage = json_string_value(json_object_get(table, "stage"));
    const char *result = json_string_value(json_object_get(table, "result"));
    json_t *seats = json_object_get(table, "seats");
    const struct ir_game *g = name ? game_called(name) : NULL;
    if (!g || !stage || !json_is_array(seats)) {
        json_decref(table);
        return 0;
    }
    struct ir_text title, sentence;
    int count = (int)json_array_size(seats), free = 0, taken = 0;
    for (int i = 0; i < count; i++)
        free += json_is_null(json_array_get(seats, (size_t)i));
    ir_text_start(&title, a->title, sizeof a->title);
    ir_text_start(&sentence, a->sentence, sizeof a->sentence);
    a->picture = g->name;
    if (free && !strcmp(stage, "gathering")) {
        about_invitation(a, g, table, seats, free);
        json_decref(table);
        return 1;
    }
    ir_text_put(&title, g->title);
    for (int i = 0; i < count; i++) {
        const char *who = json_string_value(json_array_get(seats, (size_t)i));
        if (!who)
            continue;
        ir_text_put(&title, taken == 0 ? " with " : taken == count - free - 1 ? " and " : ", ");
        add_name(&title, g, who, i);
        taken++;
    }
    if (!strcmp(stage, "over")) {
        ir_text_put(&sentence, "The game is over");
        for (int i = 0; result && i < count; i++) { /* "55 45 won 0": points by seat */
            size_t digits = strspn(result, "-0123456789");
            const char *who = json_string_value(json_array_get(seats, (size_t)i));
            if (!digits || !who)
                break;
            ir_text_put(&sentence, i == 0 ? ": " : ", ");
            add_name(&sentence, g, who, i);
            ir_text_put(&sentence, " ");
            ir_text_put_n(&sentence, result, digits);
            result += digits + (result[digits] == ' ');
        }
        ir_text_put(&sentence, ". See how it went.");
    } else if (!strcmp(stage, "playing")) {
        ir_text_put(&sentence, "The game has begun.");
    } else {
        ir_text_put(&sentence, "Everybody is here. It is about to begin.");
    }
    json_decref(table);
    return 1;
}

/* ---- the tags ---- */

static void put_escaped(struct ir_text *t, const char *s)
{
    for (; *s; s++)
        switch (*s) {
        case '&': ir_text_put(t, "&amp;"); break;
        case '<': ir_text_put(t, "&lt;"); break;
        case '>': ir_text_put(t, "&gt;"); break;
        case '"': ir_text_put(t, "&quot;"); break;
        case '\'': ir_text_put(t, "&#39;"); break;
        default:
            if ((unsigned char)*s >= ' ')
                ir_text_put_n(t, s, 1);
        }
}

static void put_tag(struct ir_text *t, const char *kind, const char *name, const char *a, const char *b, const char *c)
{
    ir_text_add(t, "<meta %s=\"%s\" content=\"", kind, name);
    put_escaped(t, a);
    put_escaped(t, b);
    put_escaped(t, c);
    ir_text_put(t, "\">\n");
}

static void tags(struct ir_text *t, const struct about *a, const char *origin, const char *path)
{
    char picture[80];
    snprintf(picture, sizeof picture, "/preview/%s.png", a->picture);
    put_tag(t, "name", "description", a->sentence, "", "");
    put_tag(t, "property", "og:site_name", "Irori", "", "");
    put_tag(t, "property", "og:type", "website", "", "");
    put_tag(t, "property", "og:title", a->title, "", "");
    put_tag(t, "property", "og:description", a->sentence, "", "");
    if (origin[0])
        put_tag(t, "property", "og:url", origin, path, "");
    put_tag(t, "property", "og:image", origin, picture, "");
    put_tag(t, "property", "og:image:width", "1200", "", "");
    put_tag(t, "property", "og:image:height", "630", "", "");
    put_tag(t, "name", "twitter:card", "summary_large_image", "", "");
}

/* Where `mark` begins in the n bytes; NULL: nowhere. */
static const char *mark_find(const char *text, size_t n, const char *mark)
{
    size_t len = strlen(mark);
    for (size_t i = 0; i + len <= n; i++)
        if (memcmp(text + i, mark, len) == 0)
            return text + i;
    return NULL;
}

char *preview_page(const char *index, size_t index_n, const char *origin, const char *path, const char *table, size_t table_n,
                   size_t *n)
{
    enum { MOST = 16384 }; /* of the tags: the longest names, escaped, twice */
    static const char end[] = "<!--/preview-->";
    const char *from = mark_find(index, index_n, "<!--preview-->");
    const char *to = from ? mark_find(from, index_n - (size_t)(from - index), end) : NULL;
    struct about a;
    struct ir_text t;
    if (!to)
        return NULL;
    to += sizeof end - 1;
    if (!table || !about_table(&a, table, table_n))
        about_page(&a, path);
    char *out = malloc(index_n + MOST);
    if (!out)
        return NULL;
    ir_text_start(&t, out, index_n + MOST);
    ir_text_put_n(&t, index, (size_t)(from - index));
    tags(&t, &a, origin, path);
    ir_text_put_n(&t, to, index_n - (size_t)(to - index));
    *n = t.len;
    return out;
}
