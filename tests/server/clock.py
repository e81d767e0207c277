"""clock.py IRORI ROOT WRONG_CLOCK: games while the machine's clock is set to 1970, 2100, 2030 and back, and over restarts at such times.
TAP. Every acknowledged move must be in its game's record once and in order, every game must come to its end, no person's clock may run
out, and with --keep 1 nothing may be deleted or hidden. WRONG_CLOCK is a library that is preloaded: wrong_clock.c."""
import asyncio
import datetime
import json
import os
import pathlib
import shutil
import sqlite3
import sys
import tempfile
import time

from table import HANG, MANY, Server, acknowledged_check, game, main, test, until

binary, shim = pathlib.Path(sys.argv[1]).resolve(), pathlib.Path(sys.argv[3]).resolve()
work = pathlib.Path(tempfile.mkdtemp(prefix="irori-clock-"))
YEARS = [1970, 2100, None, 2030, 2020, None]  # None: the right time
TABLES = 6


def set_clock(year):
    seconds = 0 if year is None else datetime.datetime(year, 1, 2, tzinfo=datetime.timezone.utc).timestamp() - time.time()
    new = work / "new"
    new.write_text("%d\n" % seconds)
    new.rename(work / "off")


def serve(*args):
    set_clock(None)
    preload = " ".join(filter(None, [os.environ.get("LD_PRELOAD"), str(shim)]))
    return Server(binary, str(work / "games.db"), *MANY, *args, env={"LD_PRELOAD": preload, "WRONG_CLOCK": str(work / "off"),
                                                                     "ASAN_OPTIONS": "verify_asan_link_order=0:" + os.environ.get("ASAN_OPTIONS", "")})


class Games:
    """Games one after the other, with clocks, until it is enough."""

    def __init__(self, port):
        self.port, self.over, self.people = port, False, []

    async def one(self, number):
        while not self.over:
            people = await game([self.port], ("koikoi", "gacha", "pikit")[number % 3], 2, number, settings="clock=move,seconds=600,reaction=0",
                                options="rounds=3" if number % 3 == 0 else "")
            self.people.append(people)


def all_there(server, tables):
    missing = [t for t in tables if server.http("/api/tables/" + t)[0] != 200]
    assert not missing, "deleted: %s" % missing


def checked(server, games):
    """Acknowledged moves against the records; whether anybody's clock fell."""
    moves = 0
    for people in games.people:
        record = server.get("/api/tables/%s/record" % people[0].table)
        moves += acknowledged_check(people, record)
        assert not any(s.get("away") for s in people[0].frame["table"]["seats"]), "somebody's clock ran out: %s" % people[0].frame["table"]
    return moves


@test
def set_while_games_are_played():
    async def play(server):
        games = Games(server.port)
        playing = [asyncio.create_task(games.one(i)) for i in range(TABLES)]
        for year in YEARS:
            n = len(games.people)
            set_clock(year)
            await until(lambda: len(games.people) >= n + 2 or any(t.done() for t in playing), "no game ends after the clock was set to %s" % year)
        games.over = True
        await asyncio.gather(*playing)
        return games

    with serve("--keep", "1", "--keep-unfinished", "1") as server:
        games = asyncio.run(asyncio.wait_for(play(server), 3 * HANG))
        moves = checked(server, games)
        assert "purge" not in server.said(), server.said()
        assert "clock" in server.said(), "it did not notice that the clock was set: %s" % server.said()
        server.stop()
    times = [r[0] for r in sqlite3.connect(work / "games.db").execute("SELECT time FROM rows WHERE seq > 0")]
    spread = (max(times) - min(times)) / 1000
    assert abs(max(times) / 1000 - time.time()) < 86400 and spread < HANG * 3, "rows are dated %s to %s" % (min(times), max(times))
    return "%d games, %d moves acknowledged, 0 lost, 0 doubled, 0 deleted, no clock ran out" % (len(games.people), moves)


@test
def over_restarts():
    """A machine that starts at any time: what is there stays there, can be listed, and can be played on."""
    async def play(server):
        return (await game([server.port], "koikoi", 2, 1, options="rounds=3"))[0].table

    def made(server, me):
        status, _, body = server.http("/api/tables", json.dumps({"game": "koikoi", "settings": "listed=on"}).encode(), token=me["token"])
        assert status == 200, body
        return json.loads(body)["table"]

    with serve("--keep", "1", "--keep-unfinished", "1") as server:
        me = json.loads(server.http("/api/me", b"{}")[2])
        tables, mine = [], []
        for year in [None, *YEARS]:
            assert server.stop()[0] == 0
            set_clock(year)
            server.start()
            mine.append(made(server, me))
            if year in (1970, 2030):
                tables.append(asyncio.run(play(server)))
            all_there(server, tables + mine)
            assert {t["table"] for t in server.get("/api/mine", token=me["token"])["tables"]} == set(mine), year
            assert {t["table"] for t in server.get("/api/tables")["tables"]} == set(mine), "not all open tables are listed in %s" % year
        assert "purge" not in server.said(), server.said()
    newest = sqlite3.connect(work / "games.db").execute("SELECT max(time) FROM rows").fetchone()[0]
    assert newest / 1000 < datetime.datetime(2031, 1, 1, tzinfo=datetime.timezone.utc).timestamp(), "2100 was believed"
    return "%d restarts, %d tables, all there" % (len(YEARS) + 1, len(tables) + len(mine))


try:
    main("clock")
finally:
    shutil.rmtree(work, ignore_errors=True)
