"""art.py: what the drawings of the hanafuda must be; tests/scripts/art.py reads this."""
import itertools

CARDS = ["hf-%d%s" % (m, c) for m in range(1, 13) for c in "abcd"]
BACKS = ["hf-back"]
OTHERS = ["hf-frame"] + ["hf-mark-" + k for k in "bright rain animal sake poem red blue plain".split()]
LIMIT = 110000, 22500  # bytes, gzipped
# The second tones of a pigment; they count as the pigment itself.
TONES = {"#12332a": "#1f4d3a", "#4c8457": "#1f4d3a", "#8569b5": "#6c4e9b", "#a08bcb": "#6c4e9b", "#d66a88": "#f3b4c4", "#a92a26": "#c6362c",
         "#e4705f": "#c6362c", "#e09a1e": "#f4bf3a", "#fbe07a": "#f4bf3a", "#94502a": "#6b432e", "#f2d9b0": "#d8b787", "#7fa3cf": "#23497d", "#3b3a40": "#8a847b"}
KIND = {"bright": "1a 3a 8a 11a 12a", "animal": "2a 4a 5a 6a 7a 8b 9a 10a 11b", "ribbon": "1b 2b 3b 4b 5b 6b 7b 9b 10b 11c"}
KIND = {"hf-" + c: k for k, v in KIND.items() for c in v.split()}
suit = lambda i: i[:-1]


def shapes(art):
    rich = []
    for i in CARDS:
        used = set()
        art.shown(i, lambda e, s, st, w, layers: used.update(TONES.get(v, v) for v in (e.get("fill"), st)))
        used &= art.PIGMENTS
        most = {"plain": 5, "ribbon": 6}.get(KIND.get(i, "plain"), 9)
        if len(used) > most:
            rich.append("%s has %d pigments: %s" % (i, len(used), " ".join(sorted(used))))
    art.tap(not rich, "at most five pigments on a plain hanafuda, six with a ribbon, nine anywhere", rich)
    bare = [i for i in KIND if not any(e.get("class") == "subject" for e in art.where[i][1].iter())]
    art.tap(not bare, "what makes a hanafuda a bright, an animal or a ribbon is its group subject", bare)


def pixels(art):
    # Two cards that must be told apart: mean difference of their pixels, in grey.
    drawn = art.show("hanafuda", CARDS, 44, "#c9d2bc")
    seen = {i: art.grey(v) for i, v in drawn.items()}
    gap = {(p, q): sum(abs(a - b) for a, b in zip(seen[p], seen[q])) / len(seen[p]) for p, q in itertools.combinations(CARDS, 2)}
    art.apart(min((v, p, q) for (p, q), v in gap.items() if suit(p) != suit(q)), 30, "hanafuda of two suits")
    kinds = lambda p, q: suit(p) == suit(q) and KIND.get(p) != KIND.get(q)
    art.apart(min((v, p, q) for (p, q), v in gap.items() if kinds(p, q)), 20, "two kinds of one suit")

    # The same as the colour-blind see them, in squares of two pixels: what is told only by a fine line does not count.
    small = {i: art.shrunk(v, 44, 2) for i, v in drawn.items()}
    for vision in art.VISIONS:
        lab = {i: [art.lab(p, vision) for p in v] for i, v in small.items()}
        gap = {(p, q): art.distance(lab[p], lab[q]) for p, q in itertools.combinations(CARDS, 2)}
        months = min((v, p, q) for (p, q), v in gap.items() if suit(p) != suit(q))
        others = min((v, p, q) for (p, q), v in gap.items() if kinds(p, q))
        least = (10, 7) if vision == "grey" else (15, 9)
        art.tap(months[0] >= least[0] and others[0] >= least[1], "%s vision: two suits differ by at least %d (%.1f: %s, %s), two kinds of one by %d (%.1f: %s, %s)"
                % (vision, least[0], *months, least[1], *others))

    # Small shapes are the same card as the large ones: of all cards at 88 px, shrunk, the nearest has the same suit and kind.
    large = {i: art.shrunk(v, 88, 4) for i, v in art.show("hanafuda", CARDS, 88, "#c9d2bc").items()}
    for vision in ("usual", "grey"):
        see = lambda pictures: {i: [art.lab(p, vision) for p in v] for i, v in pictures.items()}
        one, other = see(small), see(large)
        lost = {i: min(CARDS, key=lambda q: art.distance(one[i], other[q])) for i in CARDS}
        lost = ["%s is taken for %s" % (i, q) for i, q in lost.items() if suit(i) != suit(q) or KIND.get(i) != KIND.get(q)]
        art.tap(not lost, "%s vision: a card at 44 px is nearest to itself at 88 px" % vision, lost)

    # The subject: with it and without.
    ids = list(KIND)
    whole, without = drawn, art.show("hanafuda", ids, 44, "#c9d2bc", drop="subject")
    for vision in art.VISIONS:
        faint = []
        for i in ids:
            d = [art.distance([art.lab(p, vision)], [art.lab(q, vision)]) for p, q in zip(whole[i], without[i]) if p != q]
            faint.append((sum(d) / max(1, len(d)), i))
        art.tap(min(faint)[0] >= (20 if vision == "grey" else 30), "%s vision: a subject differs from what it covers by at least 30, in grey by 20 (%.1f: %s)" % ((vision,) + min(faint)))
    lean = min((sum(p != q for p, q in zip(whole[i], without[i])) / len(whole[i]), i) for i in ids)
    art.tap(lean[0] >= 0.1, "a subject covers at least a tenth of its card (%.2f: %s)" % lean)
    hidden = []
    for i in ids:  # plants may grow into the corner of the tab (116 x 152 units), heads, moons and the feet of ribbons may not
        mine = [n for n, (p, q) in enumerate(zip(whole[i], without[i])) if p != q]
        hidden.append((sum(n % 44 < 17 and n // 44 < 22 for n in mine) / len(mine), i))
    art.tap(max(hidden)[0] <= 0.12, "the tab hides at most 12 %% of a subject (%.0f %%: %s)" % (100 * max(hidden)[0], max(hidden)[1]))

    # A card is seen on a dark table: paper inside its frame on every side.
    rim = []
    for i, v in art.show("hanafuda", CARDS, 75, "#2b2a1d").items():  # the frame is two pixels wide
        light = [g > 190 for g in art.grey(v)]
        edge = [light[y * 75 + x] for y in range(120) for x in (3, 71)] + [light[y * 75 + x] for x in range(75) for y in (3, 116)]
        rim.append((sum(edge) / len(edge), i))
    art.tap(min(rim)[0] >= 0.2, "at least a fifth of a card's edge is paper on the dark table (%.2f: %s)" % min(rim))
