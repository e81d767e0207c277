"""test_proxy.py IRORI ROOT: real HAProxy and nginx with the files of packaging/nodes, in front of three nodes on one PostgreSQL. TAP.

The two people of a table reach the same node, as the nodes' own numbers say; when a node is killed its tables go on elsewhere, and
every game comes to its end with every acknowledged move in its record."""
import asyncio
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import time

from table import HANG, MANY, Closed, Player, Server, Socket, acknowledged_check, free_port, main, test

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-proxy-"))
work.chmod(0o755)
TABLES = 24


class AtTable(Player):
    """A player whose socket has the code of the table in its address."""

    async def connect(self):
        while True:
            try:
                self.socket = await asyncio.wait_for(Socket.open(self.ports[0], "/ws/" + self.table if self.table else "/ws"), HANG)
                m = await self.socket.hello(self.token, self.name)
                self.token, self.who = m.get("token", self.token), m["who"]
                return
            except (Closed, OSError, asyncio.TimeoutError):
                await asyncio.sleep(0.1)


def config(name, port, nodes):
    """The file as it is in packaging/nodes, with the ports of this test."""
    text = (root / "packaging/nodes" / name).read_text()
    for i, node in enumerate(nodes):
        text, n = re.subn(r"127\.0\.0\.1:847%d\b" % (i + 1), "127.0.0.1:%d" % node.port, text)
        assert n == 2, "%s names node %d %d times" % (name, i + 1, n)
    text = text.replace("bind :8080", "bind 127.0.0.1:%d" % port).replace("listen 8080;", "listen 127.0.0.1:%d;" % port)
    assert str(port) in text
    if name == "haproxy.cfg":  # a slow machine does not make a node that is down; one that was killed refuses to be connected to
        text, n = re.subn(r"timeout check \d+s", "timeout check %ds" % HANG, text)
        assert n == 1
    if name == "nginx.conf":
        text = "daemon off; master_process off; pid %s/nginx.pid; error_log stderr;\n" % work + text.replace(
            "http {", "http { access_log off; client_body_temp_path %s; proxy_temp_path %s; fastcgi_temp_path %s; uwsgi_temp_path %s; scgi_temp_path %s;" % (
                (work,) * 5), 1)
    path = work / name
    path.write_text(text)
    return path


async def table_open(port, i):
    people = [AtTable([port], 100 * i + k, "P%d" % k) for k in range(2)]
    table = await people[0].create("koikoi", 2, settings="reaction=0", options="rounds=3")
    people[0].socket.close()
    people[0].socket = None
    for k, p in enumerate(people):
        p.table, p.seat = table, k
    return people


def playing(p):
    return p.frame["table"]["stage"] == "playing"


async def games(port, nodes):
    tables = [await table_open(port, i) for i in range(TABLES)]
    await asyncio.gather(*(p.play(until=playing) for people in tables for p in people))
    # A room is in the memory of each node where somebody is at the table: as many rooms as tables, so no table is at two nodes.
    # The sockets that opened the tables may still be closing: until then their rooms are at another node, too.
    deadline = time.monotonic() + HANG
    while True:
        rooms, connections = ([int(n.metric("irori_" + what)) for n in nodes] for what in ("rooms", "connections"))
        if sum(rooms) == TABLES and connections == [2 * r for r in rooms]:
            break
        assert time.monotonic() < deadline, "%d tables are in the memory of the nodes %s times, people %s" % (TABLES, rooms, connections)
        await asyncio.sleep(0.05)
    assert sum(r > 0 for r in rooms) > 1, "all tables are at one node: %s" % rooms
    for people in tables:
        for p in people:
            p.think = 0.02
    down = max(range(len(nodes)), key=lambda i: rooms[i])

    async def kill():
        while sum(len(p.acked) for people in tables for p in people) < 4 * TABLES:
            await asyncio.sleep(0.01)
        await asyncio.to_thread(nodes[down].kill)

    await asyncio.gather(kill(), *(p.play() for people in tables for p in people))
    alive = next(n for i, n in enumerate(nodes) if i != down)
    moves = 0
    # every host has connected once more, to its table
    assert sum(p.reconnects for people in tables for p in people) > TABLES, "nobody was at the node that was killed"
    for people in tables:
        moves += acknowledged_check(people, alive.get("/api/tables/%s/record" % people[0].table))
    return "tables at the nodes %s, the one with most killed; %d games over, %d moves, 0 lost" % (rooms, TABLES, moves)


def proxied(name, command):
    if not shutil.which(command[0]):
        return "skipped: %s is not installed" % command[0]
    pg = ["sh", str(root / "tests/store/pg.sh")]
    r = subprocess.run([*pg, "start", str(work / "pg")], capture_output=True, text=True)
    if r.returncode == 77:
        return "skipped: no PostgreSQL here"
    assert r.returncode == 0, r.stderr
    nodes = [Server(binary, r.stdout.strip(), *MANY, "--trust-proxy", "loopback") for _ in range(3)]
    proxy = None
    try:
        port = free_port()
        path = config(name, port, nodes)
        proxy = subprocess.Popen([*command, str(path)], stdout=subprocess.DEVNULL, stderr=open(work / "proxy.log", "wb"))
        for _ in range(10 * HANG):
            try:
                asyncio.run(Socket.open(port))
                break
            except (OSError, Closed) as e:
                assert not isinstance(e, Closed) or e.code in (None, 502, 503), "the proxy answers %s" % e.code
                assert proxy.poll() is None, (work / "proxy.log").read_text()
                time.sleep(0.1)
        return asyncio.run(asyncio.wait_for(games(port, nodes), 4 * HANG))
    finally:
        if proxy:
            proxy.kill()
            proxy.wait()
        for n in nodes:
            n.__exit__()
        subprocess.run([*pg, "stop", str(work / "pg")])
        shutil.rmtree(work / "pg", ignore_errors=True)


@test
def haproxy_keeps_a_table_on_one_node():
    return proxied("haproxy.cfg", ["haproxy", "-f"])


@test
def nginx_keeps_a_table_on_one_node():
    return proxied("nginx.conf", ["nginx", "-c"])


try:
    main("proxies")
finally:
    shutil.rmtree(work, ignore_errors=True)
