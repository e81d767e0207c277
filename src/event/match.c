/* match.c: a matching of maximum weight in any graph: Edmonds' blossoms, with labels as in the primal-dual method (Galil,
 * 1986). Exact, in time n^3: 128 people take a few milliseconds.
 *
 * Vertices are 1 ... n; blossoms get numbers above n. A vertex or blossom that is in no other is a root. S: 0 an outer root, 1
 * an inner one, -1 not reached. Labels are doubled, so all of it is whole numbers. */
#include "event.h"

#include <stdlib.h>
#include <string.h>

enum { MOST = EVENT_PEOPLE * 3 / 2 + 2 };

struct edge {
    int16_t u, v;
    int64_t w;
};
struct work {
    int n, n_x, time;
    struct edge g[MOST][MOST];
    int64_t label[MOST];
    int match[MOST], slack[MOST], root[MOST], parent[MOST], s[MOST], seen[MOST];
    int16_t from[MOST][MOST]; /* from[b][x]: the part of blossom b that has vertex x */
    int16_t part[MOST][MOST]; /* the parts of a blossom, in the order of its cycle */
    int parts[MOST];
    int queue[MOST], head, tail;
};

static int64_t slack_of(const struct work *k, const struct edge *e)
{
    return k->label[e->u] + k->label[e->v] - 2 * k->g[e->u][e->v].w;
}

static void slack_update(struct work *k, int u, int x)
{
    if (!k->slack[x] || slack_of(k, &k->g[u][x]) < slack_of(k, &k->g[k->slack[x]][x]))
        k->slack[x] = u;
}

static void slack_set(struct work *k, int x)
{
    k->slack[x] = 0;
    for (int u = 1; u <= k->n; u++)
        if (k->g[u][x].w > 0 && k->root[u] != x && k->s[k->root[u]] == 0)
            slack_update(k, u, x);
}

static void push(struct work *k, int x)
{
    if (x <= k->n) {
        k->queue[k->tail++] = x;
        return;
    }
    for (int i = 0; i < k->parts[x]; i++)
        push(k, k->part[x][i]);
}

static void root_set(struct work *k, int x, int b)
{
    k->root[x] = b;
    for (int i = 0; x > k->n && i < k->parts[x]; i++)
        root_set(k, k->part[x][i], b);
}

static void turn(int16_t *a, int n)
{
    for (int i = 0, j = n - 1; i < j; i++, j--) {
        int16_t t = a[i];
        a[i] = a[j];
        a[j] = t;
    }
}

/* Where this part is in the cycle; the cycle is turned round, if need be, so that the way there is even. */
static int even_way(struct work *k, int b, int part)
{
    int at = 0;
    while (k->part[b][at] != part)
        at++;
    if (at % 2 == 0)
        return at;
    turn(k->part[b] + 1, k->parts[b] - 1);
    return k->parts[b] - at;
}

static void match_set(struct work *k, int u, int v)
{
    struct edge e = k->g[u][v];
    k->match[u] = e.v;
    if (u <= k->n)
        return;
    int part = k->from[u][e.u], at = even_way(k, u, part);
    for (int i = 0; i < at; i++)
        match_set(k, k->part[u][i], k->part[u][i ^ 1]);
    match_set(k, part, v);
    int16_t cycle[MOST];
    for (int i = 0; i < k->parts[u]; i++)
        cycle[i] = k->part[u][(i + at) % k->parts[u]];
    memcpy(k->part[u], cycle, (size_t)k->parts[u] * sizeof *cycle);
}

static void augment(struct work *k, int u, int v)
{
    for (;;) {
        int next = k->root[k->match[u]];
        match_set(k, u, v);
        if (!next)
            return;
        match_set(k, next, k->root[k->parent[next]]);
        u = k->root[k->parent[next]];
        v = next;
    }
}

static int meeting(struct work *k, int u, int v)
{
    k->time++;
    while (u || v) {
        if (u) {
            if (k->seen[u] == k->time)
                return u;
            k->seen[u] = k->time;
            u = k->root[k->match[u]];
            if (u)
                u = k->root[k->parent[u]];
        }
        int t = u;
        u = v;
        v = t;
    }
    return 0;
}

static void branch_add(struct work *k, int b, int from, int to)
{
    for (int x = from, y; x != to; x = k->root[k->parent[y]]) {
        y = k->root[k->match[x]];
        k->part[b][k->parts[b]++] = (int16_t)x;
        k->part[b][k->parts[b]++] = (int16_t)y;
        push(k, y);
    }
}

static void blossom_add(struct work *k, int u, int top, int v)
{
    int b = k->n + 1;
    while (b <= k->n_x && k->root[b])
        b++;
    if (b > k->n_x)
        k->n_x++;
    k->label[b] = 0;
    k->s[b] = 0;
    k->match[b] = k->match[top];
    k->parts[b] = 1;
    k->part[b][0] = (int16_t)top;
    branch_add(k, b, u, top);
    turn(k->part[b] + 1, k->parts[b] - 1);
    branch_add(k, b, v, top);
    root_set(k, b, b);
    for (int x = 1; x <= k->n_x; x++)
        k->g[b][x].w = k->g[x][b].w = 0;
    for (int x = 1; x <= k->n; x++)
        k->from[b][x] = 0;
    for (int i = 0; i < k->parts[b]; i++) {
        int p = k->part[b][i];
        for (int x = 1; x <= k->n_x; x++)
            if (k->g[b][x].w == 0 || slack_of(k, &k->g[p][x]) < slack_of(k, &k->g[b][x])) {
                k->g[b][x] = k->g[p][x];
                k->g[x][b] = k->g[x][p];
            }
        for (int x = 1; x <= k->n; x++)
            if (k->from[p][x])
                k->from[b][x] = (int16_t)p;
    }
    slack_set(k, b);
}

