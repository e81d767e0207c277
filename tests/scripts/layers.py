#!/usr/bin/env python3
"""layers.py ROOT: includes only ever point down (docs/architecture.md), and libirori includes no system header but a few. TAP.

A game's folder has layers of its own: its rules include the core and what games share (cards/), its bots also src/bots, its words the
text client. No game includes another, and nothing outside games/ includes a game but its tests."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
below = {
    "core": set(),
    "cards": {"core"},
    "rules": {"core", "cards"},  # games/NAME/*.c
    "bots": {"core"},
    "game bots": {"core", "cards", "rules", "bots"},  # games/NAME/bots
    "table": {"core", "bots"},
    "foreign": {"core", "bots"},
    "base": {"core"},
    "store": {"core", "base"},
    "server": {"core", "base", "bots", "table", "store", "foreign"},
    "wasm": {"core", "bots", "table"},
    "cli": {"core", "base", "bots", "table", "store", "server", "foreign"},
    "words": {"core", "cards", "rules", "bots", "table", "cli"},  # games/NAME/words.c and conform.c
}
library = {"core", "cards", "rules", "bots", "game bots", "table"}
system = {"stddef.h", "stdint.h", "string.h", "math.h", "stdarg.h", "limits.h"}


def layer(path):
    """Of a file, by its path in the repository; None: no layer, such as a test or something made by the build."""
    part = path.parts
    if part[0] == "src" and len(part) > 2:
        return part[1]
    if part[0] == "cards":
        return "cards"
    if part[0] == "games" and len(part) == 3:
        return "words" if part[2] in ("words.c", "conform.c") else "rules"
    if part[0] == "games" and len(part) == 4 and part[2] == "bots":
        return "game bots"
    return None


wrong, seen = [], {}
sources = [p for top in ("src", "games", "cards") for p in sorted((root / top).rglob("*.[ch]"))]
for path in sources:
    here = path.relative_to(root)
    mine = layer(here)
    if mine is None:
        continue
    if mine not in below:
        wrong.append("%s: the layer %s is in no drawing" % (here, mine))
        continue
    seen[mine] = seen.get(mine, 0) + 1
    for number, line in enumerate(path.read_text().splitlines(), 1):
        at = "%s:%d" % (here, number)
        m = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if not m:
            continue
        name = m.group(2)
        if m.group(1) == "<":
            if mine in library and name not in system:
                wrong.append("%s: the library includes <%s>" % (at, name))
            continue
        found = [p for p in (path.parent / name, root / "src" / name, root / name) if p.exists()]
        if not found:
            continue  # irori.h, or made by the build
        there = found[0].resolve().relative_to(root.resolve())
        theirs = layer(there)
        if theirs != mine and theirs not in below[mine]:
            wrong.append("%s: %s may not include %s" % (at, mine, name))
        if there.parts[0] == "games" and there.parts[1] != here.parts[1]:
            wrong.append("%s: a game includes another game" % at)
unused = sorted(set(below) - set(seen) - {"cards"})
wrong += ["the layer %s has no file" % u for u in unused]
for w in wrong:
    print("# " + w)
print("%sok 1 - includes of %d files point down\n1..1" % ("not " if wrong else "", sum(seen.values())))
sys.exit(bool(wrong))
