"""test_people.py IRORI ROOT [games=N] [TEST...]: people at a running server, from outside: their devices and data, what a bad client tries
to learn about them, and what the owner does with `irori admin`. With SQLite, and on two nodes with PostgreSQL (if it is installed). TAP."""
import asyncio
import json
import os
import pathlib
import shutil
import socket
import stat
import subprocess
import sys
import tempfile
import time

from table import HANG, MANY, Closed, Server, Socket, main, test

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
games, names = 40, []
for word in sys.argv[3:]:
    if word.startswith("games="):
        games = int(word.partition("=")[2])
    else:
        names.append(word)
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-people-"))
work.chmod(0o755)  # PostgreSQL runs as somebody else
SALT = "0123456789abcdef0123456789abcdef"


def post(server, path, token=None, **body):
    status, _, text = server.http(path, json.dumps(body).encode(), token=token)
    return status, json.loads(text)


def person(server, name):
    status, me = post(server, "/api/me", name=name, label="test")
    assert status == 200, me
    return me


def admin(path, *words, code=0):
    """What irori admin prints, on standard output or, if it fails, on standard error."""
    r = subprocess.run([str(binary), "admin", *words, "--socket", str(path)], capture_output=True, text=True, timeout=HANG)
    assert r.returncode == code, (words, r.returncode, r.stdout, r.stderr)
    return r.stderr if code else r.stdout


async def at(server, token, name="Someone"):
    s = await Socket.open(server.port)
    await s.hello(token, name, deltas=False)
    return s


async def gone(s, error):
    """The connection is refused and ends."""
    m = await s.wait("refused", error=error)
    assert m["why"].endswith("."), m
    try:
        while True:
            await asyncio.wait_for(s.receive(), HANG)
    except Closed as e:
        assert e.code == 1008, e.code
    return m


# ---- devices and data ----

@test
def a_device_is_ended_from_another_one():
    async def go(s):
        me = person(s, "Anna")
        code = post(s, "/api/me/code", me["token"])[1]["code"]
        phone = post(s, "/api/me/use", code=code, label="Firefox on Android")[1]
        phrase = post(s, "/api/me/phrase", me["token"])[1]["phrase"]
        tablet = post(s, "/api/me/recover", phrase=phrase.upper().replace(" ", "-"), label="Tablet")[1]
        assert len({me["token"], phone["token"], tablet["token"]}) == 3 and len({me["who"], phone["who"], tablet["who"]}) == 1
        one, two = await at(s, phone["token"]), await at(s, tablet["token"])
        devices = s.get("/api/me", token=me["token"])["devices"]
        assert sorted(d["label"] for d in devices) == ["Firefox on Android", "Tablet", "test"] and sum(d["this"] for d in devices) == 1
        number = next(d["number"] for d in devices if d["label"] == "Tablet")
        assert post(s, "/api/me/end", me["token"], device=number) == (200, {"ended": 1})
        await gone(two, "ended")
        assert s.http("/api/me", token=tablet["token"])[0] == 401
        one.send({"type": "ping", "id": 1})
        await one.wait("pong")
        assert post(s, "/api/me/end", me["token"], device=0)[1] == {"ended": 1}
        await gone(one, "ended")
    with Server(binary, str(work / "devices.db")) as s:
        asyncio.run(go(s))


