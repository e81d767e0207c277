"""test_server.py IRORI ROOT [TEST...]: the server from outside, over loopback, with SQLite and with PostgreSQL (if it is installed).
TAP. Whole games of every kind by random legal moves, faults of clients, restarts, several nodes, the page, the options."""
import asyncio
import gzip
import html
import itertools
import json
import os
import pathlib
import re
import shutil
import signal
import socket
import ssl
import subprocess
import sys
import tempfile
import threading
import time

from table import HANG, MANY, Closed, Player, Server, Socket, acknowledged_check, beside, game, main, test, until

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-server-"))
work.chmod(0o755)  # PostgreSQL runs as somebody else


class Postgres:
    """A throw-away cluster, made when it is first asked for."""
    dir, url, lock = work / "pg", None, threading.Lock()

    def __bool__(self):
        with self.lock:
            return self.made()

    def made(self):
        if self.url is None:
            r = subprocess.run(["sh", str(root / "tests/store/pg.sh"), "start", str(self.dir)], capture_output=True, text=True)
            assert r.returncode in (0, 77), r.stderr
            Postgres.url = r.stdout.strip()
        return bool(self.url)

    def database(self, name):
        """A new, empty one."""
        subprocess.run(["psql", "-q", "-d", self.url, "-c", "create database " + name], check=True, capture_output=True)
        return self.url.replace("/postgres?", "/%s?" % name)

    def end(self):
        if self.url:
            subprocess.run(["sh", str(root / "tests/store/pg.sh"), "stop", str(self.dir)])


postgres = Postgres()
count = itertools.count(1)


def sqlite():
    return str(work / ("games%d.db" % next(count)))


def run(what):
    return asyncio.run(asyncio.wait_for(what, 3 * HANG))


def replay_check(record):
    """The record, and every card of it from the revealed secret."""
    path = work / ("game%d.irori" % next(count))
    path.write_text(record)
    r = subprocess.run([binary, "replay", "--check", path], capture_output=True, text=True)
    assert r.returncode == 0, r.stdout + r.stderr
    return r.stdout


def finished(server, people):
    record = server.get("/api/tables/%s/record" % people[0].table)
    n = acknowledged_check(people, record)
    replay_check(record)
    return n


# ---- games ----

GAMES = [("koikoi", 2, ()), ("koikoi", 2, ("greedy",)), ("pikit", 3, ()), ("pikit", 4, ("easy", "random")), ("gacha", 4, ("greedy",)), ("gacha", 2, ())]


async def all_games(ports, faults):
    return await asyncio.gather(*(game(ports, name, seats, i, bots, faults, settings="reaction=0") for i, (name, seats, bots) in enumerate(GAMES)))


def games_with(store, faults=0.05, nodes=1):
    servers = [Server(binary, store, *MANY) for _ in range(nodes)]
    try:
        moves = sum(finished(servers[-1], people) for people in run(all_games([s.port for s in servers], faults)))
        return "%d moves" % moves
    finally:
        for s in servers:
            s.__exit__()


@beside
def whole_games_with_sqlite():
    return games_with(sqlite())


@beside
def whole_games_with_postgres():
    return games_with(postgres.database("one")) if postgres else "skipped: no PostgreSQL here"


@beside
def one_game_on_two_nodes():
    """The players of a game are on different nodes; with faults they change nodes in the middle of it."""
    if not postgres:
        return "skipped: no PostgreSQL here"
    return games_with(postgres.database("two"), faults=0, nodes=2) + ", " + games_with(postgres.database("three"), nodes=3)


@test
def a_secret_question_is_open_as_long_as_it_says():
    """PK6.5: with a reaction time, everybody may have answered: the frame that tells so comes when the time is up, not before."""
    async def play(port):
        people = [Player([port], i, "P%d" % i) for i in range(3)]
        table = await people[0].create("pikit", 3, settings="reaction=1")
        asked = {}

        def until(p):
            t = p.frame["table"]
            if t.get("asked") and p.seq not in asked:
                asked[p.seq] = time.monotonic()
            return len(asked) >= 3 and not t.get("asked")

        for i, p in enumerate(people):
            p.table, p.seat = table, i
        took = []

        async def watch():
            s = await Socket.open(port)
            await s.hello()
            s.send({"type": "join", "table": table})
            last = {}
            while len(took) < 3:
                m = await s.wait("frame")
                if last.get("table", {}).get("asked"):
                    took.append((m["now"] - last["table"]["wake"], last["table"]["wake"] - last["table"]["since"]))
                last = m
            s.close()
        watcher = asyncio.create_task(watch())
        players = [asyncio.create_task(p.play(until)) for p in people]
        await watcher
        for t in players:
            t.cancel()
        return took

    with Server(binary, sqlite(), *MANY) as s:
        took = run(play(s.port))
        assert all(late >= 0 and open_for == 1000 for late, open_for in took), took
        return "closed %s ms after their time" % ", ".join(str(late) for late, _ in took)


@beside
def a_restart_in_the_middle_of_games():
    """SIGTERM: clients are told, the exit is 0, and all of them play on."""
    def playing(s):
        return s.metric("irori_commands_total") >= 30 and s.metric("irori_connections") >= 3

    async def play(s):
        games = asyncio.create_task(all_games([s.port], 0))
        took = []
        for _ in range(3):
            await until(lambda: asyncio.to_thread(playing, s), "nobody plays")
            code, seconds = await asyncio.to_thread(s.stop)
            assert code == 0, code
            took.append(seconds)
            s.start()
        return await games, took

    with Server(binary, sqlite(), *MANY) as s:
        tables, took = run(play(s))
        moves = sum(finished(s, people) for people in tables)
        again = sum(p.reconnects for people in tables for p in people)
        assert again >= 3, "nobody had to reconnect"
        return "%d moves, %d reconnects, ended in %s s" % (moves, again, ", ".join("%.2f" % t for t in took))


