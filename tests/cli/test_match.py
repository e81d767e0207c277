#!/usr/bin/env python3
"""test_match.py IRORI: players by name, `irori match` and `irori tournament`. TAP; cli.py says within which bounds."""
import json
import math
import signal
import subprocess

from cli import HANG, figures, irori, main, refused, run, sanitized, test, work, works


def match(*args):
    r = run("match", *args, "--json")
    assert r.returncode == 0, r.err
    return json.loads(r.out)


def timeless(j):
    """What must not depend on the machine."""
    for m in j.get("matches", [j]):
        del m["time"]
    return j


def inside(i, value):
    return i["low"] <= value <= i["high"]


@test
def the_number_of_threads_changes_nothing():
    for args in (("koikoi", "greedy", "random", "--games", 300), ("pikit", "greedy", "random", "--games", 99, "--seats", 3),
                 ("koikoi", "greedy", "random", "--sprt", "300,400"), ("gacha", "random", "greedy", "--games", 25, "--seats", 5)):
        one, two, many = (timeless(match(*args, "--seed", 7, "--threads", n)) for n in (1, 2, 9))
        assert one == two == many, args
        assert one != timeless(match(*args, "--seed", 8, "--threads", 1)), args
    t = [timeless(json.loads(run("tournament", "koikoi", "random", "greedy", "--games", 100, "--threads", n, "--json").out)) for n in (1, 2)]
    assert t[0] == t[1]


@figures
def greedy_beats_random():
    for game, least in (("koikoi", 0.8), ("pikit", 0.8), ("gacha", 0.8)):
        j = match(game, "greedy", "random", "--games", 400)
        assert j["share"]["low"] > least and j["points"]["low"] > 0 and j["elo"]["low"] > 100, j
        back = match(game, "random", "greedy", "--games", 400)
        assert abs(back["share"]["at"] + j["share"]["at"] - 1) < 0.1 and back["elo"]["high"] < 0, back


@test
def the_numbers_agree_with_each_other():
    j = match("koikoi", "greedy", "random", "--games", 501)
    assert j["games"] == 502 and j["deals"] == 251, "whole pairs"
    assert sum(n for _, n in j["scores"]) == 251
    at = sum(v * n for v, n in j["scores"]) / 251
    assert abs(at - j["share"]["at"]) < 1e-5 and inside(j["share"], at)
    assert abs(j["elo"]["at"] - 400 * math.log10(at / (1 - at))) < 0.1
    assert j["use_a"]["decisions"] > 251 * 2 and j["time"]["a_seconds"] > 0


@test
def a_bot_scores_exactly_its_fair_share_against_itself():
    """Seat and deal decide the random numbers, so that the same bot plays the same game in every seating."""
    for game in "koikoi", "pikit", "gacha":
        for bot in "random", "greedy":
            j = match(game, bot, bot, "--games", 100)
            assert j["share"]["at"] == 0.5 and j["points"]["at"] == 0 and j["scores"] == [[0.5, 50]], j
    for game, seats in (("pikit", 3), ("pikit", 4), ("gacha", 3), ("gacha", 6)):
        j = match(game, "random", "random", "--games", 10 * seats, "--seats", seats)
        assert abs(j["share"]["at"] - 1 / seats) < 1e-6 and abs(j["elo"]["at"]) < 1e-3, j


@figures
def nineteen_of_twenty_intervals_hold_the_truth():
    hits = 0
    for seed in range(40):
        j = match("koikoi", "greedy", "random", "--games", 60, "--seed", seed)
        hits += inside(j["share"], 0.875)  # 87.50 +- 0.32 % over 40,000 games of another seed
    assert hits >= 33, "%d of 40 intervals hold the truth" % hits


