#!/bin/sh
# format.sh ROOT: the C code is formatted as .clang-format says. TAP. `scripts/format.sh` formats it.
cd "$1" || exit 1
command -v clang-format >/dev/null || { echo "1..0 # SKIP clang-format is not installed"; exit 0; }
if out=$(find include src tests -name '*.[ch]' -print0 | xargs -0 clang-format --dry-run --Werror 2>&1); then
    echo "ok 1 - clang-format"
else
    echo "$out" | grep error: | head -n 20 | sed 's/^/# /'
    echo "not ok 1 - clang-format"
fi
echo "1..1"
