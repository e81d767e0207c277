#!/usr/bin/env python3
"""test_puzzles.py IRORI IRORI_SEEDED: a set of puzzles that grows: rated games of a server become puzzles (irori store puzzles), once each,
whenever it is interrupted; the server serves them (serve --puzzles), and refuses what is broken. TAP."""
import asyncio
import fcntl
import json
import pathlib
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time

from table import HANG, MANY, Player, Server, game, main, test

irori, seeded = (pathlib.Path(a).resolve() for a in sys.argv[1:3])
here = pathlib.Path(__file__).parent
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-puzzles-"))
db, folder = work / "games.db", work / "puzzles"
GAME = re.search(r"^Games: (\w+)", subprocess.run([irori, "--help"], capture_output=True, text=True, check=True).stdout, re.M).group(1)
pack = folder / (GAME + ".txt")
QUICK = ["--nodes", "2000"]
world = {"codes": [], "rated": 0}


def grow(*args, store=db, to=folder):
    p = subprocess.run([irori, "store", "puzzles", store, to, *QUICK, *map(str, args)], capture_output=True, text=True, timeout=HANG)
    assert p.returncode in (0, 1, 2) and "Sanitizer" not in p.stderr, p.stderr
    return p


def sums(p):
    """(rated games that are over, looked through before, now, left)"""
    m = re.search(r"Rated games that are over: (\d+)\. Looked through before: (\d+), now: (\d+); left for the next time: (\d+)\.", p.stdout)
    assert p.returncode == 0 and m, p.stdout + p.stderr
    return tuple(map(int, m.groups()))


def ids(path=pack):
    return re.findall(r"^puzzle (\w{8}) \d+ \d+ \d+$", path.read_text(), re.M) if path.exists() else []


def until(so, what):
    end = time.monotonic() + HANG
    while not (got := so()):
        assert time.monotonic() < end, "in vain: " + what
        time.sleep(0.02)
    return got


def whole(path):
    """A pack that another part of the program reads to its end."""
    p = subprocess.run([irori, "puzzles", GAME, "--rate", path], capture_output=True, text=True, timeout=HANG)
    return p.returncode == 0 and p.stdout == path.read_text()


async def beginning(port):
    """A rated game that goes on."""
    people = [Player([port], 7 + i, "Q%d" % i) for i in range(2)]
    table = await people[0].create(GAME, 2, bots=[None], settings="rated=on")
    for i, p in enumerate(people):
        p.table, p.seat = table, i
    await asyncio.gather(*(p.play(until=lambda p: p.frame["table"]["stage"] == "playing") for p in people))
    return table


@test
def rated_games_become_puzzles():
    """Beside the server that uses the store, as many games as it takes."""
    folder.mkdir()
    with Server(seeded, str(db), *MANY, env={"IRORI_TEST_SEED": "puzzles"}) as server:

        async def some(first, settings):
            return [p[0].table for p in await asyncio.gather(*(game([server.port], GAME, 2, first + i, settings=settings) for i in range(4)))]

        world["codes"] += asyncio.run(some(1000, ""))
        world["codes"].append(asyncio.run(beginning(server.port)))
        assert sums(grow()) == (0, 0, 0, 0) and not pack.exists(), "of games that are not rated, or not over"
        while not ids():
            assert world["rated"] < 100, "a hundred games, and not one puzzle"
            codes = asyncio.run(some(world["rated"], "rated=on"))
            world["codes"] += codes
            world["rated"] += len(codes)
            assert sums(grow("--games", 1)) == (world["rated"], world["rated"] - 4, 1, 3)
            assert sums(grow("--minutes", 1000)) == (world["rated"], world["rated"] - 3, 3, 0)
    return "%d games, %d puzzles" % (world["rated"], len(ids()))


@test
def a_pack_names_nobody():
    text = pack.read_text()
    assert whole(pack) and text.startswith("irori puzzles 1\ngame %s " % GAME)
    assert text.count("\nadded ") == len(ids()) and re.search(r"^added %s$" % time.strftime("%Y-%m", time.gmtime()), text, re.M), text
    wrong = re.findall(r"^(?:name|match|salt|commit|secret) .*$|P[01]\b", text, re.M) + [c for c in world["codes"] if c in text]
    assert not wrong, wrong
    for record in text.split("\n\n")[1:]:
        last = re.findall(r"^puzzle \w+ (\d+)", record, re.M)
        assert last or record.rstrip().endswith("saved"), "a record goes on: " + record[-200:]
    others = "".join(p.read_text() for p in folder.iterdir() if p != pack)
    assert not [c for c in world["codes"] if c in others], others


