"""hostile.py IRORI ROOT [half-open=N] [TEST...]: what a bad client may try, each time while other people play. TAP.

Every attack must be refused, and the others must play on, with no connection lost. The p99 of their moves, from sent to acknowledged,
is shown for each attack beside the p99 in peace; it is for people to look at, on a quiet machine. By hand: half-open=10000."""
import asyncio
import json
import os
import pathlib
import random
import socket
import struct
import sys
import time

from table import HANG, MANY, Closed, Player, Server, Socket, frame, main, test, until

binary = pathlib.Path(sys.argv[1]).resolve()
half_open = 1000
names = []
for word in sys.argv[3:]:
    if word.startswith("half-open="):
        half_open = int(word.partition("=")[2])
    else:
        names.append(word)
QUEUES = 32  # MB that all connections together may leave unread
server = Server(binary, "memory:", *MANY, "--queue-total-mb", str(QUEUES))
MATCHES, PEACE = 4, []


def p99(times):
    return sorted(times)[int(0.99 * (len(times) - 1))] * 1000


class Others:
    """People who play all the while, with a few milliseconds of thought."""

    async def __aenter__(self):
        self.times, self.tasks, self.on = [], [], True
        for i in range(MATCHES):
            self.tasks.append(asyncio.create_task(self.match(i)))
        await self.moves(20)
        self.times.clear()
        return self

    async def moves(self, n):
        """Waits until they made so many moves; raises what went wrong with one of them."""
        def so():
            for task in self.tasks:
                if task.done():
                    task.result()
            return len(self.times) >= n
        await until(so, "the others can hardly play: %d moves" % len(self.times))

    async def match(self, i):
        while self.on:
            people = [Player([server.port], i * 2 + k) for k in range(2)]
            table = await people[0].create("koikoi", 2)
            for k, p in enumerate(people):
                p.table, p.seat, p.latency, p.think = table, k, self.times, 0.004
            seats = [asyncio.create_task(p.play(lambda p: not self.on)) for p in people]
            done, waiting = await asyncio.wait(seats, return_when=asyncio.FIRST_COMPLETED)
            for seat in waiting:  # one who stopped may owe the other a move: that one would wait in vain
                seat.cancel()
            for seat in done:
                seat.result()
            assert not any(p.lost for p in people), "a player was cut off: %s" % [p.lost for p in people]
            for p in people:
                if p.socket:  # one may not have come yet, when all is over
                    p.socket.close()

    async def __aexit__(self, *_):
        self.on = False
        await asyncio.gather(*self.tasks)