@test
def luck_can_be_taken_out():
    """The mean stays (tests/bots/test_luck.c), the spread shrinks, and against itself nobody is skilled."""
    for game, games in (("koikoi", 200), ("pikit", 300), ("gacha", 200)):
        j = match(game, "greedy", "easy", "--games", 20 if sanitized else games, "--luck")
        wins, skill = j["share"], j["skill"]
        assert sanitized or skill["high"] - skill["low"] < 0.9 * (wins["high"] - wins["low"]), j
        assert skill["low"] < wins["high"] and wins["low"] < skill["high"], j
        assert "skill" not in match(game, "greedy", "easy", "--games", 4)
        same = match(game, "greedy", "greedy", "--games", 20, "--luck")["skill"]
        assert abs(same["low"] - 0.5) < 1e-6 and abs(same["high"] - 0.5) < 1e-6, same
    assert timeless(match("pikit", "greedy", "easy", "--games", 30, "--seats", 3, "--luck", "--threads", 1)) == \
        timeless(match("pikit", "greedy", "easy", "--games", 30, "--seats", 3, "--luck", "--threads", 3))
    assert "luck of cards and dice taken out" in run("match", "koikoi", "greedy", "random", "--games", 8, "--luck").out
    assert "at least two deals" in run("match", "koikoi", "greedy", "random", "--games", 2, "--luck").out


@figures
def more_seats_have_another_fair_share():
    for game, seats in (("pikit", 3), ("pikit", 4), ("gacha", 3), ("gacha", 4)):
        j = match(game, "greedy", "random", "--games", 240, "--seats", seats)
        assert j["fair"] == round(1 / seats, 6) and j["seats"] == seats and j["games"] == 240 and j["deals"] == 240 // seats
        assert j["share"]["low"] > 0.6 and j["elo"]["low"] > 150, j
        assert "for every seat" in run("match", game, "greedy", "random", "--games", 4, "--seats", seats).out


@test
def sprt_stops_early():
    j = match("koikoi", "greedy", "random", "--sprt", "0,50")
    assert j["sprt"]["accepted"] == "H1" and j["games"] < 200 and j["sprt"]["llr"] >= j["sprt"]["limit"], j
    j = match("koikoi", "greedy", "greedy", "--sprt", "0,50")
    assert j["sprt"]["accepted"] == "H0" and j["games"] < 200 and j["sprt"]["llr"] <= -j["sprt"]["limit"], j
    j = match("koikoi", "random", "greedy", "--sprt", "-50,0")
    assert j["sprt"]["accepted"] == "H0", j
    j = match("pikit", "greedy", "random", "--sprt", "0,50", "--seats", 4)
    assert j["sprt"]["accepted"] == "H1" and j["games"] < 200, j
    j = match("koikoi", "greedy", "random", "--sprt", "0,50", "--games", 4)
    assert j["sprt"]["accepted"] is None and j["games"] == 4
    assert "H1 accepted" in run("match", "koikoi", "greedy", "random", "--sprt", "0,50").out
    assert "not decided" in run("match", "koikoi", "greedy", "random", "--sprt", "0,50", "--games", 4).out


@test
def budgets_are_part_of_a_name():
    for name in "greedy@5ms", "greedy@0.5ms", "greedy@2000n", "random@1n":
        assert match("koikoi", name, "random", "--games", 4)["a"] == name
        assert run("sim", "koikoi", "--games", 2, "--bots", name).returncode == 0
    r = run("play", "koikoi", "--bot", "greedy@2ms", "--seed", 3, "--record", work / "budget.irori", stdin="1\nquit\n")
    assert r.returncode == 0 and "name 1 bot:greedy@2ms" in (work / "budget.irori").read_text(), r.err
    assert run("play", "--resume", work / "budget.irori", stdin="quit\n").returncode == 0


