#!/bin/sh
# run.sh TEST_STORE: the same cases over a store in memory and one in a file. TAP.
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
export CMOCKA_MESSAGE_OUTPUT=TAP
for url in memory: "sqlite:$work/irori.db"; do
    "$1" "$url" >"$work/out" 2>"$work/err"
    status=$?
    sed 's/^/# /' "$work/err"
    [ $status = 0 ] || grep -q '^not ok' "$work/out" || echo "not ok 0 - ended with status $status" >>"$work/out"
    sed -E -n "s|^((not )?ok) [0-9]+ - |\1 - ${url%%:*}: |p; /^#/p" "$work/out"
    n=$((n + $(grep -cE '^(not )?ok' "$work/out")))
done
echo "1..$n"
