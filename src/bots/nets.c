/* nets.c: what the bots have learned, compiled in. The page is built without this file and brings it later (src/wasm/nets.c).
 */
#include "brain.h"

#include "games_list.h"
#include "games_nets.h" /* made by scripts/games.py */

const struct net *brain_net(const struct brain *b)
{
#define NET(name) {#name, name##_net},
    static const struct {
        const char *game, *net;
    } all[] = {GAMES_WITH_NET(NET){NULL, NULL}};
    for (int i = 0; all[i].game; i++)
        if (text_equal(all[i].game, b->game->name))
            return (const struct net *)(const void *)all[i].net;
    return NULL;
}
