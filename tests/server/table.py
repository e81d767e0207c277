"""table.py: a server under test, and clients for it: WebSocket and the protocol of docs/protocol.md, by the standard library alone.

Every wait is for an event. It ends after HANG seconds if nothing comes, which no slow machine reaches: only a server that hangs does.
How long something took is told, never judged.

A Player keeps its promises across every fault: it reconnects to any of the servers, repeats an unanswered command with the same
number, and remembers every move that was acknowledged, so that a test can compare them with the record.
"""
import asyncio
import base64
import concurrent.futures
import hashlib
import json
import logging
import os
import pathlib
import random
import re
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time
import urllib.error
import urllib.request

logging.getLogger("asyncio").setLevel(logging.CRITICAL)  # what becomes of a socket is what the tests ask
GUID = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"
HANG = 900
TLS = {}  # "context": what clients check the server's certificate with; without it they speak plainly
MANY = ["--per-address", "100000", "--rate", "100000", "--newcomers", "1000000"]  # tests come from one address, and play fast


def free_port():
    """One below those the system gives to connections, so that a server that is started again finds its port free."""
    low = int(pathlib.Path("/proc/sys/net/ipv4/ip_local_port_range").read_text().split()[0])
    while True:
        port = random.SystemRandom().randrange(max(low - 12000, 1025), low)
        with socket.socket() as s:
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue


class Server:
    """irori serve, on a port that is free; kill, stop and start again on the same port and store."""

    def __init__(self, binary, store, *args, env=None, cores=None):
        self.binary, self.store, self.args, self.env, self.cores = str(binary), store, list(args), env, cores
        self.sanitized = b"__asan" in pathlib.Path(self.binary).read_bytes()
        self.port, self.process = free_port(), None
        self.log = tempfile.NamedTemporaryFile(prefix="irori-serve-", suffix=".log", delete=False)
        self.start()

    def start(self):
        command = [self.binary, "serve", "--listen", "127.0.0.1:%d" % self.port, "--store", self.store, *self.args]
        if self.cores is not None:
            command = ["taskset", "-c", self.cores, *command]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.log, env={**os.environ, **(self.env or {})})
        line = self.process.stdout.readline().decode()
        if "://" not in line:
            self.process.kill()
            self.process.wait()
            raise RuntimeError("the server did not start: %s" % self.said()[-800:])
        self.port = int(re.search(r"(?::|port )(\d+)/?$", line.strip()).group(1))

    def kill(self):
        self.process.send_signal(signal.SIGKILL)
        self.process.wait()

    def stop(self):
        """SIGTERM; returns the exit code and how long it took."""
        began = time.monotonic()
        self.process.send_signal(signal.SIGTERM)
        code = self.process.wait(timeout=HANG)
        self.check()
        return code, time.monotonic() - began

    def check(self):
        said = self.said()
        assert "Sanitizer" not in said and "bug in irori" not in said, said[-4000:]

    def said(self):
        return pathlib.Path(self.log.name).read_text(errors="replace")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        if self.process.poll() is None:
            self.stop()
        pathlib.Path(self.log.name).unlink(missing_ok=True)

    def http(self, path, body=None, token=None, method=None, headers=None):
        """(status, headers, body)"""
        request = urllib.request.Request("%s:%d%s" % ("https://localhost" if TLS else "http://127.0.0.1", self.port, path), data=body, method=method, headers=headers or {})
        if token:
            request.add_header("Authorization", "Bearer " + token)
        try:
            with urllib.request.urlopen(request, timeout=HANG, **TLS) as r:
                return r.status, dict(r.headers), r.read()
        except urllib.error.HTTPError as e:
            return e.code, dict(e.headers), e.read()

    def get(self, path, **more):
        status, _, body = self.http(path, **more)
        assert status == 200, (path, status, body[:300])
        return json.loads(body) if body[:1] in b"{[" else body.decode()

    def metric(self, name):
        """A number of /metrics; 0 if it is not there."""
        return sum(float(line.split()[-1]) for line in self.get("/metrics").splitlines() if re.match(name + r"[ {]", line))

    def cpu(self):
        fields = pathlib.Path("/proc/%d/stat" % self.process.pid).read_text().rsplit(")", 1)[1].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rss(self):
        for line in pathlib.Path("/proc/%d/status" % self.process.pid).read_text().splitlines():
            if line.startswith("VmRSS"):
                return int(line.split()[1]) * 1024


class Closed(Exception):
    def __init__(self, code=None):
        super().__init__("closed with code %s" % code)
        self.code = code


