#!/usr/bin/env python3
"""test_bots.py IRORI: foreign bots at our tables (exec:COMMAND) and our bots at foreign tables (irori bot). TAP.

Whatever a foreign bot does, the game ends, in bounded time, and leaves no process behind: this test is the reaper of whatever
irori leaves (PR_SET_CHILD_SUBREAPER), so nothing can hide from it.
"""
import ctypes
import importlib.util
import json
import os
import pathlib
import random
import re
import shlex
import signal
import struct
import subprocess
import sys
import time

from cli import HANG, irori, main, test, work

root = pathlib.Path(__file__).resolve().parents[2]
hostile = root / "tests" / "cli" / "hostile.py"
sys.path.insert(0, str(root / "tests" / "oracle"))
games = {"koikoi": 2, "pikit": 3, "gacha": 4}
bots = []  # every irori bot that was started and not closed
assert ctypes.CDLL(None).prctl(36, 1, 0, 0, 0) == 0  # PR_SET_CHILD_SUBREAPER


def left_behind():
    """Reaps what irori left to us: (numbers of the dead, is anybody alive?)."""
    dead, until = set(), time.time() + HANG
    while True:
        try:
            pid, _ = os.waitpid(-1, os.WNOHANG)
        except ChildProcessError:
            return dead, False
        if pid:
            dead.add(pid)
        elif time.time() > until:
            return dead, True
        else:
            time.sleep(0.01)


