#!/usr/bin/env python3
"""test_join.py IRORI: `irori join` against a real `irori serve`: two terminals play whole games, in plain lines and on the full screen; a
server that is killed in the middle; wrong certificates; addresses that are none; servers that do not keep to the protocol. Every wait is
for an event; only a hang reaches a limit. TAP."""
import asyncio
import base64
import hashlib
import json
import os
import pathlib
import random
import re
import select
import signal
import socket
import stat
import struct
import subprocess
import sys
import threading
import time

from cli import HANG, irori, main, refused, root, run, sanitized, test, work
from terminal import Terminal

sys.path.insert(0, str(root / "tests/server"))
from table import GUID, MANY, Server, Socket  # noqa: E402

games = [line.split()[1] for line in subprocess.run(["python3", str(root / "scripts/games.py"), "list"], capture_output=True, text=True,
                                                     check=True).stdout.splitlines() if line.startswith("game ")]
short = {"koikoi": "rounds=2"}
OVER = "The game is over"
LISTED = re.compile(r"^ {1,3}(\d+)  \S", re.M)


def home(name):
    """A folder for the tokens of one person."""
    folder = work / name
    folder.mkdir(exist_ok=True)
    return folder


def token_file(server, name, scheme="http", host="127.0.0.1"):
    return home(name) / "irori" / ("%s___%s_%d.token" % (scheme, host, server.port))


def opened(server, game, seats=2, settings="reaction=0", who="anna", **more):
    """A table of somebody who is known under this name; returns its address. They have its first seat."""
    me = json.loads(server.http("/api/me", json.dumps({"name": who.capitalize()}).encode(), method="POST")[2])
    path = token_file(server, who)
    path.parent.mkdir(exist_ok=True)
    path.write_text(me["token"] + "\n")
    body = {"game": game, "seats": seats, "options": short.get(game, ""), "settings": settings, **more}
    status, _, answer = server.http("/api/tables", json.dumps(body).encode(), token=me["token"], method="POST")
    assert status in (200, 201), answer
    return "http://127.0.0.1:%d/t/%s" % (server.port, json.loads(answer)["table"])


def waits(text):
    """The table waits for an answer: not where somebody is ready and could only stand up again."""
    return "Stand up" not in text or "I am ready" in text


class Lines:
    """Somebody at a pipe: plain lines."""

    def __init__(self, url, name, *args, **environ):
        self.text, self.seen, self.moves, self.name = "", 0, 0, name
        base = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LANGUAGE", "LANG")}
        self.process = subprocess.Popen([irori, "join", url, *args], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                                        env={**base, "LC_ALL": "C", "XDG_STATE_HOME": str(home(name)), **environ})

    def read(self, seconds=0.02):
        if not select.select([self.process.stdout], [], [], seconds)[0]:
            return False
        data = os.read(self.process.stdout.fileno(), 65536)
        self.text += data.decode()
        return bool(data)

    def news(self):
        """What was said since the last answer."""
        return self.text[self.seen:]

    def shown(self):
        """The last list of choices, and what stands with it."""
        news = self.news()
        return news[news.rstrip("> \n").rfind("\n\n") + 1:]

    def asked(self):
        return self.news().endswith("> ") and waits(self.shown())

    def made(self):
        """Moves that were made: answers that were none are not."""
        return self.moves - self.text.count("is not one of the choices") - self.text.count("nothing to choose")

    def over(self):
        return "=== " + OVER in self.text

    def answer(self, text):
        self.seen = len(self.text)
        self.process.stdin.write((text + "\n").encode())
        self.process.stdin.flush()

    def choose(self, dice):
        """Answers at random, but never stands up."""
        news = self.news()
        if "I am ready" in news:
            self.answer("ready")
            return
        self.answer(dice.choice(LISTED.findall(self.shown()) or ["1"]))
        self.moves += 1

    def until(self, is_so, what=""):
        end = time.monotonic() + HANG
        while not is_so():
            if not self.read() and self.process.poll() is not None and not self.read():
                assert is_so(), "%s ended (%s) before %s:\n%s" % (self.name, self.process.returncode, what, self.text[-3000:])
            assert time.monotonic() < end, "not so: %s\n%s" % (what, self.text[-3000:])

    def end(self):
        self.process.stdin.close()
        while self.read(0.2) or self.process.poll() is None:
            pass
        assert "Sanitizer" not in self.text, self.text[-3000:]
        return self.process.wait(HANG)


