#!/usr/bin/env python3
"""drawing.py [--check]: draws docs/pictures/architecture.svg from what the source files include. --check: is it what it would draw?

A box is a layer (tests/scripts/layers.py, and the page's TypeScript). An arrow is drawn where files of one layer include a header of
another, call one of its functions by way of irori.h, or import it; the number is how many files do, rounded down to 1, 4, 16 or 64 so
that a file more is not a new drawing. An arrow that would point up is refused: a layer stands on those it includes."""
import collections
import html
import pathlib
import re
import sys

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(root / "tests/scripts"))
import layers  # noqa: E402

OUT = root / "docs/pictures/architecture.svg"
W, H, COLUMN, ROW, TOP = 172, 58, 204, 98, 62
# layer: (row, column, where, what it is)
PLACE = {
    "game page": (0, 3, "games/NAME/page", "its board, words, lessons, art"),
    "words": (0, 4, "games/NAME/words.c", "how it speaks in the terminal"),
    "web": (1, 3, "web/src", "the page, with a plain board"),
    "cli": (1, 1, "src/cli", "play, serve, match, replay …"),
    "server": (2, 0, "src/server", "rooms, people, sockets"),
    "wasm": (2, 3, "src/wasm", "what the page may call"),
    "batch": (2, 4, "src/batch", "many games at once, for learning"),
    "foreign": (3, 1, "src/foreign", "bots that are other programs"),
    "store": (3, 0, "src/store", "SQLite, PostgreSQL, memory"),
    "table": (3, 2, "src/table", "a game in progress, its people"),
    "event": (4, 1, "src/event", "evenings: pairings, standings"),
    "analysis": (3, 3, "src/analysis", "reviews: losses, luck, their sum"),
    "game bots": (3, 4, "games/NAME/bots", "what its bots see and learned"),
    "base": (4, 0, "src/base", "a hash map, a keyed hash"),
    "bots": (4, 3, "src/bots", "search, networks, plain bots"),
    "rating": (4, 2, "src/rating", "how strong somebody plays"),
    "rules": (4, 4, "games/NAME/NAME.c", "the rules: all a game needs"),
    "cards": (5, 4, "cards", "what games share"),
    "core": (6, 0, "src/core and include", "the contract, views, options, records, dealers, randomness, JSON"),
}
GAME = {"game page", "words", "game bots", "rules"}  # the folder of a game
LIBRARY = layers.library


def page_imports():
    """{(from, to): files} of TypeScript: the page, the games' pages."""
    found = collections.defaultdict(set)
    for path in sorted(p for top in ("web/src", "games") for end in ("ts", "tsx") for p in (root / top).rglob("*." + end)):
        mine = "web" if path.is_relative_to(root / "web") else "game page"
        for name in re.findall(r'(?:from|import)\s*\(?\s*"([^"]+)"', path.read_text()):
            there = root / "web/src" / name[2:] if name.startswith("@/") else path.parent / name if name.startswith(".") else None
            if there is None:
                continue
            there = pathlib.Path(re.sub(r"/\w+/\.\.", "", str(there))).resolve()
            theirs = "web" if there.is_relative_to(root / "web/src") else "game page" if there.is_relative_to(root / "games") else None
            if theirs and theirs != mine:
                found[mine, theirs].add(path)
    return found


def arrows():
    """{(from, to): how many files}."""
    found, defined, texts = collections.defaultdict(set), {}, {}
    for here in layers.sources(root):
        texts[here] = re.sub(r"/\*.*?\*/", "", (root / here).read_text(), flags=re.S)
        if layers.layer(here) in ("core", "bots", "table") and here.suffix == ".c":
            for name in re.findall(r"^(?!static)[a-z][\w \*]*\b(ir_\w+)\([^;{]*\)\n\{", texts[here], re.M):
                defined[name] = layers.layer(here)
    for here, text in texts.items():
        mine = layers.layer(here)
        for _, name, is_system, there in layers.includes(root, here):
            if there is not None and not is_system and there.name != "banned.h":
                found[mine, layers.layer(there)].add(here)
        for name in set(re.findall(r"\b(ir_\w+)\(", text)) & set(defined):
            found[mine, defined[name]].add(here)
    for pair, files in page_imports().items():
        found[pair] |= files
    called = [p for p in (root / "web/src").rglob("*.ts") if re.search(r"\bpage_\w+", p.read_text())]
    if called:
        found["web", "wasm"] |= set(called)
    return {pair: len(files) for pair, files in found.items() if pair[0] != pair[1] and None not in pair}


def rounded(n):
    return 64 if n >= 64 else 16 if n >= 16 else 4 if n >= 4 else 1


