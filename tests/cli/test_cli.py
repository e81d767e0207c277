#!/usr/bin/env python3
"""test_cli.py IRORI: the program from outside, as a person or a script meets it. TAP; cli.py says within which bounds."""
import collections
import html.parser
import json
import pathlib
import random
import re

from cli import HANG, main, refused, run, sanitized, shared, test, work

commands = ["play", "sim", "match", "tournament", "bot", "replay", "review", "audit", "conform", "rules", "bench"]


@test
def help_and_version_everywhere():
    assert "irori COMMAND" in run("--help").out
    assert re.fullmatch(r"irori \d+\.\d+\.\d+\n", run("--version").out)
    for c in commands:
        r = run(c, "--help")
        assert r.returncode == 0 and c in r.out and "--help" in r.out, r.out
        assert run(c, "--version").out.startswith("irori ")


@test
def wrong_calls_get_a_sentence():
    r = run()
    assert r.returncode == 2 and "irori COMMAND" in r.err
    refused("dance", says=["dance", "--help"])
    refused("sim", says=["GAME", "missing"])
    refused("sim", "chess", says=["chess", "koikoi"])
    refused("sim", "koikoi", "--games", "many", says=["--games", "many", "whole number"])
    refused("sim", "koikoi", "--games", "0", says=["--games", "from 1"])
    refused("sim", "koikoi", "--games", says=["--games", "needs a value"])
    refused("sim", "koikoi", "--bots", "greedy,deepblue", says=["deepblue", "random"])
    refused("sim", "koikoi", "--bots", "greedy,greedy,greedy", says=["3 bots", "2 seats"])
    refused("sim", "koikoi", "--seats", "5", says=["2 players", "5"])
    refused("sim", "koikoi", "--colour", says=["--colour"])
    refused("sim", "koikoi", "extra", says=["extra"])
    refused("sim", "koikoi", "--json=yes", says=["--json"])
    refused("rules", "koikoi", "KK99.9", says=["KK99.9"])
    refused("conform", "pikit", "x", says=["pikit"])
    refused("play", "koikoi", "--people", "7", says=["--people", "7"])
    refused("play", "koikoi", "--people", "0,", says=["--people"])
    refused("play", "koikoi", "--bot", "nobody", says=["nobody", "greedy"])
    refused("bench", "--time", "1", says=["--time"])


@test
def bad_options_are_named():  # KK1.7
    for options, says in {
        "rounds=0": ["rounds", "'0'", "1 to 99"],
        "rounds=007": ["rounds", "'007'"],
        "coins=-1": ["coins", "'-1'", "1 to 9999"],
        "sake=maybe": ["sake", "'maybe'", "off or on"],
        "koikoi_limit=999999999999": ["koikoi_limit", "999999999999", "0 to 16"],
        "colour=red": ["colour", "rounds"],
        "rounds": ["rounds", "value"],
        "rounds=": ["rounds", "''"],
        "rounds=3,rounds=3": ["rounds", "twice"],
        "rounds=3,": ["comma"],
        "casino": ["casino", "printed", "nintendo", "arcade"],
        "nintendo,coins=30": ["coins", "purse=score"],
        "limit_shared=on": ["limit_shared", "koikoi_limit"],
        "sets=absorb,ribbons_both=3": ["ribbons_both", "sets=absorb"],
        "sake=off,sake_rain=on": ["sake=off", "sake_rain"],
        "sake_both3=on,viewing_late=3": ["sake_both3", "viewing"],
        "\x1b[31mrounds=3": ["rounds"],
        "a" * 100000: ["aaaa"],
        "rounds=" + "9" * 100000: ["rounds"],
    }.items():
        refused("sim", "koikoi", "--games", 1, "--options", options, says=says)
        refused("play", "koikoi", "--options", options, says=says)


@test
def sim_counts():
    a = run("sim", "koikoi", "--games", 300, "--json", "--bots", "greedy,random")
    j = json.loads(a.out)
    assert j["games"] == 300 and abs(sum(s["wins"] for s in j["seats"]) - 1) < 1e-6
    assert abs(sum(s["points"] for s in j["seats"]) - 100) < 1e-6  # coins are conserved
    assert j["seats"][0]["wins"] > 0.8 and j["happened"]["won-with kasu"] > 0
    assert a.out == run("sim", "koikoi", "--games", 300, "--json", "--bots", "greedy,random").out
    assert "wins" in run("sim", "koikoi", "--games", 10).out
    for preset in "printed", "nintendo", "arcade":
        assert run("sim", "koikoi", "--games", 50, "--options", preset).returncode == 0


