#!/bin/sh
# wasm.sh OUT GENERATED [test|page|review [plain]]: builds libirori for wasm32 into OUT; GENERATED is a folder of generated headers.
# The test build contains the bots' networks and prints its signature; the page build exports the page's calls instead. The review build
# is the page's with reviews, reasons, ratings, and tables that go on with a record: it is loaded when somebody wants one, so its rules are built to be fast and not to be small.
# Bots use SIMD, twice as fast; "plain" is for browsers without it (Safari before 16.4). The moves are the same.
set -eu
out=$1
cd "$(dirname "$0")/.."
sys=/usr/include/wasm32-wasi
own=$(clang -print-resource-dir)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
rules=-Os # which bots play out
terse=
netless="$(python3 scripts/games.py library | grep -v '^src/bots/nets.c$')" # those of the page are fetched
calls="src/wasm/local.c src/wasm/nets.c src/wasm/page.c src/wasm/records.c"
late="src/wasm/catalogue.c src/wasm/goon.c src/wasm/puzzle.c src/wasm/rating.c src/wasm/review.c"
case ${3:-} in
page)
    sources="$netless $calls"
    terse=-DIR_TERSE # its sentences about options are in catalogue.json
    ;;
review)
    sources="$netless $calls $late"
    rules=-O2
    ;;
*) sources="$(python3 scripts/games.py library) src/wasm/signature.c" ;;
esac
cc=clang
! command -v ccache >/dev/null || cc="ccache clang"
vectors=-msimd128
[ "${4:-}" != plain ] || vectors=
objects=
for c in $sources; do
    o=$work/$(echo "$c" | tr / _).o
    # -nostdinc: without it clang may pick up the native headers; then wasi's own and the compiler's
    case $c in
    src/bots/* | games/*/bots/*) size="-O2 $vectors" ;; # think fast
    src/table/* | src/wasm/* | src/core/json.c | src/core/record.c | */describe.c | */deck.c | */text.c | */options.c | src/core/replay.c | src/core/audit.c ) size=-Oz ;; # once a frame: load fast
    src/analysis/*) size=-O2 ;;
    *) size=$rules ;;
    esac
    # shellcheck disable=SC2086  # one option or two, one word or two
    $cc --target=wasm32-wasi -std=c11 $size -Wall -Wextra -Werror -fno-strict-aliasing -ffp-contract=off -nostdinc -isystem "$own/include" -isystem "$sys" \
        -Iinclude -Isrc -I. -I"$2" $terse -ffunction-sections -c "$c" -o "$o"
    objects="$objects $o"
done
# shellcheck disable=SC2086  # a list of names we made ourselves
wasm-ld --no-entry --gc-sections --strip-all -z stack-size=1048576 $objects -L/usr/lib/wasm32-wasi -lc "$own"/lib/wasi/libclang_rt.builtins-wasm32.a -o "$out"
