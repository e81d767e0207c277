/* log.c: one line for each event on standard error, as text or as JSON. */
#include "log.h"
#include "irori.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>
#include <time.h>

#include "core/banned.h"

static int as_json;

void log_setup(int json)
{
    as_json = json;
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
        fprintf(stderr, "%s\n", line);
    } else {
        for (char *p = text; *p; p++) /* one line, whatever name a client has */
            if ((unsigned char)*p < ' ' || *p == 0x7f)
                *p = '?';
        fprintf(stderr, "%s %-5s %s: %s\n", stamp, word[level], event, text);
    }
}
