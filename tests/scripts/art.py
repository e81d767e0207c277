#!/usr/bin/env python3
"""art.py ROOT: the drawings of web/art and of every game are complete, small, and can be told apart. TAP.

tests/art.py in the folder of a game or of cards says what it must have: CARDS (with the layers base and mid), BACKS and OTHERS; TONES, {colour: the pigment it is
a tone of}; LIMIT, the bytes of its sprite; shapes(art) and pixels(art), checks of its own with what is defined here. All of that may be missing.
What is measured on pixels (at 44 px, the width of a card in a phone's hand) needs rsvg-convert and is skipped without it."""
import functools
import gzip
import importlib.util
import itertools
import math
import pathlib
import re
import shutil
import struct
import subprocess
import sys
import xml.etree.ElementTree as ET
import zlib

root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "scripts"))
sys.dont_write_bytecode = True
import art  # noqa: E402


def own(game):
    """The module with what one folder demands, None without one."""
    path = art.page_of(root, game).parent / "tests/art.py"
    if not path.exists():
        return None
    spec = importlib.util.spec_from_file_location("art_of_" + game, path)
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


OWN = {g: own(g) for g in art.GAMES if g != "common"}
demand = lambda what: [i for m in OWN.values() for i in getattr(m, what, [])]
CARDS, BACKS = demand("CARDS"), demand("BACKS")
OTHERS = (
    demand("OTHERS") + BACKS + ["ir-logo", "ir-logo-small"]
    + ["ir-seat-%d" % n for n in range(1, 7)] + ["ir-digit-%d" % n for n in range(10)]
    + ["ir-icon-" + i for i in """menu undo hint rules settings help copy share play pause replay check cross bot person link clock offline download
       language sun moon eye left right up down""".split()])
LIMIT = {**{g: getattr(m, "LIMIT", (90000, 25000)) for g, m in OWN.items()}, "common": (20000, 8000)}  # bytes, gzipped
INK, PAPER = "#1e1b1a", "#faf5e9"
PIGMENTS = set("""#fff #c6362c #7f1d2b #23497d #6c4e9b #1f4d3a #7faf4c #f4bf3a #db7426 #f3b4c4 #8cc8dc #d8b787 #8a847b #6b432e""".split())
FLATS = {INK, PAPER, "#f3e4c6", "#dcebef", "#e2d9c5", "none", "currentcolor"}  # ink, paper, grounds
FLATS |= set("#c56731 #1a8ee5 #244234 #fadc42 #631f7a #ced6de #2b63a8 #e77fa6 #fbe07a #e58fa6 #c45e22 #98d066 #3d7cb4 #f7f5f0".split())
FLATS.add("var(--paper,#faf5e9)"), FLATS.add("var(--ground,#faf5e9)"), FLATS.add("var(--ember,#f0904f)"), FLATS.add("var(--hot,#ffd27a)")
TONES = {t for m in OWN.values() for t in getattr(m, "TONES", ())}
RESERVE = "var(--paper,#faf5e9)"  # a line of paper between two shapes: it may be as thin as it likes
SHAPES = {art.NS + t for t in ("path", "rect", "circle", "ellipse", "line", "polyline", "polygon")}

number, failed = 0, False


def tap(good, what, notes=()):
    global number, failed
    number += 1
    for line in list(notes)[:20]:
        print("# " + line)
    print("%sok %d - %s" % ("" if good else "not ", number, what))
    failed |= not good


text = {g: art.sprite_of(root, g).read_text() for g in art.GAMES}
tree = {g: ET.fromstring(t) for g, t in text.items()}
where = {}  # id: (game, element)
double, strange = [], []
for g, t in tree.items():
    for e in t.iter():
        if e.get("id"):
            if e.get("id") in where:
                double.append(e.get("id"))
            where[e.get("id")] = (g, e)


def shown(ident, visit, scale=1.0, stroke=None, width=1.0, layers=()):
    """Call visit(element, scale, stroke, width, layers) for every shape that a symbol shows, through every <use>."""
    def walk(e, scale, stroke, width, layers):
        stroke = e.get("stroke", stroke)
        width = e.get("stroke-width", width)
        scale = scale * art.scale_of(e.get("transform"))
        layers = layers + tuple(c for c in (e.get("class") or "").split())
        if e.tag in SHAPES:
            visit(e, scale, stroke, width, layers)
        elif e.tag == art.NS + "use" and e.get("href")[1:] in where:
            target = where[e.get("href")[1:]][1]
            box = target.get("viewBox")
            if box:
                scale *= float(e.get("width")) / float(box.split()[2])
            walk(target, scale, stroke, width, layers)
        for c in e:
            walk(c, scale, stroke, width, layers)
    walk(where[ident][1], scale, stroke, width, layers)


