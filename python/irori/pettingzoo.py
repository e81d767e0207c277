"""PettingZoo environments (AEC) of all games.

    import irori.pettingzoo
    env = irori.pettingzoo.env("koikoi")             # or koikoi_v0.env(), see names()
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        action = None if termination or truncation else env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

An observation is {"observation": float32, "action_mask": int8}; game.fields says what the numbers are. The mask of an agent that is not
to move is all 0. Chance is part of the environment. The reward comes at the end: 1 for a sole winner, and the others share -1."""
from __future__ import annotations

import functools
from types import SimpleNamespace
from typing import Any, Optional

import gymnasium
import numpy as np
from gymnasium.utils import EzPickle
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from . import rules
from .rules import Game, Rng, State


def version(game: Game) -> int:
    """The N of NAME_vN: rises with the rules, and with the numbers of an observation."""
    return max(0, game.rules_rev - 1) + max(0, game.observation_rev - 1)


def names() -> list[str]:
    """All environments: irori.pettingzoo.NAME is each, with env and raw_env."""
    return ["%s_v%d" % (g.name, version(g)) for g in rules.games(templates=True)]


def env(game: str, **how: Any) -> AECEnv:
    """The environment with the usual wrappers: an illegal move ends the game, with a reward of -1 for who made it."""
    wrapped: AECEnv = raw_env(game, **how)
    wrapped = wrappers.TerminateIllegalWrapper(wrapped, illegal_reward=-1)
    wrapped = wrappers.AssertOutOfBoundsWrapper(wrapped)
    return wrappers.OrderEnforcingWrapper(wrapped)


class raw_env(AECEnv, EzPickle):  # type: ignore[misc]  # PettingZoo calls it so
    """One game. seats: how many play; options: "preset,name=value"; deck: the text of a deck, with deck=custom."""

    metadata = {"render_modes": ["human", "ansi"], "name": "irori", "is_parallelizable": False, "render_fps": 1}

    def __init__(self, game: str, seats: Optional[int] = None, options: str = "", deck: Optional[str] = None, render_mode: Optional[str] = None) -> None:
        EzPickle.__init__(self, game, seats, options, deck, render_mode)
        super().__init__()
        self.game = rules.game(game)
        self._first = self.game.start(seats, options, deck)
        self._seed = 0
        self._rng = Rng(int(np.random.SeedSequence().generate_state(1, np.uint64)[0]))
        self.render_mode = render_mode
        self.metadata = dict(type(self).metadata, name="%s_v%d" % (self.game.name, version(self.game)))
        self.possible_agents = ["player_%d" % i for i in range(self._first.seats)]
        self._seat = {agent: i for i, agent in enumerate(self.possible_agents)}
        self.agents: list[str] = []
        self.state_now: State = self._first.clone()  #: the position, with everything that is hidden

    @functools.lru_cache(maxsize=None)
    def observation_space(self, agent: str) -> Any:
        return gymnasium.spaces.Dict({
            "observation": gymnasium.spaces.Box(-np.inf, np.inf, (self.game.observation_size,), np.float32),
            "action_mask": gymnasium.spaces.Box(0, 1, (self.game.n_moves,), np.int8)})

    @functools.lru_cache(maxsize=None)
    def action_space(self, agent: str) -> Any:
        return gymnasium.spaces.Discrete(self.game.n_moves)

    def observe(self, agent: str) -> dict[str, Any]:
        seat = self._seat[agent]
        view = self.state_now.view(seat)
        mask = view.mask() if self.state_now.turn == seat else np.zeros(self.game.n_moves, np.int8)
        return {"observation": view.observation(), "action_mask": mask}

    def reset(self, seed: Optional[int] = None, options: Optional[dict[str, Any]] = None) -> None:
        if seed is not None:
            self._rng = Rng(seed)
        self.state_now = self._first.clone().settle(self._rng)
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self.possible_agents[max(0, self.state_now.turn)]

    def step(self, action: Optional[int]) -> None:
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        self.state_now.apply(int(action))
        self.state_now.settle(self._rng)
        self._cumulative_rewards[agent] = 0
        self._clear_rewards()
        if self.state_now.is_over:
            for name, reward in zip(self.possible_agents, self.state_now.rewards()):
                self.rewards[name] = reward
                self.terminations[name] = True
            seat = (self._seat[agent] + 1) % len(self.possible_agents)
            self.agent_selection = self.possible_agents[seat]
        else:
            self.agent_selection = self.possible_agents[self.state_now.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def render(self) -> Optional[str]:
        """The position as a spectator sees it; "ansi" gives the text, "human" prints it."""
        if self.render_mode is None:
            gymnasium.logger.warn("render() needs a render_mode: env(game, render_mode='ansi')")
            return None
        said = self.state_now.view().text()
        if self.render_mode == "ansi":
            return said
        print(said)
        return None

    def close(self) -> None:
        pass


def __getattr__(name: str) -> SimpleNamespace:
    """NAME_vN: the environment of a game, as PettingZoo names its own."""
    if name not in names():
        raise AttributeError("irori.pettingzoo has no %r; it has %s" % (name, ", ".join(names())))
    game = name.rsplit("_v", 1)[0]
    return SimpleNamespace(env=functools.partial(env, game), raw_env=functools.partial(raw_env, game))
