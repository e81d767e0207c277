#!/usr/bin/env python3
"""test_newgame.py ROOT: adds two games to a copy of the tree, as docs/adding-a-game.md says, and plays them. TAP.

`quickstart` is what scripts/new-game makes. `barebones` is its NAME.c and nothing else: no written rules, words, bots, page or tests.
Both pass the laws; barebones is played to the end in the terminal, in Chromium and on the server; no other file of the tree changed."""
import asyncio
import fcntl
import hashlib
import json
import os
import pathlib
import pty
import re
import select
import shutil
import struct
import subprocess
import sys
import tempfile
import termios
import time

root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "tests/server"))
from table import MANY, Server, acknowledged_check, game, main, test  # noqa: E402

work = pathlib.Path(tempfile.mkdtemp(prefix="irori-newgame-"))
tree, build = work / "tree", work / "tree/build-test"
irori = work / "tree/build/irori"  # as ./play builds it
env = {**os.environ, "CCACHE_BASEDIR": str(work), "CCACHE_NOHASHDIR": "1"}
MADE = re.compile(r"^(\.git|\.ci|build[^/]*|web/(node_modules|gen|dist))(/|$)|(^|/)__pycache__/|\.o$")  # not of the tree


def files(folder):
    """{path: hash} of a tree's own files."""
    out = {}
    for at, folders, names in os.walk(folder):
        here = os.path.relpath(at, folder)
        folders[:] = [d for d in folders if not MADE.search(os.path.normpath(os.path.join(here, d)) + "/")]
        for name in names:
            path = os.path.normpath(os.path.join(here, name))
            if not MADE.search(path):
                out[path] = hashlib.sha256((pathlib.Path(folder) / path).read_bytes()).hexdigest()
    return out


def run(*command, cwd=tree, stdin="", good=True):
    r = subprocess.run([str(c) for c in command], cwd=cwd, env=env, input=stdin, capture_output=True, text=True, timeout=600)
    if good:
        assert r.returncode == 0, "%s: %s" % (" ".join(map(str, command)), (r.stdout + r.stderr)[-2000:])
    return r


def irori_says(*args, stdin=""):
    return run(irori, *args, cwd=work, stdin=stdin).stdout


before = {}
began = time.monotonic()


@test
def two_new_folders_build():
    for path in files(root):
        to = tree / path
        to.parent.mkdir(parents=True, exist_ok=True)
        shutil.copy2(root / path, to)
    (tree / "web/node_modules").symlink_to((root / "web/node_modules").resolve())
    os.utime(tree / "web/package-lock.json", (0, 0))  # older than what is there: nothing is fetched, least of all into the link
    before.update(files(tree))
    run("scripts/new-game", "quickstart", "Quick start")
    run("scripts/new-game", "barebones", "Bare bones")
    for path in sorted((tree / "games/barebones").rglob("*"), reverse=True):
        if path.is_dir():
            path.rmdir()
        elif path.name != "barebones.c":
            path.unlink()
    assert [p.name for p in (tree / "games/barebones").iterdir()] == ["barebones.c"]
    run("sh", "scripts/web.sh")
    run("sh", "-euc", ". scripts/need.sh; build build")
    run("meson", "setup", build, "-Dtests=true", "-Dwerror=true")
    run("ninja", "-C", build, "libirori.a", "tests/test_laws", "tests/test_quickstart-rules", "tests/golden")
    return "%.0f s" % (time.monotonic() - began)


@test
def both_keep_the_laws():
    for name in ("quickstart", "barebones"):
        said = run(build / "tests/test_laws", "20000", name).stdout
        assert said.count("ok ") >= 2 and "not ok" not in said, said


@test
def the_copy_of_the_template_passes_its_own_tests():
    run(build / "tests/test_quickstart-rules")
    said = run("python3", "tests/golden/check.py", build / "tests/golden").stdout
    assert re.search("^ok .*quickstart", said, re.M), said
    for script in ("rules_named", "layers"):
        run("python3", "tests/scripts/%s.py" % script, tree)
    rules = irori_says("rules", "quickstart")
    assert "Quick start" in rules and re.search(r"\bQU2\.1\b", rules) and not re.search("nullgame|Null game|NG1", rules), rules
    kept = [p for p in (tree / "games/quickstart").rglob("*") if p.is_file() and re.search(r"nullgame|Null game|\bNG\d|template", p.read_text())]
    assert not kept, kept


@test
def names_that_cannot_be_are_refused():
    for name, why in (("Upper", "small letters"), ("1st", "a letter first"), ("quickstart", "there already"), ("int", "something else"),
                      ("random", "something else"), ("x", "2 to 16"), ("a" * 17, "2 to 16")):
        r = run("scripts/new-game", name, good=False)
        assert r.returncode == 1 and why in r.stderr, (name, r.stderr)
    assert not (tree / "games/random").exists()


