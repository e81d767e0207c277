/* log.h: the log for the operator: one line for each event on standard error, as text or as JSON. Lines never contain a
 * token, a salt, a secret or an address. Any thread may call. */
#ifndef IR_LOG_H
#define IR_LOG_H

enum log_level { LOG_INFO, LOG_WARN, LOG_ERROR };
void log_setup(int json);
void log_event(enum log_level, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
