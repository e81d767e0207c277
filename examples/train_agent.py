#!/usr/bin/env python3
"""train_agent.py [--game NAME] [--minutes M] [--against BOT] [--seed N] [--out FILE.svg]: a small player that learns by playing itself.

    pip install .                          # once, at the top of this repository
    python examples/train_agent.py         # less than ten minutes on two cores

A network with one hidden layer sees an observation (docs/observations.md) and says how good each move is and who will win. It plays many
games against itself at once (irori.Batch) and is pushed towards moves that turned out better than it thought: PPO with generalised
advantages, in numpy alone. Every while it plays a bot it has never trained against; the script ends with a longer match and draws how the
results rose, with their standard errors. Everything follows from the seed, but for how far it gets in the time. Minutes are those of one core,
all threads added up, so that a busy machine gets as far as a quiet one."""
from __future__ import annotations

import argparse
import math
import os
import time

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # the matrices are small: more threads would mostly wait for each other

import numpy as np  # noqa: E402

import irori  # noqa: E402

HIDDEN, GAMES, STEPS, EPOCHS, MINIBATCH = 128, 256, 64, 2, 2048
DECAY, CLIP, ENTROPY, RATE = 0.95, 0.2, 0.005, 1e-3  # lambda of the advantages; PPO's clip; of the policy; of Adam


class Network:
    """observation -> tanh -> a logit for each move that players make, and a value from -1 to 1."""

    def __init__(self, inputs: int, moves: int, rng: np.random.Generator) -> None:
        def layer(a: int, b: int, scale: float) -> np.ndarray:
            return (rng.standard_normal((a, b)) * scale / math.sqrt(a)).astype(np.float32)

        self.p = [layer(inputs, HIDDEN, 1.0), np.zeros(HIDDEN, np.float32), layer(HIDDEN, moves, 0.01), np.zeros(moves, np.float32),
                  layer(HIDDEN, 1, 0.1), np.zeros(1, np.float32)]
        self.m = [np.zeros_like(x) for x in self.p]
        self.v = [np.zeros_like(x) for x in self.p]
        self.t = 0

    def look(self, x: np.ndarray, mask: np.ndarray) -> tuple[np.ndarray, np.ndarray, np.ndarray]:
        w1, b1, w2, b2, w3, b3 = self.p
        h = np.tanh(x @ w1 + b1)
        logit = np.where(mask, h @ w2 + b2, np.float32(-1e9))
        logit -= logit.max(1, keepdims=True)
        p = np.exp(logit)
        p /= p.sum(1, keepdims=True)
        return h, p, np.tanh(h @ w3 + b3)[:, 0]

    def learn(self, x: np.ndarray, mask: np.ndarray, action: np.ndarray, old: np.ndarray, advantage: np.ndarray, target: np.ndarray) -> None:
        """One step of Adam for PPO's clipped loss, the squared error of the value, and a little entropy."""
        n, rows = len(x), np.arange(len(x))
        h, p, value = self.look(x, mask)
        chosen = p[rows, action]
        ratio = chosen / old
        pushed = ~(((advantage > 0) & (ratio > 1 + CLIP)) | ((advantage < 0) & (ratio < 1 - CLIP)))
        gain = np.where(pushed, advantage * ratio, 0).astype(np.float32)[:, None]  # d(gain)/d(log p of the action)
        logs = np.log(np.maximum(p, 1e-9))
        entropy = -(p * logs).sum(1, keepdims=True)
        d_logit = gain * p + ENTROPY * p * (logs + entropy)
        d_logit[rows, action] -= gain[:, 0]
        d_value = ((value - target) * (1 - value * value))[:, None].astype(np.float32)
        w2, w3 = self.p[2], self.p[4]
        d_h = (d_logit @ w2.T + d_value @ w3.T) * (1 - h * h)
        gradient = [x.T @ d_h, d_h.sum(0), h.T @ d_logit, d_logit.sum(0), h.T @ d_value, d_value.sum(0)]
        self.t += 1
        rate = RATE * math.sqrt(1 - 0.999**self.t) / (1 - 0.9**self.t)
        for w, g, m, v in zip(self.p, gradient, self.m, self.v):
            g /= n
            m += 0.1 * (g - m)
            v += 0.001 * (g * g - v)
            w -= rate * m / (np.sqrt(v) + 1e-8)


