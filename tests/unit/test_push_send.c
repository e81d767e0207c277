/* test_push_send.c: the sender of pushes in a world without a network. The lookup of names and connect() are this file's own:
 * no packet leaves the test, and every address that would have been connected to is noted. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include <arpa/inet.h>
#include <errno.h>
#include <netdb.h>
#include <pthread.h>
#include <semaphore.h>
#include <signal.h>
#include <sys/syscall.h>
#include <time.h>
#include <unistd.h>

#include "server/push_send.h"

enum { HANG_S = 600 }; /* only a test that hangs waits so long */

/* ---- the world ---- */

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char connected[2000];      /* the addresses, each with a blank behind it */
static struct sockaddr_in silent; /* with an address: connections are made, to a port where nobody ever answers */
static sem_t looked, lookup;      /* a name that hangs is being looked up; it may come back */

static const struct {
    const char *host, *addresses;
} names[] = {{"public.example.org", "8.8.8.8 2606:4700::1111"},
             {"private.example.org", "10.0.0.1"},
             {"mixed.example.org", "8.8.8.8 192.168.1.1"},
             {"loopback.example.org", "127.0.0.1"},
             {"six.example.org", "::1"},
             {"mapped.example.org", "::ffff:8.8.8.8"},
             {"nat64.example.org", "64:ff9b::808:808"},
             {"metadata.example.org", "169.254.169.254"}};

static struct addrinfo *info_new(const char *text, struct addrinfo *next)
{
    struct addrinfo *a = calloc(1, sizeof *a);
    struct sockaddr_in6 *six = calloc(1, sizeof *six);
    struct sockaddr_in *four = (struct sockaddr_in *)six;
    a->ai_next = next;
    a->ai_addr = (struct sockaddr *)six;
    if (inet_pton(AF_INET, text, &four->sin_addr) == 1) {
        a->ai_family = four->sin_family = AF_INET;
        a->ai_addrlen = sizeof *four;
        four->sin_port = htons(443);
    } else {
        assert_int_equal(inet_pton(AF_INET6, text, &six->sin6_addr), 1);
        a->ai_family = six->sin6_family = AF_INET6;
        a->ai_addrlen = sizeof *six;
        six->sin6_port = htons(443);
    }
    return a;
}

int getaddrinfo(const char *host, const char *service, const struct addrinfo *hints, struct addrinfo **out)
{
    (void)service;
    (void)hints;
    *out = NULL;
    if (strcmp(host, "hangs.example.org") == 0) {
        sem_post(&looked);
        sem_wait(&lookup);
        return EAI_AGAIN;
    }
    for (size_t i = 0; i < sizeof names / sizeof *names; i++)
        if (strcmp(names[i].host, host) == 0) {
            char text[64], *second;
            snprintf(text, sizeof text, "%s", names[i].addresses);
            if ((second = strchr(text, ' '))) {
                *second = 0;
                *out = info_new(second + 1, NULL);
            }
            *out = info_new(text, *out);
            return 0;
        }
    return EAI_NONAME;
}

void freeaddrinfo(struct addrinfo *a)
{
    while (a) {
        struct addrinfo *next = a->ai_next;
        free(a->ai_addr);
        free(a);
        a = next;
    }
}

int connect(int fd, const struct sockaddr *to, socklen_t n)
{
    char text[INET6_ADDRSTRLEN];
    (void)n;
    inet_ntop(to->sa_family,
              to->sa_family == AF_INET ? (const void *)&((const struct sockaddr_in *)(const void *)to)->sin_addr
                                       : (const void *)&((const struct sockaddr_in6 *)(const void *)to)->sin6_addr,
              text, sizeof text);
    pthread_mutex_lock(&mutex);
    size_t at = strlen(connected);
    snprintf(connected + at, sizeof connected - at, "%s ", text);
    pthread_mutex_unlock(&mutex);
    if (silent.sin_port)
        return (int)syscall(SYS_connect, fd, &silent, sizeof silent);
    errno = ECONNREFUSED;
    return -1;
}

/* ---- the sender in it ---- */

static void wake(void *arg)
{
    (void)arg;
}

static struct sender *sender_in_test(void)
{
    char why[IR_WHY_MAX], key[BASE64_SIZE(PUSH_SECRET)];
    struct sender *s = sender_new("mailto:owner@example.org", NULL, NULL, wake, NULL, why);
    assert_non_null(s);
    assert_true(push_key_new(key));
    sender_key(s, push_key_read(key));
    connected[0] = 0;
    silent.sin_port = 0;
    return s;
}

