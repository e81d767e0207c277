"""test_openspiel.py ROOT: OpenSpiel's own test of our games, and its algorithms in them. TAP."""
import contextlib
import os
import sys

import numpy as np
import pyspiel
from open_spiel.python.algorithms import external_sampling_mccfr, ismcts, mcts

import irori
import irori.openspiel
import tap


@contextlib.contextmanager
def quiet():
    """Its C++ prints, too."""
    sys.stdout.flush()
    kept, nowhere = os.dup(1), os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    try:
        yield
    finally:
        sys.stdout.flush()
        os.dup2(kept, 1)
        os.close(kept)
        os.close(nowhere)


def play(state, random, decisions):
    """Random moves until so many decisions were made, or the end."""
    while not state.is_terminal() and decisions:
        if state.is_chance_node():
            outcomes, p = zip(*state.chance_outcomes())
            state.apply_action(int(random.choice(outcomes, p=p)))
        else:
            decisions -= 1
            state.apply_action(int(random.choice(state.legal_actions())))
    while state.is_chance_node():
        outcomes, p = zip(*state.chance_outcomes())
        state.apply_action(int(random.choice(outcomes, p=p)))
    return state


def test_random_sim_test(game):
    with quiet():
        pyspiel.random_sim_test(pyspiel.load_game("irori_" + game.name), num_sims=1, serialize=game.observation_rev == 0, verbose=False)


def test_more_seats_and_options(game):
    spiel = pyspiel.load_game("irori_%s(seats=%d)" % (game.name, game.max_seats))
    state = play(spiel.new_initial_state(), np.random.RandomState(1), 10**6)
    assert state.is_terminal() and len(state.returns()) == game.max_seats and abs(sum(state.returns())) < 1e-5
    for preset in game.presets:
        spiel = pyspiel.load_game("irori_%s(options=%s)" % (game.name, preset))
        assert spiel.new_initial_state().inner.options == game.start(options=preset).options
    assert pyspiel.load_game("irori_nullgame(options=plain;cards:13)").new_initial_state().inner.options == "plain,cards=13"


def test_states_are_saved_and_read(game):
    spiel = pyspiel.load_game("irori_" + game.name)
    state = play(spiel.new_initial_state(), np.random.RandomState(2), 3)
    again = pyspiel.deserialize_game_and_state(pyspiel.serialize_game_and_state(spiel, state))[1]
    assert again.inner == state.inner and again.seen == state.seen
    copy = state.clone()
    play(copy, np.random.RandomState(3), 1)
    assert copy.inner != state.inner or state.is_terminal()


def test_resampled_states_cannot_be_told_apart(game):
    spiel = pyspiel.load_game("irori_" + game.name)
    differ = 0
    for seed in range(4):
        state = play(spiel.new_initial_state(), np.random.RandomState(seed), 25 * (game.observation_rev > 0))
        for player in range(spiel.num_players()):
            other = irori.openspiel.resample(state, player)
            assert other.information_state_string(player) == state.information_state_string(player)
            assert other.observation_string(player) == state.observation_string(player)
            assert list(other.observation_tensor(player)) == list(state.observation_tensor(player))
            assert other.legal_actions(player) == state.legal_actions(player)
            differ += other.inner != state.inner
    assert differ > 0


def test_information_has_perfect_recall():
    """Two ways to the same view are two information states: a player who swapped a card and one who kept it."""
    spiel = pyspiel.load_game("irori_nullgame")
    kept, swapped = spiel.new_initial_state(), spiel.new_initial_state()
    for state, deal in ((kept, (0, 1)), (swapped, (2, 1))):
        for card in deal:
            state.apply_action(card)
    keep, swap = kept.legal_actions()
    kept.apply_action(keep)
    swapped.apply_action(swap)
    swapped.apply_action(0)
    assert kept.information_state_string(1) != swapped.information_state_string(1)
    assert kept.inner.turn == swapped.inner.turn == 1


def test_cfr_learns_on_a_small_deck():
    """External-sampling CFR in the null game with 12 cards: the best card is kept, the worst is not."""
    np.random.seed(1)
    spiel = pyspiel.load_game("irori_nullgame(options=cards:12)")
    solver = external_sampling_mccfr.ExternalSamplingSolver(spiel, external_sampling_mccfr.AverageType.SIMPLE)
    for _ in range(300):
        solver.iteration()
    policy = solver.average_policy()

    def kept(card):
        state = spiel.new_initial_state()
        state.apply_action(card)
        state.apply_action(5)
        keep = state.legal_actions()[0]
        assert state.action_to_string(0, keep) == "keep"
        return policy.action_probabilities(state).get(keep, 0.0)

    assert kept(11) > 0.7 and kept(0) < 0.3, (kept(11), kept(0))


def test_is_mcts_plays_with_our_resampler():
    for game in irori.games():
        spiel = pyspiel.load_game("irori_" + game.name)
        random = np.random.RandomState(1)
        bot = ismcts.ISMCTSBot(spiel, mcts.RandomRolloutEvaluator(1, random), 2.0, 6, random_state=random)
        bot.set_resampler(irori.openspiel.resample)
        state = play(spiel.new_initial_state(), random, 2)
        assert bot.step(state) in state.legal_actions()


if __name__ == "__main__":
    tap.main(sys.modules["__main__"])
