#!/usr/bin/env python3
"""art.py: pack the drawings of web/art and games/*/page/art into one sprite a game, and show them.

    scripts/art.py                      write web/art/sprite.common.svg and games/*/page/sprite.svg (and the app icons, if rsvg-convert is there)
    scripts/art.py --check              write nothing; exit 1 if a sprite is not what its sources would give
    scripts/art.py sheet GAME WIDTH OUT.png [night] [grey] [ID ...]
                                        a contact sheet at WIDTH pixels a card, as a page would show it (rsvg-convert)

A drawing is a plain SVG file; web/art/README.md says how one is made. Packing changes only what a page needs changed:
  - the file's root becomes <symbol id="PREFIX-NAME">, its parts.svg the <defs>; ids get the prefix, so that they never clash;
  - groups of class mid, fine, small and tab get display="var(--mid)" and so on: a custom property is the one thing that
    reaches into a <use>, so the page switches the layers by setting it, with no style of ours in the document;
  - the contour, 6 units in a source, becomes var(--line,6px), undone for the scale of each <use>: a page sets 8, 6 or 5;
  - comments, titles, spaces and needless digits go.
Only Python's standard library is needed."""
import math
import pathlib
import re
import shutil
import subprocess
import sys
import xml.etree.ElementTree as ET

import games as folders

SVG = "http://www.w3.org/2000/svg"
NS = "{%s}" % SVG

# Where drawings are: the page's own (common), and every game's page/art. Their names in a sprite begin with the prefix.
GAMES = {"common": "ir", **{name: folders.about(folder).get("prefix", name) for name, folder, _ in folders.games() if (folder / "page/art").is_dir()},
         **{folder.name: folders.about(folder).get("prefix", folder.name) for folder in sorted((folders.root / "cards").iterdir()) if (folder / "page/art").is_dir()}}


def page_of(root, game):
    return (root / "games" / game if (root / "games" / game).is_dir() else root / "cards" / game) / "page"


def folder_of(root, game):
    return root / "web/art/common" if game == "common" else page_of(root, game) / "art"


def sprite_of(root, game):
    return root / "web/art/sprite.common.svg" if game == "common" else page_of(root, game) / "sprite.svg"
CONTOUR = {"6": "var(--line,6px)",  # of a shape
           "7": "calc(var(--line,6px)*1.2)",  # of a figure, which is shown smaller on its card
           "10": "calc(var(--line,6px)*1.7)"}  # around a cluster: half of it is under the fill (paint-order)
LAYERS = {"mid": "var(--mid)", "fine": "var(--fine)", "small": "var(--small,none)", "large": "var(--large)", "tab": "var(--tab)"}
NUMBER = re.compile(r"[-+]?(?:\d+\.?\d*|\.\d+)(?:e[-+]?\d+)?", re.I)
ARGS = {"M": 2, "L": 2, "H": 1, "V": 1, "C": 6, "S": 4, "Q": 4, "T": 2, "A": 7, "Z": 0}
# the app's icons, from drawings of their own: what is masked keeps to the middle four fifths
SMALL, LARGE = 64, 161  # pixels: cards up to this width show their small shapes, from that one their fine lines
ICONS = {"app-180.png": ("icon-masked", 180), "app-192.png": ("icon", 192), "app-512.png": ("icon", 512), "app-masked.png": ("icon-masked", 512)}


# ---- numbers and paths ----

def number(x, digits=1):
    s = ("%.*f" % (digits, x)).rstrip("0").rstrip(".") if digits else "%d" % round(x)
    if s in ("-0", ""):
        return "0"
    return s.replace("0.", ".", 1) if s.startswith("0.") else s.replace("-0.", "-.", 1)


def join(numbers):
    """Numbers with as few separators as a path needs."""
    out = ""
    for s in numbers:
        if out and not (s.startswith("-") or (s.startswith(".") and "." in re.split(r"[ -]", out)[-1])):
            out += " "
        out += s
    return out


