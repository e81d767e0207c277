#!/usr/bin/env python3
"""styles.py ROOT: no board styles another: every selector of games/NAME/page names a class of that game. TAP."""
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
failed = False
pages = sorted({p.parent for p in (root / "games").glob("*/page/*.css")})
for n, page in enumerate(pages, 1):
    game = page.parent.name
    # a class of its own begins with the game's name, or with the prefix of its sprite's symbols ("kk-1a": .kk)
    symbols = set(re.findall(r'<symbol id="(\w+)-', (page / "sprite.svg").read_text())) if (page / "sprite.svg").exists() else set()
    mine = r"%s" % game + "".join(r"|\.%s\b" % s for s in sorted(symbols))
    text = "".join(p.read_text() for p in sorted(page.glob("*.css")))
    text = re.sub(r"/\*.*?\*/", "", text, flags=re.S)
    text = re.sub(r"@keyframes [^{]*\{(?:[^{}]*\{[^{}]*\})*[^{}]*\}", "", text)
    text = re.sub(r"@(?:media|container)[^{]*\{", "", text)
    selectors = [s.strip() for rule in re.findall(r"([^{}]+)\{[^{}]*\}", text) for s in re.split(r",(?![^(\[]*[)\]])", rule)]
    foreign = [s for s in selectors if s and not re.search(mine, s)]
    bad = bool(foreign) or not selectors
    failed |= bad
    print("%sok %d - %s: %d selectors, all its own" % ("not " if bad else "", n, game, len(selectors)))
    for s in foreign[:10]:
        print("# %s" % s)
print("1..%d" % len(pages))
sys.exit(failed)
