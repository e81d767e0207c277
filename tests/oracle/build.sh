#!/bin/sh
# build.sh OUT [SOURCE]: builds the trace program without meson, from this tree or the one named: SOURCE may be another worktree.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
case $1 in /*) out=$1 ;; *) out=$PWD/$1 ;; esac
cd "${2:-$here/../..}"
gen=$(mktemp -d)
trap 'rm -rf "$gen"' EXIT
flags="" dumps="$here/dump_koikoi.c"
for game in pikit gacha; do
    if [ -d src/games/$game ]; then
        pairs="" prefix=${game}_
        [ $game = pikit ] && prefix=pikit_deck_
        for deck in data/decks/"$game"/*.deck; do
            name=$(basename "$deck" .deck | tr - _)
            pairs="$pairs $prefix$name=$deck"
        done
        # shellcheck disable=SC2086
        python3 scripts/embed.py "$gen/${game}_decks.h" $pairs
        dumps="$dumps $here/dump_$game.c"
    else
        flags="$flags -DNO_$(echo $game | tr '[:lower:]' '[:upper:]')"
    fi
done
# shellcheck disable=SC2086
${CC:-gcc} -std=gnu11 -O2 -g -Wall -Wextra -fno-strict-aliasing $flags -Iinclude -Isrc -I"$gen" \
    src/core/*.c src/games/*.c src/games/*/*.c src/bots/*.c "$here/trace.c" $dumps -o "$out"
