#!/bin/sh
# wheel.sh ROOT BUILD VENV: the package as others get it: a wheel that is built here, runs in an empty environment, where there is no compiler. TAP.
root=$1
build=$2
venv=$3
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
n=0
try() { # NAME COMMAND...
    name=$1
    shift
    n=$((n + 1))
    if "$@" >"$work/log" 2>&1; then
        echo "ok $n - $name"
    else
        sed 's/^/# /' "$work/log" | tail -n 20
        echo "not ok $n - $name"
        echo "1..$n"
        exit 1
    fi
}
export PATH="$venv/bin:$PATH" PYTHONDONTWRITEBYTECODE=1
try "the wheel is built" pip wheel -q --no-deps --no-build-isolation --disable-pip-version-check -Cbuild-dir="$build/python-wheel" -w "$work" "$root"
try "it runs on any Linux with glibc 2.17 or later" auditwheel repair -w "$work/many" "$work"/irori-*.whl
wheel=$(find "$work/many" -name 'irori-*-py3-none-manylinux*.whl')
try "it is of no one version of Python" test -n "$wheel"
python3 -m venv "$work/empty"
# The compiler is out of reach, and so is everything else: only the environment's own programs are found.
try "pip installs it where there is no compiler" env -i PATH="$work/empty/bin" "$work/empty/bin/pip" install -q --disable-pip-version-check --no-deps "$wheel"
numpy=$("$venv/bin/python" -c 'import numpy, pathlib; print(pathlib.Path(numpy.__file__).parent.parent)')
mkdir "$work/numpy"
for part in "$numpy"/numpy "$numpy"/numpy.libs; do [ ! -e "$part" ] || ln -s "$part" "$work/numpy/"; done
cat >"$work/play.py" <<'PY'
import irori, pathlib, shutil, sys
assert pathlib.Path(irori.__file__).is_relative_to(sys.prefix), irori.__file__
assert not shutil.which("cc") and not shutil.which("gcc") and (pathlib.Path(irori.__file__).parent / "py.typed").exists()
for game in irori.games():
    batch = irori.Batch(game, 64, threads=2)
    ended = 0
    while not ended:
        batch.step(batch.random())
        ended = batch.over.sum()
    state, rng = game.start(), irori.Rng(1)
    print(game.name, state.settle(rng).view(state.turn).bot("hard", rng, nodes=100).move)
PY
try "games are played with it" env -i PATH="$work/empty/bin" PYTHONPATH="$work/numpy" "$work/empty/bin/python" "$work/play.py"
echo "1..$n"