def run(*args, stdin="", timeout_ms=None):
    while bots:  # of a test that failed: not irori's leavings
        bots.pop().kill()
    env = dict(os.environ, **({"IRORI_BOT_TIMEOUT_MS": str(timeout_ms)} if timeout_ms else {}))
    p = subprocess.Popen([irori, *map(str, args)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=env, cwd=work)
    out, err = p.communicate(stdin.encode(), timeout=HANG)
    p.out, p.err = out.decode(errors="replace"), err.decode(errors="replace")
    assert "Sanitizer" not in p.err and "runtime error" not in p.err, p.err[-3000:]
    p.dead, p.alive = left_behind()
    assert not p.alive, "a process outlived the game"
    return p


def sim(game, bots, *more, timeout_ms=None):
    r = run("sim", game, "--json", "--seats", games[game], "--bots", bots, "--games", 1, *more, timeout_ms=timeout_ms)
    assert r.returncode == 0, r.err
    m = re.search(r"made (\d+) of its (\d+) moves", r.err)
    r.fallbacks, r.moves = map(int, m.groups()) if m else (0, 0)
    r.json = json.loads(r.out)
    return r


# ---- foreign bots at our tables ----


@test
def the_example_of_the_manual_plays_every_game():
    text = re.search(r"```python\n(.*?)```", (root / "docs" / "bot-protocol.md").read_text(), re.S).group(1)
    assert text == (root / "examples" / "bot.py").read_text(), "docs/bot-protocol.md and examples/bot.py differ"
    (work / "bot.py").write_text(text)
    for game, seats in games.items():
        r = sim(game, "exec:python3 bot.py")
        assert r.err == "" and r.json["games"] == 1 and len(r.json["seats"]) == seats, r.err
        assert r.out == sim(game, "exec:python3 bot.py").out, "the same seed gave another game"


@test
def a_bot_of_ours_plays_through_the_pipe_as_it_does_at_home():
    for game in games:
        options = "rounds=3" if game == "koikoi" else ""
        r = sim(game, "exec:%s bot %s" % (irori, game), "--options", options)
        assert r.err == "", r.err
        assert sim(game, "exec:%s bot %s --bot random --seed 3" % (irori, game), "--options", options).err == ""


@test
def play_takes_a_foreign_bot():
    (work / "bot.py").write_text((root / "examples" / "bot.py").read_text())
    r = run("play", "koikoi", "--seed", 4, "--bot", "exec:python3 bot.py", "--options", "rounds=1", stdin="1\n" * 200)
    assert r.returncode == 0 and r.err == "", (r.out[-500:], r.err)


@test
def matches_and_tournaments_take_foreign_bots():
    (work / "bot.py").write_text((root / "examples" / "bot.py").read_text())
    r = run("match", "koikoi", "exec:python3 bot.py", "exec:python3 bot.py", "--games", 4, "--options", "rounds=1", "--threads", 2, "--json")
    j = json.loads(r.out)
    assert r.err == "" and j["a"] == "exec:python3 bot.py" and j["share"]["at"] == 0.5 and j["points"]["at"] == 0, "a seed is not a seed"
    r = run("tournament", "pikit", "greedy", "exec:python3 bot.py", "--games", 6, "--seats", 3, "--json")
    assert r.returncode == 0 and r.err == "" and json.loads(r.out)["bots"][1]["name"] == "exec:python3 bot.py", r.err


@test
def a_foreign_bot_is_told_its_budget():
    (work / "tee.sh").write_text("tee -a heard | python3 bot.py\n")
    for budget, said in ("@7ms", '"ms":7'), ("@1500n", '"nodes":1500'), ("", None):
        (work / "heard").unlink(missing_ok=True)
        r = run("match", "koikoi", f"exec{budget}:sh tee.sh", "greedy", "--games", 2, "--options", "rounds=1", "--threads", 1)
        game = next(line for line in (work / "heard").read_text().splitlines() if '"type":"game"' in line)
        assert r.returncode == 0 and (said in game if said else '"ms"' not in game and '"nodes"' not in game), (budget, game)
    for bad in "exec@:./x", "exec@fast:./x", "exec@5ms", "exec@5ms:", "exec@" + "9" * 40 + "ms:./x":
        r = run("match", "koikoi", bad, "greedy")
        assert r.returncode == 2 and ("budget" in r.err or "command" in r.err), (bad, r.err)


@test
def a_match_counts_the_turns_a_foreign_bot_lost():
    r = run("match", "koikoi", "exec:exit", "greedy", "--games", 2, "--options", "rounds=1", "--json")
    use = json.loads(r.out)["use_a"]
    assert use["fallbacks"] == use["decisions"] > 0, use
    r = run("match", "koikoi", "exec:exit", "greedy", "--games", 2, "--options", "rounds=1")
    assert "lost %d of %d turns" % (use["decisions"], use["decisions"]) in r.out, r.out


@test
def ctrl_c_does_not_wait_for_a_foreign_bot():
    """It would answer in many hours only, and may take as long."""
    began, command = work / "began", "exec:touch began; exec sleep 100000 # \"quoted\""
    p = subprocess.Popen([irori, "match", "koikoi", command, "greedy", "--json"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work,
                         env=dict(os.environ, IRORI_BOT_TIMEOUT_MS="100000000"))
    while not began.exists() and p.poll() is None:
        time.sleep(0.02)
    p.send_signal(signal.SIGINT)
    out, err = p.communicate(timeout=HANG)
    assert p.returncode == 130 and json.loads(out)["a"] == command, (p.returncode, out, err)
    assert not left_behind()[1], "a process outlived the match"


@test
def commands_that_are_none_are_told():
    r = sim("koikoi", "exec:/no/such/program,greedy", "--options", "rounds=1")
    assert r.fallbacks == r.moves > 0 and "ended" in r.err, r.err
    r = run("sim", "koikoi", "--bots", "exec:,greedy")
    assert r.returncode == 2 and "command" in r.err


loses = {  # kind: what standard error says of it
    "hang": "did not answer within 200 ms",
    "die at once": "it ended",
    "die in mid-game": "it ended",
    "babble": "not JSON",
    "flood": "not JSON",
    "binary": "not JSON",
    "long line": "256 KB",
    "endless line": "256 KB",
    "half line": "did not answer within 200 ms",
    "illegal move": "'checkmate', which is not in",
    "move of a strange type": "no \"move\"",
    "wrong id": "that no choose message had",
    "id of a strange type": "no \"id\"",
    "doubled keys": "not JSON",
    "unknown type": "'dance'; a bot sends hello, move, log or error",
    "bare value": "not an object",
    "deep": "not JSON",
    "gives up": "it says 'I do not know ?[31m this game'",
    "closes its output": "it ended, or closed its output",
    "closes its input": "did not answer within 200 ms",
    "never reads": "did not answer within 200 ms",
    "never reads but talks": "checkmate",
    "ignores SIGTERM": "did not answer within 200 ms",
    "other protocol": "another protocol",
}


def hostile_run(kind, timeout_ms, rounds=1):
    pids = work / "pids"
    pids.write_text("")
    command = "exec:exec python3 %s %s %s" % (hostile, shlex.quote(kind), pids)
    r = sim("koikoi", command + ",greedy", "--options", "rounds=%d" % rounds, "--games", 2, timeout_ms=timeout_ms)
    assert r.json["games"] == 2
    groups = {int(p) for p in pids.read_text().split()}
    # on a busy machine it may be ended before Python has started it
    assert groups or "did not answer" in r.err, "%s: it never began: %s" % (kind, r.err)
    assert not groups & r.dead, "%s: irori left a zombie" % kind
    for group in groups:
        try:
            os.killpg(group, 0)
        except ProcessLookupError:
            continue
        raise AssertionError("%s: its process group lives on" % kind)
    lines = [re.sub(r"\d+", "N", line) for line in r.err.splitlines()]
    assert len(lines) == len(set(lines)) <= 6, r.err
    assert all(" " <= c <= "~" or c == "\n" for c in r.err), "raw bytes of the bot on standard error: %r" % r.err
    return r


def hostile_test(kind, says):
    def f():
        # the first move waits for Python to start, too: on a busy machine it may be too slow even for its fault, and gets more time
        for timeout_ms in 200, 3000, 60000:
            r = hostile_run(kind, timeout_ms)
            assert 0 < r.fallbacks <= r.moves, r.err
            if says in r.err:
                return
            assert "did not answer" in r.err, r.err
        raise AssertionError(r.err)
    f.__name__ = "a bot that does this loses turns and no more: " + kind
    test(f)


for kind, says in loses.items():
    hostile_test(kind, says)


@test
def a_late_answer_is_not_the_next_one():
    r = hostile_run("slow once", 1000, rounds=3)
    assert 1 <= r.fallbacks < r.moves and "illegal" not in r.err and "was not asked" not in r.err, r.err


@test
def what_was_written_unasked_costs_at_most_a_turn_each():
    r = hostile_run("writes before it is asked", 8000, rounds=3)
    assert r.fallbacks <= 2 < r.moves or r.fallbacks == 0, r.err


@test
def a_bot_that_stays_or_leaves_a_child_is_ended():
    for kind in "stays after bye", "leaves a child":
        r = hostile_run(kind, 8000)
        assert r.fallbacks == 0 and r.err == "", (kind, r.err)


# ---- our bots at foreign tables ----


class Bot:
    """irori bot, and a table's side of the protocol."""

    def __init__(self, game, *args):
        self.p = subprocess.Popen([irori, "bot", game, *map(str, args)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        bots.append(self.p)

    def send(self, line):
        self.p.stdin.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
        self.p.stdin.flush()

    def read(self):
        line = self.p.stdout.readline()
        assert line, "irori bot is gone: %s %s" % (self.p.wait(), self.p.stderr.read().decode(errors="replace")[-2000:])
        return json.loads(line)

    def ask(self, line):
        self.send(line)
        return self.read()

    def answers(self, line):
        """All it says to a line: the answer to a choice of nothing marks the end."""
        self.send(line)
        self.send({"type": "choose", "id": 987654321})
        said = []
        while not said or said[-1].get("id") != 987654321:
            said.append(self.read())
        return said[:-1]

    def close(self):
        self.send({"type": "bye"})
        bots.remove(self.p)
        out, err = self.p.communicate(timeout=HANG)
        assert self.p.returncode == 0 and out == b"" and err == b"", (self.p.returncode, out, err)


def foreign_table(name, seats, seed, *args):
    """A whole game under the rules of the oracle, a second implementation: every move is asked of irori bot. The log."""
    spec = importlib.util.spec_from_file_location(name, root / "games" / name / "tests" / "oracle.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    text = "rounds=3" if name == "koikoi" else ""
    table, log, rng = module.Game(seats, module.options(text)), [], random.Random(seed)
    players = [Bot(name, *args) for _ in range(seats)]
    for seat, bot in enumerate(players):
        assert bot.ask({"type": "hello", "protocol": 1})["protocol"] == 1
        bot.send({"type": "game", "game": name, "options": text, "seats": seats, "seat": seat, "seed": seed})
    while table.turn != "over":
        if table.turn == "*":
            chance = table.chance()
            actor, move = "*", rng.choices(list(chance), list(chance.values()))[0]
        else:
            actor, n = table.turn, len(log) + 1
            said = players[actor].ask({"type": "choose", "id": n, "log": log})
            assert said.get("type") == "move" and said["id"] == n, said
            move = said["move"]
            assert move in table.legal(), (move, table.legal())
        table.play(move)
        log.append("%s %s" % (actor, move))
    points, ranks = table.result()
    for bot in players:
        bot.send({"type": "result", "points": points, "ranks": ranks})
        bot.close()
    return log


@test
def irori_bot_plays_whole_games_at_a_foreign_table():
    for name, seats in games.items():
        log = foreign_table(name, seats, 7)
        assert len(log) > 60
    assert foreign_table("koikoi", 2, 8, "--bot", "random", "--seed", 5) == foreign_table("koikoi", 2, 8, "--bot", "random", "--seed", 5)


def overheard(game, rounds=1):
    """The lines a table of ours says to a bot in a game."""
    path = work / ("overheard-" + game)
    sim(game, "exec:tee %s | %s bot %s%s" % (path, irori, game, ",greedy" * (games[game] - 1)), *(["--options", "rounds=%d" % rounds] if game == "koikoi" else []))
    return path.read_bytes().splitlines(keepends=True)


@test
def irori_bot_analyses_positions():
    for name, seats in games.items():
        log = foreign_table(name, seats, 11)
        asked = [i for i, row in enumerate(log) if row[0] == "0"][:6]
        bot = Bot(name)
        bot.send({"type": "game", "game": name, "options": "rounds=3" if name == "koikoi" else "", "seats": seats, "seat": 0})
        for i in asked:
            said = bot.ask({"type": "analyse", "id": i + 1, "log": log[:i], "move": log[i][2:], "nodes": 200})
            assert said["type"] == "analysis" and said["id"] == i + 1 and said["played"] == log[i][2:], said
            assert said["kind"] in ("forced", "good", "slip") and (said["kind"] == "slip") == (said["best"] != said["played"]), said
            assert abs(sum(said["loss"])) < 1e-9 and said["loss"][0] <= 0 and len(said["loss"]) == seats, said
            best = bot.ask({"type": "analyse", "id": i + 1, "log": log[:i], "nodes": 200})
            assert best["kind"] != "slip" and best["best"] == best["played"], best
            assert best == bot.ask({"type": "analyse", "id": i + 1, "log": log[:i], "nodes": 200})
        said = bot.ask({"type": "analyse", "id": 1, "log": log[:asked[0]], "move": "dance"})
        assert said["type"] == "error" and "dance" in said["why"], said
        bot.close()


@test
def every_refusal_says_what_would_be_accepted():
    start = {"type": "game", "game": "koikoi", "seats": 2, "seat": 0}
    choose = {"type": "choose", "id": 3, "log": []}
    for before, line, says in [
        (None, b"hello\n", ["not JSON", "one object"]),
        (None, b"\n", ["not JSON"]),
        (None, b"\xff\xfe\x00\n", ["not JSON"]),
        (None, b'{"type":"hello","type":"hello"}\n', ["duplicate"]),
        (None, [1], ["not an object"]),
        (None, {"kind": "hello"}, ["\"type\""]),
        (None, {"type": 7}, ["\"type\""]),
        (None, {"type": "dance"}, ["dance", "choose", "bye"]),
        (None, {"type": "hello", "protocol": 2}, ["protocol", "1"]),
        (None, {"type": "game", "game": "chess"}, ["koikoi"]),
        (None, {**start, "seats": 7}, ["seats", "2 to 2"]),
        (None, {**start, "seat": 2}, ["seat", "0 to 1"]),
        (None, {**start, "seat": 1e30}, ["seat", "0 to 1"]),
        (None, {**start, "seat": None}, ["seat", "0 to 1"]),
        (None, {"type": "game", "game": "koikoi"}, ["seat", "missing"]),
        (None, {**start, "options": "rounds=0"}, ["rounds", "1 to 99"]),
        (None, {**start, "options": 7}, ["options", "text"]),
        (None, {**start, "options": "x" * 100000}, ["xxx"]),
        (None, {**start, "rules": 99}, ["rules"]),
        (None, {**start, "ms": -1}, ["ms"]),
        (None, choose, ["no game", "\"game\""]),
        (start, {"type": "choose"}, ["id"]),
        (start, {"type": "analyse", "id": 3, "log": [], "nodes": 1}, ["nodes", "100"]),
        (start, {"type": "choose", "id": 3}, ["log", "view_bytes"]),
        (start, {"type": "choose", "id": 3, "log": "x"}, ["log", "view_bytes"]),
        (start, choose, ["turn of seat 0"]),
        (start, {**choose, "log": [7]}, ["row 1", "text"]),
        (start, {**choose, "log": [""]}, ["row 1", "SEAT MOVE"]),
        (start, {**choose, "log": ["9 play 1a"]}, ["row 1", "SEAT MOVE"]),
        (start, {**choose, "log": ["* checkmate"]}, ["row 1", "checkmate"]),
        (start, {**choose, "log": ["0 agari"]}, ["row 1", "chance is to move"]),
        (start, {**choose, "view_bytes": 5, "log": None}, ["view_bytes", "text"]),
        (start, {"type": "choose", "id": 3, "view_bytes": "00"}, ["view_bytes", "hex digits"]),
        (start, {"type": "choose", "id": 3, "view_bytes": "zz" * 5000}, ["view_bytes", "hex digits"]),
        (start, b"[" * 300000 + b"\n", ["256 KB"]),
    ]:
        bot = Bot("koikoi")
        if before:
            bot.send(before)
        said = bot.answers(line)
        assert len(said) == 1 and said[0]["type"] == "error", (line[:100] if isinstance(line, bytes) else line, said)
        for word in says:
            assert word in said[0]["why"], (line, said, word)
        bot.close()


@test
def bytes_and_view_must_agree():
    game, choose = [l for l in overheard("pikit") if b'"type":"game"' in l or b'"type":"choose"' in l][:2]
    message = json.loads(choose)
    bot = Bot("pikit")
    bot.send(game)
    assert bot.ask(message)["type"] == "move"
    message["view"]["deck"] += 1
    assert "do not match" in bot.ask(message)["why"]
    del message["view"]
    assert bot.ask(message)["type"] == "move"
    assert "turn" in bot.ask({**message, "view_bytes": "ff" + message["view_bytes"][2:]})["why"]
    bot.close()


@test
def notes_go_with_the_bytes():
    lines = overheard("koikoi", 6)
    start = next(l for l in lines if b'"type":"game"' in l)
    chooses = [json.loads(l) for l in lines if b'"type":"choose"' in l]
    assert "notes" in chooses[-1] and all(len(c.get("notes", "0" * 128)) == 128 for c in chooses), chooses
    bot = Bot("koikoi", "--bot", "net")
    bot.send(start)
    assert "hex digits" in bot.ask({**chooses[-1], "notes": "00"})["why"]
    # as if one month alone had been passed up, by both
    passed = [struct.pack("<QQ48x", *[15 << 4 * m] * 2).hex() for m in range(12)]
    moves = [{bot.ask({**c, "notes": n})["move"] for n in passed} for c in chooses]
    assert any(len(m) > 1 for m in moves), moves
    bot.close()


@test
def made_up_bytes_never_end_it():
    rng = random.Random(5)
    for name in games:
        lines = overheard(name)
        start = next(l for l in lines if b'"type":"game"' in l)
        chooses = [json.loads(l) for l in lines if b'"type":"choose"' in l]
        bot, seen, blind = Bot(name), [], []
        bot.send(start)
        for i in range(150):
            good = rng.choice(chooses)
            b = bytearray.fromhex(good["view_bytes"])
            for _ in range(rng.choice([1, 1, 3, 30, 300])):  # past the options, which are compared first
                b[rng.randrange(72, len(b))] = rng.choice([0, 1, 127, 128, 255, rng.randrange(256)])
            view = {"view": good["view"]} if i % 2 else {"notes": rng.randbytes(64).hex()}
            said = bot.ask({"type": "choose", "id": i + 1, "timeout_ms": 300, "view_bytes": b.hex(), **view})
            assert said["type"] in ("move", "error") and said["id"] == i + 1, said
            (seen if "view" in view else blind).append(said["type"])
        # without a view to compare with, bytes are believed unless they trip the bot
        assert seen.count("error") > 30 and seen.count("error") > blind.count("error"), (name, seen, blind)
        assert bot.ask({**chooses[0], "timeout_ms": 9000})["type"] == "move"
        bot.close()


def mangled(line, rng):
    b = bytearray(line[:-1])
    for _ in range(rng.choice([1, 1, 1, 2, 5, 40])):
        at, how = rng.randrange(len(b) + 1), rng.randrange(6)
        if how == 0 and at < len(b):
            b[at] ^= 1 << rng.randrange(8)
        elif how == 1:
            del b[at:at + rng.choice([1, 1, 5, 100])]
        elif how == 2:
            b[at:at] = rng.choice([b'"', b"{", b"}", b"[", b",", b":", b"\\u0000", b"\\ud800", b"\xff", b"\x00", b"1e999", b"-1", b"null", b'"type":'])
        elif how == 3:
            b[at:at] = b[rng.randrange(len(b) + 1):][:rng.randrange(60)]
        elif how == 4:
            del b[at:]
        elif at < len(b):
            b[at] = rng.randrange(256)
    return bytes(b).replace(b"\n", b" ") + b"\n"


def is_message(line):
    try:
        return isinstance(json.loads(line.decode()).get("type"), str)
    except (ValueError, AttributeError, RecursionError):
        return False


@test
def two_thousand_mangled_lines_never_end_it():
    rng, bad, left = random.Random(9), 0, 2000
    lines = overheard("koikoi", 6)
    start = next(l for l in lines if b'"type":"game"' in l)
    log = foreign_table("koikoi", 2, 3)
    lines = [l for l in lines if b'"bye"' not in l and b'"told"' not in l] + [l for l in lines if b'"told"' in l][:10]
    for n in [i for i, row in enumerate(log) if row[0] == "0"][:5]:
        lines.append(json.dumps({"type": "choose", "id": n, "log": log[:n]}).encode() + b"\n")
    bot = Bot("koikoi")
    while left:
        left -= 1
        line = mangled(rng.choice(lines), rng)
        if b"bye" in line:
            continue
        bot.send(start)
        said = bot.answers(line.replace(b'"timeout_ms":10000', b'"timeout_ms":300'))
        assert len(said) <= 1, (said, line)
        if not is_message(line):
            bad += 1
            assert said and said[0]["type"] == "error" and len(said[0]["why"]) > 20, (said, line)
    assert bad > 500
    bot.close()


@test
def the_end_of_input_is_the_end():
    for stdin in "", '{"type":"hello"}', '{"type":"hello"}\n{"type":"bye"}\nrubbish\n':
        r = run("bot", "koikoi", stdin=stdin)
        assert r.returncode == 0 and r.err == "" and r.out.count("\n") == (stdin != ""), (r.out, r.err)
    for args, says in [(["chess"], "chess"), (["koikoi", "--bot", "deepblue"], "deepblue"), (["koikoi", "--bot", "exec:x"], "our own"),
                       (["koikoi", "--options", "rounds=0"], "rounds"), ([], "GAME")]:
        r = run("bot", *args)
        assert r.returncode == 2 and says in r.err, r.err


main("bots")