@test
def a_goodbye_is_said():
    async def play(s):
        c = await Socket.open(s.port)
        await c.hello()
        stopping = asyncio.create_task(asyncio.to_thread(s.stop))
        bye = await c.wait("bye")
        assert bye["retry_ms"] > 0 and bye["why"], bye
        try:
            await c.wait("never")
        except Closed as e:
            assert e.code == 1012, e.code
        assert (await stopping)[0] == 0

    with Server(binary, "memory:") as s:
        run(play(s))


class Silence(threading.Thread):
    """Somebody at a table whose machine is gone: nothing closes the connection, and no ping is answered. The server notices after half
    a minute, so this begins with the first test and is looked at in the last."""
    wrong = None

    def run(self):
        async def play(s):
            gone = Player([s.port], 0)
            table = await gone.create("koikoi", 2)
            gone.socket.send({"type": "join", "table": table})
            await gone.socket.wait("frame")
            other = await Socket.open(s.port)  # is as quiet, but answers pings
            await other.hello()
            other.send({"type": "join", "table": table})
            await other.wait("frame")

            async def seen():
                while True:
                    m = await other.receive()
                    if m["type"] == "presence" and m["here"][0] is False:
                        return

            await asyncio.wait_for(seen(), HANG)
            head = await gone.socket.reader.read()  # until the end: what was sent meanwhile
            assert b"\x89\x00" in head, "the server did not ping"
            other.send({"type": "ping", "id": 1})
            await other.wait("pong")

        try:
            with Server(binary, "memory:") as s:
                run(play(s))
        except Exception as e:  # noqa: BLE001
            self.wrong = e


@test
def a_spectator_resumes_after_a_gap():
    async def play(s):
        people = [Player([s.port], i) for i in range(2)]
        table = await people[0].create("gacha", 2)  # no game of it is over this soon
        for i, p in enumerate(people):
            p.table, p.seat = table, i
        await asyncio.gather(*(p.play(lambda p: p.seq > 20) for p in people))
        c = await Socket.open(s.port)
        await c.hello(name="Watcher")
        c.send({"type": "join", "table": table})
        first = await c.wait("frame")
        assert "you" not in first["table"] and "legal" not in first["view"] and "hand" not in first["view"], first["view"].keys()
        c.close()
        await asyncio.gather(*(p.play(lambda p: p.seq > 30) for p in people))
        c = await Socket.open(s.port)
        await c.hello()
        c.send({"type": "join", "table": table, "seq": first["seq"]})
        later = await c.wait("frame")
        assert later["seq"] >= 30, later["seq"]
        plain = await Socket.open(s.port)  # a client that knows nothing of deltas, beside one that does
        await plain.hello(deltas=False)
        plain.send({"type": "join", "table": table})
        await plain.wait("frame")
        await asyncio.gather(*(p.play(lambda p: p.seq > 35) for p in people))
        for seq in range(later["seq"] + 1, 36):
            one, other = await c.wait("frame", seq=seq), await plain.wait("frame", seq=seq)
            assert one["view"] == other["view"] and one["table"] == other["table"], (one, other)

    with Server(binary, sqlite(), *MANY) as s:
        run(play(s))


@beside
def a_game_without_people_waits():
    """Two people with five seconds a move touch nothing: a bot plays for each whose clock fell, until that is all of them. Then the game
    waits, over a restart of all nodes, for one of them to go on; who comes back has the whole story."""
    async def person(port, token=None, name="Guest"):
        s = await Socket.open(port)
        m = await s.hello(token, name)
        return s, m.get("token", token)

    async def do(s, table, number, text):
        s.send({"type": "do", "table": table, "id": number, "seq": 0, "do": text})
        return await s.wait("frame", ack=number)

    async def until_deserted(s, acts):
        while True:
            m = await s.wait("frame")
            acts += [a["act"] for a in m.get("acts", ())]
            if m["table"]["deserted"]:
                return m

    async def play(servers):
        ports = [servers[0].port, servers[-1].port]
        (anna, a), (ben, b) = await person(ports[0], name="Anna"), await person(ports[1], name="Ben")
        anna.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2, "settings": "clock=move,seconds=5"})
        table = (await anna.wait("created"))["table"]
        for s in (anna, ben):
            s.send({"type": "join", "table": table})
            await s.wait("frame")
        await do(ben, table, 1, "sit 1 Ben")
        await do(ben, table, 2, "ready " + "b" * 32)
        await do(anna, table, 2, "ready " + "a" * 32)
        acts = [], []
        last = await asyncio.gather(until_deserted(anna, acts[0]), until_deserted(ben, acts[1]))
        assert acts[0] == acts[1] and acts[0].count("flag") == 2 and acts[0].count("pause") == 1 and 1 <= acts[0].count("bot") <= 4, acts
        assert all(m["table"]["paused"] and all(seat["away"] for seat in m["table"]["seats"]) for m in last), last
        for s in servers:
            code, _ = await asyncio.to_thread(s.stop)
            assert code == 0, code
            s.start()
        ben, _ = await person(servers[0].port, b)
        ben.send({"type": "join", "table": table})
        m = await ben.wait("frame")
        assert m["seq"] == last[1]["seq"] and m["table"]["deserted"] and m["view"] == last[1]["view"], m
        ben.send({"type": "story", "table": table, "id": 7})
        story = await ben.wait("story", id=7)
        told = [act["act"] for f in story["frames"] for act in f.get("acts", ())]
        assert story["whole"] and story["seq"] == m["seq"] and told == acts[1], story
        m = await do(ben, table, 8, "resume")
        assert not m["table"]["paused"] and [seat["away"] for seat in m["table"]["seats"]] == [True, False], m["table"]
        return acts[0].count("bot")

    sets = [[Server(binary, sqlite(), *MANY)]]
    if postgres:
        store = postgres.database("waits")
        sets.append([Server(binary, store, *MANY) for _ in range(2)])

    async def both():
        return await asyncio.gather(*(play(servers) for servers in sets))
    try:
        return "%s moves of bots before, with %s" % (run(both()), "SQLite and two nodes with PostgreSQL" if postgres else "SQLite")
    finally:
        for servers in sets:
            for s in servers:
                s.__exit__()


