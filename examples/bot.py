#!/usr/bin/env python3
"""A bot for any game of Irori: random, but it never passes up a move that takes something.

    irori sim GAME --games 1 --bots "exec:python3 examples/bot.py,random"
"""
import json
import random
import sys

PROTOCOL = 1
dice = random.Random()
history = []  # what this seat saw happen in this game; this bot only keeps it


def say(**message):
    print(json.dumps(message), flush=True)  # one line, and no waiting in a buffer


def choose(view):
    keen = [m for m in view["legal"] if m.split()[0] in ("take", "claim", "agari", "mecha")]
    return dice.choice(keen or view["legal"])


for line in sys.stdin:
    message = json.loads(line)
    kind = message["type"]
    if kind == "hello":
        say(type="hello", protocol=PROTOCOL, name="example")
    elif kind == "game":
        dice.seed(message.get("seed", 0))
        history.clear()
    elif kind == "told":
        history += message["events"]
    elif kind == "choose":
        say(type="move", id=message["id"], move=choose(message["view"]))
    elif kind == "error":
        print("the table says:", message["why"], file=sys.stderr)
    elif kind == "bye":
        break
    # "result", and whatever a later version may send, is not for this bot