@test
def all_data_in_one_document():
    """Many games, each ended at once; the document comes in parts, and the server's memory does not grow with it."""
    async def go(s):
        me, you = person(s, "Anna"), person(s, "Ben")
        a, b = await at(s, me["token"]), await at(s, you["token"])
        for i in range(games):
            table = post(s, "/api/tables", me["token"], game="koikoi", seats=2)[1]["table"]
            for k, (c, first) in enumerate(((a, None), (b, "sit 1"))):
                c.send({"type": "join", "table": table})
                await c.wait("frame")
                for n, text in enumerate(filter(None, (first, "ready " + SALT))):
                    c.send({"type": "do", "table": table, "id": 10 * i + 2 * n + k + 1, "seq": 1, "do": text})
                    await c.wait("frame", ack=10 * i + 2 * n + k + 1)
            b.send({"type": "do", "table": table, "id": 10 * i + 9, "seq": 5, "do": "resign"})
            await b.wait("frame", ack=10 * i + 9)
            for c in (a, b):
                c.send({"type": "leave", "table": table})
        before = s.rss()
        began = time.monotonic()
        status, headers, body = s.http("/api/me/export", token=me["token"])
        took = time.monotonic() - began
        document = json.loads(body)
        assert status == 200 and headers["Transfer-Encoding"] == "chunked" and "attachment" in headers["Content-Disposition"]
        assert len({t["table"] for t in document["tables"]}) == games
        assert all(t["record"].startswith("irori record 1\n") and t["you"] == 0 for t in document["tables"])
        assert me["token"] not in body.decode() and you["token"] not in body.decode()
        assert s.http("/api/me/export", token=me["token"])[0] == 429, "once a minute"
        # somebody who does not read it to the end
        with socket.create_connection(("127.0.0.1", s.port)) as rude:
            rude.sendall(("GET /api/me/export HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer %s\r\n\r\n" % you["token"]).encode())
            rude.recv(100)
        assert s.http("/healthz")[0] == 200
        return "%d games, %d KB in %.2f s, %d KB more memory" % (games, len(body) // 1024, took, (s.rss() - before) // 1024)
    with Server(binary, str(work / "export.db"), *MANY, "--tables", "100000") as s:
        return asyncio.run(go(s))


@test
def somebody_is_deleted_and_games_stay_whole():
    async def go(s):
        me, you = person(s, "Anna"), person(s, "Ben")
        a, b = await at(s, me["token"], "Anna"), await at(s, you["token"], "Ben")
        a.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2})
        table = (await a.wait("created"))["table"]
        for c, texts in ((a, ["ready " + SALT]), (b, ["sit 1", "ready " + SALT])):
            c.send({"type": "join", "table": table})
            await c.wait("frame")
            for n, text in enumerate(texts):
                c.send({"type": "do", "table": table, "id": n + 1, "seq": 1, "do": text})
                await c.wait("frame", ack=n + 1)
        assert post(s, "/api/me/delete", me["token"], sure="Ben")[0] == 400
        assert post(s, "/api/me/delete", me["token"], sure="Anna") == (200, {"deleted": True})
        await gone(a, "ended")
        m = await b.wait("frame")
        while m["table"]["stage"] != "over" or m["table"]["seats"][0]["name"] == "Anna":
            m = await b.wait("frame")
        assert m["table"]["seats"][0]["name"] == "…" and m["table"]["result"]["won"] == [1], m["table"]
        record = s.get("/api/tables/%s/record" % table)
        assert "Anna" not in record and me["who"] not in record and "Ben" in record, record
        path = work / "one.irori"
        path.write_text(record)
        r = subprocess.run([str(binary), "audit", str(path)], capture_output=True, text=True)
        assert r.returncode == 0, r.stdout + r.stderr
        assert s.http("/api/me", token=me["token"])[0] == 401
    path = work / "delete.db"
    with Server(binary, str(path)) as s:
        asyncio.run(go(s))
    assert not any("Anna".encode() in p.read_bytes() for p in [path]), "the name is still in the file"


# ---- what a bad client tries ----

@test
def nobody_learns_about_others():
    async def go(s):
        me, you = person(s, "Anna"), person(s, "Ben")
        a, b = await at(s, me["token"]), await at(s, you["token"])
        # people: no path lists them, and an id tells nothing
        for path in ("/api/people", "/api/me/%s" % me["who"], "/api/me/export?who=%s" % me["who"], "/api/people/%s" % me["who"]):
            assert s.http(path)[0] in (401, 404), path
        assert json.loads(s.http("/api/me/export?who=%s" % me["who"], token=you["token"])[2])["person"]["who"] == you["who"]
        for be in ("friend", "mute", "block"):
            b.send({"type": "tie", "id": 1, "who": me["who"], "be": be})
            m = await asyncio.wait_for(b.receive(), HANG)
            if be == "friend":
                assert m["type"] == "refused" and m["error"] == "unknown-person", m  # they have never met
            elif m["type"] == "ties":
                assert not m["people"][0]["online"], m
        # a private table: without spectators, only those who sit there see it
        a.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2, "settings": "watch=off", "bots": ["normal"]})
        table = (await a.wait("created"))["table"]
        a.send({"type": "join", "table": table})
        await a.wait("frame")
        a.send({"type": "do", "table": table, "id": 1, "seq": 1, "do": "ready " + SALT})
        await a.wait("frame", ack=1)
        b.send({"type": "join", "table": table})
        assert (await b.wait("refused"))["error"] == "seat"
        for kind in ("chat", "consent", "story", "hint", "react"):
            b.send({"type": kind, "id": 2, "table": table, "text": "x", "react": "hello", "on": True})
            assert (await b.wait("refused"))["error"] == "unknown-table", kind
        assert s.http("/api/tables/%s/record" % table, token=you["token"])[0] == 409
        assert table not in s.http("/api/mine", token=you["token"])[2].decode()
        # somebody else's devices
        number = s.get("/api/me", token=me["token"])["devices"][0]["number"]
        assert post(s, "/api/me/end", you["token"], device=number)[0] == 404
        a.send({"type": "ping", "id": 3})
        await a.wait("pong", id=3)
    with Server(binary, "memory:") as s:
        asyncio.run(go(s))


