"""kill.py IRORI ROOT [sqlite=N] [reload=N] [postgres=N] [matches=N] [seed=N]: kill -9 at random moments while games are played. TAP.

With SQLite the one server is killed and started again; with PostgreSQL one of three nodes is, while the others go on. Every move a
client saw acknowledged must be in its game's record exactly once and in order, every game must come to its end, and every card of it
must follow from the revealed secret. By hand: sqlite=300 reload=60 postgres=60."""
import asyncio
import pathlib
import random
import shutil
import signal
import ssl
import subprocess
import sys
import tempfile
import time

from table import HANG, MANY, TLS, Closed, Player, Server, acknowledged_check, main, test

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
wanted = {"sqlite": 3, "reload": 3, "postgres": 2, "matches": 10, "seed": int(time.time())}
for word in sys.argv[3:]:
    key, _, value = word.partition("=")
    assert key in wanted, "%s is none of %s" % (key, ", ".join(wanted))
    wanted[key] = int(value)
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-kill-"))
work.chmod(0o755)
KINDS = [("koikoi", 2), ("koikoi", 2), ("pikit", 3), ("gacha", 2)]


class Storm:
    """Matches that go on one after the other until the killing is over."""

    def __init__(self, servers, seed, reload=False):
        self.reload = reload
        self.servers, self.ports, self.dice = servers, [s.port for s in servers], random.Random(seed)
        self.over, self.games, self.moves, self.reconnects, self.slowest = False, 0, 0, 0, 0.0

    async def table(self, host, name, seats):
        while True:
            try:
                return await host.create(name, seats, settings="reaction=0", options="rounds=3" if name == "koikoi" else "")
            except (Closed, asyncio.TimeoutError, OSError):
                host.socket = None

    async def record(self, table):
        while True:  # a node may be down just now
            for s in self.dice.sample(self.servers, len(self.servers)):
                try:
                    return await asyncio.to_thread(s.get, "/api/tables/%s/record" % table)
                except (OSError, AssertionError) as e:
                    if isinstance(e, AssertionError) and " 503," not in str(e):
                        raise
            await asyncio.sleep(0.1)

    async def match(self, number):
        while not self.over:
            name, seats = KINDS[number % len(KINDS)]
            people = [Player(self.ports, self.dice.random(), "P%d" % i) for i in range(seats)]
            table = await self.table(people[0], name, seats)
            for i, p in enumerate(people):
                p.table, p.seat = table, i
            await asyncio.wait_for(asyncio.gather(*(p.play() for p in people)), 4 * HANG)
            for p in people:
                if p.socket:
                    p.socket.close()
            text = await self.record(table)
            self.moves += acknowledged_check(people, text)
            path = work / ("%s.irori" % table)
            path.write_text(text)
            r = await asyncio.to_thread(subprocess.run, [binary, "replay", "--check", path], capture_output=True, text=True)
            assert r.returncode == 0, r.stdout + r.stderr
            path.unlink()
            self.games += 1
            self.reconnects += sum(p.reconnects for p in people)
            self.slowest = max([self.slowest, *(t for p in people for t in p.latency)])

    async def kill(self, times):
        for _ in range(times):
            await asyncio.sleep(self.dice.uniform(0.02, 0.5))
            s = self.dice.choice(self.servers)
            if self.reload:
                s.process.send_signal(signal.SIGHUP)
                await asyncio.sleep(self.dice.uniform(0, 0.003))  # a reload takes about one millisecond
            await asyncio.to_thread(s.kill)
            if len(self.servers) > 1:
                await asyncio.sleep(self.dice.uniform(0, 0.5))
            await asyncio.to_thread(s.start)
        self.over = True

    async def run(self, times):
        killing = asyncio.create_task(self.kill(times))
        await asyncio.gather(killing, *(self.match(i) for i in range(wanted["matches"])))


def storm(store, nodes, times, *options):
    servers = [Server(binary, store, *MANY, *options) for _ in range(nodes)]
    try:
        s = Storm(servers, wanted["seed"], bool(options))
        asyncio.run(asyncio.wait_for(s.run(times), 3600))
        for server in servers:
            server.check()
        return "%d kills, %d games, %d moves acknowledged, 0 lost, 0 doubled; %d reconnects; the slowest move took %.2f s (seed %d)" % (
            times, s.games, s.moves, s.reconnects, s.slowest, wanted["seed"])
    finally:
        for server in servers:
            server.__exit__()


@test
def one_server_with_sqlite():
    return storm(str(work / "games.db"), 1, wanted["sqlite"])


@test
def one_server_during_a_reload_of_its_certificate():
    if not shutil.which("openssl"):
        return "skipped: no openssl here"
    cert, key = work / "cert.pem", work / "key.pem"
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes", "-days", "2", "-subj", "/CN=localhost",
                    "-addext", "subjectAltName=DNS:localhost", "-keyout", key, "-out", cert], check=True, capture_output=True)
    TLS["context"] = ssl.create_default_context(cafile=str(cert))
    try:
        return storm(str(work / "reload.db"), 1, wanted["reload"], "--tls-cert", str(cert), "--tls-key", str(key))
    finally:
        TLS.clear()


@test
def one_of_three_nodes_with_postgres():
    pg = ["sh", str(root / "tests/store/pg.sh")]
    r = subprocess.run([*pg, "start", str(work / "pg")], capture_output=True, text=True)
    if r.returncode == 77:
        return "skipped: no PostgreSQL here"
    assert r.returncode == 0, r.stderr
    try:
        return storm(r.stdout.strip(), 3, wanted["postgres"])
    finally:
        subprocess.run([*pg, "stop", str(work / "pg")])


try:
    main("kill -9")
finally:
    shutil.rmtree(work, ignore_errors=True)
