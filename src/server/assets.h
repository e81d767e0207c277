/* assets.h: the page, served from the binary: the files that scripts/assets.py found at build time. No path here touches a
 * disk. */
#ifndef IR_ASSETS_H
#define IR_ASSETS_H

#include <stddef.h>

struct asset {
    const char *path, *type, *etag; /* etag with its quotes */
    int immutable;                  /* its name contains its hash, so it may be cached for ever */
    size_t at, n, gzip_at, gzip_n;  /* offsets in the blob; gzip_n 0: there is no compressed form */
};
const struct asset *asset_find(const char *path);    /* NULL: there is none */
const struct asset *asset_begins(const char *begin); /* the first one whose path begins so; NULL: there is none */
const char *asset_bytes(const struct asset *, int gzip, size_t *n);

#endif
