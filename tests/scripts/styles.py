#!/usr/bin/env python3
"""styles.py ROOT: no board styles another: every selector of games/NAME/page names a class of that game; and the colours of the page and of
every game's table are far enough from each other, night and day (WCAG 2.2: 1.4.3, 1.4.6, 1.4.11). TAP."""
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


def variables(text, selector):
    """The custom properties of all rules with exactly this selector."""
    rules = re.findall(r"(?:^|[{}\n])\s*%s\s*\{([^{}]*)\}" % re.escape(selector), text)
    return dict(v for rule in rules for v in re.findall(r"--([\w-]+):\s*(#[0-9A-Fa-f]{6})\b", rule))


def light(colour):
    """Relative luminance."""
    parts = [int(colour[i:i + 2], 16) / 255 for i in (1, 3, 5)]
    return sum(w * (c / 12.92 if c <= .04045 else ((c + .055) / 1.055) ** 2.4) for w, c in zip((.2126, .7152, .0722), parts))


def contrast(a, b):
    a, b = sorted((light(a), light(b)))
    return (b + .05) / (a + .05)


def bare(path):
    return re.sub(r"/\*.*?\*/", "", path.read_text(), flags=re.S)


style = bare(root / "web/src/style.css")
night = variables(style, ":root")
themes = {"night": night, "day": {**night, **variables(style, ':root[data-theme="day"]')}}
html = (root / "web/static/index.html").read_text()
n = len(pages)
for theme, colours in themes.items():
    tables = {"page's own": colours["table"]}
    for page in pages:
        game = page.parent.name
        own = [variables(bare(p), selector) for p in sorted(page.glob("*.css"))
               for selector in ['[data-game="%s"]' % game] + ['[data-theme="day"] [data-game="%s"]' % game] * (theme == "day")]
        tables.update({game: o["table"] for o in own if "table" in o})
    # what stands where, and the least contrast it may have there
    rooms = [colours[k] for k in ("page", "panel", "raised", "sunk")]
    for name, on, least in (("text", rooms + list(tables.values()), 7), ("soft", rooms + list(tables.values()), 4.5),
                            ("ember", rooms + list(tables.values()), 4.5), ("on-ember", [colours["ember"]], 4.5),
                            ("good", rooms + list(tables.values()), 4.5), ("bad", rooms + list(tables.values()), 4.5),
                            ("focus", rooms + list(tables.values()), 3), ("line", rooms + list(tables.values()), 3),
                            ("warn", rooms, 4.5), ("info", rooms, 4.5)):
        lowest, where = min((contrast(colours[name], c), c) for c in on)
        n += 1
        failed |= lowest < least
        print("%sok %d - %s: %s %s has at least %.1f of %g (on %s)" % ("not " if lowest < least else "", n, theme, name, colours[name], lowest, least, where))
    n += 1
    same = 'content="%s"' % colours["page"] in html and len(tables) > len(pages)
    failed |= not same
    print("%sok %d - %s: the browser's bar is as the page, and every game has a table of its own: %s" % ("" if same else "not ", n, theme, ", ".join("%s %s" % t for t in tables.items())))
print("1..%d" % n)
sys.exit(failed)
