#!/usr/bin/env python3
"""test_full.py IRORI: `irori play` at a real terminal: whole games on the full screen at two sizes, by arrows, numbers and clicks, in two
languages; Ctrl-C at every kind of prompt, after which nothing is lost; windows that change; terminals that get plain lines. TAP."""
import os
import random
import re
import signal

from cli import irori, main, root, run, sanitized, test, work
from terminal import Terminal

games = [line.split()[1] for line in __import__("subprocess").run(
    ["python3", str(root / "scripts/games.py"), "list"], capture_output=True, text=True, check=True).stdout.splitlines() if line.startswith("game ")]
CHOICE = re.compile(r"^ {1,2}(\d+)  \S")
# The shortest way through a game: options that make it short where it has them.
short = {"koikoi": ["--options", "rounds=2"]}


def begun(*args, size=(80, 24), **environ):
    return Terminal([irori, "play", *map(str, args)], *size, cwd=work, **environ)


def choices(t):
    """{number: row} of the choices that can be seen."""
    found = {}
    for row, line in enumerate(t.lines()):
        m = CHOICE.match(line)
        if m:
            found[int(m.group(1))] = row
    return found


def asked(t):
    return t.full() and choices(t) and t.idle()


def prompted(t):
    """A question in plain lines."""
    return not t.full() and ">" in t.lines() and t.idle()


def whole(t):
    """Everything is inside the screen: the title above, the keys below."""
    assert len(t.lines()) == t.height and all(len(line) <= t.width for line in t.lines())
    assert t.lines()[0].strip() and t.lines()[-1].strip(), t.text()


def through(t, seed, over):
    """Plays a game in all ways of choosing; returns how many decisions it had."""
    dice, decisions = random.Random(seed), 0
    t.until(t.full, "the full screen")
    seen = ""
    while True:
        t.until(lambda: (asked(t) and t.text() != seen) or over in t.text() or not t.full(), "a question")
        if over in t.text() or not t.full():
            return decisions
        there, seen = choices(t), t.text()
        if there:
            whole(t)
            n = dice.choice(sorted(there))
            way = decisions % 3
            if way == 0:
                t.send(str(n) + "\r")
            elif way == 1:
                t.send("\x1b[B" * dice.randrange(3) + "\x1b[A" * dice.randrange(2) + "\r")
            else:
                t.click(there[n], 6)
                t.send("\r")
            decisions += 1


def finished(t, record, over):
    t.until(lambda: over in t.text() or not t.full(), "the result")
    if t.full():
        t.send("q")
    assert t.end() == 0
    assert over in t.text(), t.text()
    check = run("replay", "--check", record)
    assert check.returncode == 0, check.err


@test
def whole_games_at_both_sizes():
    notes = []
    for i, game in enumerate(games):
        for size in ((80, 24), (120, 40)):
            if sanitized and size[0] > 80:
                continue
            record = work / ("%s-%d.irori" % (game, size[0]))
            t = begun(game, "--seed", 70 + i, "--bot", "easy", "--record", record, *short.get(game, []), size=size)
            notes.append("%s %d" % (game, through(t, i, "The game is over")))
            assert t.colours, "no colours"
            finished(t, record, "The game is over")
    return ", ".join(notes)


@test
def a_whole_game_in_ukrainian():
    record = work / "uk.irori"
    t = begun(games[0], "--seed", 5, "--bot", "easy", "--record", record, *short.get(games[0], []), LANG="uk_UA.UTF-8")
    t.until(lambda: asked(t))
    assert re.search("[а-яї]{4}", t.text()), t.text()
    over = "Партію закінчено"
    through(t, 1, over)
    finished(t, record, over)