@test
def wrong_calls_get_a_sentence():
    refused("match", says=["GAME", "missing"])
    refused("match", "koikoi", says=["A is missing"])
    refused("match", "koikoi", "greedy", says=["B is missing"])
    refused("match", "koikoi", "greedy", "random", "greedy", says=["greedy", "too many"])
    refused("match", "chess", "greedy", "random", says=["chess", "koikoi"])
    refused("match", "koikoi", "greedy", "deepblue", says=["deepblue", "random, greedy"])
    refused("match", "koikoi", "", "random", says=["no bot ''", "greedy"])
    refused("match", "koikoi", "greedy", "x" * 100000, says=["xxxx", "greedy"])
    for bad in ("fast", "", "5", "ms", "n", "0ms", "0n", "-5ms", "1.5n", "5s", "1e3ms", "0x10n", "infms", "nanms", "5ms ", "5ms@5ms", "1..5ms",
                "0.0001ms", "9" * 30 + "n", "9" * 100000 + "ms"):
        refused("match", "koikoi", "greedy@" + bad, "random", says=["budget", "greedy@5ms", "greedy@2000n"])
    refused("sim", "koikoi", "--bots", "greedy,greedy@fast", says=["greedy@fast", "greedy@5ms"])
    refused("play", "koikoi", "--bot", "greedy@fast", says=["greedy@fast", "greedy@5ms"])
    refused("play", "koikoi", "--bot", "g" * 100, says=["too long"])
    for bad in "5", "", ",", "5,", "5,5", "50,0", "a,b", "0,50,100", "0,5000", "nan,nan", "0,inf", "0;50":
        refused("match", "koikoi", "greedy", "random", "--sprt", bad, says=["--sprt", "0,50"])
    refused("match", "koikoi", "greedy", "random", "--games", 0, says=["--games", "from 1"])
    refused("match", "koikoi", "greedy", "random", "--threads", 0, says=["--threads", "from 1 to 64"])
    refused("match", "koikoi", "greedy", "random", "--seats", 3, says=["2 players", "3"])
    refused("match", "koikoi", "greedy", "random", "--seats", 1, says=["two players", "2 seats"])
    refused("match", "pikit", "greedy", "random", "--seats", 5, says=["5"])
    refused("match", "koikoi", "greedy", "random", "--options", "rounds=0", says=["rounds"])
    refused("tournament", "koikoi", says=["BOT...", "missing"])
    refused("tournament", "koikoi", "greedy", says=["BOT...", "missing", "two"])
    refused("tournament", "koikoi", *["greedy"] * 17, says=["one too many", "16"])
    refused("tournament", "koikoi", "greedy", "random", "deepblue", "--games", 1000000000, says=["deepblue"])


@test
def other_programs_are_not_started_by_a_saved_game():
    path = work / "exec.irori"
    run("play", "koikoi", "--seed", 3, "--record", path, stdin="1\nquit\n")
    path.write_text(path.read_text().replace("bot:normal", "bot:exec:touch started"))
    refused("play", "--resume", path, says=["seat 1", "another program"])
    assert not (work / "started").exists()


@test
def a_tournament_rates_everybody():
    j = json.loads(run("tournament", "koikoi", "random", "greedy", "greedy@1n", "--games", 300, "--seed", 5, "--json").out)
    elo = [b["elo"] for b in j["bots"]]
    assert elo[0] == {"at": 0, "low": 0, "high": 0} and elo[1]["low"] > 250 and elo[2]["low"] > 250
    assert abs(elo[1]["at"] - elo[2]["at"]) < 60
    assert [(m["a"], m["b"]) for m in j["matches"]] == [("random", "greedy"), ("random", "greedy@1n"), ("greedy", "greedy@1n")]
    assert j["matches"][0]["scores"] != j["matches"][1]["scores"], "every pairing has its own deals"
    alone = match("koikoi", "random", "greedy", "--games", 300, "--seed", 5)
    assert timeless(alone) == timeless(j)["matches"][0]
    text = run("tournament", "koikoi", "random", "greedy", "--games", 100).out
    assert "Elo" in text and text.count("greedy") == 1, text


@test
def a_tournament_writes_ratings():
    path = str(work / "ratings.json")
    args = ("tournament", "koikoi", "easy", "normal", "hard", "--games", 100, "--reviews", 1, "--ratings", path)
    assert run(*args).returncode == 0
    one = json.load(open(path))
    table, = one["tables"]
    assert one["game"] == "koikoi" and table["seats"] == 2 and table["reviews"] == 1 and 0 < table["noise"] <= 1, one
    assert [(p["a"], p["b"], p["seed"], p["games"]) for p in table["pairings"]] == [("easy", "normal", 1, 100), ("easy", "hard", 1, 100), ("normal", "hard", 1, 100)], one
    bots = {b["name"]: b for b in table["bots"]}
    assert list(bots) == ["easy", "normal", "hard"] and bots["normal"]["ranks"] == bots["normal"]["wins"] == {"at": 1500.0, "error": 0.0}, one
    assert bots["easy"]["ranks"]["at"] < 1500 < bots["hard"]["ranks"]["at"] and bots["easy"]["games"] == 200, one
    assert all(0 < bots[b]["ranks"]["error"] < 60 for b in ("easy", "hard")), one
    assert run(*args, "--threads", 1).returncode == 0 and json.load(open(path)) == one, "the same again"
    more = str(work / "more.json")
    for seats in (3, 2, 3):
        assert run("tournament", "pikit", "random", "normal", "--games", 12, "--seats", seats, "--ratings", more).returncode == 0
    two, three = json.load(open(more))["tables"]
    assert (two["seats"], three["seats"]) == (2, 3) and two["noise"] == 0, "a table for each number of seats, and no reviews: not measured"


