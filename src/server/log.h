/* log.h: the log for the operator: one line for each event, on standard error or in a file, as text or as JSON. Lines never
 * contain a token, a salt, a secret or an address. Any thread may log. */
#ifndef IR_LOG_H
#define IR_LOG_H

enum log_level { LOG_INFO, LOG_WARN, LOG_ERROR };
/* path: the file to append to; NULL: standard error. 1, or 0 with errno: it cannot be opened. */
int log_setup(int json, const char *path);
/* Opens the file anew, after it was renamed. 1, or 0 with errno: the old one stays in use. */
int log_reopen(void);
void log_event(enum log_level, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));

#endif
