#!/usr/bin/env python3
"""tidy.py ROOT BUILD: clang-tidy finds nothing in src, games and cards; .clang-tidy says what it looks for. TAP.

What was clean is remembered in BUILD/tidy, by a hash of everything the verdict depends on, so only what changed is looked at again.
By hand, one file: clang-tidy -p build-test src/core/game.c"""
import concurrent.futures
import functools
import hashlib
import json
import os
import pathlib
import shutil
import subprocess
import sys

root, build = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
if not shutil.which("clang-tidy"):
    print("1..0 # SKIP clang-tidy is not installed")
    sys.exit()
clean = build / "tidy"
clean.mkdir(exist_ok=True)


def path(name):
    return pathlib.Path(os.path.normpath(build / name))


@functools.lru_cache(maxsize=None)
def digest(file):
    return hashlib.sha256(file.read_bytes()).digest() if file.exists() else b""


def included():
    """{object: what its compilation read}, as ninja remembers it."""
    found, at = {}, None
    for line in subprocess.run(["ninja", "-C", build, "-t", "deps"], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.startswith("    "):
            found[at].append(path(line.strip()))
        elif ": " in line:
            at = line.split(": ")[0]
            found[at] = []
    return found


version = subprocess.run(["clang-tidy", "--version"], capture_output=True, check=True).stdout
read, files = included(), {}
for c in json.loads((build / "compile_commands.json").read_text()):
    file = path(c["file"])
    if file.is_relative_to(root) and file.relative_to(root).parts[0] in ("src", "games", "cards") and "tests" not in file.parts:
        all_of_it = hashlib.sha256(version + digest(root / ".clang-tidy") + c["command"].encode())
        for other in sorted({file, *read.get(c["output"], [])}):
            all_of_it.update(str(other).encode() + digest(other))
        files[file] = clean / all_of_it.hexdigest()


def tidy(file):
    r = subprocess.run(["clang-tidy", "--quiet", "-p", build, file], capture_output=True, text=True, cwd=root)
    if r.returncode == 0:
        files[file].touch()
    return r.returncode, r.stdout.replace(str(root) + "/", "")


todo = [f for f in sorted(files) if not files[f].exists()]
with concurrent.futures.ThreadPoolExecutor(len(os.sched_getaffinity(0))) as pool:
    wrong = [said for code, said in pool.map(tidy, todo) if code]
for old in set(clean.iterdir()) - set(files.values()):
    old.unlink()
for said in wrong:
    for line in said.splitlines():
        print("# " + line)
        print(line, file=sys.stderr)  # of a TAP's test, meson's log shows only this
bad = bool(wrong) or len(files) < 50
print("%sok 1 - clang-tidy: %d files, %d of them looked at\n1..1" % ("not " if bad else "", len(files), len(todo)))
sys.exit(bad)