@test
def marks_and_colours_can_be_left_out():
    for args, environ in (([], {"LANG": "C"}), (["--ascii"], {}), ([], {"LC_ALL": "en_US.ISO-8859-1"})):
        for game in games:
            t = begun(game, "--seed", 5, *args, NO_COLOR="1", **environ)
            t.until(lambda: asked(t))
            assert t.text().isascii() and not t.colours, (t.text(), t.colours)
            t.send("\x03")
            assert t.end() == 0
    t = begun(games[0], "--seed", 5, TERM="xterm")  # 8 colours
    t.until(lambda: asked(t))
    assert t.colours and not any("38;5" in c for c in t.colours), t.colours
    assert not t.text().isascii()
    t.send("q")
    t.end()


def saved(t):
    """The file that the program says the game is in."""
    text = t.text().replace("\n", "")
    m = re.search(r"irori play --resume\s+(\S+?\.irori)", text)
    assert m, t.text()
    return work / m.group(1)


def moves(path):
    return [line for line in path.read_text().splitlines() if re.match(r"[0-9*] ", line)]


@test
def ctrl_c_at_every_prompt_loses_nothing():
    keep = work / "stopped.irori"
    for keys, page in (("", None), ("?", "q goes back"), ("l", "q goes back"), ("r", "q goes back"), ("h", None)):
        t = begun("koikoi", "--seed", 5, "--bot", "easy", "--record", keep)
        t.until(lambda: asked(t))
        for _ in range(2):
            seen = t.text()
            t.send("\r")
            t.until(lambda: asked(t) and t.text() != seen)
        board = t.lines()[1:12]
        t.send(keys)
        if page:
            t.until(lambda: page in t.text())
        t.send("\x03")
        assert t.end() == 0
        path = saved(t)
        t = begun("--resume", path)
        t.until(lambda: asked(t))
        assert t.lines()[1:12] == board, "\n".join(["before"] + board + ["after"] + t.lines())
        t.send("\x03")
        assert t.end() == 0
        assert run("replay", "--check", path).returncode == 0
    # the menu, and the moment in which the screen is passed on
    t = begun()
    t.until(lambda: asked(t))
    t.send("\x03")
    t.end()
    t = begun("koikoi", "--people", "all", "--record", keep)
    t.until(lambda: "Player" in t.text() and "Enter" in t.text())
    t.send("\x03")
    assert t.end() == 0 and saved(t) == keep
    # plain lines: at a question, at the passing of the screen, in the menu; and by other signals
    for how in ("\x03", signal.SIGTERM, signal.SIGHUP):
        for args, prompt in ((("koikoi",), "\n>"), (("koikoi", "--people", "all"), "press Enter")):
            t = begun(*args, "--plain", "--record", keep)
            t.until(lambda: prompt in t.text())
            if isinstance(how, str):
                t.send(how)
            else:
                os.kill(t.process.pid, how)
            assert t.end() == 0, t.text()
            assert saved(t) == keep and run("replay", "--check", keep).returncode == 0
    t = begun("--plain")
    t.until(lambda: prompted(t))
    t.send("\x03")
    t.end()


@test
def a_friendly_kill_restores_the_terminal():
    for how in (signal.SIGTERM, signal.SIGHUP, signal.SIGINT):
        t = begun("koikoi", "--seed", 5, "--record", work / "killed.irori")
        t.until(lambda: asked(t))
        os.kill(t.process.pid, how)
        assert t.end() == 0
        assert saved(t).exists()
    if sanitized:
        return
    t = begun("koikoi", "--seed", 5)  # a crash
    t.until(lambda: asked(t))
    os.kill(t.process.pid, signal.SIGSEGV)
    assert t.end() == -signal.SIGSEGV


