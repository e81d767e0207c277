"""test_environments.py ROOT: PettingZoo's and Gymnasium's own tests of our environments. TAP."""
import contextlib
import io
import pickle
import sys
import time

import gymnasium
import numpy as np
from gymnasium.utils.env_checker import check_env
from pettingzoo.test import api_test, performance_benchmark, render_test, seed_test

import irori
import irori.gym
import irori.pettingzoo as zoo
import tap


@contextlib.contextmanager
def quiet():
    with contextlib.redirect_stdout(io.StringIO()) as said:
        yield said


def test_pettingzoo_api(game):
    for seats in sorted({game.min_seats, game.max_seats}):
        with quiet() as said:
            api_test(zoo.env(game.name, seats=seats), num_cycles=100)
        assert "Passed" in said.getvalue()


def test_pettingzoo_seed(game):
    seed_test(lambda: zoo.env(game.name), num_cycles=60)


def test_pettingzoo_render(game):
    with quiet():
        render_test(lambda render_mode=None: zoo.env(game.name, render_mode=render_mode))


def test_pettingzoo_performance():
    real = time.time
    start = real()
    time.time = lambda: start + 50 * (real() - start)  # its five seconds are a tenth of one
    try:
        with quiet() as said:
            performance_benchmark(zoo.env(irori.games()[0].name))
    finally:
        time.time = real
    assert "turns per second" in said.getvalue()


def test_pettingzoo_names(game):
    name = next(n for n in zoo.names() if n.startswith(game.name + "_v"))
    env = getattr(zoo, name).env()
    env.reset(seed=1)
    assert str(env.metadata["name"]) == name
    raw = pickle.loads(pickle.dumps(getattr(zoo, name).raw_env()))
    raw.reset(seed=1)
    assert np.array_equal(raw.observe(raw.agent_selection)["observation"], env.observe(env.agent_selection)["observation"])


def test_pettingzoo_secrets(game):
    """An agent's observation is the same if the hidden cards are dealt anew."""
    env, rng = zoo.raw_env(game.name), irori.Rng(1)
    env.reset(seed=3)
    for agent in list(env.agents):
        before = env.observe(agent)
        kept = env.state_now
        env.state_now = kept.view(env.agents.index(agent)).imagine(rng)
        after = env.observe(agent)
        env.state_now = kept
        assert np.array_equal(before["observation"], after["observation"]) and np.array_equal(before["action_mask"], after["action_mask"])


def test_pettingzoo_an_illegal_move_ends_the_game(game):
    env = zoo.env(game.name)
    env.reset(seed=1)
    agent, mask = env.agent_selection, env.last()[0]["action_mask"]
    with quiet():
        env.step(int(np.flatnonzero(mask == 0)[0]))
    assert all(env.terminations.values()) and env._cumulative_rewards[agent] == -1


def test_gymnasium_check():
    for game in irori.games():
        name = next(i for i in gymnasium.registry if i.startswith("irori/" + game.name))
        with quiet():
            check_env(gymnasium.make(name).unwrapped)


def test_gymnasium_whole_games(game):
    for seed in range(3):
        env = irori.gym.BotEnv(game.name, opponent="random", seats=game.max_seats)
        look, info = env.reset(seed=seed)
        over = False
        rng = np.random.default_rng(seed)
        while not over:
            look, reward, over, cut, info = env.step(rng.choice(np.flatnonzero(look["action_mask"])))
            assert not cut and (over or reward == 0)
        assert -1 <= reward <= 1 and not look["action_mask"].any()


def test_gymnasium_repeats_with_its_seed():
    for game in irori.games():
        ends = []
        for _ in range(2):
            env = irori.gym.BotEnv(game.name, opponent="easy")
            look, info = env.reset(seed=5)
            over = False
            while not over:
                look, reward, over, _, info = env.step(np.flatnonzero(look["action_mask"])[-1])
            ends.append((reward, tuple(info["points"]), info["seat"]))
        assert ends[0] == ends[1]


if __name__ == "__main__":
    tap.main(sys.modules["__main__"])
