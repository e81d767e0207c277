#!/bin/sh
# run.sh ROOT SECONDS [TARGET]: fuzzes every target (or one) with libFuzzer and sanitizers, from the corpus. TAP.
# By hand, longer: GENERATED=build-test tests/fuzz/run.sh . 3600 record (a build folder, for the headers that are made in it)
cd "$1" || exit 1
command -v clang >/dev/null || { echo "1..0 # SKIP clang is not installed"; exit 0; }
seconds=$2
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
for target in ${3:-tests/fuzz/fuzz_*.c}; do
    name=$(basename "$target" .c)
    name=${name#fuzz_}
    n=$((n + 1))
    mkdir -p "$work/$name"
    # shellcheck disable=SC2046  # names without blanks
    if clang -O1 -g -std=gnu11 -fno-strict-aliasing -fsanitize=fuzzer,address,undefined -fno-sanitize-recover=all -Iinclude -Isrc -I. \
        -I"${GENERATED:-build-test}" $(python3 scripts/games.py library) src/server/address.c src/server/http.c src/server/ws.c \
        "tests/fuzz/fuzz_$name.c" -lm -lcrypto -o "$work/fuzz_$name" 2>"$work/log" &&
        "$work/fuzz_$name" -max_total_time="$seconds" -max_len=20000 -timeout=10 -rss_limit_mb=2000 -artifact_prefix="$work/" \
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
