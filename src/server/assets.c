/* assets.c: the page, served from the binary. */
#include "assets.h"

#include <string.h>

#include "assets_list.h" /* made by scripts/assets.py: asset_list[], sorted by path; ASSETS_BLOB, the file of their bytes */
#include "core/banned.h"

extern const char irori_assets[];
__asm__(".section .rodata\n.balign 16\n.global irori_assets\nirori_assets:\n.incbin \"" ASSETS_BLOB "\"\n.byte 0\n.previous\n");

const struct asset *asset_find(const char *path)
{
    size_t low = 0, high = sizeof asset_list / sizeof *asset_list;
    while (low < high) {
        size_t middle = (low + high) / 2;
        int order = strcmp(path, asset_list[middle].path);
        if (order == 0)
            return &asset_list[middle];
        if (order < 0)
            high = middle;
        else
            low = middle + 1;
    }
    return NULL;
}

const struct asset *asset_begins(const char *begin)
{
    for (size_t i = 0; i < sizeof asset_list / sizeof *asset_list; i++)
        if (strncmp(asset_list[i].path, begin, strlen(begin)) == 0)
            return &asset_list[i];
    return NULL;
}

const char *asset_bytes(const struct asset *a, int gzip, size_t *n)
{
    *n = gzip ? a->gzip_n : a->n;
    return irori_assets + (gzip ? a->gzip_at : a->at);
}