@test
def the_conversation_in_the_documentation():
    """docs/protocol.md, word for word: what a client says is said, and each answer has at least what is written there."""
    text = (root / "docs/protocol.md").read_text()
    talks = [t.splitlines() for t in re.findall(r"```talk\n(.*?)```", text, re.S)]
    assert len(talks) >= 3
    known = {}

    def fits(want, got, at):
        if isinstance(want, dict):
            assert isinstance(got, dict) and want.keys() <= got.keys(), "%s: %s has no %s" % (at, got, want.keys() - set(got))
            for k, v in want.items():
                fits(v, got[k], at + "." + k)
        elif isinstance(want, list):
            assert isinstance(got, list) and len(want) <= len(got), (at, want, got)
            for i, v in enumerate(want):
                fits(v, got[i], "%s[%d]" % (at, i))
        elif isinstance(want, str) and want.isupper():  # a word for something that is different each time
            assert known.setdefault(want, got) == got, "%s: %s is %s, then %s" % (at, want, known[want], got)
        elif isinstance(want, str) and want.endswith("…"):
            assert got.startswith(want[:-1]), (at, want, got)
        elif isinstance(want, int) and not isinstance(want, bool) and want > 1 << 40:
            assert got > 1 << 40, (at, got)  # a time
        else:
            assert want == got, "%s is %r, not %r" % (at, got, want)

    async def play(s, lines):
        sockets = {}
        known.clear()
        for number, line in enumerate(lines, 1):
            who, arrow, rest = line.split(" ", 2)
            if who not in sockets:
                sockets[who] = await Socket.open(s.port)
            if arrow == "says":
                for word, value in known.items():
                    rest = rest.replace('"%s"' % word, json.dumps(value)).replace(word, str(value))
                sockets[who].send(rest)
                continue
            want = json.loads(rest)
            seen = []
            while True:
                got = await asyncio.wait_for(sockets[who].receive(), HANG)
                seen.append(got)
                same = all(k not in want or got.get(k) == want[k] for k in ("seq", "id"))
                if got["type"] == want["type"] and same and ("id" in want or "id" not in got):
                    break
                assert got["type"] in ("frame", "presence", "lobby", "mine", "event"), "line %d: waits for %s, and there came %s" % (number, rest[:80], got)
            fits(want, got, "line %d" % number)
        for c in sockets.values():
            c.close()
        return "%d lines" % len(lines)

    for line in re.findall(r"```json\n(.*?)```", text, re.S):
        json.loads(line)
    said = []
    for lines in talks:
        with Server(binary, "memory:") as s:
            said.append(run(play(s, lines)))
    return ", ".join(said)


@beside
def people_find_each_other():
    """Ten people seek at once, on two nodes where there is PostgreSQL: five tables, each with two of them, and a lobby that shows none of them."""
    async def play(servers):
        people = []
        for i in range(10):
            s = await Socket.open(servers[i % len(servers)].port)
            people.append(s)
            await s.hello()
        people[0].send({"type": "lobby", "id": 1, "on": True})
        assert (await people[0].wait("lobby"))["tables"] == []
        for s in people:
            s.send({"type": "seek", "id": 2, "game": "koikoi", "pace": "calm"})
        tables = [(await s.wait("paired"))["table"] for s in people]
        assert all(tables.count(t) == 2 for t in tables), tables
        for s, table in zip(people, tables):
            s.send({"type": "join", "table": table})
            frame = await s.wait("frame")
            assert [seat["kind"] for seat in frame["table"]["seats"]] == ["person"] * 2 and "you" in frame["table"], frame
            s.send({"type": "do", "table": table, "id": 3, "seq": 2, "do": "ready " + os.urandom(16).hex()})
        for s in people:
            while (await s.wait("frame"))["table"]["stage"] != "playing":
                pass
            s.send({"type": "mine", "id": 4})
            mine = await s.wait("mine")
            assert [len(t["turn"]) for t in mine["tables"]] == [1], mine
            s.close()
        _, _, text = servers[0].http("/metrics")
        return next(line.decode() for line in text.splitlines() if line.startswith(b"irori_paired_seconds_count"))

    sets = [[Server(binary, sqlite(), *MANY)]]
    if postgres:
        store = postgres.database("meet")
        sets.append([Server(binary, store, *MANY) for _ in range(2)])
    try:
        return ", ".join(run(play(servers)) for servers in sets)
    finally:
        for servers in sets:
            for s in servers:
                s.__exit__()