class Screen(Terminal):
    """The same on the full screen."""

    def __init__(self, url, name, *args, size=(80, 24), **environ):
        super().__init__([irori, "join", url, *args], *size, XDG_STATE_HOME=str(home(name)), **environ)
        self.moves, self.name, self.before_it = 0, name, ""

    def asked(self):
        return self.full() and self.text() != self.before_it and any(LISTED.match(line) for line in self.lines()) and waits(self.text()) and self.idle()

    def over(self):
        return OVER in self.text()

    def choose(self, dice):
        text = self.before_it = self.text()
        there = [m.group(1) for m in map(LISTED.match, self.lines()) if m]
        if "I am ready" in text or "Play again" in text:
            self.send("1\r")
        else:
            self.send(dice.choice(there) + "\r")
            self.moves += 1


def played(players, seed, until=None):
    """They play until it is over for all, or for so many moves together."""
    dice, end, least = random.Random(seed), time.monotonic() + HANG, sum(p.moves for p in players) + (until or 0)
    while not all(p.over() for p in players):
        came = [p.read() for p in players]
        for p in players:
            if not p.over() and p.asked():
                p.choose(dice)
                end = time.monotonic() + HANG
        if until and sum(p.moves for p in players) >= least:
            return
        for p in players:
            assert p.process.poll() is None or p.read() or p.over(), "%s ended:\n%s" % (p.name, tail(p))
        assert any(came) or time.monotonic() < end, "nothing happens:\n%s" % "\n----\n".join(map(tail, players))


def tail(p):
    return p.text()[-2500:] if isinstance(p, Screen) else p.text[-2500:]


def record(server, url):
    """The record of the finished game; every card of it is dealt again."""
    end = time.monotonic() + HANG
    while True:
        status, _, body = server.http("/api/tables/%s/record" % url.rsplit("/", 1)[1])
        if status == 200:
            break
        assert time.monotonic() < end, body
    path = work / "joined.irori"
    path.write_bytes(body)
    check = run("replay", "--check", path)
    assert check.returncode == 0, check.err
    return body.decode()


def rows(text, seat):
    return [line for line in text.splitlines() if line.startswith("%d " % seat)]


@test
def two_in_plain_lines_play_every_game():
    notes = []
    with Server(irori, "memory:", *MANY) as server:
        for i, game in enumerate(games):
            url = opened(server, game)
            players = [Lines(url, "anna"), Lines(url, "ben", "--name", "Ben")]
            players[1].until(lambda: "You sit down" in players[1].text, "a seat")
            played(players, i)
            record(server, url)
            assert all(p.end() == 0 for p in players)
            assert "Ben sits down" in players[0].text or "Ben" in players[0].text, players[0].text[:500]
            notes.append("%s %d" % (game, sum(p.moves for p in players)))
        mode = stat.S_IMODE(token_file(server, "ben").stat().st_mode)
        assert mode == 0o600, oct(mode)
    return ", ".join(notes)


@test
def two_full_screens_play_every_game():
    notes = []
    with Server(irori, "memory:", *MANY) as server:
        for i, game in enumerate(games[:1] if sanitized else games):
            url = opened(server, game)
            players = [Screen(url, "anna"), Screen(url, "ben", "--name", "Ben", size=(120, 40))]
            played(players, 10 + i)
            record(server, url)
            for p in players:
                p.send("q")
                assert p.end() == 0
            notes.append("%s %d" % (game, sum(p.moves for p in players)))
    return ", ".join(notes)


