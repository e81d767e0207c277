"""art.py: what the drawings of the hanafuda must be; tests/scripts/art.py reads this."""
import itertools

CARDS = ["hf-%d%s" % (m, c) for m in range(1, 13) for c in "abcd"]
BACKS = ["hf-back"]
OTHERS = (["hf-frame"] + ["hf-mark-" + k for k in "bright rain animal sake poem red blue plain".split()]
          + ["hf-suit-%d" % m for m in range(1, 13)])
LIMIT = 90000, 25000  # bytes, gzipped
KIND = {"bright": "1a 3a 8a 11a 12a", "animal": "2a 4a 5a 6a 7a 8b 9a 10a 11b", "ribbon": "1b 2b 3b 4b 5b 6b 7b 9b 10b 11c"}
KIND = {"hf-" + c: k for k, v in KIND.items() for c in v.split()}


def shapes(art):
    rich = []
    for i in CARDS:
        used = set()
        art.shown(i, lambda e, s, st, w, layers: used.update({e.get("fill", "none"), st or "none"} & art.PIGMENTS))
        most = {"plain": 4, "ribbon": 5}.get(KIND.get(i, "plain"), 8)
        if len(used) > most:
            rich.append("%s has %d pigments: %s" % (i, len(used), " ".join(sorted(used))))
    art.tap(not rich, "at most four pigments on a plain hanafuda, five with a ribbon, eight anywhere", rich)


def pixels(art):
    seen = {i: art.grey(v) for i, v in art.show("hanafuda", CARDS, 44, "#c9d2bc").items()}
    gap = {(p, q): sum(abs(a - b) for a, b in zip(seen[p], seen[q])) / len(seen[p]) for p, q in itertools.combinations(CARDS, 2)}
    suit = lambda i: i[:-1]
    art.apart(min((v, p, q) for (p, q), v in gap.items() if suit(p) != suit(q)), 30, "hanafuda of two suits")
    art.apart(min((v, p, q) for (p, q), v in gap.items() if suit(p) == suit(q) and KIND.get(p) != KIND.get(q)), 20, "two kinds of one suit")
    corner = []  # keep-out: 116 x 152 u; plants may touch it, a sky fills it, the trunk of 3d stands in it
    for i, v in art.show("hanafuda", [k for k in CARDS if k not in ("hf-8a", "hf-11d", "hf-3d")], 150, "#c9d2bc").items():
        rows = [v[y * 150:(y + 1) * 150] for y in range(6, 76)]
        inside = [p for r in rows for p in r[6:58]]
        full = sum(abs(p[0] - 250) + abs(p[1] - 245) + abs(p[2] - 233) > 90 for p in inside) / len(inside)
        if full > 0.14:
            corner.append("%s: %.0f %% of the corner is drawn on" % (i, 100 * full))
    art.tap(not corner, "the corner of a hanafuda's tab is free", corner)
