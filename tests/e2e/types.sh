#!/bin/sh
# types.sh ROOT: the page's TypeScript is sound by the strict compiler. TAP.
sh "$1/scripts/web.sh" packages || exit 1
cd "$1/web" || exit 1
if out=$(node node_modules/typescript/bin/tsc --noEmit 2>&1); then
    echo "ok 1 - tsc"
else
    echo "$out" | head -n 20 | sed 's/^/# /'
    echo "not ok 1 - tsc"
fi
echo "1..1"