# ---- complete and clean ----
stale = subprocess.run([sys.executable, str(root / "scripts" / "art.py"), "--check"], capture_output=True, text=True)
tap(stale.returncode == 0, "the sprites are what their sources give", stale.stdout.splitlines())
missing = [i for i in CARDS + OTHERS if i not in where]
tap(not missing, "all %d pictures are there" % len(CARDS + OTHERS), missing)
tap(not double, "no id occurs twice in any sprite", double)
for g, t in tree.items():
    for e in t.iter():
        if e.tag.replace(art.NS, "") not in ("svg", "defs", "symbol", "g", "use", "path", "rect", "circle", "ellipse"):
            strange.append("%s: <%s>" % (g, e.tag))
        for k, v in e.attrib.items():
            lost = k.endswith("href") and where.get(v[1:], ("",))[0] != g
            if lost or "url(" in v or "://" in v or k == "style":
                strange.append("%s: %s=%s" % (g, k, v))
tap(not strange, "shapes and <use> only, and nothing from outside a sprite", strange)
unlayered = []
for i in CARDS:
    seen = {"base"} if any("base" in (e.get("class") or "") for e in where[i][1]) else set()
    shown(i, lambda e, s, st, w, layers: seen.update(layers))
    unlayered += ["%s has no group %s" % (i, need) for need in ("base", "mid") if need not in seen]
    if "large" in seen and "small" not in seen:
        unlayered.append("%s has a group large and none that takes its place when it is small" % i)
tap(not unlayered, "every card has the layers base and mid, and what is only large has a small counterpart", unlayered)
colours = sorted({"%s: %s" % (g, v) for g, t in tree.items() for e in t.iter() for k, v in e.attrib.items()
                  if k in ("fill", "stroke", "color") and v.lower() not in PIGMENTS | FLATS | TONES})
tap(not colours, "no colour that is not in the brief", colours)
for module in OWN.values():
    if hasattr(module, "shapes"):
        module.shapes(sys.modules[__name__])

# ---- small ----
for g, (raw, packed) in LIMIT.items():
    a, b = len(text[g].encode()), len(gzip.compress(text[g].encode(), 9, mtime=0))
    tap(a < raw and b <= packed, "sprite.%s.svg: %d bytes, %d gzipped (at most %d, %d)" % (g, a, b, raw, packed))
icons = [root / "web" / "art" / name for name in art.ICONS]
icons = [str(p) for p in icons if not p.exists() or p.stat().st_size > 32000]
tap(not icons, "the app's icons are there and small", icons)

# ---- no line is too thin to be seen: ink and pigments 1.1 px, a second tone inside its shape 0.65 px ----
thin = {}
for pixels, hidden in ((44, {"mid", "fine", "large"}), (90, {"fine", "small"}), (300, {"small"})):
    line = {44: 8, 90: 6, 300: 5}[pixels]

    def visit(e, scale, stroke, width, layers):
        stroke = (stroke or "none").lower()
        if stroke in ("none", RESERVE) or hidden & set(layers):
            return
        m = re.fullmatch(r"(?:calc\()?var\(--line,6px\)(?:([*/])([\d.]+)\))?", str(width))
        w = float(width) if not m else line * (float(m.group(2)) if m.group(1) == "*" else 1 / float(m.group(2)) if m.group(1) else 1)
        if w * scale * pixels / 300 < (0.65 if stroke in TONES else 1.09):
            thin["%s at %d px: %.2f px, d=%.40s" % (i, pixels, w * scale * pixels / 300, e.get("d"))] = 1
    for i in CARDS + BACKS:
        shown(i, visit)
tap(not thin, "no line under 1.1 px (a second tone 0.65) on a card of 44, 90 or 300 px, but the paper between two shapes", thin)


style = (root / "web/src/style.css").read_text()
chosen = {k: re.search(r"@container \(%s: (\d+)px\) \{ \.card > svg \{ ([^}]*)" % k, style) for k in ("max-width", "min-width")}
tap(all(chosen.values()) and int(chosen["max-width"][1]) == art.SMALL and int(chosen["min-width"][1]) == art.LARGE and "--small: inline" in chosen["max-width"][2]
    and "--fine: inline" in chosen["min-width"][2], "the page chooses the layers by a card's own width, at the widths that are measured here")

