#!/bin/sh
# wasm.sh OUT [GENERATED]: builds libirori for wasm32 into OUT; GENERATED is a folder of generated headers, if there are any.
set -eu
out=$1
cd "$(dirname "$0")/.."
sys=/usr/include/wasm32-wasi
own=$(clang -print-resource-dir)
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
objects=
for c in $(find src/core src/games src/bots src/table src/wasm -name '*.c' | sort); do
    o=$work/$(echo "$c" | tr / _).o
    # -nostdinc: without it clang may pick up the native headers; then wasi's own and the compiler's
    clang --target=wasm32-wasi -std=c11 -O2 -Wall -Wextra -Werror -fno-strict-aliasing -ffp-contract=off -nostdinc -isystem "$own/include" -isystem "$sys" \
        -Iinclude -Isrc ${2:+-I"$2"} -c "$c" -o "$o"
    objects="$objects $o"
done
# shellcheck disable=SC2086  # a list of names we made ourselves
wasm-ld --no-entry --gc-sections --strip-all $objects -L/usr/lib/wasm32-wasi -lc "$own"/lib/wasi/libclang_rt.builtins-wasm32.a -o "$out"