@test
def nothing_comes_twice():
    before, at = pack.read_bytes(), pack.stat().st_mtime_ns
    assert sums(grow()) == (world["rated"], world["rated"], 0, 0)
    (folder / ".seen").unlink()  # as if it had been interrupted just before it was written
    p = grow()
    assert sums(p) == (world["rated"], 0, world["rated"], 0), p.stdout
    assert "there is this puzzle already" in p.stderr, p.stderr
    assert (pack.read_bytes(), pack.stat().st_mtime_ns) == (before, at)


@test
def killed_at_any_moment_it_is_whole():
    other = work / "killed"
    for n in range(4):  # one game more each time
        shutil.rmtree(other, ignore_errors=True)
        other.mkdir()
        seen, part = other / ".seen", other / pack.name
        p = subprocess.Popen([irori, "store", "puzzles", db, other, *QUICK], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
        until(lambda: p.poll() is not None or n == 0 or (seen.exists() and seen.read_text().count("\n") >= n), "no game is looked through")
        p.kill()
        p.communicate()
        assert not part.exists() or whole(part), part.read_text()
    looked = sums(grow(to=other))
    assert looked[1] + looked[2] == world["rated"], looked
    assert ids(part) == ids() and whole(part), (ids(part), ids())


@test
def asked_to_stop_it_says_so():
    other = work / "stopped"
    other.mkdir()
    p = subprocess.Popen([irori, "store", "puzzles", db, other, "--nodes", "1000000"], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    until(lambda: (other / ".lock").exists(), "it does not begin")
    until(lambda: int(pathlib.Path("/proc/%d/stat" % p.pid).read_text().rsplit(")", 1)[1].split()[11]) > 20, "it does not think")
    refusal = grow(to=other)
    assert refusal.returncode == 1 and "another one makes puzzles" in refusal.stderr, refusal.stderr
    p.send_signal(signal.SIGTERM)
    out, err = p.communicate(timeout=HANG)
    assert p.returncode == 0 and "comes again the next time" in err and "now: 0; left for the next time: %d" % world["rated"] in out, out + err
    assert sorted(f.name for f in other.iterdir()) == [".lock"]


@test
def two_at_once_are_one():
    with open(folder / ".lock") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        p = grow()
    assert p.returncode == 1 and "another one makes puzzles" in p.stderr, p.stderr


@test
def postgresql_gives_the_same():
    place = work / "pg"
    work.chmod(0o755)
    url = subprocess.run([here.parent / "store/pg.sh", "start", place], capture_output=True, text=True)
    if url.returncode == 77:
        return "skipped: PostgreSQL is not installed"
    assert url.returncode == 0, url.stderr
    try:
        other = work / "from-postgres"
        other.mkdir()
        subprocess.run([irori, "store", "copy", db, url.stdout.strip()], check=True, capture_output=True)
        assert sums(grow(store=url.stdout.strip(), to=other)) == (world["rated"], 0, world["rated"], 0)
        assert (other / pack.name).read_bytes() == pack.read_bytes()
    finally:
        subprocess.run([here.parent / "store/pg.sh", "stop", place], capture_output=True, check=False)


@test
def what_cannot_be_added_to_is_left_alone():
    other = work / "odd"
    other.mkdir()
    file, good = other / pack.name, pack.read_text()
    file.write_text(good.replace("\nmargin ", "\nmargarine ", 1))
    bad, p = file.read_bytes(), grow(to=other)
    line = good[:good.index("\nmargin ")].count("\n") + 2
    assert p.returncode == 1 and "%s:%d: 'margin" % (file, line) in p.stderr and file.read_bytes() == bad, p.stderr
    file.write_text(good + "\n" * ((2 << 20) - len(good) - 4096))
    p = grow(to=other)
    assert "is full" in p.stdout and sums(p)[2:] == (0, world["rated"]) and file.stat().st_size == (2 << 20) - 4096, p.stdout
    file.write_text(re.sub(r"^game (\w+) \d+", r"game \1 99", good, count=1, flags=re.M))
    p = grow(to=other)
    assert p.returncode == 0 and "rules have changed" in p.stdout and (other / (GAME + ".rules-99.txt")).exists() and ids(file) == ids(), p.stdout
    p = grow(to=work / "nowhere")
    assert p.returncode == 1 and "nowhere" in p.stderr, p.stderr
    p = grow(store=work / "nothing.db")
    assert p.returncode == 1 and "does not exist" in p.stderr, p.stderr


@test
def the_server_serves_them():
    path = "/puzzles/%s.txt" % GAME
    with Server(irori, "memory:", "--puzzles", str(folder)) as server:
        assert server.get("/puzzles/index.json") == {GAME: len(ids())}
        status, headers, body = server.http(path)
        assert status == 200 and body == pack.read_bytes() and headers["Content-Type"] == "text/plain; charset=utf-8", headers
        assert headers["Cache-Control"] == "no-cache" and "default-src 'none'" in headers["Content-Security-Policy"]
        status, _, body = server.http(path, headers={"If-None-Match": headers["ETag"]})
        assert (status, body) == (304, b"")
        assert server.http(path, method="HEAD")[2] == b"" and server.http("/puzzles/.seen")[0] != 200 and server.http("/puzzles/chess.txt")[0] == 404
        assert server.metric("irori_puzzles") == len(ids()) and server.metric("irori_pushes_waiting") == 0
        assert b"<html" in server.http("/puzzles")[2].lower() and b"<html" in server.http("/puzzles/" + GAME)[2].lower(), "the page is still there"


@test
def files_are_read_again_and_broken_ones_refused():
    other = work / "served"
    other.mkdir()
    file, good, path = other / pack.name, pack.read_text(), "/puzzles/%s.txt" % GAME
    with Server(irori, "memory:", "--puzzles", str(other)) as server:
        def read_again(text, says):
            """As the program does it: in one step."""
            n = server.said().count("\n")
            if text is None:
                file.unlink()
            else:
                (other / "part").write_bytes(text)
                (other / "part").rename(file)
            server.process.send_signal(signal.SIGHUP)
            until(lambda: "reload: done" in "\n".join(server.said().split("\n")[n:]), "it does not reload")
            said = "\n".join(server.said().split("\n")[n:])
            assert says in said, said

        assert server.get("/puzzles/index.json") == {} and server.http(path)[0] == 404, "an empty folder"
        read_again(good.encode(), "%d puzzles of %s" % (len(ids()), GAME))
        assert server.get(path) == good
        head = good.count("\n", 0, good.index("\nirori record"))
        for bad, says in ((b"", ":1: this is not a pack"), (good.replace("game %s" % GAME, "game nothing", 1).encode(), ":2: 'game NAME RULES'"),
                          (re.sub(r"^(game \w+) \d+", r"\1 99", good, count=1, flags=re.M).encode(), ":2: the rules of this game have changed"),
                          (good.encode()[:-40], ":%d: " % (good[:-40].count("\n") + 1)), (re.sub(r"^added .*$", "added now", good, count=1, flags=re.M).encode(), "'added YEAR-MONTH'"),
                          (re.sub(r"^(puzzle \w+ \d+) \d+", r"\1 99", good, count=1, flags=re.M).encode(), "another step"),
                          (re.sub(r"^(\* .*)$", "* nothing", good, count=1, flags=re.M).encode(), ":%d: " % (head + 1)),
                          (good.encode() + b"\0", "zero byte"), (b"x" * ((2 << 20) + 1), "larger than 2048 KB")):
            read_again(bad, str(file))
            said = re.findall(r"^\S+ \w+ +puzzles: .*$", server.said(), re.M)[-1]
            assert says in said and "what was served before stays" in said, (says, said)
            assert server.get(path) == good and server.get("/puzzles/index.json") == {GAME: len(ids())}
        read_again(None, "served no longer")
        assert server.http(path)[0] == 404 and server.get("/puzzles/index.json") == {} and server.metric("irori_puzzles") == 0
        (other / "part").write_text(good)
        (other / "part").rename(file)  # nobody says anything: it looks by itself, too
        until(lambda: server.http(path)[0] == 200, "it does not look")
    p = subprocess.run([irori, "serve", "--store", "memory:", "--listen", "127.0.0.1:0", "--puzzles", work / "nowhere"], capture_output=True, text=True, timeout=HANG)
    assert p.returncode == 1 and "is not a folder" in p.stderr, p.stderr


@test
def a_pack_that_is_being_sent_may_change():
    """A slow reader gets the pack that it asked for, whatever happens to the file."""
    import socket
    other = work / "large"
    other.mkdir()
    file, good = other / pack.name, pack.read_text()
    first = (good + "\n" * ((2 << 20) - len(good))).encode()
    file.write_bytes(first)
    with Server(irori, "memory:", "--puzzles", str(other)) as server, socket.socket() as s:
        s.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        s.settimeout(HANG)
        s.connect(("127.0.0.1", server.port))
        s.sendall(b"GET /puzzles/%s.txt HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % GAME.encode())
        got = s.recv(100)
        for text in (good, good + "\n", good):
            (other / "part").write_text(text)
            (other / "part").rename(file)
            n = server.said().count("reload: done")
            server.process.send_signal(signal.SIGHUP)
            until(lambda: server.said().count("reload: done") > n, "it does not reload")
        assert server.get("/puzzles/%s.txt" % GAME) == good
        while more := s.recv(1 << 16):
            got += more
        assert got.split(b"\r\n\r\n", 1)[1] == first, len(got)


try:
    main("puzzles")
finally:
    shutil.rmtree(work, ignore_errors=True)