@beside
def a_foreign_bot_sits_where_the_owner_allows_it():
    async def play(s, bot):
        p = Player([s.port], 1)
        p.table = await p.create("koikoi", 2, bots=[bot])
        await p.play()
        return [p]

    async def refused(s, bot):
        c = await Socket.open(s.port)
        await c.hello()
        c.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2, "bots": [bot]})
        return await c.wait("refused")

    heard = work / "heard.jsonl"
    with Server(binary, sqlite(), *MANY, "--allow-exec", "mine=tee %s | %s %s" % (heard, sys.executable, root / "examples/bot.py")) as s:
        n = finished(s, run(play(s, "exec:mine")))
        assert "exec:" not in s.said(), s.said()  # no complaint about it
        run(until(lambda: '"type":"result"' in heard.read_text(), "the bot hears the result"))
        lines = [json.loads(l) for l in heard.read_text().splitlines()]
        kinds = [l["type"] for l in lines]
        assert kinds[:3] == ["hello", "game", "told"] and kinds.count("result") == 1, kinds[:5]
        events = [e for l in lines if l["type"] == "told" for e in l["events"]]
        assert events[0]["event"] == "sensei" and events[-1]["event"] == "over", (events[0], events[-1])
        assert lines[kinds.index("result")]["ranks"][1] in (0, 1), lines[-1]
        hands = [e for e in events if e["event"] == "deal" and "card" in e]
        assert all(e["seat"] == 1 for e in hands), hands  # never a card of the other
        assert run(refused(s, "exec:yours"))["why"]
    with Server(binary, "memory:", *MANY) as s:
        assert "program" in run(refused(s, "exec:mine"))["why"]
    return "%d moves against it" % n


@test
def a_table_plays_with_a_deck_its_owner_installed_pk10_1():
    deck = (root / "games/pikit/decks/standard.deck").read_text().replace("name standard", "name ours").replace("card 1 6", "card 1 7").replace("card 2 6", "card 2 5")
    path = pathlib.Path(tempfile.mkdtemp(prefix="irori-deck-")) / "ours.deck"
    path.write_text(deck)
    text = {"game": "pikit", "seats": 2, "options": "deck=custom", "bots": ["easy"]}

    def made(s, me, **more):
        status, _, body = s.http("/api/tables", json.dumps(dict(text, **more)).encode(), token=me["token"])
        return status, json.loads(body)

    async def play(s):
        p = Player([s.port], 1)
        p.table = await p.create("pikit", 2, options="deck=custom", deck="ours", settings="reaction=0", bots=["easy"])
        await p.play()
        return [p]

    with Server(binary, "memory:", *MANY, "--deck", str(path)) as s:
        n = finished(s, run(play(s)))  # the record has the deck behind it, so it can be dealt again by itself
        me = json.loads(s.http("/api/me", b"{}")[2])
        assert json.loads(s.http("/api/decks")[2]) == {"decks": [{"game": "pikit", "name": "ours"}]}
        assert "table" in made(s, me, deck="ours")[1]
        for bad in ("theirs", deck, 7):
            status, answer = made(s, me, deck=bad)
            assert status == 400 and answer["error"] == "deck" and "ours" in answer["why"], answer
    twice = subprocess.run([binary, "serve", "--store", "memory:", "--deck", str(path), "--deck", str(path)], capture_output=True, text=True, timeout=HANG)
    assert twice.returncode == 2 and "ours" in twice.stderr, twice.stderr
    path.write_text(deck.replace("total", "totally"))
    said = subprocess.run([binary, "serve", "--store", "memory:", "--deck", str(path)], capture_output=True, text=True, timeout=HANG)
    assert said.returncode == 2 and str(path) in said.stderr and "total" in said.stderr, said.stderr
    return "%d moves" % n


# ---- people ----

@test
def a_person_moves_to_another_device():
    with Server(binary, sqlite()) as s:
        me = json.loads(s.http("/api/me", b"{}")[2])
        code = json.loads(s.http("/api/me/code", b"", token=me["token"])[2])["code"]
        there = json.loads(s.http("/api/me/use", json.dumps({"code": code}).encode())[2])
        assert there["who"] == me["who"] and there["token"] != me["token"]
        assert s.http("/api/me/use", json.dumps({"code": code}).encode())[0] in (403, 404), "a code works once"
        assert s.http("/api/mine", token=there["token"])[0] == 200
        assert s.http("/api/mine", token="0" * 64)[0] == 401
        assert s.http("/api/mine")[0] == 401


# ---- the page and HTTP ----

@test
def the_page_is_served_from_the_binary():
    with Server(binary, "memory:") as s:
        status, headers, body = s.http("/")
        assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8" and b"<title>Irori" in body
        for name, part in (("Content-Security-Policy", "default-src 'self'"), ("Content-Security-Policy", "object-src 'none'"),
                           ("Content-Security-Policy", "frame-ancestors 'none'"), ("X-Content-Type-Options", "nosniff"),
                           ("Referrer-Policy", "no-referrer"), ("Cross-Origin-Opener-Policy", "same-origin"), ("Cache-Control", "no-cache")):
            assert part in headers[name], (name, headers.get(name))
        assert "unsafe-inline" not in headers["Content-Security-Policy"] and "unsafe-eval'" not in headers["Content-Security-Policy"].replace("wasm-unsafe-eval'", "")
        status, small, packed = s.http("/", headers={"Accept-Encoding": "br, gzip;q=0.8"})
        assert small["Content-Encoding"] == "gzip" and gzip.decompress(packed) == body
        assert s.http("/", headers={"If-None-Match": headers["ETag"]})[0] == 304
        assert tags(body)[1] == tags(s.http("/t/abcd1234")[2])[1], "a table that is not there has the page, and the page's preview"
        status, more, empty = s.http("/", method="HEAD")
        assert status == 200 and empty == b"" and more["Content-Length"] == headers["Content-Length"]
        games = s.get("/api/games")
        assert {g["name"] for g in games["games"]} == {"koikoi", "pikit", "gacha"}
        assert s.get("/healthz") and "irori_sockets " in s.get("/metrics")


def tags(page):
    """What a messenger reads of a page: ({property: content}, the rest of the page)."""
    head = re.findall(r'<meta (?:name|property)="([a-z:_]+)" content="([^"<>]*)">', page.decode())
    rest = re.sub(r'<meta (?:name|property)="(?:og:|twitter:|description)[^>]*>\s*|<!--/?preview-->\s*', "", page.decode())
    return {name: html.unescape(content) for name, content in head}, rest