@test
def wrong_phrases_are_counted():
    """What is tried beyond ten an hour is not even looked up, and whoever knows the phrase is told when to come back."""
    with Server(binary, "memory:", *MANY) as s:
        me = person(s, "Anna")
        phrase = post(s, "/api/me/phrase", me["token"])[1]["phrase"]
        asked = s.metric("irori_store_seconds_count")
        seen = [post(s, "/api/me/recover", phrase="lusab babad babab babab babab babab") for _ in range(12)]
        assert [status for status, _ in seen] == [403] * 10 + [429] * 2, seen
        assert "Try again in 6 minutes." in seen[-1][1]["why"], seen[-1]
        assert post(s, "/api/me/recover", phrase=phrase)[0] == 429
        return "%d requests to the store for 12 wrong phrases" % (s.metric("irori_store_seconds_count") - asked)


# ---- the owner ----

@test
def the_owner_keeps_somebody_away():
    path = work / "admin"

    async def go(s):
        assert stat.S_IMODE(path.stat().st_mode) == 0o600 and stat.S_ISSOCK(path.stat().st_mode)
        me = person(s, "Anna")
        person(s, "Twin")
        person(s, "Twin")
        assert admin(path, "bans") == "nobody is kept away\n" and admin(path, "log") == "nothing was done yet\n"
        c = await at(s, me["token"], "Anna")
        line = admin(path, "people", "ann")
        assert me["who"] in line and "from 127.0.0.1" in line and "Twin" not in line, line
        assert "2 people are called Twin" in admin(path, "ban", "Twin", code=1)
        assert "nobody is called Zoe" in admin(path, "ban", "Zoe", code=1)
        assert admin(path, "ban", "Anna", "3", "rude", "words") == "ban %s for 3 days: rude words\n" % me["who"]
        m = await gone(c, "banned")
        assert m["until"] > time.time() * 1000 + 2 * 86400000
        assert s.http("/api/mine", token=me["token"])[0] == 403
        assert s.http("/api/me/export", token=me["token"])[0] == 200, "their data is theirs"
        assert "Anna  rude words" in admin(path, "bans")
        admin(path, "unban", me["who"])
        c = await at(s, me["token"], "Anna")
        # somebody is reported, renamed and deleted
        other = await at(s, None, "Ben")
        other.send({"type": "report", "id": 1, "who": me["who"], "text": "a name nobody wants to read"})
        await other.wait("ok", id=1)
        assert "a name nobody wants to read" in admin(path, "reports")
        assert "reported" in s.said() and "Anna" not in s.said() and "127.0.0.1" not in s.said().replace("listens on", "")
        admin(path, "rename", "Anna", "Somebody")
        d = await Socket.open(s.port)
        assert (await d.hello(me["token"], "Anna", deltas=False))["name"] == "Somebody", "the page brought the old name back"
        assert admin(path, "purge", "Somebody") == "purge %s\n" % me["who"]
        await gone(d, "ended")
        await gone(c, "ended")
        assert me["who"] not in admin(path, "people") + admin(path, "bans") + admin(path, "reports")
        log = admin(path, "log")
        assert [line.split()[2] for line in log.splitlines()] == ["purge", "rename", "unban", "ban"] and "Anna" not in log, log
        # an address
        admin(path, "ban", "127.0.0.0/8")
        await gone(other, "banned")
        await gone(await Socket.open(s.port), "banned")
        assert s.http("/api/games")[0] == 403
        assert "127.0.0.0/8" in admin(path, "bans")
        s.kill()  # bans outlive the server, and a socket that was left behind is no trouble
        s.start()
        until = time.monotonic() + HANG
        while s.http("/api/games")[0] != 403:
            assert time.monotonic() < until
        admin(path, "unban", "127.0.0.0/8")
        assert s.http("/api/games")[0] == 200
        for words in (["dance"], ["ban"], ["rename", "Ben"], ["people", "a", "b"]):
            assert "irori admin:" in admin(path, *words, code=2)
    with Server(binary, str(work / "admin.db"), "--admin", str(path)) as s:
        asyncio.run(go(s))
        r = subprocess.run([str(binary), "serve", "--listen", "127.0.0.1:0", "--store", "memory:", "--admin", str(path)], capture_output=True, text=True)
        assert r.returncode and "another server uses this file" in r.stderr, r.stderr
        config = work / "irori.conf"
        config.write_text("store = memory:\nadmin = %s\n" % path)
        r = subprocess.run([str(binary), "admin", "log", "--config", str(config)], capture_output=True, text=True)
        assert r.returncode == 0 and "purge" in r.stdout, r.stderr
        if os.geteuid() == 0:
            work.chmod(0o755)
            r = subprocess.run([str(binary), "admin", "log", "--socket", str(path)], capture_output=True, text=True, user=65534, group=65534, extra_groups=[])
            assert r.returncode == 1 and "Permission denied" in r.stderr, r.stderr
    assert not path.exists(), "the socket stayed behind"
    assert "no server answers" in admin(path, "log", code=1)