@test
def the_window_may_change_during_a_game():
    record = work / "resized.irori"
    t = begun("pikit", "--seed", 6, "--bot", "easy", "--record", record)
    t.until(lambda: asked(t))
    t.resize(120, 40)
    t.until(lambda: asked(t) and t.lines()[39].strip())
    whole(t)
    assert any("│" in line[70:] for line in t.lines()[1:10]), t.text()
    t.resize(60, 20)
    t.until(lambda: "too small" in t.text())
    t.resize(80, 24)
    t.until(lambda: asked(t) and t.lines()[23].strip())
    whole(t)
    seen = t.text()
    t.send("\r")
    t.until(lambda: asked(t) and t.text() != seen)
    t.resize(40, 20)
    t.until(lambda: "too small" in t.text())
    t.send("p")  # goes on in plain lines
    t.until(lambda: prompted(t), "plain lines")
    t.send("quit\r")
    assert t.end() == 0
    assert run("replay", "--check", record).returncode == 0


@test
def small_and_dumb_terminals_get_plain_lines():
    for size, args, environ in (((20, 24), (), {}), ((79, 24), (), {}), ((80, 23), (), {}), ((80, 24), (), {"TERM": "dumb"}),
                                ((80, 24), (), {"TERM": "nonsense"}), ((80, 24), ("--plain",), {})):
        if sanitized and environ.get("TERM") == "nonsense":
            continue  # ncurses itself forgets to free something, if it does not know the terminal
        t = begun("koikoi", "--seed", 5, *args, size=size, **environ)
        t.until(lambda: prompted(t))
        assert b"\x1b[" not in t.raw, (size, environ, t.raw)
        t.send("quit\r")
        assert t.end() == 0


@test
def pages_hints_and_undo():
    t = begun("koikoi", "--seed", 5, "--bot", "easy")
    t.until(lambda: asked(t))
    t.send("h")
    t.until(lambda: "Advice" in t.text())
    advice = next(line for line in t.lines() if "Advice" in line).split("│")[0].split("Advice:")[1].strip()
    assert any(re.match(r" +\d+  " + re.escape(advice), line) for line in t.lines()), t.text()
    t.send("u")
    t.until(lambda: "cannot be taken back" in t.text())
    t.send("R")
    t.until(lambda: "The rules of" in t.text())
    first = t.text()
    t.send("\x1b[6~")
    t.until(lambda: t.text() != first)
    t.send("q")
    t.until(lambda: asked(t))
    t.send("s")
    t.until(lambda: "Kept in" in t.text())
    t.send("q")
    assert t.end() == 0


@test
def the_end_has_a_review_and_a_log():
    t = begun("koikoi", "--seed", 5, "--bot", "easy", "--options", "rounds=1")
    through(t, 3, "The game is over")
    t.until(lambda: "v review" in t.text())
    t.send("v")
    t.until(lambda: "The review of" in t.text() and "won" in t.text(), "the review")
    t.send("q")
    t.until(lambda: "v review" in t.text())
    t.send("l")
    t.until(lambda: "What happened" in t.text())
    t.send("q")
    t.until(lambda: "v review" in t.text())
    t.send("q")
    assert t.end() == 0


@test
def nothing_that_others_wrote_controls_the_terminal():
    """A name in a record, and what is typed: control characters are shown as something harmless. terminal.py refuses them otherwise."""
    keep = work / "names.irori"
    run("play", "koikoi", "--seed", 5, "--record", keep, stdin="1\nquit\n")
    text = keep.read_text()
    assert "You" in text
    for name in ("\x1b[2J\x1b]0;x\x07", "a\u202eb", "\u009b31m"):
        (work / "evil.irori").write_text(re.sub("You", name.replace("\\", r"\\"), text))
        for args in (("--plain",), ()):
            t = begun("--resume", work / "evil.irori", *args)
            t.until(lambda: asked(t) or prompted(t) or t.process.poll() is not None)
            t.send("\x03")
            t.end()
            assert b"\x1b]0;" not in t.raw and "\u202e".encode() not in t.raw and "\u009b".encode() not in t.raw
    t = begun("koikoi", "--plain", "--seed", 5)
    t.until(lambda: prompted(t))
    t.send("\x1b[A\r")
    t.until(lambda: "is not one of" in t.text())
    assert b"'\x1b" not in t.raw
    t.send("quit\r")
    t.end()


main("full screen")
