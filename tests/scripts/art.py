#!/usr/bin/env python3
"""art.py ROOT: the drawings of web/art and of every game are complete, small, and can be told apart. TAP.

tests/art.py in the folder of a game or of cards says what it must have: CARDS (with the layers base, mid and fine), BACKS and OTHERS; LIMIT, the bytes of its
sprite; shapes(art) and pixels(art), checks of its own with what is defined here. All of that may be missing.
What is measured on pixels (at 44 px, the width of a card in a phone's hand) needs rsvg-convert and is skipped without it."""
import gzip
import importlib.util
import itertools
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
    demand("OTHERS") + BACKS + ["ir-logo", "ir-app"]
    + ["ir-seat-%d" % n for n in range(1, 7)] + ["ir-digit-%d" % n for n in range(10)]
    + ["ir-icon-" + i for i in """menu undo hint rules settings help copy share play pause replay check cross bot person link clock offline download
       language sun moon eye left right up down""".split()])
LIMIT = {**{g: getattr(m, "LIMIT", (90000, 25000)) for g, m in OWN.items()}, "common": (20000, 8000)}  # bytes, gzipped
INK, PAPER = "#1e1b1a", "#faf5e9"
PIGMENTS = set("""#fff #c6362c #7f1d2b #23497d #6c4e9b #1f4d3a #7faf4c #f4bf3a #db7426 #f3b4c4 #8cc8dc #d8b787 #8a847b #6b432e""".split())
FLATS = {INK, PAPER, "#f3e4c6", "#dcebef", "#e2d9c5", "none", "currentcolor"}  # ink, paper, grounds
FLATS |= set("#c56731 #1a8ee5 #244234 #fadc42 #631f7a #ced6de #2b63a8 #e77fa6 #fbe07a #e58fa6 #c45e22 #98d066 #3d7cb4 #f7f5f0".split())
FLATS.add("var(--paper,#faf5e9)"), FLATS.add("var(--ground,#faf5e9)"), FLATS.add("var(--sand,#d8b787)"), FLATS.add("var(--ember,#c6362c)")
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
    unlayered += ["%s has no group %s" % (i, need) for need in ("base", "mid", "fine") if need not in seen]
tap(not unlayered, "every card has the layers base, mid and fine", unlayered)
colours = sorted({"%s: %s" % (g, v) for g, t in tree.items() for e in t.iter() for k, v in e.attrib.items()
                  if k in ("fill", "stroke", "color") and v.lower() not in PIGMENTS | FLATS})
tap(not colours, "no colour that is not in the brief", colours)
for module in OWN.values():
    if hasattr(module, "shapes"):
        module.shapes(sys.modules[__name__])

# ---- small ----
for g, (raw, packed) in LIMIT.items():
    a, b = len(text[g].encode()), len(gzip.compress(text[g].encode(), 9, mtime=0))
    tap(a < raw and b <= packed, "sprite.%s.svg: %d bytes, %d gzipped (at most %d, %d)" % (g, a, b, raw, packed))
icons = [root / "web" / "art" / name for name in art.ICONS]
icons = [str(p) for p in icons if not p.exists() or p.stat().st_size > 20000]
tap(not icons, "the app's icons are there and small", icons)

# ---- no line thinner than 1.1 px is ever shown ----
thin = {}
for pixels, hidden in ((44, {"mid", "fine", "large"}), (90, {"fine", "small"}), (300, {"small"})):
    line = {44: 8, 90: 6, 300: 5}[pixels]

    def visit(e, scale, stroke, width, layers):
        if stroke in (None, "none") or hidden & set(layers):
            return
        m = re.fullmatch(r"(?:calc\()?var\(--line,6px\)(?:([*/])([\d.]+)\))?", str(width))
        w = float(width) if not m else line * (float(m.group(2)) if m.group(1) == "*" else 1 / float(m.group(2)) if m.group(1) else 1)
        if w * scale * pixels / 300 < 1.09:
            thin["%s at %d px: %.2f px, d=%.40s" % (i, pixels, w * scale * pixels / 300, e.get("d"))] = 1
    for i in CARDS + BACKS:
        shown(i, visit)
tap(not thin, "no line under 1.1 px on a card of 44, 90 or 300 px", thin)


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


def show(game, ids, width, ground):
    """{id: [(r, g, b[, a]) of its pixels]}, drawn without tabs."""
    svg, place = art.sheet_svg(text[game], ids, width, columns=12, gap=4, ground=ground, tab=False)
    png = subprocess.run(["nice", "rsvg-convert"], input=svg.encode(), capture_output=True, check=True).stdout
    rows = pixels_of(png)
    return {i: [rows[y + dy][x + dx] for dy in range(h) for dx in range(w)] for i, (x, y, w, h) in zip(ids, place)}


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
