#!/usr/bin/env python3
"""observations.py: writes docs/observations.md from what the games say of themselves; needs the Python package (docs/python.md)."""
import irori

print("""# Observations

What a learning program sees of each game: a row of float32 numbers for the seat that looks, made from that seat's view alone, so nothing in
it can depend on a hidden card. This page is made by `scripts/observations.py` from the games themselves, and a test compares the two.

- `game.fields` has the same table in Python, and `irori.Batch.observation` the numbers (docs/python.md); in C it is `ir_observe` of
  `include/irori_batch.h`, and the numbers of a game are written in its `observe.c`.
- Other seats are counted from the viewer: the next one clockwise comes first. Moves that name a seat name it as the table does; the field
  `seat` says which one the viewer is.
- The version is RULES.OBSERVATION. The first number rises with the rules (`rules_rev`), the second with the fields below. `View.information()`
  begins with it, and the N of `NAME_vN` in PettingZoo and of `irori/NAME-vN` in Gymnasium rises with either.
- A view as text, `View.information()`: game, version, the view as the page gets it, and a hash of the rest. Equal for equal views only.
- Both are what a seat sees now. A program that has to remember what happened before does so itself; `irori.openspiel` has an information
  state with perfect recall.
- Moves are numbered from 0 to `n_moves` - 1, outcomes of chance among them, which are never legal for a seat.
""")
for game in irori.games(templates=True):
    print("## %s\n" % game.title)
    print("`%s`, version %s: %d numbers, %d moves.%s\n" % (
        game.name, game.version, game.observation_size, game.n_moves,
        "" if game.observation_rev else " It has no `observe.c`, so its observation is the bytes of its view."))
    print("| from | numbers | field | what it is |\n|---|---|---|---|")
    for f in game.fields:
        print("| %d | %d | %s | %s |" % (f.start, f.size, f.name, f.help))
    print(end="" if game == irori.games(templates=True)[-1] else "\n")
