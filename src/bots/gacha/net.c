/* net.c: what the bots learned, compiled in. The page brings it later instead (src/wasm/nets.c): a file of its own, to be left
 * out. */
#include "bots/brain.h"

#include "gacha_net.h" /* made by scripts/embed.py */

const struct net *net_gacha(void)
{
    return (const struct net *)(const void *)gacha_net;
}
