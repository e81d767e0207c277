#!/bin/sh
# run.sh BUILD floor|memory|sqlite|postgres --game NAME [OPTIONS OF load.c]: load on a server that is held to one core, from players on
# another; with SQLite or PostgreSQL in a throw-away place with full sync. By hand; BUILD was configured with -Dtests=true.
# run.sh BUILD all [OPTIONS]: all of them in one run, the floor with the sizes of the first, one table (Markdown) at the end.
# run.sh BUILD lobby [OPTIONS]: 2,000 matches at the pace of people, without a lobby and with 10,000 who look at it, and the lobby alone;
#   in turn, ROUNDS times; one table at the end. STORE=memory for another store. ulimit -n must be 16,000 or more.
#   DIR=/somewhere chooses the disk. NODES=3 starts so many nodes on one PostgreSQL, all on the one core.
#   ALONE=1 gives servers and load real-time priority, as if the machine did nothing else (as root).
#   SIZES="SENT ANSWER OTHER": bytes of a move, for the floor. MATCHES="500 2000 5000" and ROUNDS=3 are for `all`.
set -eu
build=$1
store=$2
shift 2
here=$(cd "$(dirname "$0")" && pwd)

# row NAME MATCHES: one line of the table, from the report on standard input
row() {
    awk -v name="$1" -v matches="$2" '
        /^moves/ { gsub(/[^0-9]/, "", $3); moves = $3 }
        /^latency/ { p50 = $4 + 0; p99 = $8 + 0 }
        /^server:/ { for (i = 1; i < NF; i++) if ($(i + 1) == "us") us[++n] = $i }
        /^server memory: / { mb = $3 }
        END { printf "| %s | %s | %s | %.1f | %.1f | %s | %s | %s |\n", name, matches, moves, p50, p99, us[1], (n > 1 ? us[2] : "–"), mb }'
}

all() {
    table=$(mktemp)
    log=$(mktemp)
    for matches in ${MATCHES:-500}; do
        for round in $(seq "${ROUNDS:-1}"); do
            for kind in memory floor sqlite postgres postgres3 postgres3split; do
                name=$kind
                nodes=1
                store=$kind
                extra=
                case $kind in
                postgres3) nodes=3 store=postgres name='PostgreSQL, 3 nodes, opponents together' ;;
                postgres3split) nodes=3 store=postgres extra='--split 1' name='PostgreSQL, 3 nodes, opponents split' ;;
                esac
                echo "== $name, $matches matches, round $round" >&2
                # shellcheck disable=SC2086  # words, or none
                NODES=$nodes SIZES=${SIZES:-} sh "$0" "$build" "$store" --matches "$matches" $extra "$@" >"$log"
                cat "$log" >&2
                if [ "$kind" = memory ]; then
                    SIZES=$(sed -n 's/^bytes of a move: \([0-9]*\) sent, \([0-9]*\) in the answer, \([0-9]*\) .*/\1 \2 \3/p' "$log")
                fi
                row "$name" "$matches" <"$log" >>"$table"
            done
        done
    done
    echo '| server | matches | moves/s | p50 ms | p99 ms | µs CPU a move | … of the database | MB |'
    echo '|---|---|---|---|---|---|---|---|'
    cat "$table"
    rm -f "$table" "$log"
}
if [ "$store" = all ]; then
    all "$@"
    exit
fi

# lobby_row NAME: one line of the lobby's table, from the report on standard input
lobby_row() {
    awk -v name="$1" '
        /^moves/ { gsub(/[^0-9]/, "", $3); moves = $3 }
        /^latency/ { p50 = $4 + 0; p99 = $8 + 0 }
        /^lobby:/ { messages = $4; kb = $7 }
        /^pairs/ { for (i = 1; i < NF; i++) if ($i ~ /^(p50|p99|max)$/) pair[$i] = $(i + 1) + 0 }
        /^server:/ { cpu = $2 }
        /^server memory: / { mb = $3 }
        END {
            printf "| %s | %s | %s | %s | ", name, cpu, mb, moves
            if (moves + 0) printf "%.0f, %.0f | ", p50, p99; else printf "– | "
            if (kb) printf "%s | %s | ", messages, kb; else printf "– | – | "
            if ("max" in pair) printf "%.0f, %.0f, %.0f |\n", pair["p50"], pair["p99"], pair["max"]; else print "– |"
        }'
}