@test
def a_messenger_sees_what_a_link_is_about():
    name = "<b onload='x'>\"&Ана"

    with Server(binary, "memory:", "--public-url", "https://games.example.org/") as s:
        me = json.loads(s.http("/api/me", json.dumps({"name": name}).encode())[2])
        made = {"game": "gacha", "seats": 4, "options": "", "settings": "", "bots": ["easy"]}
        table = json.loads(s.http("/api/tables", json.dumps(made).encode(), token=me["token"])[2])["table"]
        status, headers, page = s.http("/t/" + table)
        told, rest = tags(page)
        assert status == 200 and headers["Content-Type"] == "text/html; charset=utf-8" and "default-src 'self'" in headers["Content-Security-Policy"]
        assert told["og:title"] == "%s invites you to Gacha" % me["name"], told
        assert told["og:description"] == told["description"], told
        assert told["og:description"] == "2 seats are free. Also there: a bot. Printed rules, no clock. No sign-up: it opens in the browser.", told
        house = {"game": "koikoi", "seats": 2, "options": "rounds=3,purse=stop", "settings": "clock=move,seconds=90"}
        own = json.loads(s.http("/api/tables", json.dumps(house).encode(), token=me["token"])[2])["table"]
        assert " rounds 3" in tags(s.http("/t/" + own)[2])[0]["description"] and ", 90 seconds a move." in tags(s.http("/t/" + own)[2])[0]["description"]
        assert all(len(tags(s.http("/t/" + t)[2])[0]["description"]) < 200 for t in (table, own)), "two lines in a messenger"
        assert told["og:image"] == "https://games.example.org/preview/gacha.png" and told["og:url"] == "https://games.example.org/t/" + table
        assert told["twitter:card"] == "summary_large_image" and b"onload='" not in page and b"<b " not in page, page
        home, plain = tags(s.http("/")[2])
        assert plain == rest, "the page is the same, only its preview is not"
        assert home["og:title"] == "Irori" and home["og:description"].startswith("Koi-Koi, PiKiT and Gacha: ") and home["og:image"].endswith("/preview/irori.png")
        assert tags(s.http("/t/" + table.upper())[2])[0]["og:title"] == told["og:title"]
        for path, title, picture in (("/rules/pikit", "PiKiT", "pikit"), ("/new/gacha/friends", "Gacha", "gacha"), ("/replay/koikoi", "A game of Koi-Koi", "koikoi"),
                                     ("/replay", "A game of cards", "irori"), ("/replay/abcd1234", "A game of cards", "irori"),
                                     ("/t/abcd1234", "Irori", "irori"), ("/t/%3Cscript%3E", "Irori", "irori"), ("/settings", "Irori", "irori")):
            told = tags(s.http(path)[2])[0]
            assert (told["og:title"], told["og:image"]) == (title, "https://games.example.org/preview/%s.png" % picture), (path, told)
        built = s.http("/app-192.png")[0] == 200
        for picture in ("irori", "koikoi", "pikit", "gacha") if built else ():
            status, headers, bytes_ = s.http("/preview/%s.png" % picture)
            assert status == 200 and bytes_[:8] == b"\x89PNG\r\n\x1a\n" and bytes_[16:24] == (1200).to_bytes(4, "big") + (630).to_bytes(4, "big"), picture
    with Server(binary, "memory:") as s:  # without its public address it cannot name one
        told = tags(s.http("/rules/pikit")[2])[0]
        assert "og:url" not in told and not told.get("og:image", "/").startswith("http"), told
        p = Player([s.port], 1)
        run(over(s, p))
        told = tags(s.http("/t/" + p.table)[2])[0]
        assert told["og:title"] == "Koi-Koi with Player and a bot" and re.match(r"The game is over: Player -?\d+, a bot -?\d+\. ", told["og:description"]), told
        assert tags(s.http("/replay/" + p.table)[2])[0]["og:title"] == told["og:title"] and told["og:image"] == "/preview/koikoi.png"


async def over(s, p):
    p.table = await p.create("koikoi", 2, options="rounds=1", bots=["easy"])
    await p.play()


@test
def what_is_not_there_is_refused():
    with Server(binary, "memory:") as s:
        for path, method, body, want in (
                ("/nothing.js", "GET", None, 404), ("/../../etc/passwd.txt", "GET", None, 404), ("/%2e%2e/etc/passwd.d", "GET", None, 404),
                ("/", "POST", b"", 405), ("/", "DELETE", None, 405), ("/api/games", "PUT", b"", 405), ("/api/games", "OPTIONS", None, 405),
                ("/api/nothing", "GET", None, 404), ("/api/me", "POST", b"x" * 20000, 413), ("/" + "a" * 300, "GET", None, 414),
                ("/api/me", "POST", b"{", 400), ("/api/tables/none0000/record", "GET", None, 404), ("/ws", "GET", None, 426)):
            status, _, answer = s.http(path, body, method=method)
            assert status == want, (path, method, status, answer[:200])
            assert json.loads(answer)["why"], answer
        assert s.http("/", headers={"Host": "evil.example"})[0] == 421, "DNS rebinding"
        assert s.http("/api/me", b"{}", headers={"Origin": "http://evil.example"})[0] == 403
        assert s.http("/api/me", b"{}", headers={"Origin": "http://127.0.0.1:%d" % s.port})[0] == 200


def exchange(port, *parts):
    """What the server answers to these bytes; a part is sent when there was some answer to the one before."""
    data = b""
    with socket.create_connection(("127.0.0.1", port), timeout=HANG) as c:
        for i, part in enumerate(parts):
            if i:
                data += c.recv(65536)
            c.sendall(part)
        while got := c.recv(65536):
            data += got
    return data


