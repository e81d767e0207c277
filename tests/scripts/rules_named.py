#!/usr/bin/env python3
"""rules_named.py ROOT: every numbered rule of a game's text (games/NAME/rules/en.md) is named by a test, of that game or of all. TAP.

A rule's number is two letters, a section and a rule: XX3.1. A text without one is a mistake: nothing could be checked."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
number = r"\b[A-Z]{2}\d+\.\d+\b"
n = failed = 0
for path in sorted((root / "games").glob("*/rules/en.md")):
    game = path.parents[1]
    tests = "\n".join(p.read_text() for folder in (game / "tests", root / "tests") for p in folder.rglob("*") if p.suffix in {".c", ".h", ".py", ".ts", ".mjs"})
    rules, named = set(re.findall(number, path.read_text())), set(re.findall(number, tests))
    missing = sorted(rules - named, key=lambda r: [int(x) for x in re.findall(r"\d+", r)])
    bad = bool(missing) or not rules
    n += 1
    failed |= bad
    print("%sok %d - %s: all of %d rules are named by a test" % ("not " if bad else "", n, game.name, len(rules)))
    for rule in missing:
        print("# no test names %s" % rule)
    if not rules:
        print("# %s has no numbered rules: begin each with a number such as XX1.1" % path.relative_to(root))
print("1..%d" % n)
sys.exit(failed)