@test
def secret_questions_close_by_the_clock():
    """With the usual time for an answer, among three, one of them a bot."""
    game = next((g for g in games if g == "pikit"), None)
    if not game:
        return "no such game"
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, game, seats=3, settings="reaction=2", bots=[None, "easy"])
        players = [Lines(url, "anna"), Lines(url, "ben", "--name", "Ben")]
        played(players, 3)
        record(server, url)
        assert all(p.end() == 0 for p in players)
    return "%d moves" % sum(p.moves for p in players)


@test
def a_server_that_is_killed_loses_and_doubles_nothing():
    store = str(work / "killed.db")
    with Server(irori, store, *MANY) as server:
        game = games[0]
        url = opened(server, game)
        players = [Lines(url, "anna"), Lines(url, "ben", "--name", "Ben")]
        dice = random.Random(1)
        for kills in range(2):
            played(players, kills, until=4)
            mover = None
            while not mover:  # somebody moves while the server does not answer any more
                for p in players:
                    p.read()
                mover = next((p for p in players if p.asked()), None)
            server.process.send_signal(signal.SIGSTOP)
            mover.choose(dice)
            server.kill()
            for p in players:
                p.until(lambda: p.text.count("No connection") > kills, "the loss is told")
            server.start()
        played(players, 9)
        text = record(server, url)
        for seat, p in enumerate(players):  # every choice was carried out exactly once
            assert len(rows(text, seat)) == p.made(), "seat %d: %d moves in the record, %d made\n%s\n%s" % (seat, len(rows(text, seat)), p.made(), p.text, text)
        assert players[0].end() == 0 and players[1].end() == 0
        assert "The connection is back" in players[0].text


@test
def who_leaves_has_the_seat_again():
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, games[0])
        anna, ben = Lines(url, "anna"), Screen(url, "ben", "--name", "Ben", LANG="C.UTF-8")
        played([anna, ben], 2, until=3)
        ben.send("\x03")
        assert ben.end() == 0
        said = " ".join(ben.text().split())
        assert "Your seat stays yours" in said and "irori join" in said and url in said, said
        ben = Lines(url, "ben", "--plain")
        played([anna, ben], 3)
        record(server, url)
        assert anna.end() == 0 and ben.end() == 0
        # whoever watches sees the result, needs no input, and has no seat
        eve = Lines(url, "eve", "--watch")
        eve.process.stdin.close()
        eve.until(lambda: eve.over(), "the result")
        assert eve.process.wait(HANG) == 0


@test
def a_rated_table_says_what_one_agrees_to():
    with Server(irori, "memory:", *MANY) as server:
        for settings in ("rated=on", ""):
            url = opened(server, games[0], settings=settings, options="")  # those of a preset
            ben = Lines(url, "ben", "--name", "Ben")
            ben.until(ben.asked, "a question")
            text = " ".join(ben.text.split())
            assert ("This game is rated" in text and "may become puzzles, without names" in text) == bool(settings), ben.text
            ben.process.kill()
            ben.process.wait()


@test
def proposals_rematch_and_giving_up():
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, games[0], settings="undo=on,hints=off")
        anna, ben = Lines(url, "anna"), Lines(url, "ben", "--name", "Ben")
        for p in (anna, ben):
            p.until(p.asked, "a question")
        for word in ("?", "who", "actions", "log", "rules", "table", "nonsense"):
            anna.answer(word)
            anna.until(anna.asked, word)
        anna.answer("ready")
        ben.answer("ready")
        mover = None
        while not mover:
            for p in (anna, ben):
                p.read()
            mover = next((p for p in (anna, ben) if p.asked()), None)
        other = ben if mover is anna else anna
        mover.answer("pause")
        other.until(lambda: "asks for a pause" in other.news() and other.asked(), "the proposal")
        other.answer("agree")
        other.until(lambda: "The game is paused" in other.news() and other.asked(), "the pause")
        other.answer("resume")
        mover.until(lambda: "The game goes on" in mover.news() and mover.asked(), "going on")
        mover.answer("hint")
        mover.until(lambda: "hints" in mover.news() and mover.asked(), "no hints here")
        mover.answer("resign")
        mover.until(lambda: "lose this game?" in mover.news() and mover.asked(), "the question whether that is meant")
        mover.answer("1")
        mover.until(mover.asked, "the moves again")
        mover.answer("resign")
        mover.until(lambda: "lose this game?" in mover.news() and mover.asked())
        mover.answer("2")
        other.until(lambda: "You win!" in other.text and other.asked(), "the win")
        other.answer("rematch")
        mover.until(lambda: "asks to play again" in mover.news() and mover.asked(), "the proposal")
        mover.answer("agree")
        for p in (anna, ben):
            p.until(lambda: "new table" in p.text, "the next table")
            p.text, p.seen = "", 0
        played([anna, ben], 5)
        assert anna.end() == 0 and ben.end() == 0