def number(n):
    return "%d+" % n if n > 1 else ""


def at(layer):
    """The middle of a box."""
    row, column = PLACE[layer][:2]
    return 24 + COLUMN * column + W / 2, TOP + ROW * row + H / 2


def way(a, b, x1, y1, x2, y2):
    """(an arrow's path, where its number goes): a curve or, where that would go behind a third box, down a gap between columns."""
    def bezier(t, p):
        return (1 - t) ** 3 * p[0] + 3 * t * (1 - t) ** 2 * p[1] + 3 * t * t * (1 - t) * p[2] + t ** 3 * p[3]
    bend = (y2 - y1) * 0.5
    xs, ys = (x1, x1, x2, x2), (y1, y1 + bend, y2 - bend, y2)
    points = [(bezier(t / 40, xs), bezier(t / 40, ys)) for t in range(41)]
    boxes = [at(layer) for layer in PLACE if layer not in (a, b, "core")]
    if not any(abs(x - bx) < W / 2 + 4 and abs(y - by) < H / 2 + 4 for x, y in points for bx, by in boxes):
        return "M%g %g C%g %g %g %g %g %g" % (x1, y1, xs[1], ys[1], xs[2], ys[2], x2, y2), points[20]
    row, column = PLACE[a][:2]
    gap = 24 + COLUMN * (column + (column < 4)) - (COLUMN - W) / 2 + (10 if column == 4 else (PLACE[b][0] - row - 2) * 6 - 6 * (PLACE[b][1] > column))
    return ("M%g %g C%g %g %g %g %g %g V%g C%g %g %g %g %g %g" % (x1, y1, x1, y1 + 22, gap, y1 + 8, gap, y1 + 44, y2 - 30, gap, y2 - 4, x2, y2 - 26, x2, y2),
            (gap, (y1 + y2) / 2))


def draw(found):
    there = {layer for layer in PLACE if layer in {"web", "game page"} or any(layers.layer(p) == layer for p in layers.sources(root))}
    width, height = 48 + COLUMN * 4 + W, TOP + ROW * 6 + H + 24
    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" width="%d" height="%d" role="img" aria-label="The layers of Irori and what includes what">'
           % (width, height, width, height), "<!-- made by scripts/drawing.py from the includes; do not edit -->", STYLE,
           '<rect class="paper" width="%d" height="%d" rx="14"/>' % (width, height)]
    # the folder of a game: what is in it lies on one sheet
    left, right = at("game page")[0] - W / 2 - 12, at("words")[0] + W / 2 + 12
    out.append('<path class="folder" d="%s"/>' % " ".join([
        "M%g %g H%g V%g H%g V%g H%g Z" % (left, TOP - 36, right, at("rules")[1] + H / 2 + 14, at("rules")[0] - W / 2 - 12, TOP + H + 12, left)]))
    out.append('<text class="sheet" x="%g" y="%g">games/NAME: a game is a folder</text>' % (left + 12, TOP - 15))
    out.append('<text class="sheet" x="24" y="%g">Irori, from what includes what</text>' % (TOP - 15))
    lines, marks = [], []
    for (a, b), n in sorted(found.items()):
        if PLACE[a][0] >= PLACE[b][0]:
            sys.exit("drawing.py: %s includes %s, which is not below it" % (a, b))
        if b == "core":
            continue  # everything stands on it: a number in the box
        (x1, y1), (x2, y2) = at(a), at(b)
        # arrows leave and arrive side by side, in the order of where they go
        outs = sorted((t for f, t in found if f == a and t != "core"), key=lambda t: (at(t)[0], -at(t)[1]))
        ins = sorted((f for f, t in found if t == b), key=lambda f: (at(f)[0], at(f)[1]))
        x1 += (outs.index(b) - (len(outs) - 1) / 2) * min(30, (W - 40) / len(outs))
        x2 += (ins.index(a) - (len(ins) - 1) / 2) * min(30, (W - 40) / len(ins))
        y1, y2 = y1 + H / 2, y2 - H / 2 - 7
        curve, middle = way(a, b, x1, y1, x2, y2)
        n = rounded(n)
        text = a == "web" and b == "wasm"
        lines.append('<path class="arrow%s" d="%s" stroke-width="%g" marker-end="url(#head)"/>'
                     % (" text" if text else "", curve, {1: 1.2, 4: 2, 16: 3, 64: 4}[n]))
        if number(n):
            marks.append('<text class="count" x="%g" y="%g">%s</text>' % (middle[0] + 4, middle[1] + 4, number(n)))
    out += lines
    for layer, (row, column, where, what) in PLACE.items():
        if layer not in there:
            continue
        x, y = at(layer)
        wide = width - 48 if layer == "core" else W
        kind = "game" if layer in GAME else "library" if layer in LIBRARY else "shell"
        x = width / 2 if layer == "core" else x
        out.append('<rect class="box %s" x="%g" y="%g" width="%g" height="%d" rx="8"/>' % (kind, x - wide / 2, y - H / 2, wide, H))
        out.append('<text class="where" x="%g" y="%g">%s</text>' % (x, y - 4, html.escape(where)))
        out.append('<text class="what" x="%g" y="%g">%s</text>' % (x, y + 15, html.escape(what)))
        if (layer, "core") in found:
            out.append('<path class="foot" d="M%g %g v10" marker-end="url(#foot)"/>' % (x - W / 2 + 14, y + H / 2))
    out += marks
    y = at("core")[1] - H / 2 - 14
    out.append('<path class="foot" d="M34 %g v-10" transform="rotate(180 34 %g)" marker-end="url(#foot)"/><text class="legend" x="46" y="%g">stands on the core, too</text>'
               % (y - 6, y - 11, y - 6))
    for i, (kind, words) in enumerate((("library", "libirori: plain C, pure, also wasm"), ("shell", "programs around it"), ("game", "a game's own"), ("number", "16+  at least so many files do"))):
        x = (210, 450, 620, 750)[i]
        if kind != "number":
            out.append('<rect class="box %s" x="%g" y="%g" width="16" height="11" rx="3"/>' % (kind, x - 22, y - 15))
        out.append('<text class="legend" x="%g" y="%g">%s</text>' % (x, y - 6, words))
    return "\n".join(out + ["</svg>", ""])