@test
def the_small_print_of_http():
    host = b"Host: localhost\r\n"
    last = host + b"Connection: close\r\n"
    ws = host + b"Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: irori.1\r\n"
    with Server(binary, "memory:", "--trust-proxy", "loopback", "--per-address", "4") as s:
        for sent, status, says in (
                (b"\r\nGET / HTTP/1.1\r\n" + last + b"\r\n", 200, b"<title>Irori"),
                (b"GET http://localhost:%d/api/games HTTP/1.1\r\n" % s.port + last + b"\r\n", 200, b"koikoi"),
                (b"GET http://evil.example/ HTTP/1.1\r\n" + last + b"\r\n", 421, b"why"),
                (b"GET / HTTP/1.1\r\n" + last + b"X-Forwarded-For: 192.0.2.1\r\nX-Forwarded-For: 192.0.2.2\r\n\r\n", 200, b"<title>Irori"),
                (b"BREW / HTTP/1.1\r\n" + host + b"\r\n", 405, b"\r\nAllow: GET, HEAD\r\n"),
                (b"PUT /api/me HTTP/1.1\r\n" + host + b"\r\n", 405, b"\r\nAllow: GET, HEAD, POST\r\n"),
                (b"GET /ws HTTP/1.1\r\n" + host + b"\r\n", 426, b"\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"),
                (b"GET /ws HTTP/1.1\r\n" + ws + b"Sec-WebSocket-Version: 12\r\n\r\n", 426, b"\r\nSec-WebSocket-Version: 13\r\n"),
                (b"GET /ws HTTP/1.0\r\n" + ws + b"Sec-WebSocket-Version: 13\r\n\r\n", 426, b"\r\nUpgrade: websocket\r\n"),
                (b"GET / HTTP/1.0\r\nUpgrade: h2c\r\n\r\n", 200, b"<title>Irori"),
                (b"POST /api/me HTTP/1.1\r\n" + host + b"Expect: tea\r\nContent-Length: 2\r\n\r\n", 417, b"100-continue"),
                (b"POST /api/me HTTP/1.1\r\n" + host + b"Expect: 100-continue\r\nContent-Length: 20000\r\n\r\n", 413, b"why")):
            data = exchange(s.port, sent)
            assert data.startswith(b"HTTP/1.1 %d " % status) and says in data, (sent, data[:400])
        data = exchange(s.port, b"POST /api/me HTTP/1.1\r\n" + last + b"Expect: 100-continue\r\nContent-Length: 2\r\n\r\n", b"{}")
        assert data.startswith(b"HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n") and b"token" in data, data[:300]
        assert "Content-Encoding" not in s.http("/", headers={"Accept-Encoding": "gzip;q=0"})[1]


@test
def another_sites_page_gets_no_websocket():
    async def codes(port, url):
        found = []
        for extra in ("Origin: http://evil.example\r\n", "Origin: null\r\n", "Origin: http://127.0.0.1:%d\r\n" % port, "Origin: %s\r\n" % url, ""):
            try:
                (await Socket.open(port, extra=extra)).close()
                found.append(101)
            except Closed as e:
                found.append(e.code)
        for protocol in ("irori.2", None):
            try:
                await Socket.open(port, protocol=protocol)
                found.append(101)
            except Closed as e:
                found.append(e.code)
        return found

    with Server(binary, "memory:", "--public-url", "https://games.example.org/") as s:
        assert run(codes(s.port, "https://games.example.org")) == [403, 403, 101, 101, 101, 400, 400]


@test
def a_proxy_speaks_for_others_only_if_trusted():
    """Connections are counted by the address that a trusted proxy names, and by the peer's if it is none."""
    async def how_many(port, extra):
        n, all_of_them = 0, []
        for i in range(8):
            all_of_them.append(await Socket.open(port, extra=extra % i))
            try:
                await all_of_them[-1].hello()
                n += 1
            except Closed:
                pass
        return n

    with Server(binary, "memory:", "--per-address", "4", "--trust-proxy", "loopback") as s:
        assert run(how_many(s.port, "X-Forwarded-For: 203.0.113.7\r\n#%d: x\r\n".replace("#", "X-"))) == 4
        assert run(how_many(s.port, "X-Forwarded-For: 198.51.100.%d\r\n")) == 8
        assert run(how_many(s.port, "X-Forwarded-For: 192.0.2.%d, 203.0.113.9\r\n")) == 4, "the last one counts, not what the client wrote"
        assert run(how_many(s.port, "X-Forwarded-For: 192.0.2.%d\r\nX-Forwarded-For: 203.0.113.10\r\n")) == 4, "two lines are one list"
    with Server(binary, "memory:", "--per-address", "4") as s:
        assert run(how_many(s.port, "X-Forwarded-For: 198.51.100.%d\r\n")) == 4


