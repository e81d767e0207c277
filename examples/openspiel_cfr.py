#!/usr/bin/env python3
"""openspiel_cfr.py [ITERATIONS]: OpenSpiel's CFR solves the smallest game here, a deck of twelve cards.

    pip install '.[openspiel]'             # once, at the top of this repository
    python examples/openspiel_cfr.py 10

Prints NashConv, how much both players together could still gain by playing better, and with which cards the first one swaps."""
import sys

import pyspiel
from open_spiel.python.algorithms import cfr, exploitability

import irori.openspiel  # noqa: F401  # registers the games

game = pyspiel.load_game("irori_nullgame(options=cards:12)")
solver = cfr.CFRSolver(game)
for i in range(int(sys.argv[1]) if len(sys.argv) > 1 else 10):
    solver.evaluate_and_update_policy()
    print("iteration %d" % (i + 1), flush=True)
policy = solver.average_policy()
print("NashConv %.4f" % exploitability.nash_conv(game, policy))
for card in range(12):
    state = game.new_initial_state()
    state.apply_action(card)
    state.apply_action((card + 1) % 12)
    swap = state.legal_actions()[1]
    print("with card %2d: swaps in %3.0f %%" % (card + 1, 100 * policy.action_probabilities(state)[swap]))
