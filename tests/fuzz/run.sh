#!/bin/sh
# run.sh ROOT SECONDS [TARGET]: fuzzes every target (or one) with libFuzzer and sanitizers, from the corpus. TAP.
# By hand, longer: GENERATED=build-test tests/fuzz/run.sh . 3600 record (a build folder, for the headers that are made in it)
# FUZZ_GAME=NAME: views of this game alone.
cd "$1" || exit 1
command -v clang >/dev/null || { echo "1..0 # SKIP clang is not installed"; exit 0; }
seconds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
cc=clang
! command -v ccache >/dev/null || cc="ccache clang"
flags="-O1 -g -std=gnu11 -fno-strict-aliasing -fsanitize=fuzzer-no-link,address,undefined -fno-sanitize-recover=all -Iinclude -Isrc -I. \
    -I${GENERATED:-build-test}"

# What is fuzzed is compiled once, for all targets.
mkdir "$work/o"
# shellcheck disable=SC2016  # $1 is the inner shell's
{
    python3 scripts/games.py library
    python3 scripts/games.py paths words
    printf 'src/server/%s.c\n' address http ws
    printf 'src/cli/%s.c\n' board screen speech words words_plain
} |
    xargs -P "$(nproc)" -n 1 sh -c "$cc $flags -c \"\$1\" -o '$work/o/'\"\$(echo \"\$1\" | tr / _)\".o" sh >"$work/log" 2>&1 ||
    { sed 's/^/# /' "$work/log" | head -n 40; echo "not ok 1 - the library for fuzzing"; echo "1..1"; exit 1; }
n=0
for target in ${3:-tests/fuzz/fuzz_*.c}; do
    name=$(basename "$target" .c)
    name=${name#fuzz_}
    n=$((n + 1))
    mkdir -p "$work/$name"
    # -timeout is for one input: ten seconds of a quiet machine, and much more than a busy one needs
    # shellcheck disable=SC2086  # flags, and names without blanks
    if $cc $flags -c "tests/fuzz/fuzz_$name.c" -o "$work/fuzz_$name.o" 2>"$work/log" &&
        clang -fsanitize=fuzzer,address,undefined "$work/fuzz_$name.o" "$work"/o/*.o -lm -lcrypto -ljansson -o "$work/fuzz_$name" 2>"$work/log" &&
        "$work/fuzz_$name" -max_total_time="$seconds" -max_len=20000 -timeout=300 -rss_limit_mb=2000 -artifact_prefix="$work/" \
            "$work/$name" "tests/fuzz/corpus/$name" >"$work/log" 2>&1; then
        echo "ok $n - fuzz $name: $(grep -o '^Done [0-9]* runs' "$work/log") without a crash"
    else
        tail -n 30 "$work/log" | sed 's/^/# /'
        for crash in "$work"/crash-* "$work"/timeout-* "$work"/oom-*; do
            [ -f "$crash" ] && cp "$crash" /tmp/ && echo "# kept: /tmp/$(basename "$crash")"
        done
        echo "not ok $n - fuzz $name"
    fi
done
echo "1..$n"
