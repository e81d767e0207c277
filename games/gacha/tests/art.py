"""art.py: what the drawings of Gacha must be; tests/scripts/art.py reads this."""
import itertools

FIGURES = ["mecha", "girl", "daikon", "kitsune", "sushi"]
CARDS = ["ga-" + f for f in FIGURES]
BACKS = ["ga-back-" + "-".join(c) for n in (2, 3) for c in itertools.combinations(FIGURES, n)] + ["ga-reward", "ga-reward-back"]
OTHERS = (
    ["ga-machine", "ga-joker", "ga-slot-joker", "ga-slot-empty", "ga-equals", "ga-joined-2", "ga-joined-3", "ga-joined-4", "ga-used", "ga-mark-5",
     "ga-mark-6"]
    + ["ga-%s-%s" % (k, f) for k in ("figure", "glyph", "capsule", "slot") for f in FIGURES]
    + ["ga-%s-%s" % (k, c) for k in ("half", "ticket") for c in ("blue", "pink", "yellow", "rainbow")]
    + ["ga-token-" + t for t in ("turn", "joker", "points", "back")])
LIMIT = 50000, 25000  # bytes, gzipped


def pixels(art):
    art.silhouettes("gacha", ["ga-figure-" + f for f in FIGURES], 0.70, "figures")
    art.silhouettes("gacha", ["ga-glyph-" + f for f in FIGURES], 0.70, "figures' signs")
