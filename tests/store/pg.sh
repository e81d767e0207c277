#!/bin/sh
# pg.sh start|stop|restart|kill DIR [POSTGRES-OPTIONS]: a throw-away PostgreSQL cluster in DIR, on a unix socket there and nowhere
# else. `start` makes it and prints its URL; exit status 77: PostgreSQL is not installed. Not safe against power cuts (fsync=off)
# unless told otherwise.
set -eu
what=$1
dir=$2
shift 2
bin=$(find /usr/lib/postgresql /usr/local /opt -maxdepth 3 -name initdb 2>/dev/null | sort -V | tail -n 1)
bin=${bin:-$(command -v initdb || true)}
[ -n "$bin" ] || { echo "PostgreSQL is not installed" >&2; exit 77; }
bin=$(dirname "$bin")
as() { # initdb and postgres refuse to be root
    if [ "$(id -u)" = 0 ]; then
        user=nobody
        ! id postgres >/dev/null 2>&1 || user=postgres
        setpriv --reuid "$user" --regid "$(id -g "$user")" --clear-groups env -C "$dir" "$@"
    else
        env -C "$dir" "$@"
    fi
}
case $what in
start)
    mkdir -p "$dir"
    if [ "$(id -u)" = 0 ]; then
        chmod 711 "$dir"
        ! id postgres >/dev/null 2>&1 || chown postgres "$dir"
        id postgres >/dev/null 2>&1 || chown nobody "$dir"
    fi
    as "$bin/initdb" -D "$dir/data" -U irori -A trust -E UTF8 --locale=C --no-sync >"$dir/initdb.log" 2>&1 || { cat "$dir/initdb.log" >&2; exit 1; }
    as "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/data/log" -o "-c listen_addresses= -k '$dir' -c fsync=off $*" start >/dev/null
    echo "postgres://irori@/postgres?host=$dir"
    ;;
stop) as "$bin/pg_ctl" -D "$dir/data" -w -m immediate stop >/dev/null ;;
restart) as "$bin/pg_ctl" -D "$dir/data" -w -t 60 -m fast -l "$dir/data/log" restart >/dev/null ;;
kill) # all its processes at once, without a good-bye; then starts it again
    pid=$(head -n 1 "$dir/data/postmaster.pid")
    # shellcheck disable=SC2046  # a list of numbers
    kill -9 "$pid" $(cat "/proc/$pid/task/$pid/children") 2>/dev/null || true # one of them may have ended by itself meanwhile
    tries=0
    until as "$bin/pg_ctl" -D "$dir/data" -w -t 60 -l "$dir/data/log" -o "-c listen_addresses= -k '$dir' -c fsync=off $*" start >/dev/null 2>&1; do
        tries=$((tries + 1))
        [ $tries -lt 50 ] || { echo "PostgreSQL does not start again: $(tail -n 3 "$dir/data/log")" >&2; exit 1; }
        sleep 0.2
    done
    ;;
*)
    echo "pg.sh: $what is none of start, stop, restart, kill" >&2
    exit 2
    ;;
esac
