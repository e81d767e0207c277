#!/usr/bin/env python3
"""rules_named.py ROOT: every numbered rule of docs/rules whose game exists is named by a test; prints the ones that are not."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
text = "\n".join(p.read_text() for p in (root / "tests").rglob("*") if p.suffix in {".c", ".h", ".py", ".ts", ".mjs"})
named = set(re.findall(r"\b(?:KK|PK|GA)\d+\.\d+\b", text))
n = failed = 0
for path in sorted((root / "docs" / "rules").glob("*.md")):
    if not (root / "src" / "games" / path.stem).is_dir():
        continue
    rules = set(re.findall(r"\b(?:KK|PK|GA)\d+\.\d+\b", path.read_text()))
    missing = sorted(rules - named, key=lambda r: [int(x) for x in re.findall(r"\d+", r)])
    n += 1
    failed |= bool(missing)
    print("%sok %d - %s: all of %d rules are named by a test" % ("not " if missing else "", n, path.stem, len(rules)))
    for rule in missing:
        print("# no test names %s" % rule)
print("1..%d" % n)
sys.exit(failed)
