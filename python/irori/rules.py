"""Games, states and views: the rules, one position at a time.

    game = irori.game("koikoi")
    rng = irori.Rng(1)
    state = game.start()
    while not state.is_over:
        if state.is_chance:
            state.apply(state.sample(rng))
        else:
            state.apply(rng.choice(state.legal()))
    print(state.points())

A state knows everything; a view is what one seat knows of it. Bots and learning programs get views, so they cannot peek."""
from __future__ import annotations

import ctypes as c
import functools
import json
from typing import Any, NamedTuple, Optional, Sequence, TypeVar, Union

import numpy as np
import numpy.typing as npt

from . import _lib
from ._lib import CHANCE as CHANCE
from ._lib import MOVES_MAX, check, lib
from ._lib import OVER as OVER
from ._lib import SPECTATOR as SPECTATOR
from ._lib import IroriError as IroriError

T = TypeVar("T")
Move = Union[int, str]  #: a number from 0 to game.n_moves - 1, or a text as game.move_text writes it


class Rng:
    """The library's random numbers: the same on every machine. Every random choice takes one, so that a seed repeats it."""

    def __init__(self, seed: int = 0) -> None:
        self._block = _lib.Rng()
        lib.ir_rng_seed(c.byref(self._block), seed & (2**64 - 1))

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        s, mask = self._block.s, 2**64 - 1
        total = (s[0] + s[3]) & mask
        result = ((((total << 23) | (total >> 41)) & mask) + s[0]) & mask
        t = (s[1] << 17) & mask
        s[2] ^= s[0]
        s[3] ^= s[1]
        s[1] ^= s[2]
        s[0] ^= s[3]
        s[2] ^= t
        s[3] = ((s[3] << 45) | (s[3] >> 19)) & mask
        below: int = ((result >> 32) * n) >> 32
        return below

    def choice(self, items: Sequence[T]) -> T:
        return items[self.below(len(items))]

    def clone(self) -> Rng:
        other = Rng()
        c.pointer(other._block)[0] = self._block
        return other

    def __deepcopy__(self, memo: Any) -> Rng:
        return self.clone()

    def __getstate__(self) -> list[int]:
        return list(self._block.s)

    def __setstate__(self, words: list[int]) -> None:
        self._block = _lib.Rng((c.c_uint64 * 4)(*words))


class Field(NamedTuple):
    """A part of an observation (docs/observations.md)."""

    name: str
    start: int
    size: int
    help: str


class Option(NamedTuple):
    """A rule that can be chosen; written as "name=value" in options."""

    name: str
    min: int
    max: int
    default: int
    words: Optional[tuple[str, ...]]
    help: str


class Advice(NamedTuple):
    """What a bot thinks: its move, and a value for every move it looked at. `master` gives chances of winning; `hard` overlooks moves, and 1 is taken off the chances of those."""

    move: int
    values: dict[int, float]
    nodes: int


def _text(b: Optional[bytes]) -> str:
    return b.decode() if b else ""


