/* subscription.c: see subscription.h. */
#include "subscription.h"

#include <stdio.h>
#include <string.h>

#include "core/banned.h"

/* A name in DNS with a dot in it, whose last part begins with a letter. Browsers read whatever ends in digits as an IPv4
 * address, and no push service is known by a number. Returns its length, 0: it is none. */
static size_t host_read(char out[HOST_MAX + 1], const char *text)
{
    size_t n = 0, label = 0, last = 0;
    int dots = 0;
    for (; text[n] && strchr("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-.", text[n]); n++) {
        if (n == HOST_MAX)
            return 0;
        out[n] = (char)(text[n] >= 'A' && text[n] <= 'Z' ? text[n] + 32 : text[n]);
        if (text[n] != '.') {
            label++;
            continue;
        }
        if (label == 0 || label > 63)
            return 0;
        dots++;
        label = 0;
        last = n + 1;
    }
    out[n] = 0;
    return dots && label && label <= 63 && out[last] >= 'a' && out[last] <= 'z' ? n : 0;
}

/* What may stand in a request line as it is. */
static int path_good(const char *p)
{
    for (; *p; p++)
        if (*p <= ' ' || *p >= 127 || *p == '#' || *p == '\\')
            return 0;
    return 1;
}

const char *subscription_read(struct subscription *s, const char *endpoint, const char *point, const char *auth)
{
    size_t n = strlen(endpoint), host;
    if (n > ENDPOINT_MAX)
        return "The endpoint is too long; it has at most 512 bytes.";
    memcpy(s->endpoint, endpoint, n + 1);
    if (strncmp(endpoint, "https://", 8) != 0)
        return "The endpoint must begin with https://.";
    const char *from = s->endpoint + 8;
    if (memchr(from, '@', strcspn(from, "/?#")))
        return "The endpoint must not contain a user name or a password.";
    if (!(host = host_read(s->host, from)))
        return "The endpoint must name a host of the internet, such as push.example.org; numbers are not accepted.";
    s->path = from + host;
    if (strncmp(s->path, ":443", 4) == 0 && (s->path[4] == '/' || !s->path[4]))
        s->path += 4;
    if (*s->path == ':')
        return "The endpoint must use port 443.";
    if ((*s->path && *s->path != '/') || !path_good(s->path))
        return "The endpoint is not a URL that can be requested.";
    if (!base64url_read(s->point, sizeof s->point, point) || s->point[0] != 4)
        return "keys.p256dh must be the 65 bytes of an uncompressed public key of P-256, in base64url.";
    if (!base64url_read(s->auth, sizeof s->auth, auth))
        return "keys.auth must be 16 bytes in base64url.";
    return NULL;
}

void subscription_keys(const struct subscription *s, char out[SUBSCRIPTION_KEYS])
{
    size_t n = base64url_print(out, s->point, sizeof s->point);
    out[n] = ' ';
    base64url_print(out + n + 1, s->auth, sizeof s->auth);
}

int subscription_stored(struct subscription *s, const char *endpoint, const char *keys)
{
    char copy[SUBSCRIPTION_KEYS];
    size_t n = strlen(keys);
    char *space = n < sizeof copy ? memcpy(copy, keys, n + 1) : NULL;
    if (!space || !(space = strchr(copy, ' ')))
        return 0;
    *space = 0;
    return subscription_read(s, endpoint, copy, space + 1) == NULL;
}
