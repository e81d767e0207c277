#!/bin/sh
# run.sh TEST_STORE: the same cases over a store in memory, one in a file and one in a throw-away PostgreSQL. TAP.
here=$(dirname "$0")
work=$(mktemp -d)
chmod 711 "$work"
trap '"$here/pg.sh" stop "$work/pg" 2>/dev/null; rm -rf "$work"' EXIT
export CMOCKA_MESSAGE_OUTPUT=TAP
n=0
run() { # NAME URL
    "$test_store" "$2" >"$work/out" 2>"$work/err"
    status=$?
    sed 's/^/# /' "$work/err"
    [ $status = 0 ] || grep -q '^not ok' "$work/out" || echo "not ok 0 - ended with status $status" >>"$work/out"
    sed -E -n "s|^((not )?ok) [0-9]+ - |\1 - $1: |p; /^# /p" "$work/out"
    n=$((n + $(grep -cE '^(not )?ok' "$work/out")))
}
test_store=$1
run memory memory:
run sqlite "sqlite:$work/irori.db"
postgres=$("$here/pg.sh" start "$work/pg" 2>"$work/err")
case $? in
0) run postgres "$postgres" ;;
77) n=$((n + 1)) && echo "ok - postgres # SKIP PostgreSQL is not installed" ;;
*) n=$((n + 1)) && sed 's/^/# /' "$work/err" && echo "not ok - postgres does not start" ;;
esac
echo "1..$n"
