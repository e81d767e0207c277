"""guests.py PORT EVENT [people=14] [seed=N] [held=0]: people behind real sockets who take part in an evening, for a test in a browser.

They join by the code, play random legal moves at every table they are led to, and reconnect however often the server is killed. What happens is told in lines of JSON:
{"in": 14} when all have joined, {"held": TABLE} where somebody waits, {"seen": TABLE, "round": N} when one of them has seen a game to its end, and at the end
{"over": {…}}, the state that all of them were told. With `held`, everybody waits in the middle of their game, from this frame on, until a line `go` comes on stdin."""
import asyncio
import json
import os
import sys
import time

from table import HANG, Closed, Player


class Guest(Player):
    """Somebody who takes part: follows the event, and plays at whatever table it leads to."""

    def __init__(self, ports, seed, name):
        super().__init__(ports, seed, name)
        self.event, self.state, self.seen, self.me = None, None, {}, None
        self.pause, self.ended = None, lambda table: None

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

    async def act(self):
        if self.pause and self.frame["table"]["stage"] == "playing" and self.frame["view"].get("legal") and not self.pending:
            await self.pause(self)
        await super().act()

    async def join(self):
        await self.ask({"type": "event-do", "event": self.event, "do": "join " + self.name}, "ok")
        self.state = (await self.ask({"type": "event", "event": self.event}, "event"))["state"]

    async def evening(self):
        await self.join()
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
            self.ended(table)
            if self.socket:
                self.socket.send({"type": "leave", "table": table})
            self.state = (await self.ask({"type": "event", "event": self.event}, "event"))["state"]


def agreed(guests):
    """The state that all were told, and how each table ended for those who saw it; they must not differ."""
    state, seen = guests[0].state, {}
    for g in guests:
        assert [{**p, "here": 0} for p in g.state["people"]] == [{**p, "here": 0} for p in state["people"]], "two people were told different standings"
        for table, what in g.seen.items():
            assert seen.setdefault(table, what) == what, "two people saw %s end differently" % table
    return state, seen


def tell(**what):
    print(json.dumps(what), flush=True)


async def take_part(port, event, people, seed, held):
    free = asyncio.Event()
    if not held:
        free.set()

    async def orders():
        reader = asyncio.StreamReader()
        await asyncio.get_running_loop().connect_read_pipe(lambda: asyncio.StreamReaderProtocol(reader), sys.stdin)
        while True:
            if (await reader.readline()).strip() != b"go":  # the test is gone
                os._exit(1)
            free.set()

    async def pause(guest):
        if not free.is_set() and guest.seq >= held:
            tell(held=guest.table)
            await free.wait()

    guests = [Guest([port], seed * 1000 + i, "Guest %d" % (i + 1)) for i in range(people)]
    listening = asyncio.create_task(orders())
    for g in guests:
        g.event, g.pause = event, pause
        g.ended = lambda table, g=g: tell(seen=table, round=next(t["round"] for t in g.state["tables"] if t["table"] == table))
    await asyncio.gather(*(g.join() for g in guests))
    tell(**{"in": people})
    await asyncio.gather(*(g.evening() for g in guests))
    listening.cancel()
    state, seen = agreed(guests)
    tell(over=state, seen={table: ranks for table, (_, ranks) in seen.items()}, reconnects=sum(g.reconnects for g in guests))


if __name__ == "__main__":
    wanted = {"people": 14, "seed": int(time.time()), "held": 0}
    for word in sys.argv[3:]:
        key, _, value = word.partition("=")
        wanted[key] = int(value)
    asyncio.run(take_part(int(sys.argv[1]), sys.argv[2], **wanted))
