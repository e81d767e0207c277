"""test_irori.py ROOT: the Python package by itself: rules, views, records, reviews, batches, observations. TAP."""
import code
import contextlib
import copy
import io
import pathlib
import pickle
import subprocess
import sys
import threading

import numpy as np

import irori
import tap

root = pathlib.Path(sys.argv[1])


def raises(error, call, *args, **how):
    try:
        call(*args, **how)
    except error as e:
        return str(e)
    raise AssertionError("nothing was raised")


def positions(game, seed, seats=None, options=""):
    """All decisions of a random game."""
    rng, state = irori.Rng(seed), game.start(seats, options)
    while not state.settle(rng).is_over:
        yield state, rng
        state.apply(rng.choice(state.legal()))


def test_a_game_is_played_to_its_end(game):
    for seats in range(game.min_seats, game.max_seats + 1):
        for state, _ in positions(game, 7, seats):
            assert state.check() is None
            assert state.legal() == sorted(set(state.legal())) and state.legal()
        assert abs(sum(state.rewards())) < 1e-5 and min(state.ranks()) == 0 and len(state.points()) == seats


def test_what_is_wrong_is_said_in_a_sentence(game):
    state = game.start()
    assert "option" in raises(irori.IroriError, game.start, options="nothing=1")
    assert "99" in raises(irori.IroriError, game.start, seats=99)
    before = state.to_bytes()
    for move in (70000, -1, game.n_moves - 1 if game.n_moves - 1 not in state.legal() else 0):
        raises(irori.IroriError, state.apply, move)
    raises(irori.IroriError, state.apply, "no such move")
    raises(irori.IroriError, state.view, 17)
    assert state.to_bytes() == before
    assert game.name in raises(irori.IroriError, irori.game, "no such game")


def test_chance_has_probabilities_and_is_sampled_by_them(game):
    state, rng = game.start(), irori.Rng(3)
    while not state.is_chance:
        state.apply(state.legal()[0])
    chances = dict(state.chance())
    assert abs(sum(chances.values()) - 1) < 1e-9 and list(chances) == state.legal()
    drawn = [state.sample(rng) for _ in range(4000)]
    for move, p in chances.items():
        assert abs(drawn.count(move) / 4000 - p) < 5 * (p * (1 - p) / 4000) ** 0.5 + 1e-3


def test_moves_have_texts(game):
    for move in range(game.n_moves):
        assert game.move(game.move_text(move)) == move


def test_copies_are_equal_and_go_their_own_way(game):
    for state, rng in positions(game, 5):
        for other in (state.clone(), copy.deepcopy(state), pickle.loads(pickle.dumps(state)), irori.State.from_bytes(game, state.to_bytes())):
            assert other == state and hash(other) == hash(state)
        other.apply(rng.choice(other.legal()))
        assert other != state
        break


def test_states_a_seat_cannot_tell_apart_look_the_same(game):
    """Hidden cards are dealt anew: the seat's observation and string are the same, somebody else's are not always."""
    for seats in {game.min_seats, game.max_seats}:
        differ = 0
        for state, rng in positions(game, 11, seats):
            for seat in range(state.seats):
                view = state.view(seat)
                other = view.imagine(rng)
                differ += other != state
                assert other.check() is None
                assert other.view(seat) == view and other.view_hash(seat) == state.view_hash(seat)
                assert np.array_equal(other.view(seat).observation(), view.observation())
                assert other.view(seat).information() == view.information()
                assert other.view(seat).legal() == view.legal() and np.array_equal(other.view(seat).mask(), view.mask())
        assert differ > 0


def test_different_views_have_different_strings(game):
    seen = {}
    for seed in range(3):
        for state, _ in positions(game, seed):
            for seat in range(state.seats):
                view = state.view(seat)
                key = bytes(view._block)
                assert seen.setdefault(view.information(), key) == key
                assert view.information().startswith("%s %s {" % (game.name, game.version))
    assert len(set(seen.values())) == len(seen)