@test
def bench_prints_json():
    j = json.loads(run("bench", "--json", "--time", 50).out)
    assert re.fullmatch("[0-9a-f]{16}", j["signature"]) and j["games"]
    for name, g in j["games"].items():
        assert min(g["games_per_s"], g["decisions_per_s"], g["chance_per_s"], g["nodes_per_s"]) > 0, name
    assert run("bench", "--signature").out.strip() == j["signature"]


@test
def rules_are_shown():
    whole = run("rules", "koikoi").out
    assert "KK1.1" in whole and "KK8.2" in whole
    assert run("rules", "koikoi", "KK4.4").out.startswith("KK4.4 Capture")
    assert "sanko" in run("rules", "koikoi", "KK5.6").out
    assert run("rules", "koikoi", "KK8").out.count("KK8") == 3


def played(game="koikoi", seed=5, answers="1\n" * 400, *more):
    path = work / ("%s-%d.irori" % (game, seed))
    r = run("play", game, "--seed", seed, "--record", path, *more, stdin=answers)
    assert r.returncode == 0, r.err
    return path, r


@test
def a_whole_game_is_played_recorded_and_checked():
    path, r = played()
    assert "The game is over" in r.out and "Which card do you play?" in r.out
    c = run("replay", "--check", path)
    assert c.returncode == 0 and "all legal" in c.out, c.err
    total = re.search(r"(\d+) of (\d+) outcomes", c.out)
    assert total.group(1) == total.group(2) and int(total.group(1)) > 30
    told = run("replay", path)
    assert "AGARI" in told.out or "drawn" in told.out
    rows = [json.loads(line) for line in run("replay", "--json", path).out.splitlines()]
    assert rows[0]["row"] == 1 and rows[-1]["events"] and all("hash" in row for row in rows)
    j = json.loads(run("replay", "--check", "--json", path).out)
    assert j["ok"] and j["outcomes"] == j["outcomes_audited"] and j["over"]


def at_a_terminal(keys, *args):
    """What the program says at a terminal to these keys."""
    import os
    import pty
    import subprocess

    from cli import irori
    ours, theirs = pty.openpty()
    os.write(ours, keys.encode())
    p = subprocess.Popen([irori, *map(str, args)], stdin=theirs, stdout=theirs, stderr=theirs, close_fds=True, cwd=work)
    os.close(theirs)
    said = b""
    try:
        while more := os.read(ours, 65536):
            said += more
    except OSError:  # how a terminal says that the other side is gone
        pass
    assert p.wait(timeout=HANG) == 0, said[-500:]
    return said.decode().replace("\r\n", "\n")


@test
def a_replay_on_a_terminal_goes_to_and_fro():
    path, _ = played(seed=5)
    rows = [l for l in path.read_text().splitlines() if re.match("[*0-9] ", l)]
    steps = 1 + sum(l[0] != "*" for l in rows)  # the deal, and each move with the chance that follows
    told = at_a_terminal("\n\n\nb\nb\n\n\nb\nb\nb\nb\nt\nq\n", "replay", path)
    said = re.split(r"\[(\d+) of %d\] " % steps, told)
    where, texts = [int(n) for n in said[1::2]], said[2::2]
    assert where == [0, 1, 2, 3, 2, 1, 2, 3, 2, 1, 0, 0, 0], told
    assert "Round 1" in texts[0] and "plays" not in texts[0] and "plays" in texts[1] and texts[1] == texts[5] and texts[2] == texts[6], told
    whole = run("replay", path).out
    assert all(l in whole for l in texts[1].splitlines()[1:]), told
    told = at_a_terminal("\nt\n" + "\n" * steps + "q\n", "replay", path)
    assert told.count("can choose:") == 1
    assert "[%d of %d]" % (steps, steps) in told and told.count("That was the last move.") == 1


@test
def kept_records_still_replay():
    kept = sorted((pathlib.Path(__file__).parent.parent / "records").glob("*.irori"))
    assert kept
    for path in kept:
        r = run("replay", "--check", path)
        assert r.returncode == 0, r.err


