#!/bin/sh
# shell.sh ROOT: every shell script of the project is clean by shellcheck. TAP.
cd "$1" || exit 1
command -v shellcheck >/dev/null || { echo "1..0 # SKIP shellcheck is not installed"; exit 0; }
if out=$(shellcheck play test .ci/run packaging/install packaging/certificate scripts/deb scripts/image scripts/release scripts/reproducible debian/irori-server.postrm debian/tests/play debian/tests/library scripts/*.sh tests/*/*.sh tests/hosting/standin/[acgj]* 2>&1); then
    echo "ok 1 - shellcheck"
else
    echo "$out" | sed 's/^/# /'
    echo "not ok 1 - shellcheck"
fi
echo "1..1"