@test
def a_whole_game_in_a_terminal_of_20_columns():
    parent, child = pty.openpty()
    fcntl.ioctl(child, termios.TIOCSWINSZ, struct.pack("HHHH", 40, 20, 0, 0))
    attributes = termios.tcgetattr(child)
    attributes[3] &= ~termios.ECHO
    termios.tcsetattr(child, termios.TCSANOW, attributes)
    p = subprocess.Popen([irori, "play", "barebones", "--seats", "3", "--record", work / "played.irori"], cwd=work, stdin=child, stdout=child, stderr=child)
    os.close(child)
    said, answers = "", 0
    while True:
        assert select.select([parent], [], [], 60)[0], "nothing more comes after: " + said[-500:]
        try:
            more = os.read(parent, 65536).decode()
        except OSError:  # it has left
            break
        if not more:
            break
        said += more
        if said.endswith("> "):
            answers += 1
            os.write(parent, b"?\n" if answers == 1 else b"sw\n")
    assert p.wait(60) == 0, said
    lines = [line.strip("\r") for line in said.split("\n")]
    own = ("? explains", "===", "The record", "> ")  # lines of the client itself
    wide = [line for line in lines if len(line) > 20 and not line.startswith(own)]
    for want in ("Bare bones", "Your move?", "   1  keep", "Discard: nothing", "You: discard, card", "Bot 2: show, card", "The game is over"):
        assert want in said, (want, said)
    assert not wide or all(" " not in line.strip() for line in wide), wide
    assert "all legal" in irori_says("replay", "--check", work / "played.irori")
    assert "You: discard" not in irori_says("replay", work / "played.irori")  # told from outside
    return "%d answers" % answers


@test
def every_command_takes_it():
    r = run(irori, "rules", "barebones", cwd=work, good=False)
    assert r.returncode != 0 and "not written down" in r.stderr, r.stderr
    for level in ("easy", "normal", "hard", "master"):
        assert "The game is over" in irori_says("play", "barebones", "--bot", level, "--seed", "1", stdin="keep\n")
    assert "barebones" in irori_says("sim", "barebones", "--games", "50")
    irori_says("match", "barebones", "normal", "random", "--games", "40")
    irori_says("tournament", "barebones", "easy", "normal", "hard", "--games", "20")
    lent = irori_says("match", "barebones", "exec:%s bot barebones --bot normal" % irori, "random", "--games", "10")
    assert "lost" not in lent, lent
    assert "barebones" in irori_says("bench", "--json", "--time", "10")


@test
def two_people_on_the_server():
    with Server(irori, str(work / "games.db"), *MANY) as server:
        assert "barebones" in [g["name"] for g in server.get("/api/games")["games"]]
        people = asyncio.run(asyncio.wait_for(game([server.port], "barebones", 2, 7), 120))
        record = server.get("/api/tables/%s/record" % people[0].table)
        moves = acknowledged_check(people, record)
        (work / "server.irori").write_text(record)
        irori_says("replay", "--check", work / "server.irori")
        assert moves == 2, "each has one turn"
    return "%d moves" % moves


@test
def one_in_chromium_on_the_plain_board():
    with Server(irori, str(work / "page.db"), *MANY) as server:
        r = run("node", "tests/newgame/browser.mjs", "http://127.0.0.1:%d" % server.port, "barebones", "Bare bones")
    return json.loads(r.stdout)["told"]


@test
def a_folder_that_is_gone_is_forgotten():
    """And what is added to one later is found: the build looks at the folders again."""
    shutil.move(tree / "games/quickstart", work / "quickstart")
    made = tree / "games/barebones/rules"
    made.mkdir()
    (made / "en.md").write_text("# Bare bones\n\n- BB1.1 Keep or swap.\n")
    os.utime(made / "en.md", (0, 0))
    run("sh", "-euc", ". scripts/need.sh; build build; sh scripts/web.sh")
    assert "BB1.1" in irori_says("rules", "barebones")
    assert run(irori, "rules", "quickstart", cwd=work, good=False).returncode != 0
    assert [g["name"] for g in json.loads((tree / "web/gen/catalogue.json").read_text())["games"]].count("quickstart") == 0
    shutil.rmtree(made)
    shutil.move(work / "quickstart", tree / "games/quickstart")


@test
def nothing_else_changed():
    after = files(tree)
    other = sorted(p for p in set(before) | set(after) if before.get(p) != after.get(p) and not p.startswith(("games/quickstart/", "games/barebones/")))
    assert not other, other
    assert [p for p in after if p.startswith("games/barebones/")] == ["games/barebones/barebones.c"]
    return "%d files are as they were" % len(before)


try:
    main("new game", sys.argv[2:])
finally:
    shutil.rmtree(work, ignore_errors=True)
