#!/usr/bin/env python3
"""layers.py ROOT: includes only ever point down (docs/architecture.md), and libirori includes no system header but a few. TAP.

A game's folder has layers of its own: its rules include the core and what games share (cards/), its bots also src/bots, its words the
text client. No game includes another, and nothing outside games/ includes a game but its tests. scripts/drawing.py draws what is here."""
import pathlib
import re
import sys

below = {
    "core": set(),
    "cards": {"core"},
    "rules": {"core", "cards"},  # games/NAME/*.c
    "bots": {"core"},
    "game bots": {"core", "cards", "rules", "bots"},  # games/NAME/bots
    "analysis": {"core", "bots"},
    "batch": {"core", "bots"},
    "rating": {"core"},
    "table": {"core", "bots"},
    "foreign": {"core", "bots"},
    "base": {"core"},
    "event": {"core"},
    "store": {"core", "base"},
    "server": {"core", "base", "bots", "event", "rating", "table", "store", "foreign"},
    "wasm": {"core", "bots", "analysis", "rating", "table"},
    "cli": {"core", "base", "bots", "analysis", "rating", "table", "store", "server", "foreign"},
    "words": {"core", "cards", "rules", "bots", "table", "cli"},  # games/NAME/words.c and conform.c
}
library = {"core", "cards", "rules", "bots", "game bots", "analysis", "batch", "rating", "table"}
system = {"stddef.h", "stdint.h", "string.h", "math.h", "stdarg.h", "limits.h"}


def layer(path):
    """Of a file, by its path in the repository; None: no layer, such as a test or something made by the build."""
    part = path.parts
    if part[0] == "src" and len(part) > 2:
        return part[1]
    if part[0] == "include":
        return "core"
    if part[0] == "cards":
        return "cards"
    if part[0] == "games" and len(part) == 3:
        return "words" if part[2] in ("words.c", "conform.c") else "rules"
    if part[0] == "games" and len(part) == 4 and part[2] == "bots":
        return "game bots"
    return None


def sources(root):
    """Every file in a layer, by its path in the repository."""
    every = [p.relative_to(root) for top in ("src", "games", "cards") for p in sorted((root / top).rglob("*.[ch]"))]
    return [p for p in every if layer(p) is not None]


def includes(root, here):
    """[(line, name, is it a system's, the file it is or None: made by the build)] of one file."""
    out = []
    for number, line in enumerate((root / here).read_text().splitlines(), 1):
        m = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if m:
            name = m.group(2)
            found = [p for p in ((root / here).parent / name, root / "src" / name, root / "include" / name, root / name) if p.exists()]
            out.append((number, name, m.group(1) == "<", found[0].resolve().relative_to(root.resolve()) if found else None))
    return out


def main(root):
    wrong, seen = [], {}
    for here in sources(root):
        mine = layer(here)
        if mine not in below:
            wrong.append("%s: the layer %s is in no drawing" % (here, mine))
            continue
        seen[mine] = seen.get(mine, 0) + 1
        for number, name, is_system, there in includes(root, here):
            at = "%s:%d" % (here, number)
            if is_system:
                if mine in library and name not in system:
                    wrong.append("%s: the library includes <%s>" % (at, name))
                continue
            if there is None:
                continue
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


if __name__ == "__main__":
    main(pathlib.Path(sys.argv[1]))