static void send_to(struct sender *s, const char *host)
{
    struct subscription to;
    char endpoint[200];
    snprintf(endpoint, sizeof endpoint, "https://%s/x", host);
    assert_null(subscription_read(&to, endpoint,
                                  "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
                                  "BTBZMqHH6r4Tts7J_aSIgg"));
    sender_send(s, &to, "turn", "abcdefghjkmn", "nullgame");
}

static void nap(void)
{
    nanosleep(&(struct timespec){.tv_nsec = 2000000}, NULL);
}

static struct send_counts failed_wait(struct sender *s, int64_t failed)
{
    struct send_counts c = sender_counts(s);
    for (time_t end = time(NULL) + HANG_S; c.failed < failed && time(NULL) < end; c = sender_counts(s))
        nap();
    assert_int_equal(c.failed, failed);
    return c;
}

static int connects(const char *text)
{
    pthread_mutex_lock(&mutex);
    int found = strstr(connected, text) != NULL;
    pthread_mutex_unlock(&mutex);
    return found;
}

/* Whoever has an address that is not public is not connected to at all, and not tried again. */
static void test_addresses(void **state)
{
    (void)state;
    struct sender *s = sender_in_test();
    int64_t n = 0;
    for (size_t i = 1; i < sizeof names / sizeof *names; i++, n++)
        send_to(s, names[i].host);
    send_to(s, "nowhere.example.org");
    assert_int_equal(failed_wait(s, n + 1).waiting, 0);
    assert_string_equal(connected, "");
    send_to(s, names[0].host);
    for (time_t end = time(NULL) + HANG_S; !connects("2606:4700::1111 ") && time(NULL) < end;)
        nap();
    assert_string_equal(connected, "8.8.8.8 2606:4700::1111 "); /* one after the other, as they were checked */
    sender_free(s);
}

/* What waits is bounded, the oldest goes, and the end waits for nobody. */
static void test_full(void **state)
{
    (void)state;
    struct sender *s = sender_in_test();
    socklen_t size = sizeof silent;
    int listener = socket(AF_INET, SOCK_STREAM, 0);
    silent = (struct sockaddr_in){.sin_family = AF_INET, .sin_addr.s_addr = htonl(INADDR_LOOPBACK)};
    assert_int_equal(bind(listener, (struct sockaddr *)&silent, sizeof silent), 0);
    assert_int_equal(listen(listener, 128), 0);
    assert_int_equal(getsockname(listener, (struct sockaddr *)&silent, &size), 0);
    for (int i = 0; i < SEND_QUEUE + SEND_AT_ONCE + 50; i++)
        send_to(s, "public.example.org");
    struct send_counts c = sender_counts(s);
    for (time_t end = time(NULL) + HANG_S; c.waiting != SEND_QUEUE + SEND_AT_ONCE && time(NULL) < end; c = sender_counts(s)) {
        nap();
        if (c.waiting < SEND_QUEUE + SEND_AT_ONCE)
            send_to(s, "public.example.org"); /* the first were dropped before any of them was connected */
    }
    assert_true(c.dropped >= 50);
    int64_t dropped = c.dropped;
    send_to(s, "public.example.org");
    assert_int_equal(sender_counts(s).dropped, dropped + 1);
    assert_int_equal(c.sent + c.gone, 0);
    sender_free(s);
    close(listener);
}

/* A DNS that does not answer holds up neither others nor the end. */
static void test_slow_names(void **state)
{
    (void)state;
    struct sender *s = sender_in_test();
    send_to(s, "hangs.example.org");
    send_to(s, "hangs.example.org");
    sem_wait(&looked);
    sem_wait(&looked);
    send_to(s, "private.example.org");
    failed_wait(s, 1);
    sender_free(s);
    sem_post(&lookup); /* its memory is still there */
    sem_post(&lookup);
    for (int i = 0; i < 20; i++)
        nap(); /* so that sanitizers see what they do with it; nothing depends on it */
}

