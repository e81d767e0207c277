#!/usr/bin/env python3
"""names.py ROOT: nothing outside games/ names a game, but the files that names.txt lists with a reason. TAP.

The names are those of the folders of games/ that are not templates, and their titles. A file in the list that names no game any more
is a mistake, too: the list stays as short as it can be."""
import fnmatch
import pathlib
import re
import subprocess
import sys

root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "scripts"))
sys.dont_write_bytecode = True
import games  # noqa: E402

names = set()
for name, folder, template in games.games():
    if not template:
        title = re.search(r'\.title = "([^"]+)"', (folder / (name + ".c")).read_text())
        names |= {name.lower()} | ({title.group(1).lower()} if title else set())
pattern = re.compile("|".join(re.escape(n) for n in sorted(names)), re.I)
reasons = {}
for line in (root / "tests/source/names.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        path, _, reason = line.partition(": ")
        reasons[path] = reason
listed = subprocess.run(["git", "-C", root, "ls-files", "-z"], capture_output=True).stdout.decode().split("\0")
if len(listed) < 2:  # not a clone, but a copy of the files
    listed = [p.relative_to(root).as_posix() for p in root.rglob("*") if p.is_file() and not re.search(r"/(\.git|node_modules|build[^/]*|dist|gen)/", p.as_posix())]
wrong, used = [], set()
for path in sorted(filter(None, listed)):
    if path.startswith(("games/", "cards/")) or not (root / path).is_file():
        continue
    try:
        text = (root / path).read_text()
    except UnicodeDecodeError:
        continue
    found = [n for n, line in enumerate(text.split("\n"), 1) if pattern.search(line)]
    if pattern.search(path):
        found = [0] + found
    if not found:
        continue
    allowed = [p for p in reasons if fnmatch.fnmatch(path, p)]
    used |= set(allowed)
    if not allowed:
        wrong.append("%s names a game in %d lines, first in line %d" % (path, len(found), found[0]))
stale = ["%s is listed and names no game" % p for p in reasons if p not in used] + ["%s is listed without a reason" % p for p, r in reasons.items() if len(r) < 10]
for line in wrong + stale:
    print("# " + line)
print("%sok 1 - no file outside games/ names a game, but %d in tests/source/names.txt" % ("not " if wrong else "", len(reasons)))
print("%sok 2 - each of those is there for a reason" % ("not " if stale else ""))
print("1..2")
sys.exit(bool(wrong or stale))
