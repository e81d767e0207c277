#!/usr/bin/env python3
"""layers.py ROOT: includes only ever point down (docs/architecture.md), and libirori includes no system header but a few."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
below = {
    "core": set(),
    "base": {"core"},
    "games": {"core"},
    "bots": {"core", "games"},
    "table": {"core", "games", "bots"},
    "foreign": {"core", "games", "bots"},
    "store": {"core", "base", "games", "bots", "table"},
    "server": {"core", "base", "games", "bots", "table", "store", "foreign"},
    "wasm": {"core", "games", "bots", "table"},
    "cli": {"core", "base", "games", "bots", "table", "store", "server", "foreign"},
}
library = {"core", "games", "bots", "table"}
system = {"stddef.h", "stdint.h", "string.h", "math.h", "stdarg.h", "limits.h"}
wrong, seen = ["src/%s: a layer that does not exist" % layer for layer in below if not (root / "src" / layer).is_dir()], 0
for path in sorted((root / "src").rglob("*.[ch]")):
    layer = path.relative_to(root / "src").parts[0]
    if layer not in below:
        wrong.append("%s: the layer %s is in no drawing" % (path, layer))
        continue
    seen += 1
    for number, line in enumerate(path.read_text().splitlines(), 1):
        at = "%s:%d" % (path.relative_to(root), number)
        m = re.match(r'\s*#\s*include\s*([<"])([^>"]+)', line)
        if not m:
            continue
        name = m.group(2)
        if m.group(1) == "<":
            if layer in library and name not in system:
                wrong.append("%s: the library includes <%s>" % (at, name))
            continue
        top = name.split("/")[0]
        if "/" in name and top in below and top != layer and top not in below[layer]:
            wrong.append("%s: %s may not include %s" % (at, layer, name))
        # a game is alone: it includes the core and itself
        if layer == "games" and top == "games" and name.split("/")[1] != path.relative_to(root / "src").parts[1]:
            wrong.append("%s: a game includes another game" % at)
for w in wrong:
    print("# " + w)
print("%sok 1 - includes of %d files point down\n1..1" % ("not " if wrong or seen < 10 else "", seen))
sys.exit(bool(wrong) or seen < 10)
