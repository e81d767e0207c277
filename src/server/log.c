/* log.c: one line for each event, on standard error or in a file, as text or as JSON. */
#define _GNU_SOURCE /* dup3 */
#include "log.h"
#include "irori.h"

#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/banned.h"

static int as_json, to = STDERR_FILENO;
static const char *file;

int log_setup(int json, const char *path)
{
    as_json = json;
    file = path;
    return log_reopen();
}

int log_reopen(void)
{
    if (!file)
        return 1;
    int fd = open(file, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | O_NOCTTY, 0640);
    if (fd < 0)
        return 0;
    if (to == STDERR_FILENO)
        to = fd;
    else if (dup3(fd, to, O_CLOEXEC) < 0) { /* the number stays the same, so no other thread writes to a closed file */
        int error = errno;
        close(fd);
        errno = error;
        return 0;
    } else
        close(fd);
    return 1;
}

/* A line is one write, so lines of several threads do not mix. */
static void line_write(const char *line, size_t n)
{
    if (write(to, line, n) < 0) {
        /* nobody can be told */
    }
}

void log_event(enum log_level level, const char *event, const char *format, ...)
{
    static const char *const word[] = {"info", "warn", "error"};
    char text[1024], line[4096], when[40], stamp[48];
    struct timespec t;
    struct tm tm;
    va_list a;
    va_start(a, format);
    vsnprintf(text, sizeof text, format, a);
    va_end(a);
    clock_gettime(CLOCK_REALTIME, &t);
    gmtime_r(&t.tv_sec, &tm);
    strftime(when, sizeof when, "%Y-%m-%dT%H:%M:%S", &tm);
    snprintf(stamp, sizeof stamp, "%s.%03dZ", when, (int)(t.tv_nsec / 1000000));
    if (as_json) {
        struct ir_json j;
        ir_json_start(&j, line, sizeof line);
        ir_json_object(&j, NULL);
        ir_json_str(&j, "time", stamp);
        ir_json_str(&j, "level", word[level]);
        ir_json_str(&j, "event", event);
        ir_json_str(&j, "text", text);
        ir_json_end(&j, '}');
        line[j.text.len] = '\n';
        line_write(line, j.text.len + 1);
    } else {
        for (char *p = text; *p; p++) /* one line, whatever name a client has */
            if ((unsigned char)*p < ' ' || *p == 0x7f)
                *p = '?';
        int n = snprintf(line, sizeof line, "%s %-5s %s: %s\n", stamp, word[level], event, text);
        line_write(line, (size_t)n);
    }
}