def frame(op, data, final=True, masked=True):
    head = bytes([(0x80 if final else 0) | op])
    mask = 0x80 if masked else 0
    n = len(data)
    head += bytes([mask | n]) if n < 126 else bytes([mask | 126]) + struct.pack(">H", n) if n < 65536 else bytes([mask | 127]) + struct.pack(">Q", n)
    if not masked:
        return head + data
    key = os.urandom(4)
    wide = int.from_bytes((key * (n // 4 + 1))[:n], "little") ^ int.from_bytes(data, "little")
    return head + key + wide.to_bytes(n, "little")


def applied(old, changes):
    """The value after a delta: docs/protocol.md."""
    if isinstance(old, list) and "splice" in changes:
        at, n, *items = changes["splice"]
        assert len(changes) == 1 and at + n <= len(old), "%s does not fit a list of %d" % (changes, len(old))
        return old[:at] + items + old[at + n:]
    out = old.copy()
    for key, change in changes.items():
        at = int(key) if isinstance(old, list) else key
        if isinstance(change, dict):
            out[at] = applied(out[at], change)
        elif change:
            out[at] = change[0]
        else:
            out.pop(at, None)
    return out


class Socket:
    """A WebSocket, as text messages. origin, host and protocol are what a hostile page would change. Frames are made whole."""

    @classmethod
    async def open(cls, port, path="/ws", protocol="irori.1", extra=""):
        s = cls()
        s.last = {}  # the last frame of each table
        s.deltas = False
        s.reader, s.writer = await asyncio.open_connection("127.0.0.1", port, limit=1 << 20, **({"ssl": TLS["context"], "server_hostname": "localhost"} if TLS else {}))
        key = base64.b64encode(os.urandom(16)).decode()
        s.writer.write(("GET %s HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                        "Sec-WebSocket-Key: %s\r\n%s%s\r\n" % (path, port, key, "Sec-WebSocket-Protocol: %s\r\n" % protocol if protocol else "", extra)).encode())
        try:
            head = await s.reader.readuntil(b"\r\n\r\n")
        except (asyncio.IncompleteReadError, ConnectionError):
            raise Closed()
        status = int(head.split(b" ")[1])
        if status != 101:
            s.writer.close()
            raise Closed(status)
        want = base64.b64encode(hashlib.sha1((key + GUID).encode()).digest())
        fields = dict(line.lower().split(b": ", 1)[:1] + line.split(b": ", 1)[1:] for line in head.split(b"\r\n")[1:-2])
        assert fields[b"sec-websocket-accept"] == want and fields[b"sec-websocket-protocol"] == b"irori.1", head
        return s

    def send(self, message):
        self.raw(frame(1, (message if isinstance(message, str) else json.dumps(message)).encode()))

    def raw(self, data):
        self.writer.write(data)

    async def receive(self):
        """The next message, as a dict."""
        try:
            while True:
                head = await self.reader.readexactly(2)
                n = head[1] & 127
                assert not head[1] & 128, "a server does not mask"
                if n == 126:
                    n = struct.unpack(">H", await self.reader.readexactly(2))[0]
                elif n == 127:
                    n = struct.unpack(">Q", await self.reader.readexactly(8))[0]
                data = await self.reader.readexactly(n)
                op = head[0] & 15
                if op == 1:
                    return self.whole(json.loads(data))
                if op == 9:
                    self.raw(frame(10, data))
                if op == 8:
                    self.close()
                    raise Closed(struct.unpack(">H", data[:2])[0] if n >= 2 else None)
        except (asyncio.IncompleteReadError, ConnectionError):
            self.close()
            raise Closed()

    def whole(self, m):
        """A delta as the frame that it tells."""
        if m["type"] == "delta":
            last = self.last[m["table"]]
            assert self.deltas, "a delta for one who did not ask for them"
            assert m["after"] == last["seq"], "a delta to frame %d, and the last was %d" % (m["after"], last["seq"])
            changes = m.pop("changes")
            assert set(changes) == {"table", "view"}, "a delta changes %s" % list(changes)
            m.update(applied({"table": last["table"], "view": last["view"]}, changes), type="frame")
        if m["type"] == "frame":
            self.last[m["table"]["id"]] = m
        return m

    async def wait(self, kind, **members):
        """The next message of a type (and with these members); others are passed by."""
        async def look():
            while True:
                m = await self.receive()
                if m["type"] == kind and all(m.get(k) == v for k, v in members.items()):
                    return m
        return await asyncio.wait_for(look(), HANG)

    async def hello(self, token=None, name="Someone", deltas=True):
        self.deltas = deltas
        self.send({"type": "hello", "protocol": 1, "name": name, **({"token": token} if token else {}), **({"deltas": True} if deltas else {})})
        return await self.wait("hello")

    def close(self):
        try:
            self.writer.close()
        except Exception:  # noqa: BLE001
            pass


class Player:
    """One person at one table, playing random legal moves until the game is over."""

    def __init__(self, ports, seed, name="Player"):
        self.ports, self.dice, self.name = list(ports), random.Random(seed), name
        self.token = self.table = self.frame = self.pending = self.socket = None
        self.seat, self.seq, self.id = None, 0, 0
        self.acked, self.reconnects, self.refused, self.latency, self.sent_at = [], 0, {}, [], 0.0
        self.think, self.lost = 0.0, []  # lost: why each connection ended
        self.faults = 0.0  # how often to break off, or to send a command twice

    async def connect(self):
        """To any node that answers, for as long as it takes."""
        began = time.monotonic()
        while True:
            port = self.dice.choice(self.ports)
            try:
                self.socket = await asyncio.wait_for(Socket.open(port), HANG)
                m = await self.socket.hello(self.token, self.name)
                self.token = m.get("token", self.token)
                self.who = m["who"]
                return
            except (Closed, OSError, asyncio.TimeoutError):
                if time.monotonic() - began > HANG:
                    raise
                await asyncio.sleep(0.02 + 0.1 * self.dice.random())

    async def create(self, game, seats=None, **more):
        await self.connect()
        while True:
            self.id += 1
            self.socket.send({"type": "create", "id": self.id, "game": game, **({"seats": seats} if seats else {}), **more})
            m = await asyncio.wait_for(self.socket.receive(), HANG)
            while m["type"] not in ("created", "refused"):
                m = await asyncio.wait_for(self.socket.receive(), HANG)
            if m["type"] == "created":
                self.table = m["table"]
                self.seat = 0
                return self.table
            assert m["error"] == "rate", m
            await asyncio.sleep(1)

    def do(self, text):
        self.id += 1
        self.pending = (self.id, self.seq, text)
        self.sent_at = time.monotonic()
        self.say()

    def say(self):
        number, seq, text = self.pending
        self.socket.send({"type": "do", "table": self.table, "id": number, "seq": seq, "do": text})

    def acknowledged(self):
        self.latency.append(time.monotonic() - self.sent_at)
        if self.pending[2].startswith("move "):
            self.acked.append((self.pending[2][5:], self.secret))
        self.pending = None

    async def act(self):
        """Does what this seat can do now, if anything."""
        t, v = self.frame["table"], self.frame["view"]
        if self.pending:
            return
        if t["stage"] == "gathering":
            mine = t["seats"][self.seat] if self.seat is not None else None
            if mine is None or mine["kind"] != "person":
                if self.seat is not None:
                    self.do("sit %d %s" % (self.seat, self.name))
            elif not mine["ready"]:
                self.do("ready " + os.urandom(16).hex())
        elif t["stage"] == "playing" and v.get("legal") and not t.get("answered"):
            if self.think:
                await asyncio.sleep(self.think * self.dice.random() * 2)
            self.secret = bool(t.get("asked"))
            self.do("move " + self.dice.choice(v["legal"]))
            if self.dice.random() < self.faults:
                if self.dice.random() < 0.5:
                    self.say()  # the same command, the same number, twice
                else:
                    self.socket.close()

    async def play(self, until=None):
        """Until the game is over, or until() says so. Survives whatever happens to the servers."""
        while True:
            try:
                if not self.socket:
                    self.reconnects += self.token is not None
                    await self.connect()
                self.socket.send({"type": "join", "table": self.table, "seq": self.seq})
                if await self.sit_through(until):
                    return self.frame
            except Closed as e:
                self.lost.append(str(e))
                self.socket = None
            except asyncio.TimeoutError:
                self.lost.append("no answer in %d s" % HANG)
                if os.environ.get("TRACE"):
                    print("# seat %s of %s waits in vain at frame %d: pending %s, %s" % (self.seat, self.table, self.seq, self.pending, json.dumps(self.frame)[:300]), file=sys.stderr)
                self.socket.close()
                self.socket = None

    async def sit_through(self, until):
        fresh = True
        while True:
            m = await asyncio.wait_for(self.socket.receive(), HANG)
            kind = m["type"]
            if kind == "frame":
                assert fresh or m["seq"] == self.seq + 1, "frame %d after %d" % (m["seq"], self.seq)
                assert m["seq"] >= self.seq, "frame %d, but %d was seen: something acknowledged is lost" % (m["seq"], self.seq)
                self.frame, self.seq = m, m["seq"]
                if self.pending and m.get("ack") == self.pending[0]:
                    self.acknowledged()
                elif fresh and self.pending:
                    self.say()
                fresh = False
                if m["table"]["stage"] == "over" or (until and until(self)):
                    if not self.pending:
                        return True
                await self.act()
            elif kind == "ok" and self.pending and m["id"] == self.pending[0]:
                self.acknowledged()
                if m["seq"] > self.seq:
                    self.frame["table"]["answered"] = True  # its frame is still to come
                elif self.frame["table"]["stage"] == "over":
                    return True
                else:
                    await self.act()
            elif kind == "refused":
                self.refused[m["error"]] = self.refused.get(m["error"], 0) + 1
                if m["error"] in ("store", "busy", "rate") or "table" not in m:
                    await asyncio.sleep(0.1)
                    if self.pending and m.get("id") == self.pending[0]:
                        self.say()
                    else:
                        self.socket.close()
                        raise Closed(m["why"])
                elif self.pending and m.get("id") == self.pending[0]:
                    self.pending = None
                    if self.frame["table"]["stage"] == "over":
                        return True
                    fresh = True
                    self.socket.send({"type": "join", "table": self.table, "seq": self.seq})
            elif kind == "bye":
                self.socket.close()
                raise Closed()


async def game(ports, name, seats, seed, bots=(), faults=0.0, think=0.0, settings="", options=""):
    """A whole game among people on any of these nodes; (players, record)."""
    people = [Player([ports[i % len(ports)]] if not faults and len(ports) > 1 else ports, seed * 10 + i, "P%d" % i) for i in range(seats - len(bots))]
    table = await people[0].create(name, seats, bots=[None] * (len(people) - 1) + list(bots), settings=settings, options=options)
    for i, p in enumerate(people):
        p.table, p.seat, p.faults, p.think = table, i, faults, think
    await asyncio.gather(*(p.play() for p in people))
    for p in people:
        if p.socket:
            p.socket.close()
    return people


def record_moves(record, seats):
    """Moves by seat, out of a record's text."""
    moves = [[] for _ in range(seats)]
    for line in record.splitlines():
        word, _, rest = line.partition(" ")
        if word.isdigit() and int(word) < seats:
            moves[int(word)].append(rest)
    return moves


def acknowledged_check(people, record):
    """Every acknowledged move is in the record once, in order, and nothing else is there of these seats. Only an answer to a secret
    question may be missing: somebody before this seat may have settled it."""
    moves = record_moves(record, 6)
    for p in people:
        left = list(p.acked)
        for n, move in enumerate(moves[p.seat]):
            while left and left[0][0] != move and left[0][1]:
                left.pop(0)
            assert left and left[0][0] == move, "seat %d: move %d of the record is %s, acknowledged was %s" % (p.seat, n, move, left[:1])
            left.pop(0)
        assert all(secret for _, secret in left), "seat %d: acknowledged, but not in the record: %s" % (p.seat, left[:3])
    return sum(len(p.acked) for p in people)


async def until(so, what):
    """Waits until so() is true, looking every few milliseconds; returns what it gave. so may be a coroutine function."""
    end = time.monotonic() + HANG
    while True:
        got = so()
        if asyncio.iscoroutine(got):
            got = await got
        if got:
            return got
        assert time.monotonic() < end, "in vain: " + what
        await asyncio.sleep(0.01)


# ---- TAP ----

tests = []


def test(f):
    tests.append(f)
    return f


def beside(f):
    """A test that mostly waits, with servers of its own: it begins with the first one, and is told when its turn comes."""
    f.beside = True
    return test(f)


def timed(f):
    began = time.monotonic()
    return f(), time.monotonic() - began


def main(area, wanted=()):
    chosen = [f for f in tests if not wanted or f.__name__ in wanted]
    print("1..%d" % len(chosen), flush=True)
    failed = 0
    waiting = [f for f in chosen if hasattr(f, "beside")]
    pool = concurrent.futures.ThreadPoolExecutor(max(1, len(waiting)))
    begun = {f: pool.submit(timed, f) for f in waiting}
    for n, f in enumerate(chosen, 1):
        name = "%s: %s" % (area, f.__name__.replace("_", " "))
        try:
            note, seconds = begun[f].result() if f in begun else timed(f)
            print("ok %d - %s # %.1f s%s" % (n, name, seconds, ": " + note if note else ""), flush=True)
        except Exception as e:  # noqa: BLE001
            failed = 1
            import traceback
            for line in (traceback.format_exc() if os.environ.get("TRACE") else "%s: %s" % (type(e).__name__, e)).splitlines()[:40]:
                print("# " + line)
                print(line, file=sys.stderr)  # of a TAP's test, meson's log shows only this
            print("not ok %d - %s" % (n, name), flush=True)
    sys.exit(failed)