static void blossom_open(struct work *k, int b)
{
    for (int i = 0; i < k->parts[b]; i++)
        root_set(k, k->part[b][i], k->part[b][i]);
    int base = k->from[b][k->g[b][k->parent[b]].u], at = even_way(k, b, base);
    for (int i = 0; i < at; i += 2) {
        int inner = k->part[b][i], outer = k->part[b][i + 1];
        k->parent[inner] = k->g[outer][inner].u;
        k->s[inner] = 1;
        k->s[outer] = 0;
        k->slack[inner] = 0;
        slack_set(k, outer);
        push(k, outer);
    }
    k->s[base] = 1;
    k->parent[base] = k->parent[b];
    for (int i = at + 1; i < k->parts[b]; i++) {
        k->s[k->part[b][i]] = -1;
        slack_set(k, k->part[b][i]);
    }
    k->root[b] = 0;
}

/* An edge without slack. 1: the matching grew by it. */
static int edge_found(struct work *k, const struct edge *e)
{
    int u = k->root[e->u], v = k->root[e->v];
    if (k->s[v] == -1) {
        k->parent[v] = e->u;
        k->s[v] = 1;
        int next = k->root[k->match[v]];
        k->slack[v] = k->slack[next] = 0;
        k->s[next] = 0;
        push(k, next);
    } else if (k->s[v] == 0) {
        int top = meeting(k, u, v);
        if (!top) {
            augment(k, u, v);
            augment(k, v, u);
            return 1;
        }
        blossom_add(k, u, top, v);
    }
    return 0;
}

static int search(struct work *k)
{
    while (k->head < k->tail) {
        int u = k->queue[k->head++];
        if (k->s[k->root[u]] == 1)
            continue;
        for (int v = 1; v <= k->n; v++) {
            if (k->g[u][v].w <= 0 || k->root[u] == k->root[v])
                continue;
            struct edge e = k->g[u][v];
            if (slack_of(k, &e) != 0)
                slack_update(k, u, k->root[v]);
            else if (edge_found(k, &e))
                return 1;
        }
    }
    return 0;
}

/* How far the labels can go. */
static int64_t room(const struct work *k)
{
    int64_t d = INT64_MAX;
    for (int x = 1; x <= k->n_x; x++) {
        if (k->root[x] != x)
            continue;
        int64_t may = INT64_MAX;
        if (x > k->n && k->s[x] == 1)
            may = k->label[x] / 2;
        else if (k->slack[x] && k->s[x] != 1)
            may = slack_of(k, &k->g[k->slack[x]][x]) / (k->s[x] == 0 ? 2 : 1);
        d = may < d ? may : d;
    }
    return d;
}

/* 1: one more pair; 0: there is nothing to gain any more. */
static int grow(struct work *k)
{
    k->head = k->tail = 0;
    for (int x = 1; x <= k->n_x; x++)
        k->s[x] = -1, k->slack[x] = 0;
    for (int x = 1; x <= k->n_x; x++)
        if (k->root[x] == x && !k->match[x]) {
            k->parent[x] = k->s[x] = 0;
            push(k, x);
        }
    if (!k->tail)
        return 0;
    for (;;) {
        if (search(k))
            return 1;
        int64_t d = room(k);
        for (int u = 1; u <= k->n; u++) {
            int s = k->s[k->root[u]];
            if (s == 0 && k->label[u] <= d)
                return 0;
            k->label[u] += s == 0 ? -d : s == 1 ? d : 0;
        }
        for (int b = k->n + 1; b <= k->n_x; b++)
            if (k->root[b] == b)
                k->label[b] += k->s[b] == 0 ? 2 * d : k->s[b] == 1 ? -2 * d : 0;
        k->head = k->tail = 0;
        for (int x = 1; x <= k->n_x; x++)
            if (k->root[x] == x && k->slack[x] && k->root[k->slack[x]] != x) {
                struct edge e = k->g[k->slack[x]][x];
                if (slack_of(k, &e) == 0 && edge_found(k, &e))
                    return 1;
            }
        for (int b = k->n + 1; b <= k->n_x; b++)
            if (k->root[b] == b && k->s[b] == 1 && k->label[b] == 0)
                blossom_open(k, b);
    }
}

void event_matching(int n, const int64_t *weight, int mate[])
{
    struct work *k = calloc(1, sizeof *k);
    int64_t most = 0;
    if (!k)
        abort();
    k->n = k->n_x = n;
    for (int u = 0; u < MOST; u++)
        for (int v = 0; v < MOST; v++)
            k->g[u][v] = (struct edge){(int16_t)u, (int16_t)v, 0};
    for (int u = 1; u <= n; u++) {
        k->root[u] = u;
        k->from[u][u] = (int16_t)u;
        for (int v = 1; v <= n; v++) {
            k->g[u][v].w = u == v ? 0 : weight[(u - 1) * n + v - 1];
            most = k->g[u][v].w > most ? k->g[u][v].w : most;
        }
    }
    for (int u = 1; u <= n; u++)
        k->label[u] = most;
    while (grow(k))
        continue;
    for (int u = 1; u <= n; u++)
        mate[u - 1] = k->match[u] - 1;
    free(k);
}