LIGHT = {"paper": "#fbf8f3", "ink": "#2b2622", "soft": "#6d645c", "line": "#8a7f75", "folder": "#f6e9d8", "edge": "#d0a873", "game": "#fffaf2", "library": "#e4efe5", "shell": "#e8ecf5", "rim": "#b9b0a6"}
DARK = {"paper": "#1f1c1a", "ink": "#f0e9e0", "soft": "#b8ada3", "line": "#a0958a", "folder": "#33291d", "edge": "#8a6c45", "game": "#4a3b2a", "library": "#2b3b30", "shell": "#2c3344", "rim": "#6a6058"}
# no CSS variables: not every program that shows SVG has them
COLOURS = """.paper { fill: PAPER; } .folder { fill: FOLDER; stroke: EDGE; } .box { stroke: RIM; } .game { fill: GAME; } .library { fill: LIBRARY; }
.shell { fill: SHELL; } .arrow, .foot { stroke: LINE; } .tip { fill: LINE; } text { fill: INK; } .what, .legend { fill: SOFT; } .count { stroke: PAPER; }"""


def colours(palette):
    return re.sub(r"\b[A-Z]+\b", lambda m: palette[m.group().lower()], COLOURS)


STYLE = """<style>
%s
@media (prefers-color-scheme: dark) {
%s
}
text { font-family: system-ui, "Noto Sans", sans-serif; } .folder { stroke-dasharray: 5 4; } .arrow, .foot { fill: none; } .foot { stroke-width: 1.4; } .text { stroke-dasharray: 6 4; }
.where { font-size: 14px; font-weight: 600; text-anchor: middle; } .what { font-size: 11px; text-anchor: middle; }
.count { font-size: 11px; font-weight: 600; paint-order: stroke; stroke-width: 3px; } .sheet { font-size: 14px; font-weight: 600; } .legend { font-size: 11px; }
</style>
""" % (colours(LIGHT), colours(DARK)) + """<defs><marker id="head" viewBox="0 0 8 8" refX="3" refY="4" markerWidth="8" markerHeight="8" markerUnits="userSpaceOnUse" orient="auto"><path class="tip" d="M0 0 L8 4 L0 8 Z"/></marker>
<marker id="foot" viewBox="0 0 8 8" refX="4" refY="4" markerWidth="6" markerHeight="6" markerUnits="userSpaceOnUse" orient="auto"><circle class="tip" cx="4" cy="4" r="4"/></marker></defs>"""


if __name__ == "__main__":
    text = draw(arrows())
    if sys.argv[1:] == ["--check"]:
        fresh = OUT.exists() and OUT.read_text() == text
        print("%sok 1 - docs/pictures/architecture.svg is what the includes say\n1..1" % ("" if fresh else "not "))
        if not fresh:
            print("# python3 scripts/drawing.py draws it again")
        sys.exit(not fresh)
    OUT.write_text(text)
