#!/bin/sh
# installed.sh BUILD: libirori as others get it: installed, found by pkg-config, used from C and C++, with nothing visible but what the headers declare. TAP.
build=$(realpath "$1")
root=$(realpath "$(dirname "$0")/../..")
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
ok() { n=$((n + 1)); echo "ok $n - $1"; }
bad() { n=$((n + 1)); sed 's/^/# /' "$work/log" | head -n 20; echo "not ok $n - $1"; }
try() { # NAME COMMAND...
    name=$1
    shift
    if "$@" >"$work/log" 2>&1; then ok "$name"; else bad "$name"; fi
}
DESTDIR=$work meson install -C "$build" --no-rebuild --quiet >"$work/log" 2>&1 || { bad "meson install"; echo "1..1"; exit 1; }
pc=$(find "$work" -name irori.pc)
lib=$(dirname "$(find "$work" -name 'libirori.so' | head -n 1)")
export PKG_CONFIG_PATH="${pc%/*}" PKG_CONFIG_SYSROOT_DIR="$work"
flags=$(pkg-config --cflags --libs irori)
abi=$(sed -n 's/^#define IR_ABI //p' "$root/include/irori.h")
# shellcheck disable=SC2016,SC2086
try "the shared library is libirori.so.$abi" sh -c 'objdump -p "$1/libirori.so" | grep -q "SONAME *libirori.so.$2$"' - "$lib" "$abi"
python3 "$root/scripts/exports.py" "$root"/include/*.h | LC_ALL=C sort >"$work/declared"
nm -D --defined-only "$lib/libirori.so" | awk '{ print $3 }' | LC_ALL=C sort -u >"$work/defined"
try "it shows what the public headers declare, and nothing else" diff "$work/declared" "$work/defined"
for example in random_game ask_bot judge_position; do
    # shellcheck disable=SC2086
    try "$example builds with C11 and all warnings" ${CC:-cc} -std=c11 -Wall -Wextra -Wpedantic -Werror "$root/examples/$example.c" $flags -o "$work/$example"
    for game in $("$build/irori" --help | sed -n 's/^Games: \(.*\)\.  More.*/\1/p' | tr -d ,); do
        try "$example plays $game" env LD_LIBRARY_PATH="$lib" "$work/$example" "$game"
    done
done
try "an unknown game gets a sentence" sh -c "! LD_LIBRARY_PATH='$lib' '$work/random_game' nothing 2>&1 | grep -q segfault && LD_LIBRARY_PATH='$lib' '$work/random_game' nothing 2>&1 | grep -q 'there is no game'"
cat >"$work/plus.cpp" <<'C'
#include <irori_batch.h>
#include <irori_rating.h>
#include <irori_review.h>
#include <irori_table.h>
#include <cstdio>
#include <cstring>
int main()
{
    struct ir_state s;
    struct ir_view v;
    char why[IR_WHY_MAX];
    if (std::strcmp(ir_version(), IR_VERSION) || ir_abi() != IR_ABI || ir_start(ir_games[0], &s, ir_games[0]->min_seats, "", nullptr, why))
        return 1;
    ir_look(ir_games[0], &s, 0, &v);
    return std::printf("%s\n", ir_games[0]->title) < 0 || ir_view_seats(&v) != ir_seats(&s) || sizeof(struct ir_state) % 8;
}
C
if command -v "${CXX:-c++}" >/dev/null; then
    # shellcheck disable=SC2086
    try "the header is C++11, too" sh -c "${CXX:-c++} -std=c++11 -Wall -Wextra -Werror $work/plus.cpp $flags -o $work/plus && LD_LIBRARY_PATH=$lib $work/plus"
else
    n=$((n + 1))
    echo "ok $n - the header is C++11, too # SKIP no C++ compiler"
fi
echo "1..$n"