def segments(d):
    """[(command, [numbers])], one segment each; implicit repetition is spelt out."""
    out = []
    for cmd, rest in re.findall(r"([MLHVCSQTAZ])([^MLHVCSQTAZ]*)", d, re.I):
        upper = cmd.upper()
        if upper == "A":  # flags may be written together
            nums = []
            rest = re.sub(r"[,\s]+", " ", rest).strip()
            while rest:
                for k in range(7):
                    m = re.match(r" ?([01])", rest) if k in (3, 4) else re.match(r" ?(%s)" % NUMBER.pattern, rest, re.I)
                    if not m:
                        raise ValueError("arc: " + d)
                    nums.append(float(m.group(1)))
                    rest = rest[m.end():]
                rest = rest.strip()
        else:
            nums = [float(x) for x in NUMBER.findall(rest)]
        n = ARGS[upper]
        if n == 0:
            out.append((cmd, []))
            continue
        if not nums or len(nums) % n:
            raise ValueError("path: " + d)
        for i in range(0, len(nums), n):
            c = cmd
            if i and upper == "M":
                c = "L" if cmd == "M" else "l"
            out.append((c, nums[i:i + n]))
    return out


def path(d, digits=1):
    """The same path, shorter: each segment absolute or relative, whichever is less to write."""
    x = y = sx = sy = 0.0
    last, text = "", ""
    grid = 10 ** digits
    snap = lambda v: round(v * grid) / grid
    for cmd, a in segments(d):
        up, rel = cmd.upper(), cmd.islower()
        if up == "Z":
            text += "z"
            x, y, last = sx, sy, "z"
            continue
        if up == "H":
            pts = [a[0] + (x if rel else 0)]
        elif up == "V":
            pts = [a[0] + (y if rel else 0)]
        elif up == "A":
            pts = a[:5] + [a[5] + (x if rel else 0), a[6] + (y if rel else 0)]
        else:
            pts = [v + ((x, y)[i % 2] if rel else 0) for i, v in enumerate(a)]
        pts = [snap(v) for v in pts]
        if up == "L" and pts[1] == snap(y):
            up, pts = "H", pts[:1]
        elif up == "L" and pts[0] == snap(x):
            up, pts = "V", pts[1:]
        if up == "H":
            away = [pts[0] - x]
        elif up == "V":
            away = [pts[0] - y]
        elif up == "A":
            away = pts[:5] + [pts[5] - x, pts[6] - y]
        else:
            away = [v - (x, y)[i % 2] for i, v in enumerate(pts)]
        best = None
        for c, v in ((up, pts), (up.lower(), away)):
            if up == "A":
                body = join([number(q, digits) for q in v[:3]]) + " %d%d" % (v[3], v[4]) + join([number(q, digits) for q in v[5:]])
            else:
                body = join([number(q, digits) for q in v])
            implied = c == last or (last == "M" and c == "L") or (last == "m" and c == "l")
            t = (("" if body[:1] == "-" else " ") if implied else c) + body
            if best is None or len(t) < len(best[0]):
                best = (t, c)
        text += best[0]
        last = best[1]
        if up == "H":
            x = pts[0]
        elif up == "V":
            y = pts[0]
        else:
            x, y = pts[-2], pts[-1]
        if up == "M":
            sx, sy = x, y
    return text


def transform(t):
    def one(m):
        name, nums = m.group(1), [float(v) for v in NUMBER.findall(m.group(2))]
        digits = {"scale": 3, "rotate": 1, "matrix": 4}.get(name, 1)
        if nums == [0.0] and name == "rotate" or set(nums) == {1.0} and name == "scale" or name == "translate" and not any(nums):
            return ""
        if name == "translate" and len(nums) == 2 and nums[1] == 0:
            nums = nums[:1]
        return "%s(%s)" % (name, join([number(v, digits) for v in nums]))
    return re.sub(r"\s*(\w+)\(([^)]*)\)\s*", one, t)


def scale_of(t):
    """How much a transform stretches lines."""
    k = 1.0
    for name, body in re.findall(r"(\w+)\(([^)]*)\)", t or ""):
        v = [float(x) for x in NUMBER.findall(body)]
        if name == "scale":
            k *= math.sqrt(abs(v[0] * v[-1]))
        elif name == "matrix":
            k *= math.sqrt(abs(v[0] * v[3] - v[1] * v[2]))
    return k


