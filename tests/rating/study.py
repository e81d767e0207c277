#!/usr/bin/env python3
"""study.py FILE: what reviews tell about how strong somebody plays, from the file of `ratings played GAME 2 ... NODES THREADS FILE` (two seats; needs
numpy). The strength of each player is predicted from the means of their first games, by a linear regression in which their own games are left out.
Prints the rank correlation (Spearman) and the distance (root mean square)."""
import collections
import sys

import numpy as np

SEATS, WORDS = 2, 7
WHAT = {  # columns of `means`
    "results": (0, 5),
    "results and luck": (0, 1, 5),
    "what own moves cost, by decision": (3,),
    "results, luck, what own moves cost": (0, 1, 2, 5),
    "all of it, and what those of others gave": (0, 1, 2, 3, 4, 5),
}


def ranks(values):
    _, at, n = np.unique(values, return_inverse=True, return_counts=True)
    return (np.cumsum(n) - (n + 1) / 2)[at]


def players(lines):
    """By strength, which is different for each: rows of result, luck, own, loss * choices, others, strength of the other, choices."""
    games = collections.defaultdict(list)
    for words in map(str.split, lines):
        share = [float(w) for w in words[2 : 2 + SEATS]]
        seat = [[float(w) for w in words[2 + SEATS + WORDS * i :][:WORDS]] for i in range(SEATS)]
        winners = sum(s[0] == 0 for s in seat)
        for i, (rank, strength, _, own, others, loss, choices) in enumerate(seat):
            won = (rank == 0) / winners
            games[strength].append([won, won - share[i], own, loss * choices, others, seat[1 - i][1], choices])
    return games


def main(path):
    games = players(open(path, encoding="utf-8"))
    truth = np.array(list(games))
    print(f"{len(truth)} players")
    for n in (5, 10, 16, 20, 30):
        means = np.array([np.mean(rows[:n], axis=0) for rows in games.values()])
        means[:, 3] /= means[:, 6]
        print(f"after {n} games:")
        for name, columns in WHAT.items():
            x = np.c_[np.ones(len(truth)), means[:, columns]]
            hat = x @ np.linalg.pinv(x)
            off = (truth - hat @ truth) / (1 - np.diag(hat))  # as if predicted from the others alone
            correlation = np.corrcoef(ranks(truth), ranks(truth - off))[0, 1]
            print(f"    {name}: {correlation:.3f}, {np.sqrt(np.mean(off**2)):.0f} points")


main(sys.argv[1])
