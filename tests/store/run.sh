#!/bin/sh
# run.sh TEST_STORE TEST_NODES TEST_PLANS TEST_PEOPLE TEST_GONE TEST_PAIRS TEST_MIGRATE TEST_RATED TEST_COUNTS: the same cases over a store in memory, one
# in a file and one in a throw-away PostgreSQL. TAP.
here=$(dirname "$0")
work=$(mktemp -d)
chmod 711 "$work"
trap '"$here/pg.sh" stop "$work/pg" 2>/dev/null; rm -rf "$work"' EXIT
export CMOCKA_MESSAGE_OUTPUT=TAP
n=0
run() { # NAME PROGRAM URL
    "$2" "$3" >"$work/out" 2>"$work/err"
    status=$?
    sed 's/^/# /' "$work/err"
    [ $status = 0 ] || grep -q '^not ok' "$work/out" || echo "not ok 0 - ended with status $status" >>"$work/out"
    sed -E -n "s|^((not )?ok) [0-9]+ - |\1 - $1: |p; /^# /p" "$work/out"
    n=$((n + $(grep -cE '^(not )?ok' "$work/out")))
}
run memory "$1" memory:
run memory "$2" memory:nodes
run memory "$4" memory:
run memory "$5" memory:
run memory "$8" memory:
run sqlite "$1" "sqlite:$work/irori.db"
run sqlite "$3" "sqlite:$work/plans.db"
run sqlite "$4" "sqlite:$work/people.db"
run sqlite "$5" "sqlite:$work/people.db"
run sqlite "$8" "sqlite:$work/people.db"
run sqlite "$7" "sqlite:$work/old.db"
postgres=$("$here/pg.sh" start "$work/pg" 2>"$work/err")
case $? in
0) for test in "$1" "$2" "$4" "$5" "$8" "$6" "$9" "$3" "$7"; do run postgres "$test" "$postgres"; done ;;
77) n=$((n + 1)) && echo "ok - postgres # SKIP PostgreSQL is not installed" ;;
*) n=$((n + 1)) && sed 's/^/# /' "$work/err" && echo "not ok - postgres does not start" ;;
esac
echo "1..$n"