def colour(v):
    v = re.sub(r"\s*,\s*", ",", v.strip())
    return re.sub(r"#(?:([0-9a-f])\1)(?:([0-9a-f])\2)(?:([0-9a-f])\3)(?![0-9a-f])", r"#\1\2\3", v, flags=re.I).lower() if v.startswith("#") else v


# ---- packing ----

def clean(e, prefix, inked):
    """A packed copy of an element; None if nothing of it is drawn. inked: its file's root sets a contour, which every <use> in it inherits."""
    if not isinstance(e.tag, str) or e.tag in (NS + "title", NS + "desc", NS + "metadata", NS + "style"):
        return None
    out = ET.Element(e.tag.replace(NS, ""))
    for k, v in e.attrib.items():
        if k.startswith("{http://www.w3.org/XML"):
            continue
        if k == "href" or k.endswith("}href"):
            f, _, frag = v.partition("#")
            if f in ("", "parts.svg"):
                v = "#%s-p-%s" % (prefix, frag)
            else:
                v = "#%s-%s" % (prefix, f.removesuffix(".svg"))
            k = "href"
        elif k == "id":
            v = "%s-p-%s" % (prefix, v)
        elif k == "d":
            v = path(v)
        elif k == "transform":
            v = transform(v)
            if not v:
                continue
        elif k in ("fill", "stroke"):
            v = colour(v)
        elif k == "points":
            v = join([number(float(x)) for x in NUMBER.findall(v)])
        elif re.fullmatch(NUMBER, v):
            v = number(float(v))
            if v == "0" and k in ("x", "y", "cx", "cy"):
                continue
        out.set(k, v)
    if out.get("stroke-width") in CONTOUR:
        out.set("stroke-width", CONTOUR[out.get("stroke-width")])
    if inked and out.tag == "use" and "stroke-width" not in out.attrib:
        k = scale_of(e.get("transform"))
        if abs(k - 1) > 0.02:
            out.set("stroke-width", "calc(var(--line,6px)/%s)" % number(k, 2))
    for name in (out.get("class") or "").split():
        if name in LAYERS:
            out.set("display", LAYERS[name])
    for c in e:
        c = clean(c, prefix, inked)
        if c is not None:
            out.append(c)
    if out.tag == "g" and not len(out):
        return None
    return out


def sources(root, game):
    """The files of a game, in the order people count: 1a before 10a."""
    key = lambda p: [int(x) if x.isdigit() else x for x in re.split(r"(\d+)", p.stem)]
    files = folder_of(root, game).glob("*.svg")
    return sorted((p for p in files if p.stem != "parts"), key=lambda p: [(isinstance(x, str), x) for x in key(p) if x != ""])


def pack(root, game):
    """The text of a game's sprite."""
    prefix, folder = GAMES[game], folder_of(root, game)
    sprite = ET.Element("svg", {"xmlns": SVG})
    parts = folder / "parts.svg"
    if parts.exists():
        defs = ET.SubElement(sprite, "defs")
        shared = ET.parse(parts).getroot()
        for e in shared:
            e = clean(e, prefix, shared.get("stroke-width"))
            if e is not None:
                defs.append(e)
    for file in sources(root, game):
        e = ET.parse(file).getroot()
        s = clean(e, prefix, e.get("stroke-width"))
        s.tag = "symbol"
        for k in ("width", "height", "id"):
            s.attrib.pop(k, None)
        s.attrib = {"id": "%s-%s" % (prefix, file.stem), **s.attrib}
        sprite.append(s)
    text = ET.tostring(sprite, encoding="unicode", short_empty_elements=True)
    return text.replace(" />", "/>") + "\n"


# ---- showing, as a page would ----

def resolve(text, width, tab=True):
    """A sprite's text with its custom properties put in, for a card of this many pixels: what is not drawn is taken out."""
    s, l = width <= SMALL, width >= LARGE
    var = {"mid": "none" if s else "inline", "fine": "inline" if l else "none", "small": "inline" if s else "none",
           "large": "none" if s else "inline", "line": "8px" if s else "5px" if l else "6px", "tab": "inline" if tab else "none"}
    text = re.sub(r"var\(--([\w-]+)(?:,([^()]*))?\)", lambda m: var.get(m.group(1), m.group(2) or "inline"), text)
    text = re.sub(r"calc\(([\d.]+)px/([\d.]+)\)", lambda m: "%.2f" % (float(m.group(1)) / float(m.group(2))), text)
    text = re.sub(r"calc\(([\d.]+)px\*([\d.]+)\)", lambda m: "%.2f" % (float(m.group(1)) * float(m.group(2))), text)
    return re.sub(r"([\d.]+)px\b", r"\1", text)


