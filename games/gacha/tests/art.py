"""art.py: what the drawings of Gacha must be; tests/scripts/art.py reads this."""
import itertools

FIGURES = ["mecha", "girl", "daikon", "kitsune", "sushi"]
CARDS = ["ga-" + f for f in FIGURES]
BACKS = ["ga-back-" + "-".join(c) for n in (2, 3) for c in itertools.combinations(FIGURES, n)] + ["ga-reward", "ga-reward-back"]
SCENES = ["ga-reward-shelf", "ga-reward-festival", "ga-reward-grand"]
BACKS += SCENES
TONES = {"#1b2a4a": "#23497d", "#13203a": "#23497d", "#d66a88": "#f3b4c4", "#e09a1e": "#f4bf3a"}  # the night of the festival; pink; gold
OTHERS = (
    ["ga-machine", "ga-joker", "ga-capsule-any", "ga-slot-joker", "ga-slot-empty", "ga-equals", "ga-joined-2", "ga-joined-3", "ga-joined-4", "ga-used", "ga-mark-5",
     "ga-mark-6"]
    + ["ga-%s-%s" % (k, f) for k in ("figure", "glyph", "capsule", "slot") for f in FIGURES]
    + ["ga-%s-%s" % (k, c) for k in ("half", "ticket") for c in ("blue", "pink", "yellow", "rainbow")]
    + ["ga-token-" + t for t in ("turn", "joker", "points", "back")])
LIMIT = 50000, 25000  # bytes, gzipped


def pixels(art):
    art.silhouettes("gacha", ["ga-figure-" + f for f in FIGURES], 0.70, "figures")
    art.silhouettes("gacha", ["ga-glyph-" + f for f in FIGURES], 0.70, "figures' signs")


def shapes(art):
    """Figures and price go over a picture: what it has to leave free for them, it leaves free."""
    crowded = []
    for scene in SCENES:
        below = [e.get("d") for e in art.where[scene][1].iter(art.art.NS + "path") if e.get("fill") == "var(--paper,#FAF5E9)"]
        if below != ["M0 282H300V420H0z"]:
            crowded.append("%s has no paper for its price" % scene)
    art.tap(not crowded, "every picture of a reward has paper below for its price", crowded)
