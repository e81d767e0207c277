/* log.h: what the server tells whoever runs it: one line an event on standard error, as text or as JSON. Lines never hold a
 * token, a salt, a secret, or an address in full. Any thread may call. */
#ifndef IR_LOG_H
#define IR_LOG_H

enum log_level { LOG_DEBUG, LOG_INFO, LOG_WARN, LOG_ERROR };
void log_setup(int json, enum log_level least);
void log_event(enum log_level, const char *event, const char *format, ...) __attribute__((format(printf, 3, 4)));
/* 203.0.113.7 -> 203.0.113.x, 2001:db8:1:2:3::4 -> 2001:db8:1:x: enough to see that two events belong together. */
const char *log_address(const char *address, char out[64]);

#endif
