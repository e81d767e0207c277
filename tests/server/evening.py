"""evening.py IRORI ROOT [people=16] [rounds=4] [kills=2] [seed=N]: an evening to its podium, with the server killed in between. TAP.

Sixteen people behind real sockets join a Swiss event by its link, are led to their tables and play them out; the server, with SQLite, is killed (-9) and
started again while they do. Each of them remembers how the games ended that they have seen to the end. At the end everybody has played every round, no result
is lost or counted twice, and the log in the database, the standings that were told and what the players saw all agree."""
import asyncio
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time

from table import HANG, MANY, Closed, Player, Server, main, test

binary, root = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[2]).resolve()
wanted = {"people": 16, "rounds": 4, "kills": 2, "seed": int(time.time())}
for word in sys.argv[3:]:
    key, _, value = word.partition("=")
    wanted[key] = int(value)
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-evening-"))
OPTIONS = {"game": "koikoi", "seats": 2, "options": "rounds=1"}


class Guest(Player):
    """Somebody who takes part: follows the event, and plays at whatever table it leads to."""

    def __init__(self, ports, seed, name):
        super().__init__(ports, seed, name)
        self.event, self.state, self.seen, self.me = None, None, {}, None

    async def ask(self, message, *kinds):
        """Sends it until it is answered, over every connection that it takes."""
        while True:
            try:
                if not self.socket:
                    await self.connect()
                self.id += 1
                self.socket.send({**message, "id": self.id})
                while True:
                    m = await asyncio.wait_for(self.socket.receive(), HANG)
                    if m["type"] == "refused" and m.get("id") in (self.id, None) and m["error"] in ("rate", "store", "busy"):
                        await asyncio.sleep(0.2)
                        break
                    assert m["type"] != "refused" or m.get("id") != self.id, m
                    if m["type"] in kinds and m.get("id") == self.id:
                        return m
            except (Closed, asyncio.TimeoutError, OSError):
                self.socket = None

    async def follow(self):
        """The next state of the event, whatever it takes."""
        while True:
            try:
                m = await asyncio.wait_for(self.socket.receive(), HANG)
                if m["type"] == "event":
                    self.state = m["state"]
                    return
            except (Closed, asyncio.TimeoutError, OSError, AttributeError):
                self.socket = None
                self.state = (await self.ask({"type": "event", "event": self.event}, "event"))["state"]
                return

    async def evening(self):
        await self.ask({"type": "event-do", "event": self.event, "do": "join " + self.name}, "ok")
        self.state = (await self.ask({"type": "event", "event": self.event}, "event"))["state"]
        while self.state["stage"] != "over":
            self.me = self.state["you"]
            table = self.state["people"][self.me]["table"]
            if not table or table in self.seen:
                await self.follow()
                continue
            at = next(t for t in self.state["tables"] if t["table"] == table)
            self.table, self.seat, self.seq, self.pending, self.frame = table, at["people"].index(self.me), 0, None, None
            frame = await self.play()
            self.seen[table] = (at["people"], frame["table"]["result"]["ranks"])
            if self.socket:
                self.socket.send({"type": "leave", "table": table})
            self.state = (await self.ask({"type": "event", "event": self.event}, "event"))["state"]


def agree(guests, path, rounds):
    """What the players saw, the log, and the standings that were told."""
    state, seen = guests[0].state, {}
    for g in guests:
        assert g.state["people"] == state["people"] or {k: v for p in g.state["people"] for k, v in p.items() if k != "here"} \
            == {k: v for p in state["people"] for k, v in p.items() if k != "here"}, "two people were told different standings"
        for table, what in g.seen.items():
            assert seen.setdefault(table, what) == what, "two people saw %s end differently" % table
    with sqlite3.connect("file:%s?mode=ro" % path, uri=True) as db:
        rows = [text for (text,) in db.execute("SELECT text FROM rows WHERE match = ? ORDER BY seq, sub", (guests[0].event,))]
        made = {m for (m,) in db.execute("SELECT match FROM matches WHERE game <> ':event'")}
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


async def play(server, path):
    guests = [Guest([server.port], wanted["seed"] * 100 + i, "Guest %d" % i) for i in range(wanted["people"])]
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
    boss = Guest([server.port], 1, "Guest 0")
    boss.token, boss.event = host.token, host.event
    await boss.ask({"type": "event-do", "event": boss.event, "do": "start"}, "ok")
    for k in range(wanted["kills"]):  # in the middle of a round, somewhere
        while len({t for g in guests for t in g.seen}) < (k + 1) * wanted["rounds"] * len(guests) // 2 // (wanted["kills"] + 1):
            await asyncio.sleep(0.02)
            for t in tasks:
                if t.done():
                    t.result()
        await asyncio.to_thread(server.kill)
        await asyncio.to_thread(server.start)
    await asyncio.wait_for(asyncio.gather(*tasks), 4 * HANG)
    games = agree(guests, path, wanted["rounds"])
    podium = sorted(host.state["people"], key=lambda p: p["place"])[:3]
    return "%d people, %d rounds, %d kills, %d games, no result lost or doubled; %d reconnects; first: %s (seed %d)" % (
        len(guests), wanted["rounds"], wanted["kills"], games, sum(g.reconnects for g in guests),
        ", ".join("%s %g" % (p["name"], p["points"]) for p in podium), wanted["seed"])


@test
def an_evening_with_the_server_killed_in_between():
    path = work / "games.db"
    server = Server(binary, str(path), *MANY, "--event-pause", "1", "--event-absent", "3600")
    try:
        said = asyncio.run(play(server, path))
        server.check()
        return said
    finally:
        server.__exit__()


try:
    main("evenings")
finally:
    shutil.rmtree(work, ignore_errors=True)
