#!/bin/sh
# run.sh BUILD LIBRARY TEST.py|wheel: a test of the Python package, in a virtual environment that is made once for BUILD, with the packages
# of requirements.txt. Without a network it is skipped, with the reason. TAP.
set -eu
build=$1
library=$2
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
venv=$build/python-venv
mkdir -p "$build"
exec 9>"$build/python-venv.lock"
flock 9
if ! cmp -s "$here/requirements.txt" "$venv/requirements.txt"; then
    rm -rf "$venv"
    if ! { python3 -m venv "$venv" && "$venv/bin/pip" install -q --disable-pip-version-check --timeout 20 --retries 1 -r "$here/requirements.txt"; } >"$build/python-venv.log" 2>&1; then
        rm -rf "$venv"
        echo "1..0 # SKIP the packages could not be installed: $(tail -n 1 "$build/python-venv.log" | cut -c 1-200)"
        exit 0
    fi
    cp "$here/requirements.txt" "$venv/requirements.txt"
fi
flock -u 9
exec 9>&-
export PYTHONDONTWRITEBYTECODE=1 OPENBLAS_NUM_THREADS=1
if [ "$3" = wheel ]; then
    exec sh "$here/wheel.sh" "$root" "$build" "$venv"
fi
IRORI_LIBRARY=$library PYTHONPATH=$root/python exec "$venv/bin/python" -W ignore "$here/$3" "$root"