# ---- what can be seen ----
def pixels_of(png):
    """Rows of (r, g, b, a) of an 8-bit RGBA or RGB PNG."""
    width, height, _, kind = struct.unpack(">IIBB", png[16:26])
    n = {6: 4, 2: 3}[kind]
    data, at = b"", 8
    while at < len(png):
        size, name = struct.unpack(">I4s", png[at:at + 8])
        data += png[at + 8:at + 8 + size] if name == b"IDAT" else b""
        at += size + 12
    raw, rows, last, stride = zlib.decompress(data), [], bytes(width * n), width * n
    for y in range(height):
        f, line = raw[y * (stride + 1)], bytearray(raw[y * (stride + 1) + 1:(y + 1) * (stride + 1)])
        for x in range(stride):
            a, b, c = line[x - n] if x >= n else 0, last[x], last[x - n] if x >= n else 0
            if f == 1:
                line[x] = line[x] + a & 255
            elif f == 2:
                line[x] = line[x] + b & 255
            elif f == 3:
                line[x] = line[x] + (a + b) // 2 & 255
            elif f == 4:
                pa, pb, pc = abs(b - c), abs(a - c), abs(a + b - 2 * c)
                line[x] = line[x] + (a if pa <= pb and pa <= pc else b if pb <= pc else c) & 255
        last = bytes(line)
        rows.append([tuple(line[x:x + n]) for x in range(0, stride, n)])
    return rows


def show(game, ids, width, ground, drop=None):
    """{id: [(r, g, b[, a]) of its pixels]}, drawn without tabs, and without the groups of a class."""
    packed = text[game]
    if drop:
        packed = ET.fromstring(packed)
        for e in list(packed.iter()):
            for c in [c for c in e if c.get("class") == drop]:
                e.remove(c)
        packed = ET.tostring(packed, encoding="unicode").replace("ns0:", "").replace(":ns0", "")
    svg, place = art.sheet_svg(packed, ids, width, columns=12, gap=4, ground=ground, tab=False)
    png = subprocess.run(["nice", "rsvg-convert"], input=svg.encode(), capture_output=True, check=True).stdout
    rows = pixels_of(png)
    return {i: [rows[y + dy][x + dx] for dy in range(h) for dx in range(w)] for i, (x, y, w, h) in zip(ids, place)}


def shrunk(picture, width, n):
    """A picture with each square of n by n pixels as one."""
    rows = [picture[y * width:(y + 1) * width] for y in range(len(picture) // width)]
    squares = ([p[:3] for r in rows[y:y + n] for p in r[x:x + n]] for y in range(0, len(rows) - n + 1, n) for x in range(0, width - n + 1, n))
    return [tuple(sum(c) // len(s) for c in zip(*s)) for s in squares]


# What the colour-blind see: linear red, green and blue by the matrices of Machado, Oliveira and Fernandes (2009), at full severity.
VISIONS = {"usual": ((1, 0, 0), (0, 1, 0), (0, 0, 1)),
           "protan": ((.152286, 1.052583, -.204868), (.114503, .786281, .099216), (-.003882, -.048116, 1.051998)),
           "deutan": ((.367322, .860646, -.227968), (.280085, .672501, .047413), (-.011820, .042940, .968881)),
           "tritan": ((1.255528, -.076749, -.178779), (-.078411, .930809, .147602), (.004733, .691367, .303900)),
           "grey": ((.2126, .7152, .0722),) * 3}
LINEAR = [v / 255 / 12.92 if v <= 10 else ((v / 255 + .055) / 1.055) ** 2.4 for v in range(256)]


@functools.cache
def lab(pixel, vision):
    """CIELAB of a pixel, as one with this vision sees it."""
    rgb = [LINEAR[v] for v in pixel[:3]]
    r, g, b = (min(1, max(0, sum(k * v for k, v in zip(row, rgb)))) for row in VISIONS[vision])
    f = lambda t: t ** (1 / 3) if t > .008856 else 7.787 * t + 16 / 116
    x, y, z = f((.4124 * r + .3576 * g + .1805 * b) / .9505), f(.2126 * r + .7152 * g + .0722 * b), f((.0193 * r + .1192 * g + .9505 * b) / 1.089)
    return 116 * y - 16, 500 * (x - y), 200 * (y - z)


def distance(one, other):
    """The mean distance of two pictures in CIELAB."""
    return sum(map(math.dist, one, other)) / len(one)


def grey(picture):
    return [(299 * p[0] + 587 * p[1] + 114 * p[2]) / 1000 for p in picture]


def silhouettes(game, ids, most, what):
    solid = {i: [p[3] > 127 for p in v] for i, v in show(game, ids, 44, "none").items()}
    worst = max((sum(a and b for a, b in zip(solid[p], solid[q])) / sum(a or b for a, b in zip(solid[p], solid[q])), p, q)
                for p, q in itertools.combinations(ids, 2))
    tap(worst[0] <= most, "outlines of two %s overlap by at most %.2f (%.3f: %s, %s)" % ((what, most) + worst))


def apart(worst, least, what):
    tap(worst[0] >= least, "%s differ by at least %d in grey at 44 px (%.1f: %s, %s)" % ((what, least) + worst))


if shutil.which("rsvg-convert"):
    for module in OWN.values():
        if hasattr(module, "pixels"):
            module.pixels(sys.modules[__name__])
else:
    number += 1
    print("ok %d - what can be seen # SKIP rsvg-convert is not installed" % number)
print("1..%d" % number)
sys.exit(failed)
