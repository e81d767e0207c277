#!/usr/bin/env python3
"""art.py ROOT: the drawings of web/art are complete, small, and can be told apart. TAP.

What is measured on pixels (at 44 px, the width of a card in a phone's hand) needs rsvg-convert and is skipped without it."""
import gzip
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

FIGURES = ["mecha", "girl", "daikon", "kitsune", "sushi"]
KK = ["hf-%d%s" % (m, c) for m in range(1, 13) for c in "abcd"]
KAIJU = ["pk-%d" % n for n in range(1, 12)]
MECHA = ["pk-mecha-%d" % n for n in range(1, 7)]
FACES = ["ga-" + f for f in FIGURES]
BACKS = ["ga-back-" + "-".join(c) for n in (2, 3) for c in itertools.combinations(FIGURES, n)]
CARDS = KK + KAIJU + MECHA + FACES
OTHERS = (
    ["hf-back", "hf-frame", "pk-back", "pk-wound", "pk-pair-back", "ga-machine", "ga-joker", "ga-slot-joker", "ga-slot-empty", "ga-equals", "ga-reward",
     "ga-reward-back", "ga-joined-2", "ga-joined-3", "ga-joined-4", "ga-used", "ga-mark-5", "ga-mark-6", "ir-logo", "ir-app"] + BACKS
    + ["hf-mark-" + k for k in "bright rain animal sake poem red blue plain".split()]
    + ["hf-suit-%d" % m for m in range(1, 13)]
    + ["pk-kaiju-%d" % n for n in range(1, 12)]
    + ["pk-%s-%d" % (k, n) for k in ("machine", "die", "pair") for n in range(1, 7)]
    + ["pk-effect-" + e for e in "reroll steal draw cancel set any ones wound eights".split()]
    + ["ga-%s-%s" % (k, f) for k in ("figure", "glyph", "capsule", "slot") for f in FIGURES]
    + ["ga-%s-%s" % (k, c) for k in ("half", "ticket") for c in ("blue", "pink", "yellow", "rainbow")]
    + ["ga-token-" + t for t in ("turn", "joker", "points", "back")]
    + ["ir-seat-%d" % n for n in range(1, 7)] + ["ir-digit-%d" % n for n in range(10)]
    + ["ir-icon-" + i for i in """menu undo hint rules settings help copy share play pause replay check cross bot person link clock offline download
       language sun moon eye left right up down""".split()])
KIND = {"bright": "1a 3a 8a 11a 12a", "animal": "2a 4a 5a 6a 7a 8b 9a 10a 11b", "ribbon": "1b 2b 3b 4b 5b 6b 7b 9b 10b 11c"}
KIND = {"hf-" + c: k for k, v in KIND.items() for c in v.split()}
LIMIT = {"hanafuda": (90000, 25000), "pikit": (70000, 25000), "gacha": (50000, 25000), "common": (20000, 8000)}  # bytes, gzipped
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
rich = []
for i in KK:
    used = set()
    shown(i, lambda e, s, st, w, layers: used.update({e.get("fill", "none"), st or "none"} & PIGMENTS))
    most = {"plain": 4, "ribbon": 5}.get(KIND.get(i, "plain"), 8)
    if len(used) > most:
        rich.append("%s has %d pigments: %s" % (i, len(used), " ".join(sorted(used))))
tap(not rich, "at most four pigments on a plain hanafuda, five with a ribbon, eight anywhere", rich)

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
    for i in CARDS + BACKS + ["hf-back", "pk-back", "ga-reward", "ga-reward-back"]:
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
    seen = {i: grey(v) for i, v in show("hanafuda", KK, 44, "#c9d2bc").items()}
    gap = {(p, q): sum(abs(a - b) for a, b in zip(seen[p], seen[q])) / len(seen[p]) for p, q in itertools.combinations(KK, 2)}
    suit = lambda i: i[:-1]
    apart(min((v, p, q) for (p, q), v in gap.items() if suit(p) != suit(q)), 30, "hanafuda of two suits")
    apart(min((v, p, q) for (p, q), v in gap.items() if suit(p) == suit(q) and KIND.get(p) != KIND.get(q)), 20, "two kinds of one suit")
    silhouettes("pikit", ["pk-kaiju-%d" % n for n in range(1, 12)], 0.75, "kaiju")
    silhouettes("pikit", ["pk-machine-%d" % n for n in range(1, 7)], 0.60, "mechas")
    silhouettes("gacha", ["ga-figure-" + f for f in FIGURES], 0.70, "figures")
    silhouettes("gacha", ["ga-glyph-" + f for f in FIGURES], 0.70, "figures' signs")
    corner = []  # keep-out: 116 x 152 u; plants may touch it, a sky fills it, the trunk of 3d stands in it
    for i, v in show("hanafuda", [k for k in KK if k not in ("hf-8a", "hf-11d", "hf-3d")], 150, "#c9d2bc").items():
        rows = [v[y * 150:(y + 1) * 150] for y in range(6, 76)]
        inside = [p for r in rows for p in r[6:58]]
        full = sum(abs(p[0] - 250) + abs(p[1] - 245) + abs(p[2] - 233) > 90 for p in inside) / len(inside)
        if full > 0.14:
            corner.append("%s: %.0f %% of the corner is drawn on" % (i, 100 * full))
    tap(not corner, "the corner of a hanafuda's tab is free", corner)
else:
    number += 1
    print("ok %d - what can be seen # SKIP rsvg-convert is not installed" % number)
print("1..%d" % number)
sys.exit(failed)