@test
def a_pipe_that_ends_does_not_wait_for_a_lost_server():
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, games[0])
        anna = Lines(url, "anna")
        anna.until(anna.asked)
        server.kill()
        anna.until(lambda: "No connection" in anna.text, "the loss is told")
        assert anna.end() == 0 and "Your seat stays yours" in anna.text, anna.text


@test
def hints_where_the_table_has_them():
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, games[0], settings="hints=on", bots=["easy"])
        anna = Lines(url, "anna")
        anna.until(anna.asked)
        anna.answer("ready")
        anna.until(anna.asked)
        anna.answer("hint")
        anna.until(lambda: "Advice: " in anna.news() and anna.asked(), "the advice")
        assert anna.end() == 0 and "Your seat stays yours" in anna.text, anna.text[-500:]


# ---- TLS ----

def certificate(name, host, ca=None, days="30"):
    """(certificate, key) of a host, signed by an authority, or by itself."""
    key, cert = work / (name + ".key"), work / (name + ".pem")
    command = ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", days, "-keyout", key, "-out", cert,
               "-subj", "/CN=" + name, "-addext", "subjectAltName=DNS:" + host]
    if ca:
        command += ["-CA", ca[0], "-CAkey", ca[1], "-addext", "basicConstraints=critical,CA:FALSE"]
    done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
    if done.returncode and ca:  # openssl before 3.2 cannot sign with -CA here
        request = work / (name + ".csr")
        extra = work / (name + ".ext")
        extra.write_text("subjectAltName=DNS:%s\n" % host)
        for words in (["openssl", "req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-keyout", key, "-out", request, "-subj", "/CN=" + name],
                      ["openssl", "x509", "-req", "-in", request, "-CA", ca[0], "-CAkey", ca[1], "-CAcreateserial", "-days", days, "-extfile", extra, "-out", cert]):
            subprocess.run(list(map(str, words)), capture_output=True, check=True)
    else:
        assert done.returncode == 0, done.stderr
    return cert, key


def joined(url, *args, name="tls"):
    environ = {**{k: v for k, v in os.environ.items() if k != "COLUMNS"}, "LC_ALL": "C", "XDG_STATE_HOME": str(home(name))}
    return run("join", url, "--name", "Tess", *args, environ=environ)


@test
def certificates_are_checked():
    ca, other = certificate("authority", "authority.invalid"), certificate("stranger", "authority.invalid")
    good, wrong = certificate("good", "localhost", ca), certificate("wrong", "elsewhere.invalid", ca)
    for pair, args, says in ((good, ("--ca", ca[0]), "no such table"), (good, (), "no authority"), (good, ("--ca", other[0]), "no authority"),
                             (wrong, ("--ca", ca[0]), "another host")):
        with Server(irori, "memory:", "--tls-cert", str(pair[0]), "--tls-key", str(pair[1])) as server:
            r = joined("https://localhost:%d/t/k3v9q2m8x4kk" % server.port, *args)
            assert r.returncode == 1 and says in r.err and r.err.count("\n") == 1, (r.returncode, r.err)
            if pair is good and says != "no such table":
                assert "--ca FILE" in r.err
            plain = joined("http://localhost:%d/t/k3v9q2m8x4kk" % server.port)
            assert plain.returncode == 1, plain.err
    r = joined("https://localhost:1/t/abc", "--ca", work / "missing.pem")
    assert r.returncode == 2 and "PEM" in r.err, r.err


# ---- addresses ----

