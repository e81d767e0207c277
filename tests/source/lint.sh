#!/bin/sh
# lint.sh ROOT: Biome has nothing to say about the page and its tests (biome.jsonc). TAP.
sh "$1/scripts/web.sh" packages || exit 1
cd "$1/web" || exit 1
if out=$(npm run --silent lint 2>&1); then
    echo "ok 1 - biome"
else
    echo "$out" | grep -v '^$' | head -n 60 | sed 's/^/# /'
    echo "not ok 1 - biome"
fi
echo "1..1"