@test
def ratings_grow():
    path = str(work / "grow.json")

    def grow(*bots, **options):
        args = [x for k, v in options.items() for x in ("--" + k, v)]
        r = run("tournament", "koikoi", *bots, "--keep", "--ratings", path, *args)
        assert r.returncode == 0, r.err
        table, = json.load(open(path))["tables"]
        return {b["name"]: b for b in table["bots"]}, table

    first, table = grow("easy", "normal", "hard", games=200, reviews=1)
    again, same = grow("easy", "normal", "hard", games=200, reviews=5)
    assert again == first and same == table, "what the file says is neither played nor reviewed again"
    again, same = grow("hard", "normal", "easy", games=200)
    assert again == first and same == table, "nor in another order, with the same deals"
    more, table = grow("easy", "normal", games=200, seed=2)
    assert more["easy"]["games"] == 600 and more["hard"]["games"] == 400 and more["easy"]["ranks"]["error"] < first["easy"]["ranks"]["error"], more
    new, table = grow("hard", "search", games=8, searching=16, seed=3)  # a bot that searches: luck is taken out, so its games are worth more
    assert list(new) == ["easy", "normal", "hard", "search"] and new["search"]["games"] == 16, new
    worth = {(p["a"], p["b"], p["seed"]): p["wins"]["worth"] / p["games"] for p in table["pairings"]}
    assert worth["hard", "search", 3] > 1.2 and worth["easy", "normal", 1] == 1, worth
    assert abs(new["easy"]["ranks"]["at"] - more["easy"]["ranks"]["at"]) < 3, "a few games of another hardly move those with many"
    refused("tournament", "koikoi", "normal", "hard", "--keep", "--options", "rounds=2", "--ratings", path, says=["printed", "rounds=2"])
    table["pairings"][0]["games"] = "many"
    with open(path, "w") as f:
        json.dump({"tables": [table]}, f)
    refused("tournament", "koikoi", "normal", "hard", "--keep", "--ratings", path, says=["something else"])


@test
def ratings_are_refused():
    path = str(work / "refused.json")
    refused("tournament", "koikoi", "easy", "hard", "--ratings", path, says=["normal", "1500"])
    refused("tournament", "koikoi", "easy", "normal", "--games", 2, "--ratings", str(work / "none/x.json"), says=["x.json"])
    with open(str(work / "other.json"), "w") as f:
        f.write("[1]")
    refused("tournament", "koikoi", "easy", "normal", "--games", 2, "--ratings", str(work / "other.json"), says=["something else"])


@test
def a_tournament_with_more_seats_plays_both_ways():
    j = json.loads(run("tournament", "gacha", "random", "greedy", "--games", 90, "--seats", 3, "--json").out)
    assert [(m["a"], m["b"]) for m in j["matches"]] == [("random", "greedy"), ("greedy", "random")]
    assert j["bots"][1]["elo"]["low"] > 150, j


@test
def ctrl_c_prints_what_is_known():
    for args in (["match", "koikoi", "greedy", "random", "--games", "900000000", "--json"],
                 ["tournament", "koikoi", "greedy", "random", "--games", "900000000", "--json"]):
        p = subprocess.Popen([irori, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=work)
        works(p, 3 if sanitized else 1)
        p.send_signal(signal.SIGINT)
        out, err = p.communicate(timeout=HANG)
        j = json.loads(out)
        assert p.returncode == 130 and j["interrupted"] and not err, (p.returncode, err)
        assert j.get("matches", [j])[0]["games"] > 0, j


main("match")
