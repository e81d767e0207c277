/* nets.c: the networks of the page: not part of the first load, but brought when a bot that learned something is wanted. */
#include "page.h"

#include "bots/brain.h"

enum { NET_MAX = 3 << 18 };
static _Alignas(NET_ALIGN) char net[3][NET_MAX];

static const struct net *brought(int i)
{
    ir_assert(net[i][0]); /* the page fetches a network before it lets a bot think that needs one */
    return (const struct net *)(const void *)net[i];
}

const struct net *net_koikoi(void)
{
    return brought(0);
}
const struct net *net_pikit(void)
{
    return brought(1);
}
const struct net *net_gacha(void)
{
    return brought(2);
}

char *PAGE_CALL(page_net_at)(int game, int size);

/* Where `size` bytes of the network of the game-th game of ir_games go; 0: it cannot be that large. */
char *page_net_at(int game, int size)
{
    return game < 0 || game > 2 || size > NET_MAX ? NULL : net[game];
}
