#!/usr/bin/env python3
"""version.py ROOT VERSION: the version in include/irori.h and the topmost one in CHANGELOG.md are VERSION, meson's. TAP."""
import pathlib
import re
import sys

root, version = pathlib.Path(sys.argv[1]), sys.argv[2]
found = {
    "include/irori.h": re.search(r'^#define IR_VERSION "(.*)"$', (root / "include/irori.h").read_text(), re.M),
    "CHANGELOG.md": re.search(r"^## (\S+)", (root / "CHANGELOG.md").read_text(), re.M),
}
print("1..%d" % len(found))
failed = 0
for n, (name, m) in enumerate(found.items(), 1):
    bad = not m or m.group(1) != version
    failed |= bad
    if bad:
        print("# %s has %s, meson.build has %s (docs/releasing.md)" % (name, m.group(1) if m else "no version", version))
    print("%sok %d - the version in %s" % ("not " if bad else "", n, name))
sys.exit(failed)
