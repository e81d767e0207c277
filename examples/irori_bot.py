#!/usr/bin/env python3
"""irori_bot.py: a class for bots in Python: copy this file beside your bot, and write `choose`. Nothing has to be installed.

    from irori_bot import Bot

    class Mine(Bot):
        name = "mine"
        def choose(self, view):
            return self.random.choice(view["legal"])

    Mine().run()

    irori sim GAME --games 10 --strict --bots "exec:python3 mine.py,normal"

docs/bot-protocol.md has the protocol, and `irori schema GAME` says what is in a view. Run as it is, this file plays at random."""
from __future__ import annotations

import json
import random
import sys
from typing import Any, TextIO

Json = dict[str, Any]


class Bot:
    """One seat, one game after the other. Override `choose`, and what else you need; print only to standard error."""

    name: str = "bot"  # reports and records call you so
    game: str  # which game this is,
    options: str  # with which options,
    seats: int  # for how many,
    seat: int  # and which seat is yours
    random: random.Random  # seeded by the table: use it, and your games can be repeated
    history: list[Json]  # every event you were told in this game

    def start(self, message: Json) -> None:
        """A game begins. `message` may also have `nodes` or `ms`: how long a move should take."""

    def told(self, events: list[Json]) -> None:
        """Something happened; the events are in `self.history` already."""

    def choose(self, view: Json) -> str:
        """Your move: one of view["legal"]."""
        return self.random.choice(view["legal"])

    def result(self, points: list[int], ranks: list[int]) -> None:
        """The game is over; rank 0 has won."""

    def run(self, lines: TextIO = sys.stdin, out: TextIO = sys.stdout) -> None:
        """Plays until the table says goodbye."""
        complaints: set[str] = set()
        for line in lines:
            message = json.loads(line)
            kind = message["type"]
            if kind == "hello":
                self._say(out, type="hello", protocol=1, name=self.name)
            elif kind == "game":
                self.game, self.options = message["game"], message["options"]
                self.seats, self.seat = message["seats"], message["seat"]
                self.random, self.history = random.Random(message["seed"]), []
                self.start(message)
            elif kind == "told":
                self.history += message["events"]
                self.told(message["events"])
            elif kind == "choose":
                self._say(out, type="move", id=message["id"], move=self.choose(message["view"]))
            elif kind == "result":
                self.result(message["points"], message["ranks"])
            elif kind == "error":
                if message["why"] not in complaints:  # each once
                    print("the table says:", message["why"], file=sys.stderr)
                complaints.add(message["why"])
            elif kind == "bye":
                return

    @staticmethod
    def _say(out: TextIO, **message: Any) -> None:
        print(json.dumps(message), file=out, flush=True)


if __name__ == "__main__":
    Bot().run()
