"""evening.py IRORI ROOT [people=16] [rounds=4] [kills=2] [seed=N]: an evening to its podium, with the server killed in between. TAP.

Sixteen people behind real sockets join a Swiss event by its link, are led to their tables and play them out; the server, with SQLite, is killed (-9) and
started again while they do; then one of three nodes with PostgreSQL is. Each of them remembers how the games ended that they have seen to the end. At the end everybody has played every round, no result
is lost or counted twice, and the log in the database, the standings that were told and what the players saw all agree. Once more, the store is copied to
PostgreSQL and back (irori store copy) while the evening goes on."""
import asyncio
import pathlib
import random
import shutil
import sqlite3
import subprocess
import sys
import tempfile
import time

from guests import Guest, agreed
from table import HANG, MANY, Server, main, test

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
wanted = {"people": 16, "rounds": 4, "kills": 2, "seed": int(time.time())}
for word in sys.argv[3:]:
    key, _, value = word.partition("=")
    wanted[key] = int(value)
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-evening-"))
work.chmod(0o755)
OPTIONS = {"game": "koikoi", "seats": 2, "options": "rounds=1"}


def kept(store, event):
    """The rows of the event, and the codes of all tables, from the database itself."""
    rows = "SELECT text FROM rows WHERE match = '%s' ORDER BY seq, sub" % event
    tables = "SELECT match FROM matches WHERE game <> ':event'"
    if not store.startswith("postgres"):
        with sqlite3.connect("file:%s?mode=ro" % store, uri=True) as db:
            return [text for (text,) in db.execute(rows)], [match for (match,) in db.execute(tables)]
    ask = lambda sql: [r for r in subprocess.run(["psql", "-X", "-A", "-t", "-R", "\x1e", "-c", sql, store], capture_output=True, text=True, check=True).stdout.strip("\n").split("\x1e") if r]
    return [r.strip("\n") + "\n" for r in ask(rows)], [r.strip() for r in ask(tables)]


def agree(guests, store, rounds):
    """What the players saw, the log, and the standings that were told."""
    state, seen = agreed(guests)
    rows, made = kept(store, guests[0].event)
    results = [r.split()[2:] for r in rows if r.startswith("@ result")]
    paired = [line.split()[1] for r in rows if r.startswith("@ pair") for line in r.splitlines() if line.startswith("= ")]
    assert len(results) == len({r[0] for r in results}), "a result was counted twice"
    assert sorted(r[0] for r in results) == sorted(paired) == sorted(made), "a result or a table was lost, or there is one too many"
    assert len(paired) == rounds * len(guests) // 2, "%d tables" % len(paired)
    points = [0] * len(guests)
    for table, *ranks in results:
        people, saw = seen[table]
        assert [int(r) for r in ranks] == saw, "%s: the log has %s, and the players saw %s" % (table, ranks, saw)
        for p, r in zip(people, saw):
            points[p] += 0.5 if saw.count(r) == 2 else float(r == 0)
    assert [p["points"] for p in state["people"]] == points, "the standings do not follow from the games"
    assert all(p["games"] == rounds for p in state["people"]), "somebody missed a round"
    assert sum(p["place"] == 1 for p in state["people"]) >= 1
    told = {t["table"]: t["ranks"] for t in state["tables"]}
    assert told == {t: saw for t, (_, saw) in seen.items()}, "the tables that were told"
    return len(results)


async def play(servers, stores):
    """With a kill of one of the servers, now and then; or, if there are more stores, a move to the next one."""
    ports, dice = [s.port for s in servers], random.Random(wanted["seed"])
    guests = [Guest(ports, wanted["seed"] * 100 + i, "Guest %d" % i) for i in range(wanted["people"])]
    host = guests[0]
    await host.connect()
    made = await host.ask({"type": "event-new", "name": "Friday", "kind": "swiss", "rounds": wanted["rounds"], **OPTIONS}, "event-made")
    for g in guests:
        g.event = made["event"]
    tasks = [asyncio.create_task(g.evening()) for g in guests]
    while not host.state or len(host.state["people"]) < len(guests):
        await asyncio.sleep(0.05)
        for t in tasks:
            if t.done():
                t.result()
    boss = Guest(ports, 1, "Guest 0")
    boss.token, boss.event = host.token, host.event
    await boss.ask({"type": "event-do", "event": boss.event, "do": "start"}, "ok")
    kills = len(stores) - 1 or wanted["kills"]
    for k in range(kills):  # in the middle of a round, somewhere
        while len({t for g in guests for t in g.seen}) < (k + 1) * wanted["rounds"] * len(guests) // 2 // (kills + 1):
            await asyncio.sleep(0.02)
            for t in tasks:
                if t.done():
                    t.result()
        server = dice.choice(servers)
        await asyncio.to_thread(server.kill)
        if len(stores) > 1:
            copied = await asyncio.to_thread(subprocess.run, [binary, "store", "copy", stores[k], stores[k + 1]], capture_output=True, text=True)
            assert copied.returncode == 0, copied.stderr
            server.store = stores[k + 1]
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(asyncio.gather(*tasks), 4 * HANG)
    games = agree(guests, stores[-1], wanted["rounds"])
    podium = sorted(host.state["people"], key=lambda p: p["place"])[:3]
    return "%d people, %d rounds, %d %s, %d games, no result lost or doubled; %d reconnects; first: %s (seed %d)" % (
        len(guests), wanted["rounds"], kills, "moves" if len(stores) > 1 else "kills", games, sum(g.reconnects for g in guests),
        ", ".join("%s %g" % (p["name"], p["points"]) for p in podium), wanted["seed"])


def evening(nodes, *stores):
    servers = [Server(binary, stores[0], *MANY, "--event-pause", "1", "--event-absent", "3600") for _ in range(nodes)]
    try:
        said = asyncio.run(play(servers, stores))
        for s in servers:
            s.check()
        return said
    finally:
        for s in servers:
            s.__exit__()


@test
def with_the_server_killed_in_between():
    return evening(1, str(work / "games.db"))


def with_postgres(run):
    pg = ["sh", str(root / "tests/store/pg.sh")]
    r = subprocess.run([*pg, "start", str(work / "pg")], capture_output=True, text=True)
    if r.returncode == 77 or not shutil.which("psql"):
        return "skipped: no PostgreSQL here"
    assert r.returncode == 0, r.stderr
    try:
        return run(r.stdout.strip())
    finally:
        subprocess.run([*pg, "stop", str(work / "pg")])
        shutil.rmtree(work / "pg", ignore_errors=True)


@test
def with_one_of_three_nodes_killed_in_between():
    return with_postgres(lambda url: evening(3, url))


@test
def with_its_store_moved_to_postgresql_and_back():
    return with_postgres(lambda url: evening(1, str(work / "first.db"), url, str(work / "last.db")))


try:
    main("an evening")
finally:
    shutil.rmtree(work, ignore_errors=True)
