"""The C library by ctypes: where it is, and its structs as include/irori.h describes them.

A call releases Python's lock while it runs, so threads play at the same time."""
from __future__ import annotations

import ctypes as c
import os
import pathlib
from typing import Any

STATE_MAX, MOVES_MAX, EVENTS_MAX, TEXT_MAX, SEATS_MAX = 1024, 512, 96, 48, 6
WHY_CODE, WHY_MAX, NAME_MAX, MATCH_MAX, SALT_MAX = 320, 576, 100, 40, 65
SPECTATOR, CHANCE, OVER, NO_MOVE = -1, -2, -3, 0xFFFF
INFORMATION_MAX, DESCRIBE_MAX = 16384, 65536


class Text(c.Structure):
    _fields_ = [("out", c.c_char_p), ("size", c.c_size_t), ("len", c.c_size_t), ("cut", c.c_int)]


class Json(c.Structure):
    _fields_ = [("text", Text), ("depth", c.c_uint8), ("comma", c.c_uint8), ("outlined", c.c_uint8), ("outline", c.c_void_p), ("plain", c.c_size_t)]


class Rng(c.Structure):
    _fields_ = [("s", c.c_uint64 * 4)]


class StateBlock(c.Structure):
    _fields_ = [("b", c.c_uint64 * (STATE_MAX // 8))]


class ViewBlock(c.Structure):
    _fields_ = [("b", c.c_uint64 * (STATE_MAX // 8)), ("seat", c.c_int8)]


class Zones(c.Structure):
    _fields_ = [("pub", c.c_uint16), ("seat", c.c_uint16), ("hid", c.c_uint16)]


class Option(c.Structure):
    _fields_ = [("name", c.c_char_p), ("min", c.c_int16), ("max", c.c_int16), ("default", c.c_int16), ("words", c.POINTER(c.c_char_p)),
                ("rule", c.c_char_p), ("help", c.c_char_p)]


class Preset(c.Structure):
    _fields_ = [("name", c.c_char_p), ("options", c.c_char_p), ("help", c.c_char_p)]


class Deck(c.Structure):
    _fields_ = [("name", c.c_char_p), ("text", c.c_char_p)]


class Chance(c.Structure):
    _fields_ = [("move", c.c_uint16), ("weight", c.c_uint16)]


class Score(c.Structure):
    _fields_ = [("points", c.c_int32 * SEATS_MAX), ("rank", c.c_uint8 * SEATS_MAX)]


class Event(c.Structure):
    _fields_ = [("kind", c.c_uint8), ("seat", c.c_int8), ("see", c.c_uint16), ("pub", c.c_int32 * 3), ("prv", c.c_int32 * 3)]


class Events(c.Structure):
    _fields_ = [("n", c.c_int), ("e", Event * EVENTS_MAX)]


class Notes(c.Structure):
    _fields_ = [("b", c.c_uint64 * 8)]


class GameStruct(c.Structure):
    _fields_ = [
        ("name", c.c_char_p), ("title", c.c_char_p), ("rules_rev", c.c_uint16), ("min_seats", c.c_uint8), ("max_seats", c.c_uint8),
        ("n_moves", c.c_uint16), ("zone", Zones), ("option", c.POINTER(Option)), ("preset", c.POINTER(Preset)),
        ("later_option", c.c_uint8), ("later_preset", c.c_uint8), ("deck", c.POINTER(Deck)), ("error", c.c_void_p), ("event_kind", c.c_void_p),
        ("n_event_kinds", c.c_uint8), ("options_check", c.c_void_p), ("deck_read", c.c_void_p), ("start", c.c_void_p), ("asked", c.c_void_p),
        ("silent", c.c_uint16), ("legal", c.c_void_p),
        ("chance", c.CFUNCTYPE(c.c_int, c.POINTER(StateBlock), c.POINTER(Chance))), ("sample", c.c_void_p), ("apply", c.c_void_p),
        ("score", c.c_void_p), ("imagine", c.CFUNCTYPE(None, c.POINTER(ViewBlock), c.POINTER(Rng), c.POINTER(StateBlock))),
        ("check", c.CFUNCTYPE(c.c_char_p, c.POINTER(StateBlock))), ("move_print", c.c_void_p), ("move_parse", c.c_void_p),
        ("value_print", c.c_void_p), ("value_sound", c.c_void_p), ("sound", c.c_void_p), ("describe", c.c_void_p), ("own", c.c_void_p), ("components", c.c_void_p)]


class Budget(c.Structure):
    _fields_ = [("nodes", c.c_uint64), ("microseconds", c.c_uint64), ("clock", c.c_void_p), ("stop", c.c_void_p)]


class Advised(c.Structure):
    _fields_ = [("move", c.c_uint16), ("samples", c.c_uint32), ("value", c.c_double)]


class Advice(c.Structure):
    _fields_ = [("n", c.c_int), ("nodes", c.c_uint64), ("of", Advised * MOVES_MAX)]


THINK = c.CFUNCTYPE(None, c.c_void_p, c.POINTER(ViewBlock), c.POINTER(Notes), c.POINTER(Rng), c.POINTER(Budget), c.POINTER(Advice))


class BotStruct(c.Structure):
    _fields_ = [("name", c.c_char_p), ("help", c.c_char_p), ("think", THINK), ("budget", Budget), ("learned", c.c_uint8)]


class RecordBlock(c.Structure):
    _fields_ = [
        ("games", c.c_void_p), ("game", c.c_void_p), ("deck", c.c_char_p), ("state", StateBlock), ("match", c.c_char * MATCH_MAX),
        ("name", (c.c_char * NAME_MAX) * SEATS_MAX), ("salt", (c.c_char * SALT_MAX) * SEATS_MAX), ("commit", c.c_uint8 * 32),
        ("secret", c.c_uint8 * 32), ("has_commit", c.c_uint8), ("has_secret", c.c_uint8), ("stage", c.c_uint8), ("over", c.c_uint8),
        ("resigned", c.c_uint8), ("rows", c.c_uint32), ("chances", c.c_uint32), ("line", c.c_uint32)]


class Row(c.Structure):
    _fields_ = [("actor", c.c_int8), ("move", c.c_uint16)]


class Resigned(c.Structure):
    _fields_ = [("row", c.c_uint32), ("seat", c.c_int)]


class ReplayBlock(c.Structure):
    _fields_ = [
        ("record", RecordBlock), ("row", c.POINTER(Row)), ("step", c.POINTER(c.c_uint32)), ("segment", c.c_void_p), ("rows", c.c_uint32),
        ("steps", c.c_uint32), ("segments", c.c_uint32), ("resign", Resigned * SEATS_MAX), ("resigns", c.c_int), ("at", c.c_uint32),
        ("state", StateBlock), ("saved", c.c_void_p)]


class Field(c.Structure):
    _fields_ = [("name", c.c_char_p), ("size", c.c_uint16), ("help", c.c_char_p)]


class BatchBlock(c.Structure):
    _fields_ = [
        ("game", c.c_void_p), ("n", c.c_int32), ("seats", c.c_int32), ("start", StateBlock), ("state", c.c_void_p), ("rng", c.c_void_p),
        ("notes", c.c_void_p), ("legal", c.c_void_p), ("n_legal", c.c_void_p), ("turn", c.c_void_p), ("mask", c.c_void_p),
        ("observation", c.c_void_p), ("reward", c.c_void_p), ("over", c.c_void_p)]


def _open() -> Any:
    """IRORI_LIBRARY, or what came with the wheel (meson-python puts libraries into a folder beside the package)."""
    here = pathlib.Path(__file__).resolve().parent
    asked = os.environ.get("IRORI_LIBRARY")
    places = [pathlib.Path(asked)] if asked else [here.parent / ".irori.mesonpy.libs" / "libirori_python.so", here / "libirori_python.so"]
    for place in places:
        if place.exists():
            return c.CDLL(str(place))
    raise ImportError("irori: its library is missing; looked for %s. Install the package with pip, or set IRORI_LIBRARY." % ", ".join(map(str, places)))


lib = _open()

_P = c.c_void_p
_CALLS: dict[str, tuple[Any, list[Any]]] = {
    "ir_version": (c.c_char_p, []),
    "ir_game_find": (c.POINTER(GameStruct), [c.c_char_p]),
    "ir_start": (c.c_int, [_P, _P, c.c_int, c.c_char_p, c.c_char_p, c.c_char_p]),
    "ir_look": (None, [_P, _P, c.c_int, _P]),
    "ir_apply": (c.c_int, [_P, _P, c.c_int, c.c_uint16, _P, c.c_char_p]),
    "ir_legal": (c.c_int, [_P, _P, _P]),
    "ir_sample": (c.c_uint16, [_P, _P, _P]),
    "ir_score_of": (None, [_P, _P, _P]),
    "ir_move_text": (None, [_P, c.c_uint16, c.c_char_p]),
    "ir_move_find": (c.c_uint16, [_P, c.c_char_p]),
    "ir_asked": (c.c_uint16, [_P, _P]),
    "ir_hash": (c.c_uint64, [_P, _P]),
    "ir_options": (c.POINTER(c.c_int16), [_P]),
    "ir_options_print": (None, [_P, _P, _P]),
    "ir_describe": (None, [_P, _P, _P]),
    "ir_event_see": (None, [_P, c.c_int, _P]),
    "ir_event_json": (None, [_P, _P, _P]),
    "ir_text_start": (None, [_P, _P, c.c_size_t]),
    "ir_json_start": (None, [_P, _P, c.c_size_t]),
    "ir_rng_seed": (None, [_P, c.c_uint64]),
    "ir_note": (None, [_P, _P, _P, _P]),
    "ir_bot_find": (c.POINTER(BotStruct), [_P, c.c_char_p]),
    "ir_bot_list": (c.POINTER(BotStruct), [_P, c.c_int]),
    "ir_bot_level": (c.POINTER(BotStruct), [_P, c.c_int]),
    "ir_advice_best": (c.c_uint16, [_P]),
    "ir_bot_move": (c.c_uint16, [_P, _P, _P, _P, _P, _P]),
    "ir_record_begin": (c.c_int, [_P, _P, c.c_int, c.c_char_p, c.c_char_p, c.c_char_p]),
    "ir_record_row": (c.c_int, [_P, c.c_int, c.c_uint16, _P, c.c_char_p]),
    "ir_record_print_header": (None, [_P, _P]),
    "ir_record_print_row": (None, [_P, _P, _P]),
    "ir_record_print_end": (None, [_P, _P]),
    "ir_record_deck": (c.c_char_p, [c.c_char_p]),
    "ir_replay_size": (c.c_size_t, [c.c_char_p]),
    "ir_replay_open": (c.c_int, [_P, _P, c.c_char_p, c.c_char_p, _P, c.c_size_t, c.c_char_p]),
    "ir_replay_seek": (None, [_P, c.c_uint32]),
    "ir_replay_next": (None, [_P, _P]),
    "ir_replay_over": (c.c_int, [_P]),
    "ir_review_size": (c.c_size_t, [_P]),
    "ir_review_open": (_P, [_P, c.c_size_t, _P, c.c_uint64, c.c_uint64]),
    "ir_review_step": (c.c_int, [_P, c.c_uint64]),
    "ir_review_progress": (c.c_double, [_P]),
    "ir_review_result": (_P, [_P]),
    "ir_review_json": (None, [_P, _P, _P]),
    "ir_review_json_size": (c.c_size_t, [_P]),
    "ir_observation_size": (c.c_int, [_P]),
    "ir_observation_rev": (c.c_int, [_P]),
    "ir_observation_fields": (c.POINTER(Field), [_P, _P]),
    "ir_observe": (None, [_P, _P, _P]),
    "ir_information": (None, [_P, _P, _P]),
    "ir_view_hash": (c.c_uint64, [_P, _P]),
    "ir_reward": (None, [_P, _P, _P]),
    "ir_batch_open": (c.c_int, [_P, _P, c.c_int, c.c_char_p, c.c_char_p, c.c_char_p]),
    "ir_batch_reset": (None, [_P, c.c_uint64, c.c_int, c.c_int]),
    "ir_batch_step": (c.c_int, [_P, _P, c.c_int, c.c_int, _P]),
    "ir_batch_look": (None, [_P, c.c_int, c.c_int]),
    "ir_batch_random": (None, [_P, _P, _P, c.c_int, c.c_int]),
    "ir_batch_bot": (None, [_P, _P, _P, c.c_uint32, _P, _P, c.c_int, c.c_int]),
    "ir_python_sizes": (None, [_P]),
}
for _name, (_result, _arguments) in _CALLS.items():
    _call = getattr(lib, _name)
    _call.restype, _call.argtypes = _result, _arguments

_sizes = (c.c_size_t * 6)()
lib.ir_python_sizes(_sizes)
if list(_sizes) != [c.sizeof(s) for s in (GameStruct, RecordBlock, ReplayBlock, Events, BatchBlock, Advice)]:
    raise ImportError("irori: the library is not the one that this package was made for; install the package again")

all_games = (_P * 1000).in_dll(lib, "ir_all_games")  # ends with NULL


class IroriError(ValueError):
    """What the library refused, as a sentence that says what would be right."""


def why_buffer() -> Any:
    return c.create_string_buffer(WHY_MAX)


def check(error: int, why: Any) -> None:
    if error:
        raise IroriError(why.value.decode())
