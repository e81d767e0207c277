#!/bin/sh
# valgrind.sh ROOT IRORI: valgrind finds nothing in a simulation, a played, saved and replayed game. TAP.
irori=$(realpath "$2")
cd "$1" || exit 1
command -v valgrind >/dev/null || { echo "1..0 # SKIP valgrind is not installed"; exit 0; }
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
yes 1 | head -n 5000 >"$work/ones"
under() { # NAME ARGUMENTS...
    n=$((n + 1))
    name=$1
    shift
    if valgrind -q --error-exitcode=9 --leak-check=full --errors-for-leak-kinds=all "$irori" "$@" >"$work/out" 2>"$work/err"; then
        echo "ok $n - valgrind: $name"
    else
        sed 's/^/# /' "$work/err" | head -n 40
        echo "not ok $n - valgrind: $name"
    fi
}
games=$("$irori" --help | sed -n 's/^Games: \(.*\)\.  More.*/\1/p' | tr -d ,)
for game in $games; do
    under "sim $game" sim "$game" --games 3
    under "match $game" match "$game" greedy random --games 4
    under "play $game" play "$game" --seed 3 --record "$work/$game.irori" <"$work/ones"
    under "replay $game" replay "$work/$game.irori"
    under "check $game" replay --check "$work/$game.irori"
done
game=${games%% *} # the rest is the same in all of them
under "rules" rules "$game"
under "exec" sim "$game" --games 1 --bots "exec:$irori bot $game,exec:false"
printf '%s\n' '{"type":"hello"}' rubbish '{"type":"game","game":"'"$game"'","seat":0}' '{"type":"choose","id":1,"log":["* sensei 0"]}' >"$work/lines"
under "bot" bot "$game" <"$work/lines"
echo "1..$n"
