"""art.py: what the drawings of PiKiT must be; tests/scripts/art.py reads this."""
CARDS = ["pk-%d" % n for n in range(1, 12)] + ["pk-mecha-%d" % n for n in range(1, 7)]
BACKS = ["pk-back"]
OTHERS = (["pk-wound", "pk-pair-back"] + ["pk-kaiju-%d" % n for n in range(1, 12)]
          + ["pk-%s-%d" % (k, n) for k in ("machine", "die", "pair") for n in range(1, 7)]
          + ["pk-effect-" + e for e in "reroll steal draw cancel set any ones wound eights".split()])
LIMIT = 70000, 25000  # bytes, gzipped


def pixels(art):
    art.silhouettes("pikit", ["pk-kaiju-%d" % n for n in range(1, 12)], 0.75, "kaiju")
    art.silhouettes("pikit", ["pk-machine-%d" % n for n in range(1, 7)], 0.60, "mechas")