@test
def bad_addresses_get_a_sentence():
    for url in ("", "koikoi", "localhost:8470/t/abc", "ftp://a/t/abc", "https://", "https://a", "https://a/", "https://a/t/", "https://a/t/a-b", "https:///t/abc",
                "https://a:0/t/abc", "https://a:70000/t/abc", "https://a:x/t/abc", "https://a b/t/abc", "https://[::1/t/abc", "https://a/t/" + "x" * 24, "https://a/t/abc/d",
                "https://a@b/t/abc", "https://" + "a" * 300 + "/t/abc", "https://a\x1b[2J/t/abc"):
        r = refused("join", url, says=["https://HOST/t/CODE"] if url else ["join"])
        assert "\x1b" not in r.err
    refused("join", says=["URL"])
    r = joined("http://127.0.0.1:1/t/abc")
    assert r.returncode == 1 and "no server answers at http://127.0.0.1:1" in r.err, r.err
    r = joined("http://nowhere.invalid/t/abc")
    assert r.returncode == 1 and "no address for nowhere.invalid" in r.err, r.err
    with Server(irori, "memory:", *MANY) as server:
        r = joined("http://127.0.0.1:%d/t/k3v9q2m8x4kk" % server.port)
        assert r.returncode == 1 and "no such table" in r.err, r.err


# ---- servers that do not keep to the protocol ----

def frame(op, data, first=0x80, mask=False):
    n = len(data)
    head = bytes([first | op, (128 if mask else 0) | (n if n < 126 else 126 if n < 65536 else 127)])
    head += b"" if n < 126 else struct.pack(">H" if n < 65536 else ">Q", n)
    return head + (b"\0\0\0\0" if mask else b"") + data


class Strange:
    """A server that shakes hands and says what it was told, to one client."""

    def __init__(self, said, accept=None, head=None):
        self.said, self.accept, self.head = said, accept, head
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                c, _ = self.socket.accept()
            except OSError:
                return
            with c:
                request = b""
                while b"\r\n\r\n" not in request:
                    more = c.recv(4096)
                    if not more:
                        break
                    request += more
                if self.head:
                    c.sendall(self.head)
                    continue
                key = re.search(rb"Sec-WebSocket-Key: (\S+)", request)
                accept = self.accept or base64.b64encode(hashlib.sha1(key.group(1) + GUID.encode()).digest())
                c.sendall(b"HTTP/1.1 101 Switching Protocols\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Accept: " + accept
                          + b"\r\nSec-WebSocket-Protocol: irori.1\r\n\r\n")
                try:
                    for data in self.said:
                        c.sendall(data)
                    while c.recv(65536):
                        pass
                except OSError:
                    pass

    def url(self):
        return "http://127.0.0.1:%d/t/abc" % self.port


def text(message):
    return frame(1, json.dumps(message, ensure_ascii=False).encode())


def real_frame(game="koikoi"):
    """A frame with a block, as a server makes it for a spectator of a game that goes on."""
    async def ask(port, code):
        s = await Socket.open(port)
        s.send({"type": "hello", "protocol": 1, "blocks": True})
        await s.wait("hello")
        s.send({"type": "join", "table": code})
        m = await s.wait("frame")
        s.close()
        return m
    with Server(irori, "memory:", *MANY) as server:
        url = opened(server, game, bots=["easy"])
        anna = Lines(url, "anna")
        anna.until(anna.asked)
        anna.answer("ready")
        anna.until(anna.asked)
        m = asyncio.run(ask(server.port, url.rsplit("/", 1)[1]))
        anna.end()
    m["table"]["id"] = "abc"
    return m


HELLO = text({"type": "hello", "protocol": 1, "who": "0" * 16, "name": "Tess", "token": "ab" * 32, "now": 0})


