"""Many games at once, played by the library into numpy arrays.

    batch = irori.Batch(irori.game("koikoi"), 1024, threads=2)
    batch.reset(seed=1)
    for _ in range(1000):
        action = policy(batch.observation, batch.mask)   # or batch.random()
        batch.step(action)
        learn(batch.reward, batch.over)"""
from __future__ import annotations

import concurrent.futures
import ctypes as c
from typing import Any, Callable, Optional, Union

import numpy as np
import numpy.typing as npt

from . import _lib
from ._lib import MOVES_MAX, NO_MOVE, IroriError, check, lib
from .rules import Game, State

#: in an array of actions: leave this game as it is
SKIP = NO_MOVE


def _address(array: Any) -> Optional[int]:
    return None if array is None else int(array.ctypes.data)


class Batch:
    """n games side by side. After reset and after every step each of them waits for a seat: chance is played, and a game that has
    ended is started again at once. The arrays are always the same ones, written anew by every step; copy what you keep.

    observation  float32 (n, game.observation_size): as the seat knows it that is to move; None with observations=False
    mask         bool (n, game.n_moves): its legal moves; None with masks=False
    legal        uint16 (n, 512): the same as a list, of which the first n_legal count
    turn         int8 (n,): the seat that is to move
    reward       float32 (n, seats): 0, or the result of a game that has just ended
    over         bool (n,): a game has just ended here, and the rest is of the next one

    The same seed and actions give the same games, with any number of threads."""

    def __init__(self, of: Game, n: int, seats: Optional[int] = None, options: str = "", deck: Optional[str] = None, threads: int = 1,
                 observations: bool = True, masks: bool = True, notes: bool = False) -> None:
        """notes: keep the notes that some bots take; for batch.bot."""
        if n < 1 or threads < 1:
            raise IroriError("a batch has at least one game and one thread")
        self.game, self.n = of, n
        self.seats = of.min_seats if seats is None else seats
        self._how: dict[str, Any] = {"seats": seats, "options": options, "deck": deck, "threads": threads, "observations": observations,
                                     "masks": masks, "notes": notes}
        self._states = np.zeros((n, of.state_size), np.uint8)
        self._rng = np.zeros((n, 4), np.uint64)
        self._pick = np.zeros((n, 4), np.uint64)  # of random() and bot(), so that they change no deal
        self._notes: Any = np.zeros((n, 8), np.uint64) if notes else None
        self.legal: npt.NDArray[np.uint16] = np.zeros((n, MOVES_MAX), np.uint16)
        self.n_legal: npt.NDArray[np.uint16] = np.zeros(n, np.uint16)
        self.turn: npt.NDArray[np.int8] = np.zeros(n, np.int8)
        self.mask: Any = np.zeros((n, of.n_moves), np.bool_) if masks else None
        self.observation: Any = np.zeros((n, of.observation_size), np.float32) if observations else None
        self.reward: npt.NDArray[np.float32] = np.zeros((n, self.seats), np.float32)
        self.over: npt.NDArray[np.bool_] = np.zeros(n, np.bool_)
        self._actions: npt.NDArray[np.uint16] = np.full(n, SKIP, np.uint16)
        self._block = _lib.BatchBlock(n=n, state=self._states.ctypes.data, rng=self._rng.ctypes.data,
                                      notes=_address(self._notes), legal=self.legal.ctypes.data,
                                      n_legal=self.n_legal.ctypes.data, turn=self.turn.ctypes.data,
                                      mask=_address(self.mask),
                                      observation=_address(self.observation),
                                      reward=self.reward.ctypes.data, over=self.over.ctypes.data)
        self._at = c.byref(self._block)
        why = _lib.why_buffer()
        check(lib.ir_batch_open(self._at, of._p, self.seats, options.encode(), deck.encode() if deck else None, why), why)
        parts = min(threads, n)
        self._parts = [(n * i // parts, n * (i + 1) // parts) for i in range(parts)]
        self._pool = concurrent.futures.ThreadPoolExecutor(parts - 1) if parts > 1 else None
        self.reset(0)

    def _all(self, call: Callable[[int, int], Any]) -> list[Any]:
        """The call for every range, each in its thread; the last range in this one."""
        if self._pool is None:
            return [call(0, self.n)]
        others = [self._pool.submit(call, *part) for part in self._parts[:-1]]
        last = call(*self._parts[-1])
        return [f.result() for f in others] + [last]

    def reset(self, seed: int = 0) -> None:
        """Starts all games anew."""
        seed &= 2**64 - 1
        for i in range(self.n):
            lib.ir_rng_seed(self._pick.ctypes.data + 32 * i, seed * 0x2545F4914F6CDD1D + i & 2**64 - 1)
        self._all(lambda a, b: lib.ir_batch_reset(self._at, seed, a, b))

    def step(self, actions: Union[npt.ArrayLike, None] = None) -> None:
        """Makes a move in every game; SKIP (or -1) leaves one as it is. Without actions those of the last random() or bot() are
        made. Raises IroriError if a move is not legal; then some games have moved and others have not."""
        if actions is not None:
            given = np.asarray(actions)
            if given.shape != (self.n,):
                raise IroriError("there are %d games, but the actions have the shape %s" % (self.n, given.shape))
            self._actions[:] = given.astype(np.uint16, copy=False)
        bad = (c.c_int * len(self._parts))()
        data, starts = self._actions.ctypes.data, {a: i for i, (a, _) in enumerate(self._parts)}
        results = self._all(lambda a, b: lib.ir_batch_step(self._at, data, a, b, c.byref(bad, starts[a] * c.sizeof(c.c_int))))
        for i, error in enumerate(results):
            if error:
                game, move = bad[i], int(self._actions[bad[i]])
                said = repr(self.game.move_text(move)) if move < self.game.n_moves else "not a move of this game"
                raise IroriError("game %d: move %d (%s) is not legal for seat %d" % (game, move, said, self.turn[game]))

    def random(self) -> npt.NDArray[np.uint16]:
        """A legal move for every game, each with the same probability. The array is the one that step() takes by itself."""
        self._all(lambda a, b: lib.ir_batch_random(self._at, self._pick.ctypes.data, self._actions.ctypes.data, a, b))
        return self._actions

    def bot(self, name: str, seats: Optional[list[int]] = None, nodes: int = 0) -> npt.NDArray[np.uint16]:
        """The moves of a bot where one of these seats (None: any) is to move, SKIP elsewhere. The array is the one that step() takes
        by itself. Some bots remember earlier positions: give them notes=True."""
        bot = self.game._bot(name)
        bits = sum(1 << s for s in range(self.seats) if seats is None or s in seats)
        budget = _lib.Budget(nodes) if nodes else None
        self._all(lambda a, b: lib.ir_batch_bot(self._at, bot, c.byref(budget) if budget else None, bits, self._pick.ctypes.data,
                                                self._actions.ctypes.data, a, b))
        return self._actions

    def state(self, i: int) -> State:
        """A copy of one position."""
        state = State.from_bytes(self.game, self._states[i].tobytes())
        if self._notes is not None:
            c.memmove(c.byref(state._notes), self._notes[i].ctypes.data, 64)
        return state

    def set_state(self, i: int, state: State) -> None:
        """Puts a position into place i; a seat must be to move in it, of as many as in this batch."""
        if state.game != self.game or state.seats != self.seats or state.turn < 0:
            raise IroriError("a position of %s with %d seats is wanted, in which one of them is to move" % (self.game.name, self.seats))
        if not 0 <= i < self.n:
            raise IndexError(i)
        self._states[i] = np.frombuffer(state.to_bytes(), np.uint8)
        if self._notes is not None:
            c.memmove(self._notes[i].ctypes.data, c.byref(state._notes), 64)
        lib.ir_batch_look(self._at, i, i + 1)

    def clone(self) -> Batch:
        """The same games, which then go their own way; also the same cards to come."""
        other = Batch(self.game, self.n, **self._how)
        for mine, theirs in ((self._states, other._states), (self._rng, other._rng), (self._pick, other._pick), (self.legal, other.legal),
                             (self.n_legal, other.n_legal), (self.turn, other.turn), (self.mask, other.mask),
                             (self.observation, other.observation), (self.reward, other.reward), (self.over, other.over),
                             (self._notes, other._notes), (self._actions, other._actions)):
            if mine is not None and theirs is not None:
                theirs[...] = mine
        return other