lobby() {
    table=$(mktemp)
    log=$(mktemp)
    for round in $(seq "${ROUNDS:-2}"); do
        for kind in matches both lobby; do
            case $kind in
            matches) name='2,000 tables, no lobby' load='--matches 2000 --seek 250' ;;
            both) name='2,000 tables, 10,000 in the lobby' load='--matches 2000 --lobby 10000 --listed 120 --seek 250' ;;
            lobby) name='10,000 in the lobby' load='--matches 0 --lobby 10000 --listed 120 --seek 250' ;;
            esac
            echo "== $name, round $round" >&2
            # shellcheck disable=SC2086  # words
            sh "$0" "$build" "${STORE:-sqlite}" --think 2500 --warm 40 --seconds 60 $load "$@" >"$log"
            cat "$log" >&2
            lobby_row "$name" <"$log" >>"$table"
        done
    done
    echo '| load | % of the core | MB | moves/s | p50, p99 of a move, ms | messages a person a minute | KB a person a minute | p50, p99, max to pair, ms |'
    echo '|---|---|---|---|---|---|---|---|'
    sort -s -t '|' -k 2,2 "$table"
    rm -f "$table" "$log"
}
if [ "$store" = lobby ]; then
    lobby "$@"
    exit
fi

dir=$(mktemp -d "${DIR:-/tmp}/irori-load-XXXXXX")
chmod 755 "$dir"
pg=$here/../../store/pg.sh
servers=
finish() {
    # shellcheck disable=SC2086  # a list of numbers
    [ -z "$servers" ] || kill $servers 2>/dev/null || true
    [ "$store" != postgres ] || sh "$pg" stop "$dir/pg" || true
    rm -rf "$dir"
}
trap finish EXIT
trap 'exit 1' INT TERM
database=
case $store in
sqlite) url=$dir/games.db ;;
postgres)
    url=$(sh "$pg" start "$dir/pg" -c fsync=on -c synchronous_commit=on)
    database="--database $(head -n 1 "$dir/pg/data/postmaster.pid")"
    ;;
memory) url=memory: ;;
floor) url= ;;
*)
    echo "run.sh: the second argument is floor, memory, sqlite, postgres, all or lobby, not '$store'" >&2
    exit 2
    ;;
esac
priority=
[ -z "${ALONE:-}" ] || priority='chrt -r 1'
sent=
if [ "$store" = floor ]; then
    # shellcheck disable=SC2086  # three numbers
    set -- ${SIZES:-120 1700 1700} -- "$@"
    sent="--floor $1"
    sizes="$2 $3"
    shift 4
fi

# start N: a node; its port is the last word of $dir/out.N
start() {
    # shellcheck disable=SC2086  # words, or none
    if [ "$store" = floor ]; then
        $priority taskset -c 0 "$build/tests/floor" $sizes >"$dir/out.$1" 2>"$dir/log.$1" &
    else
        $priority taskset -c 0 "$build/irori" serve --listen 127.0.0.1:0 --store "$url" --per-address 1000000 --rate 1000000 --newcomers 1000000 \
            >"$dir/out.$1" 2>"$dir/log.$1" &
    fi
    servers="$servers $!"
    until grep -q '://' "$dir/out.$1" 2>/dev/null; do
        kill -0 "$!" 2>/dev/null || { cat "$dir/log.$1" >&2; exit 1; }
        sleep 0.1
    done
}
ports=
for node in $(seq "${NODES:-1}"); do
    start "$node"
    ports=$ports,$(sed -n 's/.*:\([0-9]*\)\/$/\1/p' "$dir/out.$node")
done
pids=$(echo "${servers# }" | tr " " ,)
# shellcheck disable=SC2086
$priority taskset -c 1 "$build/tests/load" "${ports#,}" --pid "$pids" $database $sent "$@"
echo "on $(uname -sr), $(grep -c ^processor /proc/cpuinfo) x $(sed -n 's/^model name.*: //p' /proc/cpuinfo | head -n 1); load average $(cut -d ' ' -f 1 /proc/loadavg)"
