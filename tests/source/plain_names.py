#!/usr/bin/env python3
"""plain_names.py ROOT: docs/adding-a-game.md lists the names that the plain tables understand, and no others (src/table/plain_names.h). TAP."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
code = (root / "src/table/plain_names.h").read_text().replace("\\\n", " ")
rows = re.findall(r"^\| (`.*?) \|", (root / "docs/adding-a-game.md").read_text().split("Names that are understood")[1].split("\n##")[0], re.M)
failed = len(rows) != 3
print("1..3")
for n, (macro, row) in enumerate(zip(("PLAIN_BY_SEAT", "PLAIN_SEAT", "PLAIN_OWN"), rows + [""] * 3), 1):
    has = set(re.findall(r'"(\w+)"', re.search(r"#define %s (.*)" % macro, code).group(1)))
    says = {word.replace("(s)", s) for word in re.findall(r"`([\w()]+)`", row) for s in (("", "s") if "(s)" in word else ("",))}
    failed |= has != says
    print("%sok %d - %s: %d names" % ("not " if has != says else "", n, macro, len(has)))
    if has != says:
        print("# only in the code: %s; only in the text: %s" % (sorted(has - says), sorted(says - has)))
sys.exit(failed)
