/* cost.c: what the load costs the server, from /proc, and times with their quantiles. */
#include "load.h"

#include <dirent.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "core/banned.h"

/* ---- times ---- */

void sample(struct samples *s, double seconds)
{
    if (s->n == s->size) {
        s->size = s->size ? 2 * s->size : 1024;
        s->us = realloc(s->us, s->size * sizeof *s->us);
    }
    s->us[s->n++] = (uint32_t)(seconds * 1e6);
}

static int order(const void *a, const void *b)
{
    uint32_t x = *(const uint32_t *)a, y = *(const uint32_t *)b;
    return (x > y) - (x < y);
}

double quantile(struct samples *s, double q)
{
    if (!s->n)
        return 0;
    qsort(s->us, s->n, sizeof *s->us, order);
    return s->us[(size_t)(q * (double)(s->n - 1))] * 1e-3;
}

/* ---- processes ---- */

/* Fields 4 (parent) and 14 to 17 (CPU of the process, and of its children that ended) of /proc/PID/stat; 0: no such process. */
static int stat_of(const char *pid, int *parent, double *own, double *children)
{
    char path[64], text[1024];
    unsigned long user, system;
    long user_c, system_c;
    snprintf(path, sizeof path, "/proc/%.20s/stat", pid);
    FILE *f = fopen(path, "r");
    int ok = f && fgets(text, sizeof text, f) &&
             sscanf(strrchr(text, ')') + 1, " %*c %d %*d %*d %*d %*d %*u %*u %*u %*u %*u %lu %lu %ld %ld", parent, &user,
                    &system, &user_c, &system_c) == 5;
    if (f)
        fclose(f);
    if (!ok)
        return 0;
    *own = (double)(user + system) / (double)sysconf(_SC_CLK_TCK);
    *children = (double)(user_c + system_c) / (double)sysconf(_SC_CLK_TCK);
    return 1;
}

double cpu(const int *pids, int n)
{
    double sum = 0, own, children;
    int parent;
    for (int i = 0; i < n; i++) {
        char pid[16];
        snprintf(pid, sizeof pid, "%d", pids[i]);
        if (!stat_of(pid, &parent, &own, &children))
            die("no /proc/PID/stat of the server");
        sum += own;
    }
    return sum;
}

double cpu_tree(int pid)
{
    double sum = 0, own, children;
    int parent;
    DIR *d = pid ? opendir("/proc") : NULL;
    for (struct dirent *e; d && (e = readdir(d));) {
        if (e->d_name[0] < '0' || e->d_name[0] > '9' || !stat_of(e->d_name, &parent, &own, &children))
            continue;
        if (strtol(e->d_name, NULL, 10) == pid)
            sum += own + children;
        else if (parent == pid)
            sum += own;
    }
    if (d)
        closedir(d);
    return sum;
}

double memory(const int *pids, int n, const char *key)
{
    char path[64], line[256];
    double kb = 0;
    for (int i = 0; i < n; i++) {
        snprintf(path, sizeof path, "/proc/%d/status", pids[i]);
        FILE *f = fopen(path, "r");
        while (f && fgets(line, sizeof line, f))
            if (strncmp(line, key, strlen(key)) == 0)
                kb += strtod(line + strlen(key) + 1, NULL);
        if (f)
            fclose(f);
    }
    return kb / 1024;
}