def certificate(name, kind=("ec", "-pkeyopt", "ec_paramgen_curve:P-256")):
    """A key and a certificate that it signs itself."""
    cert, key = work / ("%s-cert.pem" % name), work / ("%s-key.pem" % name)
    subprocess.run(["openssl", "req", "-x509", "-newkey", *kind, "-nodes", "-days", "2", "-subj", "/CN=localhost", "-set_serial", str(int.from_bytes(os.urandom(4), "big")),
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
    return cert, key


@test
def tls():
    if not shutil.which("openssl"):
        return "skipped: no openssl here"
    cert, key = certificate("tls")
    context = ssl.create_default_context(cafile=str(cert))
    with Server(binary, "memory:", "--tls-cert", str(cert), "--tls-key", str(key)) as s:
        with context.wrap_socket(socket.create_connection(("127.0.0.1", s.port)), server_hostname="localhost") as c:
            c.sendall(b"GET / HTTP/1.1\r\nHost: localhost:%d\r\n\r\nGET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n" % s.port)
            data = b""
            while chunk := c.recv(65536):
                data += chunk
            assert data.count(b"HTTP/1.1 200 OK") == 2 and b"koikoi" in data, data[:300]
        context.set_alpn_protocols(["h2"])
        try:
            context.wrap_socket(socket.create_connection(("127.0.0.1", s.port)), server_hostname="localhost").close()
            raise AssertionError("HTTP/2 was agreed to")
        except ssl.SSLError:
            pass
        plain = socket.create_connection(("127.0.0.1", s.port))
        plain.sendall(b"GET / HTTP/1.1\r\nHost: localhost\r\n\r\n")
        assert not plain.recv(100).startswith(b"HTTP")


@test
def tls_12_only_with_forward_secrecy_and_aead():
    if not shutil.which("openssl"):
        return "skipped: no openssl here"

    def agreed(port, ciphers):
        c = ssl.SSLContext(ssl.PROTOCOL_TLS_CLIENT)
        c.check_hostname, c.verify_mode = False, ssl.CERT_NONE
        c.maximum_version = ssl.TLSVersion.TLSv1_2
        c.set_ciphers(ciphers + ":@SECLEVEL=0")
        try:
            with c.wrap_socket(socket.create_connection(("127.0.0.1", port))) as s:
                return s.cipher()[0]
        except ssl.SSLError:
            return None

    for kind in (("ec", "-pkeyopt", "ec_paramgen_curve:P-256"), ("rsa:2048",)):
        cert, key = certificate("ciphers", kind)
        with Server(binary, "memory:", "--tls-cert", str(cert), "--tls-key", str(key)) as s:
            sign = "ECDSA" if kind[0] == "ec" else "RSA"
            for good in ("ECDHE-%s-AES128-GCM-SHA256", "ECDHE-%s-AES256-GCM-SHA384", "ECDHE-%s-CHACHA20-POLY1305"):
                assert agreed(s.port, good % sign) == good % sign, good % sign
            for bad in ("ECDHE-%s-AES128-SHA256" % sign, "ECDHE-%s-AES256-SHA" % sign, "ECDHE-%s-AES256-SHA384" % sign, "AES128-GCM-SHA256", "AES256-SHA", "AES128-SHA"):
                assert agreed(s.port, bad) is None, bad


@beside
def healthz_fails_when_nothing_can_be_written():
    """A full disk, and a file that was moved away: 503; and 200 again when that is over. Moves are refused meanwhile, in few log lines."""
    small = work / "small"
    small.mkdir()
    if os.getuid() or subprocess.run(["mount", "-t", "tmpfs", "-o", "size=3m", "irori", str(small)], capture_output=True).returncode:
        return "skipped: only root can fill a disk"

    async def becomes(s, want):
        await until(lambda: asyncio.to_thread(lambda: s.http("/healthz")[0] == want), "/healthz is never %d" % want)

    async def play(s):
        p = Player([s.port], 1)
        table = await p.create("koikoi", 2, bots=["easy"])
        p.socket.send({"type": "join", "table": table})
        seq = (await p.socket.wait("frame"))["seq"]
        assert s.http("/healthz")[0] == 200
        with open(small / "filler", "wb", buffering=0) as f:
            try:
                while True:
                    f.write(bytes(4096))
            except OSError:
                pass
        await becomes(s, 503)
        for i in range(300):
            p.socket.send({"type": "do", "table": table, "id": 1000 + i, "seq": seq, "do": "ready " + os.urandom(16).hex()})
            assert (await p.socket.wait("refused"))["error"] == "store"
        (small / "filler").unlink()
        await becomes(s, 200)
        (small / "games.db").rename(small / "elsewhere.db")
        await becomes(s, 503)
        (small / "elsewhere.db").rename(small / "games.db")
        await becomes(s, 200)

    try:
        with Server(binary, str(small / "games.db"), *MANY) as s:
            run(play(s))
            lines = s.said().splitlines()
            assert any("is full" in line for line in lines) and len(lines) < 60, lines[:5]
            return "%d lines in the log for 300 refusals" % len(lines)
    finally:
        subprocess.run(["umount", str(small)])


@test
def a_public_https_address_is_named_to_browsers():
    with Server(binary, "memory:", "--public-url", "https://games.example.org/") as s:
        for path in ("/", "/api/games", "/nothing.js"):
            assert s.http(path)[1].get("Strict-Transport-Security") == "max-age=31536000", path
        policy = s.http("/")[1]["Content-Security-Policy"]
        assert "connect-src 'self' ws://games.example.org wss://games.example.org;" in policy, policy
    with Server(binary, "memory:") as s:
        headers = s.http("/")[1]
        assert "Strict-Transport-Security" not in headers and "wss://127.0.0.1:%d;" % s.port in headers["Content-Security-Policy"], headers


@test
def a_hangup_reloads_the_certificate_and_the_log():
    """SIGHUP: what is open stays open, new connections get the new certificate, a broken one is not used, and nothing ends."""
    if not shutil.which("openssl"):
        return "skipped: no openssl here"
    cert, key = certificate("reload")
    log = work / "serve.log"

    def serial(port):
        return ssl.get_server_certificate(("127.0.0.1", port))

    async def hangup(s, says):
        before = log.read_text().count(says)
        s.process.send_signal(signal.SIGHUP)
        await until(lambda: log.exists() and log.read_text().count(says) > before, "no line in the log that says " + says)

    async def play(s):
        context = ssl.create_default_context(cafile=str(cert))
        reader, writer = await asyncio.open_connection("127.0.0.1", s.port, ssl=context, server_hostname="localhost")
        first = serial(s.port)
        assert ssl.PEM_cert_to_DER_cert(first) == ssl.PEM_cert_to_DER_cert(cert.read_text())
        new_cert, new_key = certificate("renewed")
        shutil.copy(new_cert, cert)  # without its key: the two do not fit
        await hangup(s, "the old certificate stays in use")
        assert serial(s.port) == first
        shutil.copy(new_key, key)
        await hangup(s, "new connections get the certificate")
        assert ssl.PEM_cert_to_DER_cert(serial(s.port)) == ssl.PEM_cert_to_DER_cert(new_cert.read_text())
        cert.write_text("-----BEGIN CERTIFICATE-----\nnothing\n")
        await hangup(s, "the old certificate stays in use")
        cert.unlink()
        await hangup(s, "the old certificate stays in use")
        assert ssl.PEM_cert_to_DER_cert(serial(s.port)) == ssl.PEM_cert_to_DER_cert(new_cert.read_text())
        log.rename(work / "serve.log.1")  # what logrotate does
        s.process.send_signal(signal.SIGHUP)
        await until(lambda: log.exists() and "reload" in log.read_text(), "the log is not opened anew")
        log.rename(work / "serve.log.2")
        log.mkdir()
        s.process.send_signal(signal.SIGHUP)
        await until(lambda: "cannot be opened anew" in (work / "serve.log.2").read_text(), "it is not said that the log cannot be opened")
        for _ in range(50):
            s.process.send_signal(signal.SIGHUP)
        writer.write(b"GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")  # the connection of the first certificate
        assert (await asyncio.wait_for(reader.read(-1), HANG)).startswith(b"HTTP/1.1 200")
        writer.close()

    with Server(binary, "memory:", "--tls-cert", str(cert), "--tls-key", str(key), "--log-file", str(log)) as s:
        run(play(s))
        assert s.process.poll() is None and s.said() == "", s.said()
        assert s.stop()[0] == 0
    for line in (work / "serve.log.1").read_text().splitlines():
        assert re.match(r"\d{4}-\d\d-\d\dT\S+Z (info |warn |error) \w+: ", line), line


@test
def a_closed_terminal_ends_the_server_and_another_hangup_does_not():
    import pty
    pid, master = pty.fork()
    if pid == 0:
        os.execv(binary, [str(binary), "serve", "--listen", ":0", "--store", "memory:", "--log-file", str(work / "terminal.log")])
    said = b""
    while b"://" not in said:
        said += os.read(master, 1000)
    os.kill(pid, signal.SIGHUP)
    run(until(lambda: "reload" in (work / "terminal.log").read_text(), "it does not reload"))
    os.close(master)
    assert os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]) == 0
    assert "end: done" in (work / "terminal.log").read_text()


