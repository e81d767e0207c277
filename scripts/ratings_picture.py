#!/usr/bin/env python3
"""ratings_picture.py NAME=FILE...: what `build-test/tests/ratings played` printed, as a picture (docs/pictures/ratings.svg), on stdout.

How well ratings know the order of strengths after so many games: plain results, the same with luck taken out, and about what the games can tell.
"""
import re
import sys
from xml.sax.saxutils import escape

W, H, LEFT, TOP, ROW = 180, 120, 34, 44, 170
GAMES, LOW = 30, 0.5


def read(path):
    text = open(path, encoding="utf-8").read()
    rows = [[c.strip() for c in line.split("|")[1:-1]] for line in text.splitlines() if re.match(r"\| \d+ \|", line)]
    bounds = [float(x) for x in re.findall(r"bound after 30 games[^:]*: rank correlation ([\d.]+)", text)]
    return [[(int(r[0]), float(r[at])) for r in rows] for at in (1, 5)], bounds


def panel(x0, y0, name, curves, bounds):
    def at(games, value):
        return "%.1f,%.1f" % (x0 + W * games / GAMES, y0 + H * (1 - (max(value, LOW) - LOW) / (1 - LOW)))

    yield '<text x="%d" y="%d" class="name">%s</text>' % (x0, y0 - 8, escape(name))
    yield '<rect x="%d" y="%d" width="%d" height="%d" class="frame"/>' % (x0, y0, W, H)
    for value in (0.6, 0.7, 0.8, 0.9):
        yield '<path d="M%s L%s" class="grid"/>' % (at(0, value), at(GAMES, value))
        yield '<text x="%d" y="%.1f" class="tick">%.1f</text>' % (x0 - 4, float(at(0, value).split(",")[1]) + 4, value)
    yield '<path d="M%s L%s" class="goal"/>' % (at(0, 0.95), at(GAMES, 0.95))
    for games in (10, 20, 30):
        yield '<text x="%.1f" y="%d" class="games">%d</text>' % (x0 + W * games / GAMES, y0 + H + 14, games)
    for kind, curve, bound in zip(("plain", "luck"), curves, bounds):
        yield '<polyline points="%s" class="%s"/>' % (" ".join(at(*p) for p in curve), kind)
        yield '<circle cx="%s" cy="%s" r="4" class="%s"/>' % (*at(GAMES, bound).split(","), kind)


def main():
    shown = [a.split("=", 1) for a in sys.argv[1:]]
    across = 3
    width, height = LEFT + across * (W + LEFT + 8), TOP + -(-len(shown) // across) * ROW
    print('<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" role="img" aria-label="Rank correlation by games played">' % (width, height))
    print("<style>text{font:11px sans-serif;fill:#555}.name{font-weight:bold}.tick{text-anchor:end}.games{text-anchor:middle}"
          ".frame{fill:none;stroke:#999}.grid{stroke:#ccc;stroke-width:.5}.goal{stroke:#999;stroke-dasharray:2 3}"
          "polyline{fill:none;stroke-width:2}.plain{stroke:#c0392b}.luck{stroke:#2471a3;stroke-dasharray:6 3}circle{fill:none;stroke-width:1.5;stroke-dasharray:none!important}</style>")
    print('<rect width="%d" height="%d" fill="#fff"/>' % (width, height))
    print('<text x="%d" y="16">Rank correlation by games. Red: results. Blue, dashed: luck taken out. Circles: about what 30 games can tell. Dotted: 0.95.</text>' % LEFT)
    for i, (name, path) in enumerate(shown):
        for line in panel(LEFT + i % across * (W + LEFT + 8), TOP + i // across * ROW, name, *read(path)):
            print(line)
    print("</svg>")


main()
