/* notify.c: one datagram to the socket that systemd names in NOTIFY_SOCKET. */
#include "notify.h"

#include <stddef.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <sys/un.h>
#include <unistd.h>

#include "core/banned.h"

void notify_state(const char *state)
{
    const char *path = getenv("NOTIFY_SOCKET");
    struct sockaddr_un a = {.sun_family = AF_UNIX};
    size_t n = path ? strlen(path) : 0;
    if (n < 2 || n >= sizeof a.sun_path || (*path != '/' && *path != '@'))
        return;
    memcpy(a.sun_path, path, n);
    if (*path == '@')
        a.sun_path[0] = 0; /* an abstract one */
    int fd = socket(AF_UNIX, SOCK_DGRAM | SOCK_CLOEXEC | SOCK_NONBLOCK, 0);
    if (fd < 0)
        return;
    (void)!sendto(fd, state, strlen(state), MSG_NOSIGNAL, (struct sockaddr *)&a,
                  (socklen_t)(offsetof(struct sockaddr_un, sun_path) + n)); /* a manager that is away hears nothing */
    close(fd);
}

void notify_alive(void)
{
    if (getenv("WATCHDOG_USEC"))
        notify_state("WATCHDOG=1");
}
