#!/usr/bin/env python3
"""humans.py IRORI GAME FILE [GAMES [NODES]]: reviews games that people played elsewhere (as irori conform reads them) and prints, as the
table of docs/analysis.md, what people lose by kind of move, their slips, luck and rest. By hand: 30 games take half a minute of processor time."""
import collections
import json
import math
import pathlib
import subprocess
import sys
import tempfile


def mean(xs):
    """Mean and its standard error."""
    m = sum(xs) / len(xs)
    return m, math.sqrt(sum((x - m) ** 2 for x in xs) / max(1, len(xs) - 1) / len(xs))


def reviews(irori, game, path, games, nodes):
    with tempfile.TemporaryDirectory() as folder:
        subprocess.run([irori, "conform", game, path, "--record", folder], check=True, stdout=subprocess.DEVNULL)
        files = sorted(pathlib.Path(folder).iterdir(), key=lambda p: int("".join(filter(str.isdigit, p.name))))[:games]
        out = subprocess.run([irori, "review", "--json", "--nodes", str(nodes), *files], check=True, stdout=subprocess.PIPE).stdout
    return [json.loads(line) for line in out.splitlines()]


def main(irori, game, path, games=1000, nodes=20000):
    all_reviews = reviews(irori, game, path, int(games), nodes)
    kinds, seats, luck = collections.defaultdict(list), [], []
    for review in all_reviews:
        for d in review["decisions"]:
            if d["kind"] in ("good", "slip"):
                kinds[d["played"].split()[0]].append((-d["loss"][d["seat"]], d.get("best", "").split()[:1]))
        seats += review["seats"]
        luck += [abs(c["luck"][0]) for c in review["chances"]]
    over = [r for r in all_reviews if r["over"]]
    print("%d games, %d rounds, %s nodes" % (len(all_reviews), sum(len(r["rounds"]) for r in all_reviews), nodes))
    print("\n| kind of move | choices | slips | loss of a choice | share of all that was lost |\n|---|---|---|---|---|")
    lost = sum(loss for of in kinds.values() for loss, _ in of)
    for word, of in sorted(kinds.items(), key=lambda k: -sum(x for x, _ in k[1])):
        m, e = mean([x for x, _ in of])
        slips = [x for x, _ in of if x > 0]
        print("| `%s` | %d | %d (%.1f %%) | %.2f ± %.2f %% | %.0f %% |" %
              (word, len(of), len(slips), 100 * len(slips) / len(of), 100 * m, 100 * e, 100 * sum(slips) / lost))
    for name, of in (("slips of a player in a game", [s["slips"] for s in seats]), ("choices of a player in a game", [s["choices"] for s in seats]),
                     ("accuracy", [s["accuracy"] for s in seats]), ("mean loss of a choice, %", [100 * s["loss"] for s in seats]),
                     ("own slips, %", [100 * s["own"] for s in seats]), ("size of luck in a game, %", [100 * abs(r["seats"][0]["luck"]) for r in over]),
                     ("size of luck of an event, %", [100 * x for x in luck]), ("rest of the first player, %", [100 * r["seats"][0]["rest"] for r in over]),
                     ("size of the rest, %", [100 * abs(r["seats"][0]["rest"]) for r in over])):
        print("%s: %.2f ± %.2f" % ((name,) + mean(of)))
    won = [max(r["seats"], key=lambda s: s["result"]) for r in over if max(s["result"] for s in r["seats"]) == 1]
    print("games in which the winner lost less by slips than the other: %d of %d" % (sum(-s["own"] < s["others"] for s in won), len(won)))
    like = collections.Counter(max(s["like"], key=s["like"].get) for s in seats if s["like"])
    print("played like: %s" % (dict(like) or "not known"))


if __name__ == "__main__":
    main(*sys.argv[1:])