def drawn(text):
    """The text without what is not displayed: librsvg would draw some of it where a <use> shows it."""
    root = ET.fromstring(text)
    def prune(e):
        for c in list(e):
            if c.get("display") == "none":
                e.remove(c)
            else:
                prune(c)
    prune(root)
    ET.register_namespace("", SVG)
    return ET.tostring(root, encoding="unicode")


def boxes(text):
    """{id: viewBox} of a sprite's symbols, in order."""
    return {e.get("id"): [float(v) for v in e.get("viewBox").split()] for e in ET.fromstring(text).iter(NS + "symbol")}


def sheet_svg(text, ids, width, columns=0, gap=6, ground="#c9d2bc", tab=True):
    """An SVG of a grid of symbols; (svg, [(x, y, w, h)] for each id)."""
    all_boxes = boxes(text)
    columns = columns or max(1, min(len(ids), 1240 // (width + gap)))
    body, place, x, y, row = "", [], gap, gap, 0
    for i, one in enumerate(ids):
        b = all_boxes[one]
        h = round(width * b[3] / b[2])
        if i and i % columns == 0:
            x, y, row = gap, y + row + gap, 0
        radius = {480.0: 22, 420.0: 24}.get(b[3], 0) * width / 300  # the page rounds the corners of cards
        at = 'x="%d" y="%d" width="%d" height="%d"' % (x, y, width, h)
        use = '<use href="#%s" %s/>' % (one, at)
        if radius:
            use = '<clipPath id="c%d"><rect %s rx="%.1f"/></clipPath><g clip-path="url(#c%d)">%s</g>' % (i, at, radius, i, use)
        body += use
        place.append((x, y, width, h))
        x, row = x + width + gap, max(row, h)
    w = gap + columns * (width + gap)
    inner = re.sub(r"^<svg[^>]*>|</svg>\s*$", "", drawn(resolve(text, width, tab)))
    return '<svg xmlns="%s" width="%d" height="%d"><rect width="100%%" height="100%%" fill="%s"/><defs>%s</defs>%s</svg>' % (
        SVG, w, y + row + gap, ground, inner, body), place


def render(svg, out, zoom=1):
    subprocess.run(["nice", "rsvg-convert", "-z", str(zoom), "-o", str(out)], input=svg.encode(), check=True)


def sheet(root, game, width, out, words):
    text = pack(root, game)
    have = boxes(text)
    ids = [w for w in words if w in have] or list(have)
    svg, _ = sheet_svg(text, ids, width, ground="#2b221a" if "night" in words else "#d6c39b")
    if "grey" in words:
        svg = svg.replace("<defs>", '<filter id="grey"><feColorMatrix type="saturate" values="0"/></filter><g filter="url(#grey)"><defs>', 1)
        svg = svg[:-6] + "</g></svg>"
    render(svg, out)


def main():
    root = pathlib.Path(__file__).resolve().parent.parent
    words = sys.argv[1:]
    if words[:1] == ["sheet"]:
        sheet(root, words[1], int(words[2]), words[3], words[4:])
        return 0
    art, stale = root / "web" / "art", []
    for game in GAMES:
        file, text = sprite_of(root, game), pack(root, game)
        if words == ["--check"]:
            if not file.exists() or file.read_text() != text:
                stale.append(file.relative_to(root))
        else:
            file.write_text(text)
    if words == ["--check"]:
        for name in stale:
            print("%s is not what its sources give; run scripts/art.py" % name)
        return bool(stale)
    if shutil.which("rsvg-convert"):
        for name, (drawing, size) in ICONS.items():
            render((art / (drawing + ".svg")).read_text(), art / name, size / 512)
    return 0


if __name__ == "__main__":
    sys.exit(main())
