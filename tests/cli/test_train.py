#!/usr/bin/env python3
"""test_train.py IRORI: `irori train`, in miniature. TAP; cli.py says within which bounds."""
import os
import subprocess

from cli import irori, main, refused, run, sanitized, test, work

GAMES = ("koikoi", "pikit", "gacha")


def taught(game, name, *args):
    out = os.path.join(work, name)
    r = run("train", game, "--games", 1, *args, "--out", out)
    assert r.returncode == 0, r.err
    return open(out, "rb").read(), r.err


@test
def a_seed_gives_the_same_network_with_any_number_of_threads():
    for game in GAMES:
        one, two = (taught(game, "same.net", "--iterations", 2, "--threads", n)[0] for n in (1, 3))
        assert one == two, game
        assert one != taught(game, "other.net", "--iterations", 2, "--seed", 9)[0], game


@test
def the_network_in_the_library_is_of_this_form():
    root = os.path.join(os.path.dirname(__file__), "..", "..", "games")
    for game in GAMES:
        there = os.path.join(root, game, "bots", game + ".net")
        assert os.path.getsize(there) == len(taught(game, "form.net", "--iterations", 1)[0]), game


@test
def it_learns():
    _, err = taught("koikoi", "learn.net", "--iterations", 8 if sanitized else 24, "--games", 4)
    first, last = (float(line.split("loss ")[1]) for line in (err.splitlines()[0], err.splitlines()[-1]))
    assert last < first, (first, last)
    assert "100.0 %" in err.splitlines()[-1]


@test
def what_it_cannot_do_it_says():
    refused("train", "chess", says=["there is no game", "koikoi"])
    refused("train", "nullgame", says=["no network"])
    r = refused("train", "koikoi", "--iterations", 1000000, "--out", "/nowhere/x.net", says=["/nowhere/x.net", "No such file"])
    assert "%" not in r.err  # before it has learned, not after


@test
def stopped_it_leaves_nothing_behind_and_what_was_there():
    new, old = (os.path.join(work, name) for name in ("new.net", "old.net"))
    with open(old, "wb") as f:
        f.write(b"precious")
    for out in (new, old):
        p = subprocess.Popen([irori, "train", "koikoi", "--iterations", "1000000", "--games", "1", "--out", out], stderr=subprocess.PIPE)
        assert b"%" in p.stderr.readline()
        p.terminate()
        p.communicate()
    assert not os.path.exists(new)
    assert open(old, "rb").read() == b"precious"


main("train")
