#!/bin/sh
# web.sh: makes web/dist, the page, when something it is made of is newer: npm ci, irori.wasm, the bundle. Quiet unless something is wrong.
# web.sh packages: only npm ci, if package-lock.json is newer.
set -eu
cd "$(dirname "$0")/.."
log=$(mktemp)
trap 'rm -f "$log"' EXIT
run() { # WHAT COMMAND...
    what=$1
    shift
    "$@" >"$log" 2>&1 || { tail -n 20 "$log" >&2; echo "$what failed" >&2; exit 1; }
}
# newer STAMP PATH...: is anything in these younger than the stamp?
newer() {
    stamp=$1
    shift
    [ ! -e "$stamp" ] || [ -n "$(find "$@" -newer "$stamp" -type f 2>/dev/null | head -n 1)" ]
}
if newer web/node_modules/.stamp web/package-lock.json; then
    echo "Fetching what the page is built with" >&2
    (cd web && run "npm ci" npm ci --no-audit --no-fund)
    touch web/node_modules/.stamp
fi
[ "${1:-}" != packages ] || exit 0
# the mark: a folder of games/ that was removed, or came with old times, is noticed too
mark=$(python3 scripts/games.py mark)
if [ "$mark" != "$(cat web/gen/.stamp 2>/dev/null)" ] || newer web/gen/.stamp include src games cards scripts/wasm.sh scripts/games.py web/gen.mjs; then
    echo "Building the page's wasm" >&2
    mkdir -p web/gen
    python3 scripts/games.py header web/gen/games_list.h
    python3 scripts/games.py embed web/gen/games_decks.h deck
    python3 scripts/games.py ratings web/gen/games_ratings.h
    python3 scripts/games.py page web/gen
    run "The page's wasm" sh scripts/wasm.sh web/gen/irori.wasm web/gen page
    run "The page's wasm without vectors" sh scripts/wasm.sh web/gen/plain.wasm web/gen page plain
    run "The review's wasm" sh scripts/wasm.sh web/gen/review.wasm web/gen review
    run "The review's wasm without vectors" sh scripts/wasm.sh web/gen/review-plain.wasm web/gen review plain
    run "The page's data" node web/gen.mjs
    echo "$mark" >web/gen/.stamp
fi
if [ ! -e web/dist/index.html ] || newer web/gen/.page web/src web/static web/art web/build.mjs web/fonts.mjs web/pictures.mjs web/po.mjs web/rules.mjs web/gen po games cards web/package.json; then
    echo "Building the page" >&2
    (cd web && run "The page" node build.mjs)
    touch web/gen/.page
fi