@test
def questions_are_answered_in_play():
    path, r = played(seed=6, answers="?\nrules\nrules KK5.6\nrules all\nrules KK77\ntable\nundo\nxyzzy\n99\n-1\n\n" + "\x00\x07" * 3 + "\n" + "z" * 5000 + "\nquit\n")
    for said in ("Play one card of your hand", "KK4.2", "KK5.6 sanko", "KK8.2", "There is no rule KK77", "cannot be taken back", "'xyzzy' is not one of the choices", "The game is saved"):
        assert said in r.out, said
    assert path.read_text().rstrip().endswith("saved")


@test
def a_saved_game_goes_on_and_stays_fair():
    path, r = played(seed=7, answers="1\n1\nquit\n")
    before = path.read_text()
    assert before.count("commit ") == 1 and before.count("secret ") == 1
    c = run("replay", "--check", path)
    assert c.returncode == 0 and "saved" in c.out
    second = work / "second.irori"
    r = run("play", "--resume", path, "--record", second, stdin="1\nquit\n")
    assert r.returncode == 0 and "goes on" in r.out, r.err
    r = run("play", "--resume", second, stdin="1\n" * 400)
    assert "The game is over" in r.out, r.out[-500:]
    after = second.read_text()
    rows = lambda t: [l for l in t.splitlines() if l[:2] in ("0 ", "1 ", "* ")]
    assert rows(after)[:len(rows(before))] == rows(before)
    assert after.count("commit ") == 3 and after.count("secret ") == 3
    c = run("replay", "--check", second)
    total = re.search(r"(\d+) of (\d+) outcomes", c.out)
    assert total.group(1) == total.group(2), c.out
    refused("play", "--resume", second, says=["is over"])
    refused("play", "koikoi", "--resume", second, says=["leave 'koikoi' out"])


@test
def a_game_saved_on_the_way_does_not_tell_what_comes():
    first, second = work / "on-the-way.irori", work / "to-the-end.irori"
    r = run("play", "koikoi", "--record", second, stdin="1\nsave %s\nsave %s\nundo\n" % (first, first) + "1\n" * 400)
    assert "Kept in" in r.out and "The game is over" in r.out, r.out[-500:]
    early, late = first.read_text().splitlines(), second.read_text().splitlines()
    secrets = lambda t: [l for l in t if l.startswith("secret ")]
    assert len(secrets(early)) == 1 and len(secrets(late)) == 2 and secrets(late)[0] == secrets(early)[0]
    same = early.index(secrets(early)[0])
    assert late[:same + 1] == early[:same + 1]  # and another secret deals from there on
    for path in (first, second):
        c = run("replay", "--check", path)
        total = re.search(r"(\d+) of (\d+) outcomes", c.out)
        assert c.returncode == 0 and total.group(1) == total.group(2), c.out


@test
def games_saved_by_older_programs_go_on():
    """In the middle of a secret question, to which one has answered; its id is longer than a table's may be."""
    kept = pathlib.Path(__file__).parent.parent / "records" / "saved" / "pikit.irori"
    again = work / "again.irori"
    r = run("play", "--resume", kept, "--record", again, stdin="\nundo\nquit\n")
    assert r.returncode == 0 and "Player 1: Bot discards 4" in r.out and "cannot be taken back" in r.out, r.out + r.err
    assert again.read_text() == kept.read_text()
    r = run("play", "--resume", kept, "--record", again, stdin="\n1\n" * 3000)
    assert "The game is over" in r.out, r.out[-500:]
    rows = lambda t: [l for l in t.splitlines() if re.match(r"[0-9*] ", l)]
    assert rows(again.read_text())[:len(rows(kept.read_text()))] == rows(kept.read_text())
    assert run("audit", again).returncode == 0


@test
def a_saved_game_starts_no_program():
    path, _ = played(seed=7, answers="1\n1\nquit\n")
    for bot in ("exec:touch ran", "exec@5ms:touch ran"):
        (work / "saved").write_text(re.sub("bot:\\w+", "bot:" + bot, path.read_text()))
        refused("play", "--resume", work / "saved", says=["cannot start one"])
        assert not (work / "ran").exists()


@test
def two_people_pass_the_screen_and_may_take_back():
    path, r = played("koikoi", 8, "\n1\n\n1\n\nquit\n", "--people", "all")
    assert r.out.count("Pass the screen to Player") >= 3, r.out[-2000:]
    # a koi-koi call reveals nothing, so it can be taken back while the other has not moved: find one by playing first cards
    for seed in range(20, 60):
        path = work / "undo.irori"
        r = run("play", "koikoi", "--people", "all", "--seed", seed, "--record", path, stdin="\n1\n" * 7 + "\nquit\n")
        if "You made a yaku" not in r.out:
            continue
        # answer koi-koi at that question, then undo
        n = r.out[:r.out.index("You made a yaku")].count("\n> ")
        r = run("play", "koikoi", "--people", "all", "--seed", seed, "--record", path, stdin="\n1\n" * n + "koi\n\nundo\n\nquit\n")
        if "takes back the last move" in r.out:
            assert "koi-koi" not in path.read_text()
            return
    raise AssertionError("no koi-koi call could be taken back in forty games")


