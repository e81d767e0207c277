/* load.h: what the files of the load generator share. load.c: matches, and the program; crowd.c: people in the lobby, listed
 * tables that come and go, people who seek; client.c: a connection; cost.c: what it cost the server, and times. */
#ifndef LOAD_H
#define LOAD_H

#include <stddef.h>
#include <stdint.h>

/* client.c */
struct client { /* the first member of whoever has one */
    int fd, port, upgraded;
    const char *hello;                                       /* said as soon as it is open; NULL: nothing */
    void (*hear)(struct client *, const char *text, size_t); /* a message */
    uint64_t received, written;                              /* bytes, while measuring; written: of messages */
    size_t n;
    char *in;
};
extern int measuring;
_Noreturn void die(const char *what);
double now(void);
uint64_t roll(void);
double about(double mean); /* at random, between 0 and twice that */
void client_open(struct client *);
void client_close(struct client *);
void client_say(struct client *, const char *text, size_t n);
void client_sayf(struct client *, const char *format, ...) __attribute__((format(printf, 2, 3)));
void clients_run(double until, void (*timers)(double now));    /* reads what comes; calls timers every other millisecond */
const char *find(const char *text, size_t n, const char *key); /* what follows it, or NULL */
int64_t number(const char *text, size_t n, const char *key);   /* likewise, or 0 */
int is(const char *text, size_t n, const char *type);          /* a message of this type */
void copy(char *out, size_t size, const char *text, size_t n, const char *key); /* up to the next quotation mark */

/* cost.c */
enum { NODES_MAX = 16 };
struct samples {
    uint32_t *us; /* microseconds */
    size_t n, size;
};
void sample(struct samples *, double seconds);
double quantile(struct samples *, double q);            /* in milliseconds */
double cpu(const int *pids, int n);                     /* seconds of these processes */
double cpu_tree(int pid);                               /* ... and of this one and its children; 0: none */
double memory(const int *pids, int n, const char *key); /* MB; key: of /proc/PID/status */

/* crowd.c */
struct crowd {
    int lobby, listed, seek; /* people; tables that are opened a minute; milliseconds between two pairs, 0: none */
    const char *game;
};
void crowd_open(const struct crowd *, const int *ports, int n_ports, void (*timers)(double now));
int crowd_settled(void); /* everybody sees the lobby */
void crowd_timers(double now);
void crowd_report(double seconds);

#endif
