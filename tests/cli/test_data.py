#!/usr/bin/env python3
"""test_data.py IRORI: games as data (docs/data.md): records of many games, threads, exports, schemas, counts. TAP."""
import importlib.util
import json
import re
import subprocess

from cli import irori, main, refused, root, run, test, work

games = [line.split()[1] for line in subprocess.run(["python3", root / "scripts/games.py", "list"], check=True, capture_output=True, text=True).stdout.splitlines()
         if line.startswith("game ")]


def files(folder):
    return {p.name: p.read_text() for p in (work / folder).iterdir()}


@test
def threads_change_nothing():
    for game in games:
        one = run("sim", game, "--games", 12, "--json", "--record", "one")
        three = run("sim", game, "--games", 12, "--json", "--record", "three", "--threads", 3)
        assert one.returncode == 0 and one.out == three.out, three.err
        other = run("sim", game, "--games", 12, "--json", "--seed", 2)
        assert other.out != one.out, "another seed gave the same games"
    assert files("one") == files("three") and len(files("one")) == 12 * len(games)


@test
def every_record_is_a_game():
    for game in games:
        r = run("match", game, "random", "normal", "--games", 4, "--record", "match")
        assert r.returncode == 0, r.err
    for name in files("match"):
        r = run("replay", "--check", "match/" + name)
        assert r.returncode == 0 and "all legal" in r.out, (name, r.out, r.err)
    assert "name 0 bot:random" in "".join(files("match").values()) and "name 0 bot:normal" in "".join(files("match").values())
    (work / "file").write_text("")
    refused("sim", games[0], "--games", 1, "--record", "file", says=["--record", "file"])
    refused("sim", games[0], "--games", 1, "--record", "no/such/folder", says=["--record", "no/such"])


@test
def an_export_has_every_decision_and_no_secret():
    for game in games:
        run("sim", game, "--games", 2, "--bots", "random", "--record", "export-" + game)
        lines = [json.loads(line) for line in run("export", "export-" + game, "--told").out.splitlines()]
        rows = {(path, i) for path, text in files("export-" + game).items()
                for i, line in enumerate(x for x in text.splitlines() if re.match(r"(\*|\d) ", x)) if line[0] != "*"}
        assert {(d["record"].split("/")[1], d["row"]) for d in lines} == rows, "decisions are missing"
        for d in lines:
            text = [x for x in files("export-" + game)[d["record"].split("/")[1]].splitlines() if re.match(r"(\*|\d) ", x)][d["row"]]
            assert text == "%d %s" % (d["seat"], d["move"]) and d["move"] in d["view"]["legal"] and d["view"]["seat"] == d["seat"], d
            assert len(d["points"]) == len(d["ranks"]) == d["view"]["seats"] and isinstance(d["told"], list)
        assert any(d["told"] for d in lines)
        for path in {d["record"] for d in lines}:  # every decision begins a step; the deal is one
            steps = [d["step"] for d in lines if d["record"] == path]
            assert steps == list(range(steps[0], steps[0] + len(steps))) and steps[0] in (1, 2), steps


@test
def an_export_judges_moves():
    name = sorted(files("export-" + games[0]))[0]
    r = run("export", "export-%s/%s" % (games[0], name), "--values", "--nodes", 200)
    lines = [json.loads(line) for line in r.out.splitlines()]
    assert r.returncode == 0 and lines and all(d["analysis"]["played"] == d["move"] for d in lines), r.err
    assert r.out == run("export", "export-%s/%s" % (games[0], name), "--values", "--nodes", 200).out, "the same seed gave other values"
    spec = importlib.util.spec_from_file_location("to_parquet", root / "examples/to_parquet.py")
    to_parquet = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(to_parquet)
    for rows in to_parquet.batches(r.out.splitlines()):
        for row in rows:
            assert set(row) == set(to_parquet.COLUMNS) and row["won"] in (0, 0.5, 1) and row["move"] in row["legal"], row
    refused("export", "no-such-file", says=["no-such-file"])


@test
def exports_fit_the_published_schema():
    try:
        import jsonschema
    except ImportError:
        print("# skipped: python3-jsonschema is not installed")
        return
    for game in games:
        schema = {of: json.loads(run("schema", game, *of).out) for of in ((), ("--event",))}
        for one in schema.values():
            jsonschema.Draft202012Validator.check_schema(one)
        view, event = (jsonschema.Draft202012Validator(schema[of]) for of in ((), ("--event",)))
        for d in [json.loads(line) for line in run("export", "export-" + game, "--told").out.splitlines()[:12]]:
            view.validate(d["view"])
            for e in d["told"]:
                event.validate(e)
            assert not view.is_valid({**d["view"], "seats": "two"}), "everything is valid"


@test
def counts_are_as_the_manual_says():
    text = (root / "docs/data.md").read_text()
    blocks = re.findall(r"    \$ irori (perft .*)\n((?:     *\d.*\n)+)", text)
    assert len(blocks) >= 3, "the manual has no counts"
    for command, out in blocks:
        r = run(*command.split())
        assert r.returncode == 0 and [x.split() for x in r.out.splitlines()] == [x.split() for x in out.splitlines()], (command, r.out)
    seed = run(*blocks[0][0].split(), "--seed", 2)
    assert seed.out != run(*blocks[0][0].split()).out, "a seed changes nothing"


@test
def a_bot_of_the_class_plays_strictly_and_is_told_all():
    (work / "irori_bot.py").write_text((root / "examples/irori_bot.py").read_text())
    (work / "mine.py").write_text("""
from irori_bot import Bot
class Mine(Bot):
    name = "mine"
    def result(self, points, ranks):
        open("ended", "a").write("%d %d %d\\n" % (len(self.history), len(points), self.seats))
Mine().run()
""")
    for game in games:
        r = run("sim", game, "--games", 2, "--strict", "--json", "--bots", "exec:python3 mine.py,random")
        assert r.returncode == 0 and r.err == "" and [s["name"] for s in json.loads(r.out)["seats"]] == ["mine", "random"], r.err
    ended = [line.split() for line in (work / "ended").read_text().splitlines()]
    assert len(ended) == 2 * len(games) and all(int(told) > 0 and points == seats for told, points, seats in ended), ended


@test
def strict_is_an_error_at_a_lost_turn():
    for command in (["sim", games[0], "--bots", "exec:exit,random"], ["match", games[0], "exec:exit", "random"]):
        r = run(*command, "--games", 2, "--strict")
        assert r.returncode == 3 and r.out == "" and "--strict" in r.err, (r.returncode, r.out, r.err)
    r = run("match", games[0], "exec:exit", "random", "--games", 2)
    assert r.returncode == 0 and "WARNING" in r.out and "not its own" in r.out, r.out


main("data")