def attack(f):
    """While others play; says what they noticed."""
    def run():
        async def all_of_it():
            async with Others() as others:
                note = await f()
                await others.moves(100)
            return note, others.times
        note, times = asyncio.run(asyncio.wait_for(all_of_it(), 3 * HANG))
        server.check()
        assert server.process.poll() is None, "the server is gone"
        PEACE.append((sorted(times)[len(times) // 2] * 1000, p99(times)))
        return "%sothers' p50 and p99 %.1f and %.1f ms (in peace %.1f and %.1f ms)" % (note + "; " if note else "", *PEACE[-1], *PEACE[0])
    run.__name__ = f.__name__
    return test(run)


async def raw(data, port=None):
    """What the server answers to these bytes until it closes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port or server.port)
    try:
        writer.write(data)
        return await asyncio.wait_for(reader.read(-1), HANG)
    except ConnectionError:
        return b""
    finally:
        writer.close()


async def closed_with(s):
    """The code of the close, and what was said before."""
    said = []
    try:
        while True:
            said.append(await asyncio.wait_for(s.receive(), HANG))
    except Closed as e:
        return e.code, said


async def person(name="Mallory"):
    s = await Socket.open(server.port)
    s.me = await s.hello(name=name)
    return s


async def answer(s, id):
    """The next message with this id."""
    while True:
        m = await asyncio.wait_for(s.receive(), HANG)
        if m.get("id") == id:
            return m


@attack
async def peace():
    pass


@attack
async def http2():
    preface = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n" + b"\0\0\x12\4\0\0\0\0\0" + b"\0\3\0\0\0\x64\0\4\0\x40\0\0\0\2\0\0\0\0"
    answer = await raw(preface)
    assert answer.startswith(b"HTTP/1.1 505"), answer[:100]
    answer = await raw(b"GET / HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade, HTTP2-Settings\r\nUpgrade: h2c\r\nHTTP2-Settings: AAMAAABkAARAAAAAAAIAAAAA\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400") and b"101" not in answer.split(b"\r\n")[0], answer[:100]
    answer = await raw(b"GET /ws HTTP/1.1\r\nHost: localhost\r\nConnection: Upgrade\r\nUpgrade: h2c, websocket\r\nSec-WebSocket-Version: 13\r\n"
                       b"Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\nSec-WebSocket-Protocol: irori.1\r\n\r\n")
    assert answer.startswith(b"HTTP/1.1 400"), answer[:100]
    return "505, 400, 400"


@attack
async def requests_that_are_none():
    host = b"Host: localhost\r\n"
    for data, want in (
            (b"\x16\x03\x01\x02\x00\x01", b"400"), (b"GET / HTTP/1.1\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\n" + host + host + b"\r\n", b"400"),
            (b"GET / HTTP/1.1\r\n" + host + b"A: b\r\n c\r\n\r\n", b"400"), (b"GET / HTTP/1.1\r\n" + host + b"A : b\r\n\r\n", b"400"),
            (b"GET / HTTP/1.1\r\n" + host + b"A: \0\r\n\r\n", b"400"), (b"GET http://x/ HTTP/1.1\r\n" + host + b"\r\n", b"421"),
            (b"GET / HTTP/9.9\r\n" + host + b"\r\n", b"505"), (b"GET / HTTP/1.1\r\n" + host + b"A: " + b"x" * 9000 + b"\r\n\r\n", b"431"),
            (b"POST /api/me HTTP/1.1\r\n" + host + b"Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n", b"501"),
            (b"POST /api/me HTTP/1.1\r\n" + host + b"Content-Length: 5\r\nContent-Length: 6\r\n\r\nhello!", b"400"),
            (b"POST /api/me HTTP/1.1\r\n" + host + b"Content-Length: +5\r\n\r\nhello", b"400"),
            (b"POST /api/me HTTP/1.1\r\n" + host + b"Content-Length: 999999999999999999999\r\n\r\n", b"413"),
            (b"GET /" + b"a" * 4000 + b" HTTP/1.1\r\n" + host + b"\r\n", b"414"), (b"BREW /pot HTTP/1.1\r\n" + host + b"\r\n", b"405"),
            (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", b"400")):
        answer = await raw(data)
        assert answer.startswith(b"HTTP/1.1 " + want), (data[:60], answer[:100])
    dice = random.Random(1)
    for _ in range(300):
        await raw(bytes(dice.randrange(256) for _ in range(dice.randrange(1, 200))) + b"\r\n\r\n")


@attack
async def a_frame_of_100_MB():
    s = await person()
    s.raw(b"\x81\xff" + struct.pack(">Q", 100 << 20) + b"\0\0\0\0")
    chunk, sent = b"a" * 65536, 0
    try:
        while sent < 100 << 20:
            s.raw(chunk)
            await asyncio.wait_for(s.writer.drain(), HANG)
            sent += len(chunk)
            await asyncio.sleep(0)  # the others are in this very process
            if s.reader.at_eof():
                break
    except ConnectionError:
        pass
    code, _ = await closed_with(s)
    assert code in (1009, None) and sent < 100 << 20, (code, sent)
    s = await person()  # in pieces of a legal size, it is too large all the same; this one waits for the verdict
    s.raw(frame(1, b"{" + b" " * 9000, final=False) + frame(0, b" " * 9000))
    assert (await closed_with(s))[0] == 1009
    return "cut after %d KB, server at %d MB" % (sent >> 10, server.rss() >> 20)


def all_cut(sockets):
    """Takes out those the server has closed; true when none is left."""
    for c in list(sockets):
        try:
            data = c.recv(1000)
            if data and not data.startswith(b"HTTP/1.1 408"):
                raise AssertionError("an answer to half a request: %r" % data[:80])
        except BlockingIOError:
            continue
        except OSError:
            pass
        c.close()
        sockets.remove(c)
    return not sockets


@attack
async def half_open_connections():
    sockets, began = [], time.monotonic()
    for i in range(half_open):
        c = socket.socket()
        c.setblocking(False)
        try:
            c.connect(("127.0.0.1", server.port))
        except BlockingIOError:
            pass
        sockets.append(c)
        if i % 20 == 19:
            await asyncio.sleep(0.002)
    for c in sockets[::3]:  # a third says half a request, and no more
        try:
            c.send(b"GET / HTTP/1.1\r\nHost: lo")
        except OSError:
            pass
    rss = server.rss() >> 20
    await until(lambda: all_cut(sockets), "half-open connections are never cut")
    assert time.monotonic() - began > 9.5, "the last of them had less than ten seconds"
    return "%d of them, all cut, server at %d MB" % (half_open, rss)


@attack
async def a_client_that_never_reads():
    host = await person("Host")
    host.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2})
    table = (await host.wait("created"))["table"]
    s = await person()
    s.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
    s.writer.transport.pause_reading()
    before, top = server.rss(), 0

    async def cut():
        nonlocal top
        if not s.writer.transport.is_closing():
            for _ in range(20):
                s.send({"type": "join", "table": table})
        top = max(top, server.rss())
        return await asyncio.to_thread(server.metric, "irori_sockets_cut_slow_total")
    await until(cut, "it is never cut")
    s.writer.transport.abort()
    assert top - before < 16 << 20 or server.sanitized, "it cost %d MB" % ((top - before) >> 20)
    host.close()
    return "cut; it cost %.1f MB" % ((top - before) / 1e6)


@attack
async def six_hundred_clients_that_never_read():
    """Together they may leave so many MB unread, and no more; whoever reads is not cut."""
    host = await person("Host")
    host.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2})
    table = (await host.wait("created"))["table"]
    before, top, cut = server.rss(), 0, await asyncio.to_thread(server.metric, "irori_sockets_cut_slow_total")
    sockets = []
    for c in [c for _ in range(12) for c in await asyncio.gather(*(person() for _ in range(50)))]:
        c.writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        c.writer.transport.pause_reading()
        sockets.append(c)
    joins = frame(1, json.dumps({"type": "join", "table": table}).encode()) * 20

    async def many_cut():
        nonlocal top
        for c in sockets:
            if not c.writer.transport.is_closing() and c.writer.transport.get_write_buffer_size() < 65536:
                c.raw(joins)
        await asyncio.sleep(0)
        top = max(top, server.rss())
        queued = await asyncio.to_thread(server.metric, "irori_queued_bytes")
        assert queued <= QUEUES << 20, "%d bytes are queued" % queued
        return await asyncio.to_thread(server.metric, "irori_sockets_cut_slow_total") >= cut + 100
    await until(many_cut, "too few of them are cut")
    for c in sockets:
        c.writer.transport.abort()
    host.send({"type": "ping", "id": 3})
    await host.wait("pong")  # who reads is still there
    host.close()
    assert top - before < (QUEUES + 48) << 20 or server.sanitized, "they cost %d MB" % ((top - before) >> 20)
    return "they cost %.1f MB, where %d are allowed in queues" % ((top - before) / 1e6, QUEUES)


@attack
async def a_flood_of_healthz():
    ask, n = b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n" * 50, 0

    async def flood():
        nonlocal n
        reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 20)
        for _ in range(40):
            writer.write(ask)
            for _ in range(50):
                head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), HANG)
                body = await reader.readexactly(3)
                assert head.startswith(b"HTTP/1.1 200 ") and body == b"ok\n", head
                n += 1
        writer.close()
    await asyncio.gather(*(flood() for _ in range(10)))
    return "%d of them" % n


@attack
async def thousands_of_requests_at_once():
    """In one go, and read late: the answers come in order, one at a time in the server's memory."""
    n = 900
    reader, writer = await asyncio.open_connection("127.0.0.1", server.port, limit=1 << 24)
    before = server.rss()
    ask = b"".join(b"GET %s HTTP/1.1\r\nHost: localhost\r\n\r\n" % path for path in (b"/", b"/api/games", b"/nothing/at/all"))
    for _ in range(n // 3):
        writer.write(ask)
    writer.write(b"GET /last.js HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
    await asyncio.sleep(1)
    cost = server.rss() - before
    data = await asyncio.wait_for(reader.read(-1), HANG)
    assert data.count(b"HTTP/1.1 200 OK\r\n") == n, data.count(b"HTTP/1.1 200 OK\r\n")
    assert b"HTTP/1.1 404" in data[-1000:]
    assert cost < 8 << 20 or server.sanitized, "it cost %d MB" % (cost >> 20)
    writer.close()
    return "%d answers, %.1f MB" % (n, len(data) / 1e6)


@attack
async def frames_that_are_none():
    for data, want in (
            (frame(1, b"{}", masked=False), 1002), (b"\xc1\x80\0\0\0\0", 1002), (b"\x83\x80\0\0\0\0", 1002), (frame(9, b"", final=False), 1002),
            (frame(9, b"x" * 126), 1002), (frame(0, b"x"), 1002), (frame(1, b"{", final=False) + frame(1, b"}"), 1002), (frame(2, b"{}"), 1003),
            (frame(1, b'{"type":"\xff\xfe"}'), 1007), (frame(1, b"\xc0\xaf"), 1007), (frame(1, b"\xed\xa0\x80"), 1007), (frame(1, b"\xf4\x90\x80\x80"), 1007),
            (frame(1, b"\xe2\x82", final=False) + frame(0, b""), 1007), (frame(8, struct.pack(">H", 1000)), 1000)):
        s = await person()
        s.raw(data)
        assert (await closed_with(s))[0] == want, (data[:20], want)
    s = await person()  # and these are some: a message in pieces with a ping between, a letter cut in two
    text = '{"type":"ping","id":7,"x":"\u20ac"}'.encode()
    s.raw(frame(1, text[:-4], final=False) + frame(9, b"hello") + frame(0, text[-4:-3], final=False) + frame(0, text[-3:]))
    assert (await s.wait("pong"))["id"] == 7
    s.close()


@attack
async def messages_that_are_none():
    s = await person()
    for text in ("", "x", "[]", "null", "{", '{"type":"ping","type":"ping"}', '{"type":1}', "{}", '{"type":"do"}', '{"type":"fly"}', '{"type":"ping","id":1e999}',
                 "[" * 16000, '{"a":' * 3000, '{"type":"join","table":"../../etc/passwd"}', '{"type":"join","table":""}', '{"type":"hello","protocol":99}',
                 '{"type":"create","game":"koikoi","seats":999999999999}', '{"type":"create","game":"chess"}', '{"type":"create","game":"pikit","options":"deck=/etc/passwd"}'):
        s.send(text)
        m = await s.wait("refused")
        assert m["error"] and " " in m["why"], (text[:50], m)
    code = None
    for _ in range(3):
        try:
            s.send('{"type":"name","name":"%s"}' % ("x" * 16000))
            await s.wait("hello")
        except Closed as e:
            code = e.code
            break
    assert code is None, code
    s.close()


@attack
async def a_thief():
    """A wrong token, the token of another seat, a move for another table, a spectator who moves."""
    s = await Socket.open(server.port)
    s.send({"type": "hello", "protocol": 1, "token": "f" * 64})
    m = await asyncio.wait_for(s.receive(), HANG)
    assert m["type"] == "refused" and m["error"] == "unknown-person", m
    s.send({"type": "join", "table": "abcdefghij"})
    assert (await s.wait("refused"))["error"] == "login"
    people = [Player([server.port], i) for i in range(2)]
    table = await people[0].create("koikoi", 2)
    for i, p in enumerate(people):
        p.table, p.seat = table, i
    await asyncio.gather(*(p.play(lambda p: p.seq > 8) for p in people))
    turn = next(p for p in people if p.frame["view"].get("legal"))
    other = people[1 - turn.seat]
    move, seq = turn.frame["view"]["legal"][0], turn.seq
    thief = await person()
    errors = []

    async def tries(c, at, what):
        c.send({"type": "do", "table": at, "id": 900 + len(errors), "seq": seq, "do": what})
        errors.append((await c.wait("refused"))["error"])
    await tries(thief, table, "move " + move)  # has not joined it
    thief.send({"type": "join", "table": table})
    assert "hand" not in (await thief.wait("frame"))["view"]
    await tries(thief, table, "move " + move)  # a spectator
    await tries(thief, table, "resign")
    await tries(other.socket, table, "move " + move)  # the token of another seat
    await tries(thief, "zzzzzzzzzz", "move " + move)  # another table
    assert all(e in ("seat", "turn", "unknown-table", "stage") for e in errors), errors
    await turn.connect()
    turn.socket.send({"type": "join", "table": table})
    assert (await turn.socket.wait("frame"))["seq"] == seq, "somebody else's move counted"
    return ", ".join(errors)


@attack
async def a_flood_of_messages():
    """Where the limits are the usual ones, a client that talks too much is cut off."""
    rate = 20
    with Server(binary, "memory:", "--rate", str(rate)) as usual:
        s = await Socket.open(usual.port)
        await s.hello()
        began = time.monotonic()
        for i in range(2000):
            s.send({"type": "ping", "id": i})
        code, said = await closed_with(s)
        pongs, allowed = sum(m["type"] == "pong" for m in said), rate * (2 + time.monotonic() - began) + 1
        assert code == 1008 and pongs <= allowed, (code, pongs, allowed)
        s = await Socket.open(usual.port)  # pings of WebSocket count as well
        await s.hello()
        s.raw(frame(9, b"x" * 100) * 2000)
        code, _ = await closed_with(s)
        assert code == 1008, code
        began, opened = time.monotonic(), 0
        for _ in range(300):
            try:
                (await Socket.open(usual.port)).close()
                opened += 1
            except Closed as e:
                assert e.code in (429, None), e.code
        assert opened <= rate * (2 + time.monotonic() - began) + 1, opened
        asked, answers = time.monotonic(), []
        for _ in range(45):
            answers.append(asyncio.to_thread(usual.http, "/healthz"))
        answers = [status for status, _, _ in await asyncio.gather(*answers)]
        assert set(answers) <= {200, 429} and answers.count(200) <= rate * (2 + time.monotonic() - asked) + 1, answers
        sockets = []
        for _ in range(300):
            sockets.append(socket.create_connection(("127.0.0.1", usual.port)))
            sockets[-1].setblocking(False)
        await until(lambda: all_cut(sockets) or len(sockets) <= 150, "too few of 300 connections of one address are refused")
        refused = 300 - len(sockets)
        for c in sockets:
            c.close()
        return "1008 after %d answers; %d of 300 handshakes and %d of 300 connections refused" % (len(said), 300 - opened, refused)


@attack
async def a_flood_of_seeks_and_lists():
    """Who asks again and again for somebody to play with and for lists is refused, and costs the others nothing: they are paired as ever."""
    with Server(binary, "memory:") as usual:
        noisy, a, b = [await Socket.open(usual.port) for _ in range(3)]
        for s in (noisy, a, b):
            await s.hello()
        a.send({"type": "create", "id": 1, "game": "koikoi", "settings": ""})
        private, began = (await a.wait("created"))["table"], time.monotonic()
        for i in range(8):
            noisy.send({"type": "seek", "id": 10 * i + 1, "game": "koikoi", "pace": ("quick", "calm")[i % 2]})
            noisy.send({"type": "unseek", "id": 10 * i + 2})
            noisy.send({"type": "lobby", "id": 10 * i + 3, "on": True})
            noisy.send({"type": "lobby", "id": 10 * i + 4, "on": False})
            noisy.send({"type": "mine", "id": 10 * i + 5})
        for s in (a, b):
            s.send({"type": "seek", "id": 7, "game": "pikit", "pace": "calm"})
        table = (await a.wait("paired"))["table"]
        assert (await b.wait("paired"))["table"] == table
        noisy.send({"type": "ping", "id": 999})
        said = []
        while not said or said[-1]["type"] != "pong":
            said.append(await asyncio.wait_for(noisy.receive(), HANG))
        text, rates = json.dumps(said), sum(m.get("error") == "rate" for m in said)
        assert private not in text and table not in text and rates > 10, (rates, text)
        lists, seconds = sum("tables" in m and "id" in m for m in said), time.monotonic() - began
        assert lists <= 10 + 5 * seconds, (lists, seconds)
        status, _, body = usual.http("/api/tables")
        assert status == 200 and private.encode() not in body, body
        return "%d of 40 messages refused" % rates


@attack
async def many_who_seek_and_stop_and_look_and_leave():
    """From thirty connections at once, as fast as they can: the store is asked as often as the limits say, and nothing is left behind."""
    with Server(binary, "memory:", *MANY) as usual:
        noisy = [await Socket.open(usual.port) for _ in range(30)]
        for s in noisy:
            await s.hello()
        before, rss, began = usual.metric("irori_store_seconds_count"), usual.rss(), time.monotonic()
        for i in range(100):
            for s in noisy:
                s.send({"type": "seek", "id": 4 * i + 1, "game": "koikoi", "pace": "calm"})
                s.send({"type": "lobby", "id": 4 * i + 2, "on": True})
                s.send({"type": "unseek", "id": 4 * i + 3})
                s.send({"type": "lobby", "id": 4 * i + 4, "on": False})
            await asyncio.sleep(0)  # the others are in this very process
        rates = 0
        for s in noisy:
            s.send({"type": "ping", "id": 999})
            m = {}
            while m.get("type") != "pong":
                m = await asyncio.wait_for(s.receive(), HANG)
                rates += m.get("error") == "rate"
        seconds = time.monotonic() - began
        asked, cost = usual.metric("irori_store_seconds_count") - before, usual.rss() - rss
        # a connection may seek or stop once a second, and twice at once; each leads to eight requests at most, if there is somebody to be paired with
        most = 8 * len(noisy) * (2 + seconds) + 4 * (2 + 2 * seconds) + 50
        assert asked <= most, (asked, most)
        assert rates > 4000, rates
        assert cost < 8 << 20 or usual.sanitized, "it cost %d MB" % (cost >> 20)
        a, b = noisy[0], noisy[1]  # nobody is left in a state in which they can never be paired
        for s in noisy[2:]:
            s.close()
        for s in (a, b):
            async def seeks():
                s.send({"type": "seek", "id": 5000, "game": "pikit", "pace": "slow"})
                return (await answer(s, 5000))["type"] != "refused"
            await until(seeks, "who was too loud may never seek again")
        tables = [(await s.wait("paired", game="pikit"))["table"] for s in (a, b)]
        assert tables[0] == tables[1], tables
        return "%d of 12000 messages refused, %d requests to the store in %.1f s" % (rates, asked, seconds)


@attack
async def a_thousand_wrong_phrases():
    """Ten of an address are looked up; the rest costs the store nothing, and whoever owns a phrase loses nothing but time."""
    with Server(binary, "memory:", *MANY) as usual:
        dice = random.Random(7)
        before, rss = usual.metric("irori_store_seconds_count"), usual.rss()

        async def guess():
            phrase = " ".join("".join(dice.choice(("bdfghjklmnprstvz", "aiou")[k % 2]) for k in range(5)) for _ in range(6))
            body = json.dumps({"phrase": phrase}).encode()
            answer = await raw(b"POST /api/me/recover HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\nContent-Type: application/json\r\n"
                               b"Content-Length: %d\r\n\r\n%s" % (len(body), body), usual.port)
            assert b"token" not in answer, answer
            return int(answer.split()[1])
        status = [code for _ in range(10) for code in await asyncio.gather(*(guess() for _ in range(100)))]
        asked, cost = usual.metric("irori_store_seconds_count") - before, usual.rss() - rss
        assert set(status) == {403, 429} and 10 <= status.count(403) <= 12, (status.count(403), set(status))
        assert asked < 100, asked
        assert cost < 8 << 20 or usual.sanitized, "it cost %d MB" % (cost >> 20)
        return "%d looked up, %d refused" % (status.count(403), status.count(429))


@attack
async def people_guessed_by_their_ids():
    """Ids tried at random: few are looked up, and neither an invitation nor asking to be friends tells whether somebody has one. (To mute or block
    does; but there are 2^64 ids, and one a second is looked up.)"""
    with Server(binary, "memory:", *MANY) as usual:
        s, stranger = [await Socket.open(usual.port) for _ in range(2)]
        await s.hello()
        known = (await stranger.hello())["who"]
        s.send({"type": "create", "id": 1, "game": "koikoi", "seats": 2})
        table = (await s.wait("created"))["table"]
        s.send({"type": "join", "table": table})
        await s.wait("frame")
        dice, before, rss, began = random.Random(3), usual.metric("irori_store_seconds_count"), usual.rss(), time.monotonic()

        async def says(id, message, who):
            s.send({"id": id, "who": who, **message})
            m = await answer(s, id)
            return m["type"], m.get("error"), m.get("why")
        asks = [{"type": "tie", "be": be} for be in ("friend", "mute", "block")] + [{"type": "invite", "table": table}]
        answers = [await says(10 + i, asks[i % 4], "%016x" % dice.getrandbits(64)) for i in range(1000)]
        seconds = time.monotonic() - began
        errors = {error for _, error, _ in answers}
        assert {kind for kind, _, _ in answers} == {"refused"} and errors <= {"rate", "unknown-person", "friends"}, errors
        asked, looked_up = usual.metric("irori_store_seconds_count") - before, sum(error != "rate" for _, error, _ in answers)
        assert looked_up <= 6 * (2 + seconds) + 3 and asked <= 4 * looked_up + 50 + seconds, (looked_up, asked, seconds)
        assert usual.rss() - rss < 8 << 20 or usual.sanitized, "it cost %d MB" % ((usual.rss() - rss) >> 20)
        for i, ask in enumerate((asks[0], asks[3])):  # somebody who is connected, and nobody at all
            both = []
            for who in (known, "%016x" % dice.getrandbits(64)):
                async def looked():
                    both.append(await says(2000 + 100 * i + len(both), ask, who))
                    if both[-1][1] == "rate":
                        both.pop()
                        await asyncio.sleep(0.2)
                        return False
                    return True
                await until(looked, "it is never looked up")
            assert both[0] == both[1], both
        return "%d of 1000 looked up, %d requests to the store" % (looked_up, asked)


try:
    main("hostile", names)
finally:
    server.__exit__()