@test
def the_owner_of_two_nodes():
    """What is said to one node holds on both, at once."""
    directory = work / "pg"
    r = subprocess.run(["sh", str(root / "tests/store/pg.sh"), "start", str(directory)], capture_output=True, text=True)
    assert r.returncode in (0, 77), r.stderr
    url = r.stdout.strip()
    if not url:
        return "skipped: no PostgreSQL here"

    async def go(one, two):
        me, you = person(one, "Anna"), person(one, "Ben")
        code = post(one, "/api/me/code", me["token"])[1]["code"]
        phone = post(two, "/api/me/use", code=code, label="Phone")[1]
        a, b, c = await at(one, me["token"]), await at(two, you["token"]), await at(two, phone["token"])
        # friends, and a few words, across the nodes
        a.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2})
        table = (await a.wait("created"))["table"]
        a.send({"type": "join", "table": table})
        await a.wait("frame")
        b.send({"type": "join", "table": table})
        await b.wait("frame")
        b.send({"type": "do", "table": table, "id": 1, "seq": 1, "do": "sit 1"})
        await b.wait("frame", ack=1)
        for s, other in ((a, you), (b, me)):
            s.send({"type": "tie", "id": 2, "who": other["who"], "be": "friend"})
            await s.wait("ties", id=2)

        async def friends(s):
            while True:
                m = await s.wait("ties")
                if m["people"] and m["people"][0]["friend"] == "both" and m["people"][0]["online"]:
                    return
        await asyncio.gather(friends(a), friends(b))
        a.send({"type": "consent", "table": table, "on": True})
        await b.wait("consent", seats=[True, False])
        b.send({"type": "consent", "table": table, "on": True})
        await a.wait("consent", seats=[True, True])
        a.send({"type": "chat", "table": table, "text": "Hello, 'friend' at the \"other\" node"})
        m = await b.wait("chat")
        assert m == {"type": "chat", "table": table, "seat": 0, "text": "Hello, 'friend' at the \"other\" node"}, m
        # a device at the other node is ended
        number = next(d["number"] for d in one.get("/api/me", token=me["token"])["devices"] if d["label"] == "Phone")
        post(one, "/api/me/end", me["token"], device=number)
        await gone(c, "ended")
        # and people are kept away there
        admin(work / "one", "ban", you["who"], "1")
        await gone(b, "banned")
        admin(work / "one", "unban", you["who"])
        b = await at(two, you["token"])
        admin(work / "two", "ban", "127.0.0.1")
        await asyncio.gather(gone(a, "banned"), gone(b, "banned"))
        assert one.http("/api/games")[0] == two.http("/api/games")[0] == 403
        assert "127.0.0.1" in admin(work / "one", "log")
    try:
        with Server(binary, url, "--admin", str(work / "one")) as one, Server(binary, url, "--admin", str(work / "two")) as two:
            asyncio.run(go(one, two))
    finally:
        subprocess.run(["sh", str(root / "tests/store/pg.sh"), "stop", str(directory)])


try:
    main("people", names)
finally:
    shutil.rmtree(work, ignore_errors=True)
