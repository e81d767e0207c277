/* nets.c: the networks in the page: fetched on demand, when a bot needs one. */
#include "page.h"

#include "bots/brain.h"
#include "games_list.h"

#define ONE(name) +1
enum { NET_MAX = 3 << 18, GAMES_N = 0 GAMES(ONE) };
static _Alignas(NET_ALIGN) char net[GAMES_N][NET_MAX]; /* in the order of ir_games */

const struct net *brain_net(const struct brain *b)
{
    int i = 0;
    while (ir_games[i] && ir_games[i] != b->game)
        i++;
    ir_assert(i < GAMES_N && net[i][0]); /* the page fetches a network before it starts a bot that needs one */
    return (const struct net *)(const void *)net[i];
}

char *PAGE_CALL(page_net_at)(int game, int size);

/* The address for the `size` bytes of the network of ir_games[game]; 0: too large. */
char *page_net_at(int game, int size)
{
    return game < 0 || game >= GAMES_N || size > NET_MAX ? NULL : net[game];
}