def test_an_observation_has_the_numbers_that_its_fields_say(game):
    assert sum(f.size for f in game.fields) == game.observation_size
    assert [f.start for f in game.fields] == [sum(g.size for g in game.fields[:i]) for i in range(len(game.fields))]
    for seats in range(game.min_seats, game.max_seats + 1):
        for state, _ in positions(game, 13, seats):
            for seat in range(seats):
                room = np.full(game.observation_size + 16, 12345, np.float32)
                view = state.view(seat)
                irori.lib.ir_observe(game._p, view._at, room.ctypes.data)
                assert (room[-16:] == 12345).all() and not (room[:-16] == 12345).any()
                assert np.isfinite(room).all() and np.abs(room[:-16]).max() < 1000


def test_an_observation_shows_whose_it_is():
    """With the seats counted from the viewer, the own cards are in the first field."""
    for game in irori.games():
        hands = [f for f in game.fields if f.name == "hand"][0]
        for state, _ in positions(game, 3):
            looks = [state.view(s).observation()[hands.start: hands.start + hands.size] for s in range(state.seats)]
            assert looks[0].sum() > 0 or looks[1].sum() > 0
            if not np.array_equal(looks[0], looks[1]):
                break
        else:
            raise AssertionError("both hands always look the same")


def test_bots_give_moves_and_values(game):
    for state, rng in positions(game, 2):
        for name in game.bots:
            advice = state.view(state.turn).bot(name, rng, nodes=200)
            assert advice.move in state.legal() and advice.move in advice.values
        assert "bot" in raises(irori.IroriError, state.view(state.turn).bot, "nobody", rng)
        break


