#!/usr/bin/env python3
"""styles.py ROOT: no board styles another: every selector of web/src/games/NAME names a class of that game. TAP."""
import pathlib
import re
import sys

own = {"koikoi": r"koikoi|\.kk\b", "pikit": r"pikit|\.pk\b", "gacha": r"gacha|\.ga\b|\.ga-"}
root = pathlib.Path(sys.argv[1])
failed = False
for n, (game, mine) in enumerate(own.items(), 1):
    text = "".join(p.read_text() for p in sorted((root / "web/src/games" / game).glob("*.css")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    text = re.sub(r"@(?:media|container)[^{]*\{", "", text)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", text) for s in re.split(r",(?![^(\[]*[)\]])", rule)]
    foreign = [s for s in selectors if s and not re.search(mine, s)]
    bad = bool(foreign) or len(selectors) < 50
    failed |= bad
    print("%sok %d - %s: %d selectors, all its own" % ("not " if bad else "", n, game, len(selectors)))
    for s in foreign[:10]:
        print("# %s" % s)
print("1..%d" % len(own))
sys.exit(failed)
