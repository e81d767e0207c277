/* floor.c: what a move costs at least: a bare epoll server. It reads a WebSocket frame and writes two of the sizes that Irori
 * writes, one to the sender and one to the other player. It knows no game, stores nothing and checks nothing.
 *
 *     floor ANSWER OTHER       the sizes of the two messages in bytes; prints its address as `irori serve` does
 *
 * Connections 2n and 2n + 1, in the order in which they come, are the two players of a match. `load --floor N` plays on it. */
#define _GNU_SOURCE
#include <netinet/in.h>
#include <netinet/tcp.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/epoll.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <unistd.h>

#include "core/banned.h"

enum { IN_MAX = 65536, SIZE_MOST = 60000, CONNECTIONS_MAX = 1 << 16 };

static const char upgrade[] = "HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n\r\n";
static unsigned char message[2][SIZE_MOST + 4];
static size_t length[2];
static int fds[CONNECTIONS_MAX], connections;

static _Noreturn void die(const char *what)
{
    perror(what);
    exit(1);
}

static void message_make(int i, const char *size)
{
    size_t n = strtoul(size, NULL, 10), head = n < 126 ? 2 : 4;
    if (!n || n > SIZE_MOST)
        die("floor ANSWER OTHER: the sizes are from 1 to 60000 bytes");
    message[i][0] = 0x81;
    message[i][1] = (unsigned char)(n < 126 ? n : 126);
    if (head == 4) {
        message[i][2] = (unsigned char)(n >> 8);
        message[i][3] = (unsigned char)n;
    }
    memset(message[i] + head, 'x', n);
    length[i] = head + n;
}

static void put(int fd, const void *data, size_t n)
{
    if (send(fd, data, n, MSG_NOSIGNAL) != (ssize_t)n)
        die("send");
}

/* A match has one message under way at any time, so what is read is one whole frame. */
static void on_readable(int at, int epoll)
{
    static char in[IN_MAX];
    ssize_t n = read(fds[at], in, sizeof in);
    if (n <= 0) {
        epoll_ctl(epoll, EPOLL_CTL_DEL, fds[at], NULL);
        close(fds[at]);
    } else if (in[0] == 'G') {
        put(fds[at], upgrade, sizeof upgrade - 1);
    } else {
        put(fds[at], message[0], length[0]);
        put(fds[at ^ 1], message[1], length[1]);
    }
}

int main(int argc, char **argv)
{
    struct sockaddr_in a = {.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    socklen_t size = sizeof a;
    struct epoll_event e[512];
    struct rlimit r;
    int one = 1, listener = socket(AF_INET, SOCK_STREAM, 0), epoll = epoll_create1(0);
    if (argc != 3)
        die("floor ANSWER OTHER");
    message_make(0, argv[1]);
    message_make(1, argv[2]);
    getrlimit(RLIMIT_NOFILE, &r);
    r.rlim_cur = r.rlim_max;
    setrlimit(RLIMIT_NOFILE, &r);
    if (bind(listener, (struct sockaddr *)&a, sizeof a) || listen(listener, 4096) ||
        getsockname(listener, (struct sockaddr *)&a, &size))
        die("listen");
    epoll_ctl(epoll, EPOLL_CTL_ADD, listener, &(struct epoll_event){EPOLLIN, {.u32 = UINT32_MAX}});
    printf("http://127.0.0.1:%d/\n", ntohs(a.sin_port));
    fflush(stdout);
    for (;;) {
        int n = epoll_wait(epoll, e, 512, -1);
        for (int i = 0; i < n; i++) {
            if (e[i].data.u32 != UINT32_MAX) {
                on_readable((int)e[i].data.u32, epoll);
                continue;
            }
            int fd = accept(listener, NULL, NULL);
            if (fd < 0 || connections == CONNECTIONS_MAX)
                die("accept");
            setsockopt(fd, IPPROTO_TCP, TCP_NODELAY, &one, sizeof one);
            fds[connections] = fd;
            epoll_ctl(epoll, EPOLL_CTL_ADD, fd, &(struct epoll_event){EPOLLIN, {.u32 = (uint32_t)connections++}});
        }
    }
}
