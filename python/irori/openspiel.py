"""OpenSpiel games: irori_NAME for every game, in Python over the C library.

    import pyspiel, irori.openspiel
    game = pyspiel.load_game("irori_koikoi")                        # or "irori_pikit(seats=3)"
    game = pyspiel.load_game("irori_koikoi(options=rounds:3)")      # options: ";" and ":" for the "," and "=" of Game.start

Chance is explicit. The utility is 1 for a sole winner, and the others share -1. The observation is that of docs/observations.md. The
information state is a string with perfect recall: the view as View.information writes it, and a hash of all the seat saw and did before.

resample(state, player) is what IS-MCTS calls a resampler: a random state that the player cannot tell from this one.

    bot = open_spiel.python.algorithms.ismcts.ISMCTSBot(game, evaluator, 2.0, 100)
    bot.set_resampler(irori.openspiel.resample)"""
from __future__ import annotations

from typing import Any, Optional

import numpy as np
import pyspiel

from . import rules
from .rules import Rng

PREFIX = "irori_"
MAX_LENGTH = 10_000  # decisions and outcomes of the longest game

_MASK = 2**64 - 1


def _mix(chain: int, value: int) -> int:
    """A hash of all that came before, and this."""
    chain = (chain ^ value) * 0x9E3779B97F4A7C15 & _MASK
    return chain ^ chain >> 29


def _type(game: rules.Game) -> Any:
    return pyspiel.GameType(
        short_name=PREFIX + game.name, long_name=game.title, dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC, information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM, reward_model=pyspiel.GameType.RewardModel.TERMINAL, max_num_players=game.max_seats,
        min_num_players=game.min_seats, provides_information_state_string=True, provides_information_state_tensor=False,
        provides_observation_string=True, provides_observation_tensor=True, provides_factored_observation_string=False,
        parameter_specification={"seats": game.min_seats, "options": ""})


class IroriGame(pyspiel.Game):  # type: ignore[misc]
    """One of our games, with its parameters."""

    name = ""  # of the rules; in a subclass for every game

    def __init__(self, params: Optional[dict[str, Any]] = None) -> None:
        params = dict(params or {})
        self.rules = rules.game(self.name)
        seats = params.get("seats", self.rules.min_seats)
        self.first = self.rules.start(seats, params.get("options", "").replace(";", ",").replace(":", "="))
        info = pyspiel.GameInfo(num_distinct_actions=self.rules.n_moves, max_chance_outcomes=self.rules.n_moves, num_players=seats,
                                min_utility=-1.0, max_utility=1.0, utility_sum=0.0, max_game_length=MAX_LENGTH)
        super().__init__(_type(self.rules), info, params)

    def new_initial_state(self) -> IroriState:
        return IroriState(self)

    def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> IroriObserver:
        return IroriObserver(self, iig_obs_type or pyspiel.IIGObservationType(perfect_recall=False), params)


class IroriState(pyspiel.State):  # type: ignore[misc]
    """A position. `inner` is our State; `seen` has for each seat a hash of all it saw and did."""

    def __init__(self, game: IroriGame) -> None:
        super().__init__(game)
        self.inner: rules.State = game.first.clone()
        self.seen: list[int] = [0] * self.inner.seats

    def current_player(self) -> Any:
        turn = self.inner.turn
        return turn if turn >= 0 else pyspiel.PlayerId.CHANCE if turn == rules.CHANCE else pyspiel.PlayerId.TERMINAL

    def _legal_actions(self, player: int) -> list[int]:
        return self.inner.legal()

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return self.inner.chance()

    def _apply_action(self, action: int) -> None:
        actor = self.inner.turn
        self.inner.apply(action)
        for seat, chain in enumerate(self.seen):
            if seat == actor:
                chain = _mix(chain, action + 1)
            self.seen[seat] = _mix(chain, self.inner.view_hash(seat))

    def _action_to_string(self, player: int, action: int) -> str:
        return self.inner.game.move_text(action)

    def is_terminal(self) -> bool:
        return self.inner.is_over

    def returns(self) -> list[float]:
        return self.inner.rewards()

    def __str__(self) -> str:
        """Everything, for people."""
        return "%s\n%s" % (repr(self.inner), "\n".join(self.inner.view(s).information() for s in range(self.inner.seats)))


class IroriObserver:
    """What a seat sees now; with perfect recall, for strings, also what it saw before."""

    def __init__(self, game: IroriGame, kind: Any, params: Any) -> None:
        if params:
            raise ValueError("irori: observations have no parameters, but these were given: %s" % params)
        self._recall = kind.perfect_recall
        self._alone = kind.private_info == pyspiel.PrivateInfoType.SINGLE_PLAYER and kind.public_info
        self.tensor = np.zeros(game.rules.observation_size if self._alone else 0, np.float32)
        self.dict = {f.name: self.tensor[f.start: f.start + f.size] for f in game.rules.fields} if self._alone else {}

    def set_from(self, state: IroriState, player: int) -> None:
        if self._alone:
            self.tensor[:] = state.inner.view(player).observation()

    def string_from(self, state: IroriState, player: int) -> str:
        said = state.inner.view(player if self._alone else rules.SPECTATOR).information()
        return "%s %016x" % (said, state.seen[player]) if self._recall and self._alone else said


_rng = Rng(1)


def resample(state: IroriState, player: int, rng: Optional[Rng] = None) -> IroriState:
    """A random state that this player cannot tell from `state`: all arrangements of hidden cards that fit are equally likely."""
    other: IroriState = state.clone()
    other.inner = state.inner.view(player).imagine(rng or _rng)
    other.seen = [state.seen[p] if p == player else _mix(0, other.inner.view_hash(p)) for p in range(len(state.seen))]
    return other


for _game in rules.games(templates=True):
    pyspiel.register_game(_type(_game), type("Irori_" + _game.name, (IroriGame,), {"name": _game.name}))
