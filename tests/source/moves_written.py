"""moves_written.py ROOT LIBRARY: the tables of docs/bots.md that show how moves are written, compared with the rules: every example is a move as the game
prints it, and every word that moves of random games begin with has an example. TAP."""
import ctypes
import pathlib
import re
import sys

root, library = pathlib.Path(sys.argv[1]), ctypes.CDLL(sys.argv[2])
GAMES, STATE, MOVES, CHANCE, OVER = 40, 1024, 512, -2, -3  # GAMES: random ones of each kind
library.ir_game_find.restype = ctypes.c_void_p
library.ir_game_find.argtypes = [ctypes.c_char_p]
library.ir_move_find.argtypes = [ctypes.c_void_p, ctypes.c_char_p]
library.ir_move_find.restype = library.ir_sample.restype = ctypes.c_uint16
library.ir_sample.argtypes = [ctypes.c_void_p] * 3
library.ir_rng_seed.argtypes = [ctypes.c_void_p, ctypes.c_uint64]
library.ir_start.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_char_p, ctypes.c_char_p, ctypes.c_char_p]
library.ir_look.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p]
library.ir_legal.argtypes = [ctypes.c_void_p] * 3
library.ir_apply.argtypes = [ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_uint16, ctypes.c_void_p, ctypes.c_char_p]
library.ir_move_text.argtypes = [ctypes.c_void_p, ctypes.c_uint16, ctypes.c_char_p]
NO_MOVE = 0xffff


class Game(ctypes.Structure):  # the first members of struct ir_game
    _fields_ = [("name", ctypes.c_char_p), ("title", ctypes.c_char_p), ("rules_rev", ctypes.c_uint16), ("min_seats", ctypes.c_uint8), ("max_seats", ctypes.c_uint8)]


def text(game, move):
    out = ctypes.create_string_buffer(64)
    library.ir_move_text(game, move, out)
    return out.value.decode()


def words(game, seats, seed):
    """What the moves begin with that are legal in a random game; a player takes each as often as the others."""
    state, view, legal, why = (ctypes.create_string_buffer(n) for n in (STATE, STATE + 8, 2 * MOVES, 576))
    dice = ctypes.create_string_buffer(32)
    library.ir_rng_seed(dice, seed)
    assert library.ir_start(game, state, seats, b"", None, why) == 0, why.value
    found = set()
    turn = lambda: ctypes.c_int8(state.raw[0]).value
    while turn() != OVER:
        if turn() == CHANCE:
            move = library.ir_sample(game, state, dice)
        else:
            library.ir_look(game, state, turn(), view)
            n = library.ir_legal(game, view, legal)
            moves = [int.from_bytes(legal.raw[2 * i:2 * i + 2], "little") for i in range(n)]
            of = {}
            for m in moves:
                of.setdefault(text(game, m).split()[0], []).append(m)
            found |= set(of)
            seed = (seed * 16807 + 11) % 2147483647
            some = sorted(of.items())[seed % len(of)][1]
            move = some[seed // 97 % len(some)]
        assert library.ir_apply(game, state, turn(), move, None, why) == 0, why.value
    return found


document = (root / "docs/bots.md").read_text()
games = (ctypes.POINTER(Game) * 64).in_dll(library, "ir_games")
n = failed = 0
for pointer in games:
    if not pointer:
        break
    game, about = ctypes.cast(pointer, ctypes.c_void_p), pointer.contents
    title = about.title.decode()
    table = re.search(r"^\| %s \| \|\n\|---\|---\|\n((?:\|.*\n)+)" % re.escape(title), document, re.M)
    wrong = ["there is no table of this game"] if not table else []
    if table:
        examples = re.findall(r"`([^`]+)`", table.group(1))
        wrong += ["%r is no move" % e for e in examples if library.ir_move_find(game, e.encode()) == NO_MOVE or text(game, library.ir_move_find(game, e.encode())) != e]
        shown = {e.split()[0] for e in examples}
        played = set().union(*(words(game, seats, seed) for seats in range(about.min_seats, about.max_seats + 1) for seed in range(1, 1 + GAMES // about.max_seats)))
        wrong += ["no example begins with %r" % w for w in sorted(played - shown)]
        wrong += [] if len(played) > 2 and len(examples) >= len(played) else ["too little was looked at: %s" % played]
    n += 1
    failed |= bool(wrong)
    for w in wrong:
        print("# %s: %s" % (title, w))
    print("%sok %d - how moves of %s are written" % ("not " * bool(wrong), n, title))
print("1..%d" % n)
sys.exit(failed)
