#!/bin/sh
# compile.sh ROOT: handing a bot the truth does not compile; handing it a view does. TAP.
cd "$1" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
try() { # WHAT-IS-HANDED-OVER
    cat >"$work/try.c" <<C
#include "irori.h"
ir_move ask(const struct ir_bot *, const struct ir_game *, const struct ir_state *, const struct ir_view *, struct ir_rng *);
ir_move ask(const struct ir_bot *bot, const struct ir_game *g, const struct ir_state *state, const struct ir_view *view, struct ir_rng *r)
{
    (void)state, (void)view;
    return ir_bot_move(bot, g, $1, r, 0);
}
C
    ${CC:-cc} -std=c11 -Werror -Iinclude -c "$work/try.c" -o "$work/try.o" 2>"$work/log"
}
if try view; then echo "ok 1 - a bot may be handed a view"; else sed 's/^/# /' "$work/log"; echo "not ok 1 - a bot may be handed a view"; fi
if try state; then echo "not ok 2 - a bot cannot be handed a state"; else echo "ok 2 - a bot cannot be handed a state"; fi
echo "1..2"
