"""Gymnasium environments: one seat against the game's own bots.

    import gymnasium, irori.gym
    env = gymnasium.make("irori/koikoi-v0", opponent="easy")
    observation, info = env.reset(seed=1)
    while True:
        action = env.action_space.sample(observation["action_mask"])
        observation, reward, terminated, truncated, info = env.step(action)
        if terminated:
            break

An observation is {"observation": float32, "action_mask": int8}; game.fields says what the numbers are. The reward comes at the end: 1 for
a sole win, -1 shared by the losers. An illegal move ends the game with a reward of -1."""
from __future__ import annotations

from typing import Any, Optional

import gymnasium
import numpy as np

from . import rules
from .rules import Rng, State


class BotEnv(gymnasium.Env):  # type: ignore[type-arg]
    """One game. opponent: a bot's name (game.bots has them) for all other seats; nodes: how long it may think, 0: as long as it likes;
    seat: the own seat, None: drawn anew for each game; seats, options, deck: as in Game.start."""

    metadata = {"render_modes": ["human", "ansi"], "render_fps": 1}

    def __init__(self, game: str, opponent: str = "easy", seat: Optional[int] = None, seats: Optional[int] = None, options: str = "",
                 deck: Optional[str] = None, nodes: int = 0, render_mode: Optional[str] = None) -> None:
        self.game = rules.game(game)
        self.game._bot(opponent)  # says at once if there is none
        self._opponent, self._nodes, self._fixed, self.render_mode = opponent, nodes, seat, render_mode
        self._first = self.game.start(seats, options, deck)
        if seat is not None and not 0 <= seat < self._first.seats:
            raise rules.IroriError("there is no seat %d at a table of %d" % (seat, self._first.seats))
        self._rng = Rng(0)
        self.seat = seat or 0
        self.state_now: State = self._first.clone()  #: the position, with everything that is hidden
        self.observation_space = gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self.game.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.game.n_moves,), np.int8)})
        self.action_space = gymnasium.spaces.Discrete(self.game.n_moves)

    def _look(self) -> dict[str, Any]:
        view = self.state_now.view(self.seat)
        mask = view.mask() if self.state_now.turn == self.seat else np.zeros(self.game.n_moves, np.int8)
        return {"observation": view.observation(), "action_mask": mask}

    def _others(self) -> None:
        """Chance and the bots play until the own seat is to move or the game is over."""
        while not self.state_now.settle(self._rng).is_over and self.state_now.turn != self.seat:
            turn = self.state_now.turn
            self.state_now.apply(self.state_now.view(turn).bot(self._opponent, self._rng, self._nodes).move)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "points": self.state_now.points()}

    def reset(self, *, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> tuple[dict[str, Any], dict[str, Any]]:
        super().reset(seed=seed)
        self._rng = Rng(int(self.np_random.integers(2**63)))
        self.seat = int(self.np_random.integers(self._first.seats)) if self._fixed is None else self._fixed
        self.state_now = self._first.clone()
        self._others()
        return self._look(), self._info()

    def step(self, action: Any) -> tuple[dict[str, Any], float, bool, bool, dict[str, Any]]:
        if self.state_now.turn != self.seat:
            raise gymnasium.error.ResetNeeded("the game is over; call reset()")
        if int(action) not in self.state_now.legal():
            look = self._look()
            look["action_mask"][:] = 0
            return look, -1.0, True, False, dict(self._info(), illegal=self.game.move_text(int(action)))
        self.state_now.apply(int(action))
        self._others()
        over = self.state_now.is_over
        if self.render_mode == "human":
            self.render()
        return self._look(), self.state_now.rewards()[self.seat], over, False, self._info()

    def render(self) -> Any:
        """The position as the own seat sees it; "ansi" gives the text, "human" prints it."""
        if self.render_mode is None:
            return None
        said = self.state_now.view(self.seat).text()
        if self.render_mode == "ansi":
            return said
        print(said)
        return None


for _game in rules.games():
    _id = "irori/%s-v%d" % (_game.name, max(0, _game.rules_rev - 1) + max(0, _game.observation_rev - 1))
    if _id not in gymnasium.registry:
        gymnasium.register(id=_id, entry_point="irori.gym:BotEnv", kwargs={"game": _game.name})