@test
def who_leaves_a_terminal_keeps_the_game():
    before = set(work.iterdir())
    assert "The game is saved" in at_a_terminal("1\n\x04", "play", "koikoi", "--seed", 3)
    saved = set(work.iterdir()) - before
    assert len(saved) == 1 and run("replay", "--check", *saved).returncode == 0


@test
def a_script_that_runs_out_of_answers_leaves_no_file():
    before = set(work.iterdir())
    for answers in ("", "1\n"):
        r = run("play", "koikoi", "--seed", 3, stdin=answers)
        assert r.returncode == 0 and "The answers have ended" in r.out and "--record FILE" in r.out, r.out[-500:]
    assert set(work.iterdir()) == before
    path, _ = played(seed=3, answers="1\n")
    assert run("replay", "--check", path).returncode == 0


@test
def a_wrong_choice_hears_which_there_are():
    r = run("play", "koikoi", "--seed", 3, stdin="99\n1\n" * 400)
    assert "not one of the choices, 1 to 8." in r.out and "There is only one: 1." in r.out and "1 to 1" not in r.out, r.out


@test
def examples_in_help_can_be_typed():
    for command in ("play", "sim", "match", "tournament"):
        example = re.search(r"options of the game, such as (\S+)", run(command, "--help").out).group(1)
        assert run("sim", "koikoi", "--games", 1, "--options", example).returncode == 0, example
    for example in re.search(r"such as (\S+) or (\S+)", run("rules", "--help").out).groups():
        assert run("rules", "koikoi", example).out.startswith(example) or "## " + example in run("rules", "koikoi", example).out, example


@test
def a_record_that_cannot_be_written_is_said():
    r = run("play", "koikoi", "--seed", 3, "--record", "/nonexistent/x", stdin="quit\n")
    assert "/nonexistent/x" in r.err and "The game is saved" in r.out