@test
def strange_servers_get_a_sentence():
    ok = real_frame()
    assert "view" not in ok and set(ok["block"]) == {"game", "rules", "asked", "view", "events"}, list(ok)

    def changed(**members):
        m = json.loads(json.dumps(ok))
        m["block"].update(members)
        return text(m)
    cases = [
        ([], "no Irori server", {"accept": b"AAAAAAAAAAAAAAAAAAAAAAAAAAA="}),
        ([], "no Irori server", {"head": b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n"}),
        ([], "no Irori server", {"head": b"220 mail.example ESMTP\r\n\r\n"}),
        ([], "no Irori server", {"head": b"x" * 20000}),
        ([HELLO, frame(1, b"{}", mask=True)], "cannot be read", {}),
        ([HELLO, frame(1, b"{}", first=0xc0)], "cannot be read", {}),
        ([HELLO, frame(3, b"{}")], "cannot be read", {}),
        ([HELLO, frame(2, b"{}")], "cannot be read", {}),
        ([HELLO, frame(0, b"{}")], "cannot be read", {}),
        ([HELLO, frame(1, b"\xff\xfe")], "cannot be read", {}),
        ([HELLO, frame(9, b"x" * 126)], "cannot be read", {}),
        ([HELLO, bytes([0x81, 127]) + struct.pack(">Q", 1 << 40)], "cannot be read", {}),
        ([HELLO, frame(8, b"")], "has ended", {}),
        ([HELLO, text({"type": "refused", "error": "banned", "why": "x"})], "does not want you", {}),
        ([text({"type": "refused", "error": "protocol", "why": "x"})], "another version of the protocol", {}),
        ([HELLO, text({**{k: v for k, v in ok.items() if k != "block"}, "view": {}})], "older than this program", {}),
        ([HELLO, changed(game="chess\x1b[2J")], "does not know the game 'chess", {}),
        ([HELLO, changed(rules=999)], "different versions", {}),
        ([HELLO, changed(view=ok["block"]["view"][:-2])], "different versions", {}),
        ([HELLO, changed(view="ff" * (len(ok["block"]["view"]) // 2))], "different versions", {}),
    ]
    for now, wake in ((-1 << 63, (1 << 63) - 1), ((1 << 63) - 1, -1 << 63)):  # no times: nothing overflows
        cases.append(([HELLO, text({**ok, "now": now, "table": {**ok["table"], "wake": wake}}), changed(rules=999)], "different versions", {}))
    for said, says, how in cases:
        r = joined(Strange(said, **how).url(), "--watch", name="strange")
        assert r.returncode == 1 and says in r.err and "\x1b" not in r.err + r.out and "runtime error" not in r.err, (said, r.returncode, r.err, r.out[-500:])
    # a view with another byte is refused or shown; then comes one that is refused in any case
    view = ok["block"]["view"]
    for at in range(0, len(view) - 2, max(2, len(view) // 40 // 2 * 2)):
        r = joined(Strange([HELLO, changed(view=view[:at] + "ff" + view[at + 2:]), changed(rules=999)]).url(), "--watch", name="strange")
        assert r.returncode == 1 and "different versions" in r.err, (at, r.returncode, r.err, r.out[-500:])
    # names with control characters, fragments, pings between them, an event that is none
    evil = json.loads(json.dumps(ok))
    evil["table"]["seats"][0]["name"] = "\x1b[2JEve\u202e\u009b31m"
    evil["block"]["events"] = [[0, 0, 1, 1, 1], [250, 0, 0, 0, 0], [1], "x", [0, 99, 0, 0, 0], *([kind, seat, n, n, n] for kind in range(40) for seat in (-1, 0) for n in (-2147483648, -1, 255))]
    data = json.dumps(evil).encode()
    said = [HELLO, frame(1, data[:10], first=0), frame(9, b"hi"), frame(0, data[10:50], first=0), frame(0, data[50:])]
    for args in (("--plain",), ()):
        server = Strange(said)
        t = Screen(server.url(), "strange", "--watch", *args)
        t.until(lambda: "Eve" in t.text(), "the name")
        t.send("\x03")
        assert t.end() == 0
        assert b"\x1b[2JEve" not in t.raw and "\u202e".encode() not in t.raw and "\u009b".encode() not in t.raw


if len(sys.argv) > 2:
    from cli import tests
    tests[:] = [t for t in tests if any(word in t.__name__ for word in sys.argv[2:])]
main("join")
