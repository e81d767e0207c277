#!/usr/bin/env python3
"""bench.py [--seconds S]: how many decisions a second random play makes, by one core, beside OpenSpiel's games in the same run.

Seconds are those of the processor, so that a busy machine measures nearly what a quiet one does. Each line is the best of five parts. A
decision is a move of a seat; what chance does between two is part of it. Needs open_spiel for its lines; docs/python.md has the results."""
from __future__ import annotations

import argparse
import os
import platform
import sys
import time
from typing import Callable

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")

import numpy as np  # noqa: E402

if "IRORI_LIBRARY" not in os.environ and sys.path[0] == os.path.dirname(os.path.abspath(__file__)):
    del sys.path[0]  # the folder beside this file has no library: the installed package is meant
import irori  # noqa: E402


def best(seconds: float, step: Callable[[], int]) -> float:
    """Decisions a second: the best of five."""
    step()
    rates = []
    for _ in range(5):
        begun, n = time.process_time(), 0
        while time.process_time() - begun < seconds / 5:
            n += step()
        rates.append(n / (time.process_time() - begun))
    return max(rates)


def batched(game: irori.Game, **how: bool) -> Callable[[], int]:
    batch = irori.Batch(game, 512, **how)

    def step() -> int:
        for _ in range(20):
            batch.random()
            batch.step()
        return 20 * batch.n

    return step


def chosen(game: irori.Game) -> Callable[[], int]:
    """The same with masks and observations, and the move chosen by numpy, as a learning program would."""
    batch = irori.Batch(game, 512)
    random, rows = np.random.default_rng(1), np.arange(512)

    def step() -> int:
        for _ in range(20):
            batch.step(batch.legal[rows, (random.random(512) * batch.n_legal).astype(np.int64)])
        return 20 * batch.n

    return step


def one(game: irori.Game) -> Callable[[], int]:
    rng = irori.Rng(1)

    def step() -> int:
        state, n = game.start(), 0
        while not state.settle(rng).is_over:
            state.apply(rng.choice(state.legal()))
            n += 1
        return n

    return step


def spiel(name: str) -> Callable[[], int]:
    """Random play in one of OpenSpiel's C++ games, from Python, as its own examples do it."""
    import pyspiel

    game, random = pyspiel.load_game(name), np.random.RandomState(1)

    def step() -> int:
        state, n = game.new_initial_state(), 0
        while not state.is_terminal():
            if state.is_chance_node():
                outcomes, p = zip(*state.chance_outcomes())
                state.apply_action(outcomes[int(random.random_sample() * len(outcomes))])  # faster than choice(p=p)
                continue
            state.legal_actions_mask()
            legal = state.legal_actions()
            state.apply_action(legal[int(random.random_sample() * len(legal))])
            n += 1
        return n

    return step


def spiel_c(name: str) -> Callable[[], int]:
    """Whole random games in C++: the fastest loop that OpenSpiel has from Python. No mask, no tensor."""
    import pyspiel

    game, random = pyspiel.load_game(name), np.random.RandomState(1)
    bots = [pyspiel.make_uniform_random_bot(player, player) for player in range(game.num_players())]
    mean = sum(step_count(game, random) for _ in range(300)) / 300
    seed = iter(range(10**9))

    def step() -> int:
        for _ in range(100):
            pyspiel.evaluate_bots(game.new_initial_state(), bots, next(seed))
        return int(100 * mean)

    return step


def step_count(game: object, random: np.random.RandomState) -> int:
    state, n = game.new_initial_state(), 0  # type: ignore[attr-defined]
    while not state.is_terminal():
        if state.is_chance_node():
            state.apply_action(int(random.choice([o for o, _ in state.chance_outcomes()])))
        else:
            state.apply_action(int(random.choice(state.legal_actions())))
            n += 1
    return n


def machine() -> str:
    try:
        with open("/proc/cpuinfo", encoding="utf-8") as f:
            return next(line.split(":", 1)[1].strip() for line in f if line.startswith("model name"))
    except (OSError, StopIteration):
        return platform.machine()


def main() -> None:
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--seconds", type=float, default=2.0, help="for each line")
    seconds = parse.parse_args().seconds
    print("%s; Python %s, numpy %s, irori %s" % (machine(), platform.python_version(), np.__version__, irori.__version__))
    print("\n| decisions a second, one core | masks | masks and observations | the same, chosen by numpy | one game at a time |\n|---|---|---|---|---|")
    for game in irori.games():
        rates = [best(seconds, step) for step in (batched(game, observations=False), batched(game), chosen(game), one(game))]
        print("| %s | %s | %s | %s | %s |" % (game.title, *("%.2f M" % (r / 1e6) if r > 1e5 else "%.0f k" % (r / 1e3) for r in rates)), flush=True)
    try:
        import pyspiel
    except ImportError:
        print("\nOpenSpiel is not installed: pip install open_spiel")
        return
    print("\n| OpenSpiel %s | from Python, with masks | whole games in C++, without |\n|---|---|---|" % getattr(pyspiel, "__version__", ""))
    for name in ("kuhn_poker", "leduc_poker", "backgammon", "gin_rummy", "hearts", "tic_tac_toe"):
        print("| %s | %.0f k | %.2f M |" % (name, best(seconds, spiel(name)) / 1e3, best(seconds, spiel_c(name)) / 1e6), flush=True)


if __name__ == "__main__":
    main()