def test_a_record_is_read_again_and_reviewed(game):
    rng, record = irori.Rng(4), irori.Record(game, names=["Anna", "Ben"])
    states = [record.state.clone()]
    while not record.state.is_over:
        record.apply(record.state.sample(rng) if record.state.is_chance else rng.choice(record.state.legal()))
        states.append(record.state.clone())
    replay = irori.Replay(record.text())
    assert replay.game == game and replay.names == ["Anna", "Ben"] and len(replay) == len(states) - 1
    assert all(replay.state(i) == states[i] for i in (0, 1, len(states) // 2, len(states) - 1)) and replay.state() == states[-1]
    assert sum(1 for _ in replay.decisions()) == sum(row.actor >= 0 for row in replay.rows)
    assert "line" in raises(irori.IroriError, irori.Replay, record.text().replace("Anna", "", 1)[: -20] + "nonsense\n")
    if game.name != "nullgame":  # which has no network, and no reviews
        review = replay.review(nodes=50)
        assert review == replay.review(nodes=50) and len(review["seats"]) == 2


def test_a_batch_plays_what_states_play(game):
    """Move by move: the same positions, masks, observations and results as one game after the other."""
    batch = irori.Batch(game, 5)
    batch.reset(9)
    ended = 0
    for step in range(400):
        states = [batch.state(i) for i in range(5)]
        for i, state in enumerate(states):
            view = state.view(state.turn)
            assert batch.turn[i] == state.turn and list(batch.legal[i][: batch.n_legal[i]]) == view.legal()
            assert np.array_equal(batch.mask[i], view.mask().astype(bool)) and np.array_equal(batch.observation[i], view.observation())
        action = batch.random().copy()
        action[step % 5] = irori.SKIP
        batch.step(action)
        assert batch.state(step % 5) == states[step % 5]
        assert not batch.reward[~batch.over].any()
        for i in np.flatnonzero(batch.over):
            ended += 1
            state = states[i]
            state.apply(int(action[i]))
            if state.is_over:  # else chance ended it
                assert np.allclose(batch.reward[i], state.rewards())
            assert abs(batch.reward[i].sum()) < 1e-5 and batch.reward[i].max() >= 0
    assert ended > 0


def test_a_batch_repeats_with_its_seed_and_any_number_of_threads(game):
    sums = []
    for threads, seed in ((1, 4), (3, 4), (1, 5)):
        batch = irori.Batch(game, 50, threads=threads)
        batch.reset(seed)
        total = np.zeros(4)
        for step in range(200):
            batch.random()
            batch.step()
            total += batch.observation.sum(dtype=float), batch.mask.sum(), batch.reward[:, 0].sum(), batch.over.sum()
        sums.append(tuple(total))
    assert sums[0] == sums[1] != sums[2]


def test_a_batch_can_be_cloned_and_set(game):
    batch = irori.Batch(game, 8, notes=True)
    for _ in range(10):
        batch.step(batch.random())
    other = batch.clone()
    for _ in range(30):
        action = batch.random().copy()
        batch.step(action)
        other.step(action)
        assert np.array_equal(batch.observation, other.observation) and np.array_equal(batch.mask, other.mask)
    kept = batch.state(3)
    batch.step(batch.random())
    batch.set_state(5, kept)
    assert batch.state(5) == kept and np.array_equal(batch.mask[5], kept.view(kept.turn).mask().astype(bool))
    assert batch.mask.sum() == batch.n_legal.sum()


def test_a_batch_refuses_illegal_moves(game):
    batch = irori.Batch(game, 4)
    bad = batch.random().copy()
    bad[2] = next(m for m in range(game.n_moves) if not batch.mask[2, m])
    assert "game 2" in raises(irori.IroriError, batch.step, bad)
    raises(irori.IroriError, batch.step, [1, 2])
    plain = irori.Batch(game, 4, masks=False, observations=False)
    assert "game 2" in raises(irori.IroriError, plain.step, bad)


def test_bots_play_in_a_batch():
    for game in irori.games():
        batch = irori.Batch(game, 40, notes=True, threads=2)
        won = ended = 0
        while ended < 60:
            batch.random()
            action = batch._actions.copy()
            batch.bot("easy", [0])
            batch.step(np.where(batch.turn == 0, batch._actions, action))
            won += (batch.reward[:, 0] > 0).sum()
            ended += batch.over.sum()
        assert won / ended > 0.6  # easy beats chance


def test_threads_play_at_the_same_time():
    """Two threads with batches of their own do not disturb each other."""
    game, sums = irori.games()[0], {}

    def play(name):
        batch = irori.Batch(game, 100)
        batch.reset(1)
        for _ in range(100):
            batch.step(batch.random())
        sums[name] = float(batch.observation.sum())

    threads = [threading.Thread(target=play, args=(i,)) for i in range(3)]
    for t in threads:
        t.start()
    for t in threads:
        t.join()
    assert len(set(sums.values())) == 1


def test_the_documents_say_what_the_code_does():
    made = subprocess.run([sys.executable, root / "scripts/observations.py"], capture_output=True, text=True, check=True).stdout
    assert made == (root / "docs/observations.md").read_text(), "make it anew: scripts/observations.py > docs/observations.md"


def test_the_guide_can_be_followed():
    """The blocks of docs/python.md that need numpy alone are run, one after the other."""
    text = (root / "docs/python.md").read_text()
    blocks = [b.split("```")[0] for b in text.split("```python\n")[1:]]
    assert len(blocks) > 3
    console = code.InteractiveConsole()
    said = []
    console.write = said.append  # errors, of syntax too
    for block in blocks:
        if any(word in block for word in ("pettingzoo", "gymnasium", "pyspiel")):
            lines = block.splitlines()  # not run here, but pasted it is whole, too
            assert not any(a.startswith(" ") and b and not b.startswith(" ") for a, b in zip(lines, lines[1:])) and not lines[-1].startswith(" "), block
            continue
        with contextlib.redirect_stdout(io.StringIO()):
            more = [console.push(line) for line in block.splitlines()]
        assert not said and not more[-1], "%s\n%s" % ("".join(said), block)


def test_types_are_right():
    done = subprocess.run([sys.executable, "-m", "mypy", "--strict", "--ignore-missing-imports", "--no-warn-unused-ignores", "--cache-dir=/dev/null", root / "python/irori"],
                          capture_output=True, text=True)
    assert done.returncode == 0, done.stdout[-1500:]


if __name__ == "__main__":
    irori.lib = sys.modules["irori._lib"].lib
    tap.main(sys.modules["__main__"])
