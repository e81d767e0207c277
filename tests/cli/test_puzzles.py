#!/usr/bin/env python3
"""test_puzzles.py IRORI: irori puzzles: the same pack from any number of threads, what is interrupted is kept, packs that are there
still stand, bad input gets a sentence. TAP."""
import re
import signal
import subprocess

from cli import HANG, irori, main, refused, root, run, test, work, works

listed = [line.split() for line in subprocess.run(["python3", root / "scripts/games.py", "list"], check=True, capture_output=True, text=True).stdout.splitlines()]
games = [name for kind, name, _ in listed if kind == "game"]
packs = [(name, root / path) for kind, name, path in listed if kind == "puzzles"]


def puzzles(text):
    return re.findall(r"^puzzle (\w{8}) \d+ \d+ \d+$", text, re.M)


@test
def threads_change_nothing():
    found = 0
    for game in games:
        a = run("puzzles", game, "--games", 4, "--nodes", 2000)
        b = run("puzzles", game, "--games", 4, "--nodes", 2000, "--threads", 3, "--out", "pack-" + game)
        assert a.returncode == b.returncode == 0 and a.out == (work / ("pack-" + game)).read_text(), b.err
        assert a.err == b.err and re.match(r"4 games, \d+ decisions\n", a.err), a.err
        numbers = [int(n) for n in re.findall(r"^ *(\d+)  ", a.err, re.M)]
        assert sum(numbers) == int(a.err.split()[2]) and numbers[-1] == len(puzzles(a.out)), a.err
        found += numbers[-1]
        if numbers[-1]:
            r = run("puzzles", game, "--check", "pack-" + game, "--nodes", 2000)
            assert r.returncode in (0, 1) and "the answer stands" in r.out, r.err
    assert found, "not one puzzle"


@test
def records_become_puzzles():
    """The game that a pack holds is a record; people in it stay unnamed."""
    name, path = packs[0]
    record = path.read_text().split("\n\n")[1] + "\n"
    (work / "r.irori").write_text(re.sub(r"^name 0 .*$", "name 0 Ada Lovelace", record, flags=re.M))
    r = run("puzzles", name, "r.irori", "--nodes", 2000, "--each", 100)
    assert r.returncode == 0 and r.err.startswith("1 games, ") and "Ada" not in r.out, r.err
    other = next(g for g in games if g != name)
    refused("puzzles", other, "r.irori", says=["r.irori", other])


@test
def packs_stand():
    """A few of each; docs/puzzles.md has the numbers of all."""
    for name, path in packs:
        n = len(puzzles(path.read_text()))
        r = run("puzzles", name, "--check", path, "--seed", 99, "--every", max(1, n // 4))
        assert r.returncode == 0 and "(100.0 %)" in r.out, r.out + r.err
        rated = run("puzzles", name, "--rate", path)
        if "\nrating 0 0\n" not in rated.out:
            assert rated.returncode == 0 and rated.out == path.read_text(), "%s: its ratings are not those of today's bots: irori puzzles %s --rate" % (path, name)


@test
def what_is_interrupted_is_kept():
    for seconds in (2, 10, 50, 250):  # of the processor, until there is something to keep: with sanitizers it takes ten times as long
        p = subprocess.Popen([irori, "puzzles", games[0], "--games", "100000", "--nodes", "2000", "--out", work / "part"], stderr=subprocess.PIPE)
        works(p, seconds)
        p.send_signal(signal.SIGINT)
        _, err = p.communicate(timeout=HANG)
        assert p.returncode == 0, err
        n = len(puzzles((work / "part").read_text()))
        assert (" %d  kept" % n).encode() in err, err
        if n:
            break
    assert n > 0, err
    whole = run("puzzles", games[0], "--games", err.split()[0].decode(), "--nodes", 2000)
    assert whole.out == (work / "part").read_text()


@test
def bad_packs_get_a_sentence():
    name, path = packs[0]
    text = path.read_text()
    for bad, says in (("", "not a pack"), ("irori puzzles 1\ngame no 1\n", "2"), (text.replace("game %s" % name, "game %s 99 " % name, 1), "rules"),
                      (text[:400], "record"), (re.sub(r"^puzzle (\w+) \d+", r"puzzle \1 0", text, count=1, flags=re.M), "seat"),
                      (re.sub(r"^rating.*$", "rating x", text, count=1, flags=re.M), "rating"), (re.sub(r"^0\.(\d+) .*$", r"0.\1 fly", text, count=1, flags=re.M), "move")):
        (work / "bad").write_text(bad)
        refused("puzzles", name, "--check", "bad", says=["bad", says])
    refused("puzzles", "chess", says=["chess"])
    refused("puzzles", name, "--check", "nothing", says=["nothing"])
    refused("puzzles", name, "--out", "no/such/file", says=["no/such/file"])


main("puzzles")
