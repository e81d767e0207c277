#!/bin/sh
# signature.sh ROOT IRORI: the bench signature, what every bot chooses in 1,000 positions a game, and a review of each game to the bit are the same for gcc and clang, -O0 and -O3, and wasm32 (run by node). TAP.
irori=$(realpath "$2")
cd "$1" || exit 1
want=$("$irori" bench --signature --bots --reviews)
generated=$(dirname "$irori")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
report() { # NAME GOT
    n=$((n + 1))
    if [ "$2" = "$want" ]; then echo "ok $n - $1 $2"; else echo "not ok $n - $1 gives $2, not $want"; fi
}
cat >"$work/main.c" <<'C'
#include <stdio.h>
#include "analysis/signature.h"
#include "bots/bots.h"
#include "core/signature.h"
int main(void)
{
    static _Alignas(16) uint8_t memory[REVIEWS_MEMORY];
    return printf("%016llx bots %016llx reviews %016llx\n", (unsigned long long)ir_games_signature(), (unsigned long long)ir_bots_signature(1000),
                  (unsigned long long)ir_reviews_signature(REVIEWS_NODES, memory, sizeof memory)) < 0;
}
C
for cc in gcc clang; do
    command -v $cc >/dev/null || { n=$((n + 1)); echo "ok $n - $cc # SKIP not installed"; continue; }
    for o in -O0 -O3; do
        # shellcheck disable=SC2046  # names without blanks
        $cc $o -std=c11 -fno-strict-aliasing -ffp-contract=off -Iinclude -Isrc -I. -I"$generated" $(python3 scripts/games.py library) "$work/main.c" -lm \
            -o "$work/$cc$o" && report "$cc $o" "$("$work/$cc$o")"
    done
done
if command -v wasm-ld >/dev/null && command -v node >/dev/null && [ -d /usr/include/wasm32-wasi ]; then
    for kind in vectors plain; do
        sh scripts/wasm.sh "$work/irori.wasm" "$generated" test $kind && report "wasm32, $kind" "$(node tests/wasm/signature.mjs "$work/irori.wasm")"
    done
    echo "# libirori.wasm: $(wc -c <"$work/irori.wasm") bytes, $(gzip -9c "$work/irori.wasm" | wc -c) gzipped"
else
    for kind in vectors plain; do
        n=$((n + 1))
        echo "ok $n - wasm32, $kind # SKIP no clang for wasm32, or no node"
    done
fi
echo "1..6"
