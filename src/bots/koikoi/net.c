/* net.c: what the bots learned, compiled in. The page brings it later instead (src/wasm/nets.c): a file of its own, to be left
 * out. */
#include "bots/brain.h"

#include "koikoi_net.h" /* made by scripts/embed.py */

const struct net *net_koikoi(void)
{
    return (const struct net *)(const void *)koikoi_net;
}
