/* notify.h: tells a service manager how the server is, if one started it: systemd's Type=notify and WatchdogSec=. */
#ifndef IR_NOTIFY_H
#define IR_NOTIFY_H

void notify_state(const char *state); /* "READY=1", "STOPPING=1", ... (sd_notify(3)); nothing without a manager */
void notify_alive(void);              /* once a second, from the loop: a server that hangs is started again */

#endif
