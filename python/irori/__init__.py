"""Irori: card games for people and programs. docs/python.md is the guide; every name here has its own text.

    games, game          the games there are, and one by its name
    Game, State, View    rules; a position; what one seat knows of it
    Batch                many games at once, in numpy arrays
    Record, Replay       games as text, and their reviews
    Rng                  random numbers that repeat

irori.pettingzoo, irori.gym and irori.openspiel are for those libraries, and are imported by their own names."""
from ._lib import CHANCE, OVER, SPECTATOR, IroriError, lib
from .batch import SKIP, Batch
from .records import Record, Replay, Row
from .rules import Advice, Field, Game, Option, Rng, State, View, game, games

__version__: str = lib.ir_version().decode()
__all__ = ["CHANCE", "OVER", "SPECTATOR", "SKIP", "Advice", "Batch", "Field", "Game", "IroriError", "Option", "Record", "Replay", "Rng", "Row",
           "State", "View", "game", "games", "__version__"]