class Game:
    """The rules of one game; irori.game(name) finds it."""

    def __init__(self, pointer: Any) -> None:
        self._p = c.cast(pointer, c.c_void_p)
        self._s: Any = pointer.contents
        self.name: str = _text(self._s.name)
        self.title: str = _text(self._s.title)
        self.n_moves: int = self._s.n_moves  #: moves are numbered from 0; outcomes of chance are among them
        self.min_seats: int = self._s.min_seats
        self.max_seats: int = self._s.max_seats
        self.rules_rev: int = self._s.rules_rev
        zone = self._s.zone
        self.state_size: int = zone.pub + zone.seat * self.max_seats + zone.hid
        self.observation_size: int = lib.ir_observation_size(self._p)
        self.observation_rev: int = lib.ir_observation_rev(self._p)

    @property
    def version(self) -> str:
        """RULES.OBSERVATION: rises when the rules change, or the numbers of an observation."""
        return "%d.%d" % (self.rules_rev, self.observation_rev)

    @functools.cached_property
    def fields(self) -> tuple[Field, ...]:
        """What the numbers of an observation are."""
        spare = (_lib.Field * 2)()
        f, out, at, i = lib.ir_observation_fields(self._p, spare), [], 0, 0
        while f[i].name:
            out.append(Field(_text(f[i].name), at, f[i].size, _text(f[i].help)))
            at += f[i].size
            i += 1
        return tuple(out)

    @functools.cached_property
    def options(self) -> tuple[Option, ...]:
        out, o, i = [], self._s.option, 0
        while o[i].name:
            words = tuple(_text(o[i].words[k]) for k in range(o[i].max - o[i].min + 1)) if o[i].words else None
            out.append(Option(_text(o[i].name), o[i].min, o[i].max, o[i].default, words, _text(o[i].help)))
            i += 1
        return tuple(out)

    @functools.cached_property
    def presets(self) -> dict[str, str]:
        """Named sets of options, with a sentence each; the first is the default."""
        out, p, i = {}, self._s.preset, 0
        while p[i].name:
            out[_text(p[i].name)] = _text(p[i].help)
            i += 1
        return out

    @functools.cached_property
    def bots(self) -> dict[str, str]:
        """The game's bots, with a sentence each: levels for people, weakest first, then others."""
        out, i = {}, 0
        while b := lib.ir_bot_list(self._p, i):
            out[_text(b.contents.name)] = _text(b.contents.help)
            i += 1
        return out

    def _bot(self, name: str) -> Any:
        b = lib.ir_bot_find(self._p, name.encode())
        if not b:
            raise IroriError("%s has no bot %r; its bots are: %s" % (self.name, name, ", ".join(self.bots)))
        return b

    def start(self, seats: Optional[int] = None, options: str = "", deck: Optional[str] = None) -> State:
        """The first position. options: "preset,name=value,..."; deck: the text of a deck (docs/decks.md), with deck=custom."""
        state = State(self)
        why = _lib.why_buffer()
        check(lib.ir_start(self._p, state._at, self.min_seats if seats is None else seats, options.encode(), deck.encode() if deck else None, why), why)
        return state

    def move_text(self, move: int) -> str:
        out = c.create_string_buffer(_lib.TEXT_MAX)
        lib.ir_move_text(self._p, move, out)
        return out.value.decode()

    def move(self, text: str) -> int:
        """The number of a move. Raises IroriError if the game has no such move."""
        m: int = lib.ir_move_find(self._p, text.encode())
        if m == _lib.NO_MOVE:
            raise IroriError("%s has no move %r" % (self.name, text))
        return m

    def __repr__(self) -> str:
        return "irori.game(%r)" % self.name

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self.name == other.name

    def __hash__(self) -> int:
        return hash(self.name)

    def __deepcopy__(self, memo: Any) -> Game:
        return self

    def __reduce__(self) -> Any:
        return game, (self.name,)


@functools.lru_cache(maxsize=None)
def game(name: str) -> Game:
    """The game of this name. Raises IroriError with the names there are."""
    found = lib.ir_game_find(name.encode())
    if not found:
        raise IroriError("there is no game %r; there are: %s" % (name, ", ".join(g.name for g in games(templates=True))))
    return Game(found)


def games(templates: bool = False) -> list[Game]:
    """All games, in the order of menus; with templates also the small ones that new games are made from."""
    out: list[Game] = []
    symbol = "ir_all_games" if templates else "ir_games"
    pointers: Any = (c.c_void_p * 1000).in_dll(lib, symbol)
    while pointers[len(out)]:
        out.append(game(_text(c.cast(pointers[len(out)], c.POINTER(_lib.GameStruct)).contents.name)))
    return out


