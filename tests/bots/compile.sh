#!/bin/sh
# compile.sh ROOT: handing a bot the truth does not compile; handing it a view and notes does. TAP.
cd "$1" || exit 1
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
try() { # WHAT IS HANDED OVER AS VIEW, AND AS NOTES
    cat >"$work/try.c" <<C
#include "irori.h"
struct all {
    struct ir_state *state;
    struct ir_view *view;
    struct ir_notes *notes;
};
ir_move ask(const struct ir_bot *, const struct ir_game *, const struct all *, struct ir_rng *);
ir_move ask(const struct ir_bot *bot, const struct ir_game *g, const struct all *a, struct ir_rng *r)
{
    return ir_bot_move(bot, g, a->$1, a->$2, r, 0);
}
C
    ${CC:-cc} -std=c11 -Werror -Iinclude -c "$work/try.c" -o "$work/try.o" 2>"$work/log"
}
if try view notes; then echo "ok 1 - a bot may be handed a view and notes"; else sed 's/^/# /' "$work/log"; echo "not ok 1 - a bot may be handed a view and notes"; fi
if try state notes; then echo "not ok 2 - a bot cannot be handed a state"; else echo "ok 2 - a bot cannot be handed a state"; fi
if try view state; then echo "not ok 3 - nor a state for notes"; else echo "ok 3 - nor a state for notes"; fi
echo "1..3"