@test
def strange_files_are_refused():
    good, _ = played(seed=9)
    text = good.read_text()
    (work / "empty").write_bytes(b"")
    refused("replay", work / "empty", says=["empty"])
    (work / "binary").write_bytes(bytes(range(256)) * 64)
    refused("replay", work / "binary", says=["zero byte", "not a text file"])
    with open(work / "sparse", "wb") as f:
        f.truncate(1 << 30)
    refused("replay", work / "sparse", says=["too large"])
    refused("play", "--resume", work / "sparse", says=["too large"])
    refused("conform", "koikoi", work / "sparse", says=[""])
    refused("replay", work, says=["folder"])
    refused("replay", work / "nowhere", says=["nowhere", "No such file"])
    lines = text.splitlines(keepends=True)
    for cut in (1, 3, 5, 20, 60, len(lines) - 1):
        (work / "cut").write_text("".join(lines[:cut]))
        refused("replay", work / "cut", says=["line %d" % cut, "breaks off"])
    (work / "half").write_text(text[:len(text) // 2])
    refused("replay", work / "half", says=["line"])
    (work / "long").write_text(lines[0] + lines[1] + "options " + "a" * (10 << 20) + "\n")
    refused("replay", work / "long", says=["line 3", "longer"])


@test
def lying_records_are_refused_with_the_line():
    good, _ = played(seed=9)
    lines = good.read_text().splitlines()

    def lie(find, replace, says, nth=0):
        at = [i for i, l in enumerate(lines) if re.search(find, l)][nth]
        bad = list(lines)
        bad[at] = re.sub(find, replace, bad[at])
        (work / "lie").write_text("\n".join(bad) + "\n")
        return at, refused("replay", work / "lie", says=says)

    lie("^irori record 1", "irori record 2", ["line 1", "irori record 1"])
    lie("^game koikoi 1", "game koikoi 7", ["line 2", "revision 7"])
    lie("^game koikoi 1", "game chess 1", ["line 2", "koikoi"])
    lie("^game koikoi 1", "game koikoi", ["line 2", "revision"])
    lie("^options .*", "options rounds=0", ["line 3", "rounds"])
    lie("^seats 2", "seats 3", ["line 4", "2 players"])
    lie("^name 1 .*", "name 7 x", ["seat"])
    lie(r"^\* card .*", "* card 13a", ["a move of this game"])
    lie(r"^\* card .*", "* agari", ["not possible"])
    lie(r"^0 play", "1 play", ["is to move"])
    lie(r"^0 play \w+( \w+)?", "0 play 1a 1b", [""])
    lie(r"^= (\d+) .*", r"= \1 0123456789abcdef", ["changed or lost"])
    lie(r"^result .*", "result 1 99 won 1", ["ends with"])
    lie(r"^result .*", "saved\nresult 1 99 won 1", ["end of the file"])
    lie(r"^secret .*", "secret " + "0" * 64, ["committed"])
    lie(r"^commit .*", "commit 12", ["64 hexadecimal"])
    at, r = lie(r"^\* card .*", "0 nonsense", [], nth=3)
    assert "line %d" % (at + 1) in r.err
    cards = [i for i, l in enumerate(lines) if l.startswith("* card")]

    def swap(a, b):
        bad = list(lines)
        bad[cards[a]], bad[cards[b]] = bad[cards[b]], bad[cards[a]]
        (work / "lie").write_text("\n".join(bad) + "\n")

    swap(0, 4)  # the first four cards are one player's, the next four the other's: legal, but another game
    refused("replay", work / "lie", says=["changed or lost"])
    swap(0, 1)  # the same hand in another order: the same game, but not the order in which the secret deals it
    assert run("replay", work / "lie").returncode == 0
    r = run("replay", "--check", work / "lie")
    assert r.returncode == 1 and "was not dealt by the revealed secret" in r.out, r.out


@test
def an_unfair_deal_is_found():
    """A record whose cards are a legal game, but not the one the secret deals."""
    a, _ = played(seed=11)
    b, _ = played(seed=12)
    take = lambda p, word: [l for l in p.read_text().splitlines() if l.startswith(word)][0]
    text = a.read_text()
    for word in ("match ",):
        text = text.replace(take(a, word), take(b, word))
    (work / "unfair").write_text(text)
    r = run("replay", "--check", work / "unfair")
    assert r.returncode == 1 and "was not dealt by the revealed secret" in r.out


@test
def a_review_explains_a_game():
    for record in sorted(pathlib.Path(__file__).resolve().parent.parent.glob("records/*.irori")):
        whole = record.read_text()
        r = run("review", record, "--nodes", "300")
        assert r.returncode == 0 and "start" in r.out and "luck" in r.out.lower(), r.out + r.err
        first = r.out.splitlines()[1:4]  # who won, how much was luck, and the decisive mistake: before any table
        assert "won" in first[0] and "luck made" in first[1] and ("slip that decided" in first[2] or "no slip" in first[2].lower()), first
        j = json.loads(run("review", record, "--nodes", "300", "--json").out)
        for s in j["seats"]:
            assert abs(s["start"] + s["own"] + s["luck"] + s["others"] + s["rest"] - s["result"]) < 1e-9, s
        assert j["over"] and len(j["values"]) == j["rows"] + 1
        assert run("review", "-", "--nodes", "300", "--json", stdin=whole).out == run("review", record, "--nodes", "300", "--json").out
        assert run("review", record, "--nodes", "300", "--seat", "1").returncode == 0
        many = run("review", record, record, "--nodes", "300")
        assert many.returncode == 0 and many.out.count(record.name) == 2 and "mean" in many.out, many.out
        assert json.loads(run("review", record, "--time", "50", "--json").out)["nodes"] >= 500
    refused("review", says=["FILE", "missing"])
    refused("review", work / "nowhere", says=["nowhere", "No such file"])
    refused("review", record, "--seat", "5", "--nodes", "300", says=["seat 5", "0 to"])
    refused("review", "-", stdin="not a record\n", says=["line 1"])


class Page(html.parser.HTMLParser):
    """Counts tags, notes what is open, what refers elsewhere, and every text."""

    def __init__(self, text):
        super().__init__()
        self.open, self.count, self.texts, self.links, self.ids = [], collections.Counter(), [], [], set()
        self.feed(text)
        assert not self.open, self.open

    def handle_starttag(self, tag, attributes):
        assert tag not in ("script", "img", "link", "iframe", "object"), tag
        for name, value in attributes:
            assert not name.startswith("on") and name not in ("src", "action"), (tag, name)
            self.links += [value] if name == "href" else []
            self.ids |= {value} if name == "id" else set()
            self.count["." + value.split()[0] if name == "class" and value else ""] += 1
        self.count[tag] += 1
        if tag not in ("meta", "line", "path", "circle"):
            self.open.append(tag)

    def handle_startendtag(self, tag, attributes):
        self.handle_starttag(tag, attributes)
        if self.open and self.open[-1] == tag:
            self.open.pop()

    def handle_endtag(self, tag):
        if tag == "html":
            self.open = [t for t in self.open if t not in ("html",)]
            return
        assert self.open and self.open[-1] == tag, (tag, self.open)
        self.open.pop()

    def handle_data(self, data):
        self.texts.append(data)


@test
def a_review_is_a_page_of_its_own():
    records = sorted(pathlib.Path(__file__).resolve().parent.parent.glob("records/*.irori"))
    found = 0
    for record in records:
        j = json.loads(run("review", record, "--nodes", "300", "--json").out)
        r = run("review", record, "--nodes", "300", "--html")
        page = Page(r.out)
        assert r.returncode == 0 and "://" not in r.out and "url(" not in r.out
        slips = sum(d["kind"] == "slip" for d in j["decisions"])
        found += slips
        assert page.count["article"] == min(10, slips) and page.count["i"] >= 2 * page.count["article"], page.count
        assert page.count["svg"] >= 1 and page.count[".slip"] and page.count[".luck"], page.count
        whole = [t.strip() for t in page.texts]
        for s in j["seats"]:
            for member in ("own", "luck", "others"):  # "-0.0" is never said
                assert "%+.1f" % (100 * s[member] if abs(s[member]) >= 0.0005 else 0) in whole, (s, member)
    assert found, "no record has a slip to show"
    # what a record says is never markup
    hostile = work / "<b>hostile&.irori"
    named = re.sub("(?m)^name 1 .*$", "name 1 <script>alert('x')</script>\"&amp;", records[-1].read_text())
    assert "<script>" in named
    hostile.write_text(named)
    r = run("review", hostile, hostile, records[0], "--nodes", "300", "--html")
    page = Page(r.out)
    assert any("<script>alert('x')</script>\"&amp;" in t for t in page.texts) and any("<b>hostile&.irori" in t for t in page.texts)
    assert [l for l in page.links] == ["#game-1", "#game-2", "#game-3"] and {"game-1", "game-2", "game-3"} <= page.ids
    # a file that is none is named, and the others are reviewed all the same
    r = run("review", records[0], work / "nowhere", "--nodes", "300", "--html")
    assert r.returncode == 1 and "nowhere" in r.err and Page(r.out).links == ["#game-1"]
    refused("review", "--html", work / "nowhere", says=["nowhere", "No such file"])
    refused("review", "--html", "--json", records[0], says=["--json", "--html"])


@test
def an_audit_names_the_line_and_what_was_due():
    kept = pathlib.Path(__file__).parent.parent / "records" / "pikit-resigned.irori"
    whole = kept.read_text()
    lines = whole.splitlines()
    chance = [i for i, l in enumerate(lines) if l.startswith("* ")]

    def audit(text, *more):
        (work / "audited").write_text(text)
        return run("audit", work / "audited", *more)

    r = audit(whole)
    assert r.returncode == 0 and r.out.endswith("%d outcomes, all as dealt\n" % len(chance)), r.out
    assert json.loads(audit(whole, "--json").out) == {"ok": True, "outcomes": len(chance), "audited": len(chance)}
    assert audit(whole.replace("\n", "\r\n")).returncode == 0
    for at in chance[:3] + chance[20:22] + chance[-1:]:  # any other outcome than the one dealt, possible or not
        for other in ("* card 2", "* roll 6 6", "* first 1", "* nonsense"):
            bad = list(lines)
            if bad[at] == other:
                continue
            bad[at] = other
            r = audit("\n".join(bad) + "\n")
            assert r.returncode == 1 and "line %d " % (at + 1) in r.out and "'%s'" % lines[at] in r.out, (at, other, r.out, r.err)
    j = json.loads(audit("\n".join(bad) + "\n", "--json").out)
    assert j["ok"] is False and j["line"] == chance[-1] + 1 and j["due"] == lines[chance[-1]]
    # another match, another salt, one salt fewer, two salts exchanged: one of the first cards is another one already
    salts = [l for l in lines if l.startswith("salt ")]
    assert len(salts) == 3
    for text in (
        re.sub(r"\nmatch .*", "\nmatch other", whole),
        whole.replace(salts[1], salts[1][:-1] + "0"),
        whole.replace(salts[1] + "\n", ""),
        whole.replace(salts[0], "salt 0 x").replace(salts[2], "salt 2 " + salts[0][7:]).replace("salt 0 x", "salt 0 " + salts[2][7:]),
    ):
        r = audit(text)
        later = r.out.split("line ")[1].split(" ")[0] if "line " in r.out else "0"
        assert r.returncode == 1 and int(later) - 1 in chance[:12], (r.out, r.err)
    # a secret that was not committed to, or none at all
    secret = [l for l in lines if l.startswith("secret ")][0]
    (work / "audited").write_text(whole.replace(secret, "secret " + "0" * 64))
    refused("audit", work / "audited", says=["line %d" % (lines.index(secret) + 1), "committed"])
    r = audit(whole.replace(secret + "\n", ""))
    assert r.returncode == 1 and "not revealed" in r.out
    # what is no record gets the reader's sentence
    refused("audit", work / "nowhere", says=["nowhere", "No such file"])
    (work / "audited").write_text(whole[:400])
    refused("audit", work / "audited", says=["line"])
    (work / "audited").write_bytes(b"irori record 1\n\0")
    refused("audit", work / "audited", says=["zero byte"])
    refused("audit", work, says=["folder"])
    # play's own records, one sitting or several
    path, _ = played(seed=15)
    assert run("audit", path).returncode == 0
    path, _ = played("koikoi", 16, "1\n1\nquit\n")
    r = run("play", "--resume", path, "--record", work / "second.irori", stdin="1\n" * 400)
    assert r.returncode == 0 and run("audit", work / "second.irori").returncode == 0


@test
def who_has_resigned_is_told():
    kept = pathlib.Path(__file__).parent.parent / "records" / "pikit-resigned.irori"
    r = run("replay", kept)
    assert "Ben resigned." in r.out and "Cleo O'Hara resigned." in r.out
    lines = kept.read_text().splitlines()
    at = lines.index("resign 2")
    (work / "saved").write_text("\n".join(lines[:at] + ["saved"]) + "\n")
    refused("play", "--resume", work / "saved", says=["gave up"])


records = shared / "data" / "koikoi" / "records.txt"


@test
def recorded_human_games_conform():
    if not records.exists():
        return "SKIP no %s: IRORI_SHARED names the folder" % records
    r = run("conform", "koikoi", records)
    assert (r.returncode, r.out) == (0, "101 games, 786 rounds, 8791 turns, 0 mismatches\n"), r.out
    # they are records that can be checked and reviewed, too
    refused("conform", "koikoi", records, "--record", work / "nowhere", says=["nowhere", "No such file"])
    folder = work / "people"
    folder.mkdir()
    r = run("conform", "koikoi", records, "--record", folder)
    assert r.returncode == 0 and len(list(folder.iterdir())) == 101, r.out + r.err
    finals = re.findall(r"(?m)^game (\d+) .* final=(-?\d+),(-?\d+) ", records.read_text())
    for number, *purses in finals[::20]:
        r = run("replay", "--check", folder / ("game-%s.irori" % number))
        assert r.returncode == 0 and "result %s %s" % tuple(purses) in r.out, r.out + r.err
    for review in run("review", folder / "game-1.irori", folder / "game-201.irori", "--json", "--nodes", "100").out.splitlines():
        for s in json.loads(review)["seats"]:
            assert abs(s["start"] + s["own"] + s["luck"] + s["others"] + s["rest"] - s["result"]) < 1e-9, s


@test
def any_changed_card_is_found():
    if not records.exists():
        return "SKIP no %s: IRORI_SHARED names the folder" % records
    lines = records.read_text().splitlines()
    rng = random.Random(1)
    card = re.compile(r"(?<![\w=])(\d{1,2}[a-d])(?!\w)")
    places = [(i, m) for i, l in enumerate(lines) if l.split(" ")[0] in ("hand1", "hand2", "table", "pile", "turn") for m in card.finditer(l)]
    for i, m in rng.sample(places, 15 if sanitized else 150):
        other = rng.choice([c for c in ("%d%s" % (k, x) for k in range(1, 13) for x in "abcd") if c != m.group(1)])
        bad = list(lines)
        bad[i] = bad[i][:m.start()] + other + bad[i][m.end():]
        (work / "changed").write_text("\n".join(bad) + "\n")
        r = run("conform", "koikoi", work / "changed")
        assert r.returncode == 1 and re.search(r"game \d+ round \d+ turn \d+", r.out), (i + 1, m.group(1), other, r.out)


def standard_deck(game):
    return pathlib.Path(__file__).parent.parent.parent / "games" / game / "decks" / "standard.deck"


@test
def decks_are_data():  # PK10.1, GA9.1
    for game, change, says in (
        ("pikit", ("card 3 6", "card 3 7"), ["add", "53"]),
        ("pikit", ("card 3 6", "cart 3 6"), ["line", "cart"]),
        ("pikit", ("card 11 1", "card 12 1"), ["line", "12"]),
        ("pikit", ("game pikit", "game gacha"), ["line", "game pikit"]),
        ("gacha", ("back mecha girl face mecha 2 face girl 2", "back mecha girl face mecha 2 face sushi 2"), ["line", "sushi"]),
        ("gacha", ("reward mecha mecha points", "reward mecha robot points"), ["line", "robot"]),
        ("gacha", ("total cards 75", "total cards 76"), ["75", "76"]),
        ("gacha", ("reward mecha mecha points 4", "reward mecha mecha mecha mecha mecha mecha mecha points 4"), ["line"]),
    ):
        text = standard_deck(game).read_text()
        assert change[0] in text, change
        (work / "my.deck").write_text(text.replace(change[0], change[1], 1))
        refused("sim", game, "--games", 1, "--options", "deck=my.deck", says=says)
    text = standard_deck("pikit").read_text()
    (work / "my.deck").write_text(text.replace("card 1 6", "card 1 7").replace("card 2 6", "card 2 5"))
    assert run("sim", "pikit", "--games", 5, "--options", "deck=my.deck").returncode == 0
    # a record names its deck by hash: it replays with that deck and with no other
    path = work / "own-deck.irori"
    assert run("play", "pikit", "--seed", 1, "--options", "deck=my.deck", "--record", path, stdin="1\n" * 3000).returncode == 0
    assert run("replay", "--check", "--deck", work / "my.deck", path).returncode == 0
    refused("replay", "--check", path, says=["deck"])
    (work / "with-deck.irori").write_text(path.read_text() + "\f\n" + (work / "my.deck").read_text())  # as a server gives it
    for command in (("replay", "--check"), ("audit",)):
        assert run(*command, work / "with-deck.irori").returncode == 0
    refused("replay", "--check", "--deck", standard_deck("pikit"), path, says=["line 4", "another deck"])
    refused("sim", "pikit", "--options", "deck=nowhere.deck", says=["nowhere.deck", "No such file"])
    (work / "zero.deck").write_bytes(b"\0" * 100)
    refused("sim", "gacha", "--options", "deck=zero.deck", says=["zero byte"])


@test
def every_game_is_played_to_its_end():
    for game, seats in (("pikit", 2), ("pikit", 4), ("gacha", 2), ("gacha", 6)):
        path, r = played(game, 30 + seats, "1\n" * 4000, "--seats", str(seats))
        assert "The game is over" in r.out, r.out[-500:]
        assert "=" in r.out.split("The game is over")[1]  # the parts of each score
        c = run("replay", "--check", path)
        assert c.returncode == 0 and "all legal" in c.out, c.err
        assert run("replay", path).returncode == 0
    refused("sim", "pikit", "--seats", 5, says=["2 to 4 players", "5"])
    refused("sim", "gacha", "--seats", 2, "--options", "first=4", says=["first"])
    refused("sim", "gacha", "--seats", 2, "--options", "tokens_turn=1", says=["tokens"])


@test
def strange_conform_files_are_refused():
    (work / "empty").write_bytes(b"")
    refused("conform", "koikoi", work / "empty", says=["format koikoi-records 1"])
    (work / "other").write_text("format koikoi-records 2\n")
    refused("conform", "koikoi", work / "other", says=["other:1"])
    (work / "other").write_text("format koikoi-records 1\nrule sanko 6\n")
    refused("conform", "koikoi", work / "other", says=["other:2", "sanko 6", "sanko 5"])
    (work / "other").write_text("format koikoi-records 1\ngame one\nround\nhand1 1a\nturn\nyaku\nend\n")
    assert run("conform", "koikoi", work / "other").returncode == 1
    refused("conform", "koikoi", work, says=["folder"])


main("cli")