class State:
    """A position, with everything that is hidden in it. Made by Game.start."""

    __slots__ = ("game", "_block", "_at", "_notes")

    def __init__(self, of: Game) -> None:
        self.game = of
        self._block: Any = _lib.StateBlock()
        self._at: Any = c.byref(self._block)
        self._notes: Any = _lib.Notes()

    @property
    def turn(self) -> int:
        """The seat that is to move, irori.CHANCE or irori.OVER."""
        value: int = self._block.b[0] & 255
        return value - 256 if value > 127 else value

    @property
    def seats(self) -> int:
        value: int = self._block.b[0] >> 8 & 255
        return value

    @property
    def is_chance(self) -> bool:
        return self.turn == CHANCE

    @property
    def is_over(self) -> bool:
        return self.turn == OVER

    @property
    def options(self) -> str:
        """In their shortest form."""
        text, out = _lib.Text(), c.create_string_buffer(1024)
        lib.ir_text_start(c.byref(text), out, len(out))
        lib.ir_options_print(self.game._p, lib.ir_options(self._at), c.byref(text))
        return out.value.decode()

    def legal(self) -> list[int]:
        """The moves of the seat that is to move, ascending; or the possible outcomes of chance."""
        if self.is_chance:
            return [move for move, _ in self.chance()]
        return self.view(self.turn).legal() if self.turn >= 0 else []

    def chance(self) -> list[tuple[int, float]]:
        """The possible outcomes of chance with their probabilities; empty if it is not chance's turn."""
        if not self.is_chance:
            return []
        out = (_lib.Chance * MOVES_MAX)()
        n = self.game._s.chance(c.pointer(self._block), out)
        total = sum(out[i].weight for i in range(n))
        return [(out[i].move, out[i].weight / total) for i in range(n)]

    def sample(self, rng: Rng) -> int:
        """An outcome of chance, drawn with its probability."""
        m: int = lib.ir_sample(self.game._p, self._at, c.byref(rng._block))
        if m == _lib.NO_MOVE:
            raise IroriError("it is not chance's turn")
        return m

    def apply(self, move: Move, events: bool = False) -> list[dict[str, Any]]:
        """Makes a move of the seat that is to move, or an outcome of chance. Raises IroriError, with the state unchanged, if that
        is not possible. With events=True returns what happened, as everybody together could see it."""
        number = self.game.move(move) if isinstance(move, str) else int(move)
        why, before = _lib.why_buffer(), bytes(self._block)
        told = _lib.Events() if events else None
        check(lib.ir_apply(self.game._p, self._at, self.turn, number if 0 <= number < 65536 else _lib.NO_MOVE, c.byref(told) if told else None, why), why)
        lib.ir_note(self.game._p, c.byref(self._notes), before, self._at)
        return [_event(self.game, told.e[i]) for i in range(told.n)] if told else []

    def settle(self, rng: Rng) -> State:
        """Plays chance until a seat is to move or the game is over. Returns the same state."""
        while self.is_chance:
            self.apply(self.sample(rng))
        return self

    def view(self, seat: int = SPECTATOR) -> View:
        """What a seat, or a spectator, knows."""
        if not SPECTATOR <= seat < self.seats:
            raise IroriError("there is no seat %d at a table of %d" % (seat, self.seats))
        return View(self, seat)

    def view_hash(self, seat: int) -> int:
        """A hash of what a seat sees, 64 bits: that of its view, without making one."""
        block = _lib.ViewBlock()
        lib.ir_look(self.game._p, self._at, seat, c.byref(block))
        h: int = lib.ir_view_hash(self.game._p, c.byref(block))
        return h

    def points(self) -> list[int]:
        """The score of each seat so far, as far as everybody knows it."""
        return list(self._score().points[: self.seats])

    def ranks(self) -> list[int]:
        """0 is best; all who share the win have 0. Final when the game is over."""
        return list(self._score().rank[: self.seats])

    def rewards(self) -> list[float]:
        """1 for a sole winner, and the others share -1; a shared win is divided. 0 for all while the game is not over."""
        out = (c.c_float * _lib.SEATS_MAX)()
        if self.is_over:
            lib.ir_reward(self.game._p, self._at, out)
        return list(out[: self.seats])

    def _score(self) -> Any:
        out = _lib.Score()
        lib.ir_score_of(self.game._p, self._at, c.byref(out))
        return out

    def check(self) -> Optional[str]:
        """None, or a sentence: which card or coin is lost or doubled."""
        said = self.game._s.check(c.pointer(self._block))
        return said.decode() if said else None

    def clone(self) -> State:
        other = State(self.game)
        c.pointer(other._block)[0] = self._block
        c.pointer(other._notes)[0] = self._notes
        return other

    def __copy__(self) -> State:
        return self.clone()

    def __deepcopy__(self, memo: Any) -> State:
        return self.clone()

    def __eq__(self, other: object) -> bool:
        return isinstance(other, State) and self.game == other.game and self.to_bytes() == other.to_bytes()

    def __hash__(self) -> int:
        h: int = lib.ir_hash(self.game._p, self._at)
        return h

    def to_bytes(self) -> bytes:
        """The position without the bots' notes; the same on every machine. For this version of the rules only: records last."""
        return bytes(self._block)[: self.game.state_size]

    @staticmethod
    def from_bytes(of: Game, data: bytes) -> State:
        """Of bytes that to_bytes made; anything else is undefined."""
        if len(data) != of.state_size:
            raise IroriError("a state of %s has %d bytes, not %d" % (of.name, of.state_size, len(data)))
        state = State(of)
        c.memmove(state._at, data, len(data))
        return state

    def __reduce__(self) -> Any:
        return _unpickle, (self.game, self.to_bytes(), bytes(self._notes))

    def __repr__(self) -> str:
        turn = {CHANCE: "chance", OVER: "over"}.get(self.turn, "seat %d" % self.turn)
        return "<irori.State of %s, %s, %016x>" % (self.game.name, turn, hash(self) & (2**64 - 1))