static void test_options(void **state)
{
    (void)state;
    char why[IR_WHY_MAX];
    static const struct {
        const char *contact, *to, *ca, *says;
    } wrong[] = {{"owner@example.org", NULL, NULL, "mailto:"},
                 {"mailto:owner", NULL, NULL, "mailto:"},
                 {"mailto:a\"b@example.org", NULL, NULL, "mailto:"},
                 {"mailto:a b@example.org", NULL, NULL, "mailto:"},
                 {"http://example.org", NULL, NULL, "mailto:"},
                 {"mailto:a@example.org", "10.0.0.1:443", NULL, "--push-to"},
                 {"mailto:a@example.org", "127.0.0.1", NULL, "--push-to"},
                 {"mailto:a@example.org", "127.0.0.1:0", NULL, "--push-to"},
                 {"mailto:a@example.org", "127.0.0.1:443x", NULL, "--push-to"},
                 {"mailto:a@example.org", NULL, "/nonexistent.pem", "/nonexistent.pem"}};
    for (size_t i = 0; i < sizeof wrong / sizeof *wrong; i++) {
        assert_null(sender_new(wrong[i].contact, wrong[i].to, wrong[i].ca, wake, NULL, why));
        assert_non_null(strstr(why, wrong[i].says));
    }
    sender_free(sender_new("https://example.org/contact", "[::1]:8443", NULL, wake, NULL, why));
    struct sender *s = sender_new("mailto:a@example.org", NULL, NULL, wake, NULL, why);
    send_to(s, "public.example.org"); /* before there is a key */
    assert_int_equal(sender_counts(s).dropped, 1);
    sender_free(s);
}

static void test_answers(void **state)
{
    (void)state;
    static const struct {
        const char *text;
        enum post_result result;
        int status;
        int64_t again;
    } of[] = {{"", POST_WAITS, 0, 0},
              {"HTTP/1.1 201 Created\r\n", POST_WAITS, 0, 0},
              {"HTTP/1.1 201 Created\r\nLocation: /x\r\n\r\n", POST_SENT, 201, 0},
              {"HTTP/1.0 200 OK\r\n\r\nbody", POST_SENT, 200, 0},
              {"HTTP/1.1 202\r\n\r\n", POST_SENT, 202, 0},
              {"HTTP/1.1 100 Continue\r\n\r\n", POST_WAITS, 100, 0},
              {"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: x\r\n\r\nHTTP/1.1 410 Gone\r\n\r\n", POST_GONE,
               410, 0},
              {"HTTP/1.1 404 Not Found\r\n\r\n", POST_GONE, 404, 0},
              {"HTTP/1.1 307 Elsewhere\r\nLocation: https://127.0.0.1/\r\n\r\n", POST_FAILED, 307, 0},
              {"HTTP/1.1 400 Bad\r\n\r\n", POST_FAILED, 400, 0},
              {"HTTP/1.1 403 Forbidden\r\nRetry-After: 1\r\n\r\n", POST_FAILED, 403, 0},
              {"HTTP/1.1 429 Slow\r\nRETRY-after:7\r\n\r\n", POST_AGAIN, 429, 7000},
              {"HTTP/1.1 429 Slow\r\nRetry-After: 60\r\n\r\n", POST_AGAIN, 429, 60000},
              {"HTTP/1.1 429 Slow\r\nRetry-After: 61\r\n\r\n", POST_FAILED, 429, 0},
              {"HTTP/1.1 429 Slow\r\nRetry-After: 99999999999999999999\r\n\r\n", POST_FAILED, 429, 0},
              {"HTTP/1.1 503 Away\r\nRetry-After: Fri, 31 Dec 1999 23:59:59 GMT\r\n\r\n", POST_AGAIN, 503, 60000},
              {"HTTP/1.1 500 Oops\r\n\r\n", POST_AGAIN, 500, 5000},
              {"HTTP/2 200\r\n\r\n", POST_FAILED, 0, 0},
              {"SSH-2.0-OpenSSH\r\n\r\n", POST_FAILED, 0, 0},
              {"\r\n\r\n", POST_FAILED, 0, 0},
              {"HTTP/1.1 2x1 Created\r\n\r\n", POST_FAILED, 0, 0}};
    for (size_t i = 0; i < sizeof of / sizeof *of; i++) {
        size_t n = strlen(of[i].text), from = 0;
        int status = 0;
        int64_t again = 0;
        char *exact = malloc(n ? n : 1); /* so that a sanitizer sees whoever reads on */
        memcpy(exact, of[i].text, n);
        enum post_result r = answer_read(exact, n, &from, &status, &again);
        if (r != of[i].result || status != of[i].status || (r == POST_AGAIN && again != of[i].again))
            fail_msg("%s: result %d, status %d, again %lld", of[i].text, (int)r, status, (long long)again);
        free(exact);
    }
}

int main(void)
{
    signal(SIGPIPE, SIG_IGN); /* as the server does */
    sem_init(&looked, 0, 0);
    sem_init(&lookup, 0, 0);
    const struct CMUnitTest tests[] = {cmocka_unit_test(test_answers), cmocka_unit_test(test_options),
                                       cmocka_unit_test(test_addresses), cmocka_unit_test(test_full),
                                       cmocka_unit_test(test_slow_names)};
    return cmocka_run_group_tests_name("push-send", tests, NULL, NULL);
}