class Player:
    """A network and what it needs of the game: which numbers to scale, and which moves are players' at all."""

    def __init__(self, game: irori.Game, rng: np.random.Generator) -> None:
        self.rng = rng
        batch = irori.Batch(game, 512)
        used = np.zeros(game.n_moves, bool)
        seen = []
        for _ in range(600):  # random play shows which moves there are, and how large the numbers get
            used |= batch.mask.any(0)
            seen.append(batch.observation[::8].copy())
            batch.random()
            batch.step()
        values = np.concatenate(seen)
        self.mean, self.scale = values.mean(0), 1 / np.maximum(values.std(0), 0.1)
        self.moves = np.flatnonzero(used)
        self.column = np.full(game.n_moves, -1)
        self.column[self.moves] = np.arange(len(self.moves))
        self.network = Network(game.observation_size, len(self.moves), rng)

    def see(self, batch: irori.Batch) -> tuple[np.ndarray, np.ndarray]:
        mask = batch.mask[:, self.moves]
        mask[~mask.any(1)] = True  # only moves that random play never saw: any of the columns, repaired in `move`
        return (batch.observation - self.mean) * self.scale, mask

    def move(self, batch: irori.Batch, column: np.ndarray) -> np.ndarray:
        action = self.moves[column]
        legal = batch.mask[np.arange(batch.n), action]
        return np.where(legal, action, batch.legal[:, 0])

    def choose(self, p: np.ndarray) -> np.ndarray:
        return np.minimum((p.cumsum(1) < self.rng.random((len(p), 1))).sum(1), p.shape[1] - 1)


def train(player: Player, batch: irori.Batch) -> None:
    """Plays STEPS moves in every game, and learns from them."""
    inputs, masks = [], []
    actions, olds, values, turns, overs = (np.zeros((STEPS, batch.n), t) for t in (np.int64, np.float32, np.float32, np.int64, bool))
    rewards = np.zeros((STEPS, batch.n, batch.seats), np.float32)
    rows = np.arange(batch.n)
    for t in range(STEPS):
        x, mask = player.see(batch)
        _, p, value = player.network.look(x, mask)
        column = player.choose(p)
        inputs.append(x)
        masks.append(mask)
        actions[t], olds[t], values[t], turns[t] = column, np.maximum(p[rows, column], 1e-6), value, batch.turn
        batch.step(player.move(batch, column))
        rewards[t], overs[t] = batch.reward, batch.over
    # What is to come, by seat. In the last position only the value for the seat to move is known: the others share the opposite.
    x, mask = player.see(batch)
    last = player.network.look(x, mask)[2]
    ahead = np.repeat(-last[:, None] / (batch.seats - 1), batch.seats, 1)
    ahead[rows, batch.turn] = last
    carried = np.zeros_like(ahead)
    advantages = np.zeros_like(values)
    for t in range(STEPS - 1, -1, -1):
        ahead[overs[t]], carried[overs[t]] = rewards[t][overs[t]], 0
        seat = turns[t]
        carried[rows, seat] = advantages[t] = ahead[rows, seat] - values[t] + DECAY * carried[rows, seat]
        ahead[rows, seat] = values[t]
    x, mask = np.concatenate(inputs), np.concatenate(masks)
    action, old, advantage = actions.ravel(), olds.ravel(), advantages.ravel()
    target = np.clip(advantage + values.ravel(), -1, 1)
    advantage = (advantage - advantage.mean()) / (advantage.std() + 1e-6)
    for _ in range(EPOCHS):
        order = player.rng.permutation(len(x))
        for part in np.split(order, range(MINIBATCH, len(x), MINIBATCH)):
            player.network.learn(x[part], mask[part], action[part], old[part], advantage[part], target[part])


def match(player: Player, game: irori.Game, bot: str, games: int, seed: int) -> tuple[float, float]:
    """The share of wins against a bot, half of the games in each seat, and its standard error."""
    n = min(games, 200)
    results: list[float] = []
    for mine in range(game.min_seats):
        batch = irori.Batch(game, n, threads=2, notes=True)
        batch.reset(seed + mine)
        while len(results) < games * (mine + 1) / game.min_seats:
            x, mask = player.see(batch)
            own = player.move(batch, player.network.look(x, mask)[1].argmax(1))
            others = batch.bot(bot, [s for s in range(game.min_seats) if s != mine])
            batch.step(np.where(batch.turn == mine, own, others))
            results += list(batch.reward[batch.over, mine])
    wins = (np.array(results) + 1) / 2
    return float(wins.mean()), float(wins.std() / math.sqrt(len(wins)))