def _unpickle(of: Game, data: bytes, notes: bytes) -> State:
    state = State.from_bytes(of, data)
    c.memmove(c.byref(state._notes), notes, len(notes))
    return state


def _event(of: Game, event: Any) -> dict[str, Any]:
    j, out = _lib.Json(), c.create_string_buffer(1024)
    lib.ir_json_start(c.byref(j), out, len(out))
    lib.ir_event_json(of._p, c.byref(event), c.byref(j))
    told: dict[str, Any] = json.loads(out.value)
    return told


class View:
    """What a seat knows of a position: the public cards, its own, and nothing else."""

    __slots__ = ("game", "seat", "seats", "turn", "_block", "_at", "_notes")

    def __init__(self, state: State, seat: int) -> None:
        self.game, self.seat, self.seats, self.turn = state.game, seat, state.seats, state.turn
        self._block: Any = _lib.ViewBlock()
        self._at: Any = c.byref(self._block)
        self._notes: Any = _lib.Notes.from_buffer_copy(state._notes)  # public, as their format is
        lib.ir_look(self.game._p, state._at, seat, self._at)

    def legal(self) -> list[int]:
        """The moves of this seat, ascending; empty if it is not asked."""
        out = (c.c_uint16 * MOVES_MAX)()
        n: int = lib.ir_legal(self.game._p, self._at, out)
        return list(out[:n])

    def mask(self) -> npt.NDArray[np.int8]:
        """1 for each legal move."""
        out = np.zeros(self.game.n_moves, np.int8)
        out[self.legal()] = 1
        return out

    def observation(self) -> npt.NDArray[np.float32]:
        """What this seat knows as numbers; game.fields says what they are."""
        if self.seat < 0:
            raise IroriError("an observation is that of a seat; a spectator has none")
        out = np.empty(self.game.observation_size, np.float32)
        lib.ir_observe(self.game._p, self._at, out.ctypes.data)
        return out

    def information(self) -> str:
        """All that this seat sees in this position as one line: equal for equal views only. It begins with game and version."""
        text, out = _lib.Text(), c.create_string_buffer(_lib.INFORMATION_MAX)
        lib.ir_text_start(c.byref(text), out, len(out))
        lib.ir_information(self.game._p, self._at, c.byref(text))
        return out.value.decode()

    def __hash__(self) -> int:
        h: int = lib.ir_view_hash(self.game._p, self._at)
        return h

    def __eq__(self, other: object) -> bool:
        return isinstance(other, View) and (self.game, self.seat) == (other.game, other.seat) and bytes(self._block) == bytes(other._block)

    def describe(self) -> dict[str, Any]:
        """The view in words and lists, as a page would draw it; with `legal` if this seat is asked."""
        j, out = _lib.Json(), c.create_string_buffer(_lib.DESCRIBE_MAX)
        lib.ir_json_start(c.byref(j), out, len(out))
        lib.ir_describe(self.game._p, self._at, c.byref(j))
        said: dict[str, Any] = json.loads(out.value)
        return said

    def text(self) -> str:
        """The same for people, a line for each member."""
        return "\n".join("%s: %s" % (key, json.dumps(value, ensure_ascii=False)) for key, value in self.describe().items())

    def imagine(self, rng: Rng) -> State:
        """A random position that this seat could be in: every arrangement of the hidden cards that fits is equally likely."""
        state = State(self.game)
        self.game._s.imagine(c.pointer(self._block), c.pointer(rng._block), c.pointer(state._block))
        c.pointer(state._notes)[0] = self._notes
        return state

    def bot(self, name: str, rng: Rng, nodes: int = 0) -> Advice:
        """What one of the game's bots would do. nodes: how long it may think; 0: as long as it likes."""
        if not self.legal():
            raise IroriError("seat %d is not asked now" % self.seat)
        bot = self.game._bot(name)
        budget, advice = _lib.Budget(nodes), _lib.Advice()
        own = bot.contents.budget
        bot.contents.think(self.game._p, c.pointer(self._block), c.pointer(self._notes), c.pointer(rng._block),
                           c.pointer(budget if nodes else own), c.pointer(advice))
        return Advice(lib.ir_advice_best(c.byref(advice)), {advice.of[i].move: advice.of[i].value for i in range(advice.n)}, advice.nodes)
