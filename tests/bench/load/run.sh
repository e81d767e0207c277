#!/bin/sh
# run.sh BUILD sqlite|postgres|memory [OPTIONS OF load.c]: load on a server that is held to one core, from players on another; with SQLite or
# PostgreSQL in a throw-away place with full sync. By hand; BUILD was configured with -Dtests=true. DIR=/somewhere chooses the disk,
# ALONE=1 gives both real-time priority, as if the machine did nothing else (as root).
set -eu
build=$1
store=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)
dir=$(mktemp -d "${DIR:-/tmp}/irori-load-XXXXXX")
chmod 755 "$dir"
pg=$here/../../store/pg.sh
server=
finish() {
    [ -z "$server" ] || kill "$server" 2>/dev/null || true
    [ "$store" != postgres ] || sh "$pg" stop "$dir/pg" || true
    rm -rf "$dir"
}
trap finish EXIT
case $store in
sqlite) url=$dir/games.db ;;
postgres) url=$(sh "$pg" start "$dir/pg" -c fsync=on -c synchronous_commit=on) ;;
memory) url=memory: ;;
*)
    echo "run.sh: $store is none of sqlite, postgres, memory" >&2
    exit 2
    ;;
esac
touch "$dir/out"
priority=
[ -z "${ALONE:-}" ] || priority='chrt -r 1'
# shellcheck disable=SC2086  # words, or none
$priority taskset -c 0 "$build/irori" serve --listen 127.0.0.1:0 --store "$url" --per-address 1000000 --rate 1000000 >"$dir/out" 2>"$dir/log" &
server=$!
until grep -q '://' "$dir/out"; do
    kill -0 "$server" 2>/dev/null || { cat "$dir/log" >&2; exit 1; }
    sleep 0.1
done
port=$(sed -n 's/.*:\([0-9]*\)\/$/\1/p' "$dir/out")
# shellcheck disable=SC2086
$priority taskset -c 1 "$build/tests/load" "$port" --pid "$server" "$@"
echo "on $(uname -sr), $(grep -c ^processor /proc/cpuinfo) x $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1); load average $(cut -d ' ' -f 1 /proc/loadavg)"