def draw(path: str, title: str, curve: list[tuple[float, float, float]]) -> None:
    """The learning curve as a picture."""
    w, h, left, top, bottom = 640, 360, 60, 40, 50
    most = max(x for x, _, _ in curve) or 1

    def at(x: float, y: float) -> str:
        return "%.1f,%.1f" % (left + (w - left - 20) * x / most, top + (h - top - bottom) * (1 - y))

    out = ['<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 %d %d" font-family="sans-serif" font-size="13">' % (w, h),
           '<rect width="%d" height="%d" fill="#fff"/>' % (w, h), '<text x="%d" y="22" font-size="15">%s</text>' % (left, title)]
    for i in range(5):
        y = i / 4
        a, b = at(0, y), at(most, y)
        out.append('<path d="M%s L%s" stroke="%s"/>' % (a, b, "#888" if i == 2 else "#ddd"))
        out.append('<text x="%d" y="%s" text-anchor="end">%d %%</text>' % (left - 8, float(a.split(",")[1]) + 4, 100 * y))
    for i in range(6):
        x = most * i / 5
        out.append('<text x="%s" y="%d" text-anchor="middle">%.1f</text>' % (at(x, 0).split(",")[0], h - bottom + 20, x))
    out.append('<text x="%d" y="%d" text-anchor="middle">million decisions</text>' % ((w + left) // 2, h - 10))
    band = [at(x, y + e) for x, y, e in curve] + [at(x, y - e) for x, y, e in reversed(curve)]
    out.append('<polygon points="%s" fill="#2a6f97" opacity="0.2"/>' % " ".join(band))
    out.append('<polyline points="%s" fill="none" stroke="#2a6f97" stroke-width="2"/>' % " ".join(at(x, y) for x, y, _ in curve))
    with open(path, "w", encoding="utf-8") as f:
        f.write("\n".join(out + ["</svg>", ""]))


def main() -> None:
    first = irori.games()[1]
    parse = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parse.add_argument("--game", default=first.name, help="one of %s" % ", ".join(g.name for g in irori.games()))
    parse.add_argument("--minutes", type=float, default=9, help="of one core, matches included but for the last one")
    parse.add_argument("--against", default="easy", help="the bot it is measured against")
    parse.add_argument("--games", type=int, default=2000, help="of the match at the end")
    parse.add_argument("--seed", type=int, default=1)
    parse.add_argument("--out", default="learning.svg")
    args = parse.parse_args()
    game = irori.game(args.game)
    player = Player(game, np.random.default_rng(args.seed))
    batch = irori.Batch(game, GAMES, threads=2)
    batch.reset(args.seed)
    begun, cpu, decisions, curve, due = time.monotonic(), time.process_time(), 0, [], 0.0
    while True:
        spent = time.process_time() - cpu
        if spent >= due:
            share, error = match(player, game, args.against, 400, 1000 + len(curve))
            curve.append((decisions / 1e6, share, error))
            print("%5.1f min, %6.2f M decisions: %.1f %% ± %.1f against %s" % (spent / 60, decisions / 1e6, 100 * share, 100 * error, args.against), flush=True)
            due = spent + args.minutes * 60 / 24
        if spent >= args.minutes * 60:
            break
        train(player, batch)
        decisions += batch.n * STEPS
    minutes, cpu = (time.monotonic() - begun) / 60, (time.process_time() - cpu) / 60
    share, error = match(player, game, args.against, args.games, 77)
    said = "%s: %.1f %% ± %.1f of %d games against %s" % (game.title, 100 * share, 100 * error, args.games, args.against)
    draw(args.out, said, curve)
    print("%s, after %.2f M decisions in %.1f minutes (%.1f of CPU). The curve is in %s" % (said, decisions / 1e6, minutes, cpu, args.out))


if __name__ == "__main__":
    main()
