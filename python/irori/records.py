"""Records, replays and reviews: games as text, and what was good and bad in them.

    record = irori.Record(irori.game("pikit"), names=["Anna", "Ben"])
    ...                                   # record.apply(move), as with a state
    replay = irori.Replay(record.text())
    print(replay.review()["seats"])"""
from __future__ import annotations

import ctypes as c
import json
from typing import Any, Iterator, NamedTuple, Optional, Sequence

from . import _lib
from ._lib import CHANCE, check, lib
from .rules import Game, Move, State, game


class Row(NamedTuple):
    """A move of a seat, or an outcome of chance (actor is irori.CHANCE)."""

    actor: int
    move: int
    text: str


def _print(call: Any, *arguments: Any) -> str:
    text, out = _lib.Text(), c.create_string_buffer(65536)
    lib.ir_text_start(c.byref(text), out, len(out))
    call(*arguments, c.byref(text))
    return out.value.decode()


class Record:
    """A game that is written down while it is played."""

    def __init__(self, of: Game, seats: Optional[int] = None, options: str = "", deck: Optional[str] = None, names: Sequence[str] = ()) -> None:
        self.game = of
        self._deck = deck.encode() if deck else None  # the library keeps its address
        self._block = _lib.RecordBlock()
        why = _lib.why_buffer()
        check(lib.ir_record_begin(c.byref(self._block), of._p, of.min_seats if seats is None else seats, options.encode(), self._deck, why), why)
        for i, name in enumerate(names):
            self._block.name[i].value = name.encode()[: _lib.NAME_MAX - 1]
        self._lines = [_print(lib.ir_record_print_header, c.byref(self._block))]
        self.state = of.start(seats, options, deck)  #: the position now; change it by apply only

    def apply(self, move: Move) -> None:
        """Makes a move of the seat that is to move, or an outcome of chance."""
        number = self.game.move(move) if isinstance(move, str) else int(move)
        actor = self.state.turn
        self.state.apply(number)
        why, row = _lib.why_buffer(), _lib.Row(actor, number)
        check(lib.ir_record_row(c.byref(self._block), actor, number, None, why), why)
        self._lines.append(_print(lib.ir_record_print_row, c.byref(self._block), c.byref(row)))

    def text(self) -> str:
        """The record: of a finished game with its result, else of a saved one (docs/record-format.md)."""
        return "".join(self._lines) + _print(lib.ir_record_print_end, c.byref(self._block))


class Replay:
    """A record that was read and checked line by line; any position of it can be looked at. Raises IroriError, with the line."""

    def __init__(self, text: str, deck: Optional[str] = None) -> None:
        raw = text.encode()
        own = lib.ir_record_deck(raw)
        self._deck = deck.encode() if deck else own
        size = lib.ir_replay_size(raw)
        self._memory = (c.c_uint64 * (size // 8 + 1))()
        self._block = _lib.ReplayBlock()
        why = _lib.why_buffer()
        check(lib.ir_replay_open(c.byref(self._block), c.byref(_lib.all_games), raw, self._deck, self._memory, c.sizeof(self._memory), why), why)
        self.game: Game = game(c.cast(self._block.record.game, c.POINTER(_lib.GameStruct)).contents.name.decode())
        self.names: list[str] = [self._block.record.name[i].value.decode() for i in range(self.state(0).seats)]
        self.rows: list[Row] = [Row(self._block.row[i].actor, self._block.row[i].move, self.game.move_text(self._block.row[i].move))
                                for i in range(self._block.rows)]

    def __len__(self) -> int:
        return len(self.rows)

    def state(self, row: Optional[int] = None) -> State:
        """The position after so many rows; without a number the last one."""
        n = self._block.rows if row is None else row
        if not 0 <= n <= self._block.rows:
            raise IndexError("the record has %d rows" % self._block.rows)
        lib.ir_replay_seek(c.byref(self._block), n)
        state = State(self.game)
        c.pointer(state._block)[0] = self._block.state
        return state

    def decisions(self) -> Iterator[tuple[State, Row]]:
        """Every decision: the position before it, and the move. The bots' notes of the positions are kept, too."""
        state = self.state(0)
        for row in self.rows:
            if row.actor != CHANCE:
                yield state.clone(), row
            state.apply(row.move)

    def review(self, nodes: int = 0, seed: int = 1) -> dict[str, Any]:
        """What each decision cost, what the cards did, and how the two add up (docs/analysis.md has every member). nodes: for each
        decision and each chance event; 0: as many as the page uses. The same seed gives the same review."""
        memory = (c.c_uint64 * (lib.ir_review_size(c.byref(self._block)) // 8 + 1))()
        review = lib.ir_review_open(memory, c.sizeof(memory), c.byref(self._block), nodes, seed)
        while not lib.ir_review_step(review, 1_000_000):
            pass
        result = lib.ir_review_result(review)
        j, out = _lib.Json(), c.create_string_buffer(lib.ir_review_json_size(result))
        lib.ir_json_start(c.byref(j), out, len(out))
        lib.ir_review_json(result, c.byref(self._block), c.byref(j))
        said: dict[str, Any] = json.loads(out.value)
        return said