# ---- options ----

@test
def options_that_cannot_be():
    taken = socket.socket()
    taken.bind(("127.0.0.1", 0))
    taken.listen()
    port = taken.getsockname()[1]
    (work / "empty.pem").write_text("")
    for args, says in (
            (["--listen", "127.0.0.1:%d" % port], "something else listens there"), (["--listen", "nowhere"], "ADDRESS:PORT"),
            (["--listen", "192.0.2.1:0"], "not an address of this machine"), (["--listen", "example.org:80"], "it takes numbers"),
            (["--tls-cert", "x.pem"], "--tls-key"), (["--tls-cert", "x.pem", "--tls-key", "x.pem"], "x.pem"),
            (["--tls-cert", str(work / "empty.pem"), "--tls-key", "x.pem"], "PEM"), (["--public-url", "games"], "https://"),
            (["--trust-proxy", "loopback,my-proxy"], "my-proxy"), (["--allow-exec", "./bot.py"], "NAME=COMMAND"), (["--log", "xml"], "json"),
            (["--log-file", "/nonexistent/dir/log"], "/nonexistent/dir/log"),
            (["--per-address", "0"], "whole number"), (["--store", "/nonexistent/dir/games.db"], "/nonexistent/dir"), (["--keep", "-1"], "whole number"),
            (["--store", "postgres://irori@/none?host=/nonexistent"], "nonexistent"), (["--store", "mysql://x"], "mysql")):
        r = subprocess.run([binary, "serve", *(["--store", "memory:"] if "--store" not in args else []), *(["--listen", ":0"] if "--listen" not in args else []), *args],
                           capture_output=True, text=True, timeout=HANG)
        assert r.returncode in (1, 2) and says in r.stderr, (args, r.returncode, r.stderr)
        assert len(r.stderr) < 1000 and "Sanitizer" not in r.stderr, r.stderr
    taken.close()


@test
def options_by_environment_and_logs_without_secrets():
    with Server(binary, "memory:", env={"IRORI_LOG": "json", "IRORI_PER_ADDRESS": "5000", "IRORI_OPEN": "0"}) as s:
        token = run(Player([s.port], 1).create("koikoi")) and json.loads(s.http("/api/me", b"{}")[2])["token"]
        s.http("/api/mine", token=token)
        s.stop()
        lines = [json.loads(line) for line in s.said().splitlines()]
        assert {"start", "end"} <= {line["event"] for line in lines} and all({"time", "level", "text"} <= line.keys() for line in lines)
        assert token not in s.said() and "127.0.0.1" not in s.said()
    r = subprocess.run([binary, "serve"], env={**os.environ, "IRORI_RATE": "many"}, capture_output=True, text=True)
    assert r.returncode == 2 and "IRORI_RATE cannot be 'many'" in r.stderr


@test
def a_client_that_fell_silent_is_noticed():
    if not silence.is_alive() and silence.ident is None:
        silence.start()
    silence.join()
    if silence.wrong:
        raise silence.wrong


silence = Silence(daemon=True)
if not sys.argv[3:]:
    silence.start()
try:
    main("server", sys.argv[3:])
finally:
    postgres.end()
    shutil.rmtree(work, ignore_errors=True)
