#!/usr/bin/env python3
"""hostile.py KIND PIDS: a foreign bot that does one thing wrong; test_bots.py sits it at a table. Appends the number of its process group to PIDS."""
import json
import os
import signal
import subprocess
import sys
import time

kind, pids = sys.argv[1:]
with open(pids, "a") as f:
    f.write("%d\n" % os.getpgid(0))
out = sys.stdout.buffer


def say(line):
    out.write(line if isinstance(line, bytes) else json.dumps(line).encode() + b"\n")
    out.flush()


def move(message, **changed):
    say({**dict(type="move", id=message["id"], move=message["view"]["legal"][0]), **changed})


def sleep():
    while True:
        time.sleep(10)


chosen = 0


def choose(message):
    global chosen
    chosen += 1
    if kind == "hang":
        sleep()
    elif kind == "slow once" and chosen == 2:  # late once: the table has gone on, and the answer must not count for the next turn
        following = sys.stdin.readline()
        move(message)
        take(following)
    elif kind == "die in mid-game" and chosen == 4:
        os._exit(3)
    elif kind == "babble":
        say(b"thinking...\n")
    elif kind == "flood":
        while True:
            out.write(b"la la la\n" * 1000)
    elif kind == "binary":
        say(os.urandom(300) + b"\n")
    elif kind == "long line":
        say(b"[" + b"1," * 200000 + b"1]\n")
    elif kind == "endless line":
        while True:
            out.write(b"x" * 60000)
    elif kind == "half line":
        say(b'{"type":"move","id":%d,"mo' % message["id"])
    elif kind == "illegal move":
        move(message, move="checkmate")
    elif kind == "move of a strange type":
        move(message, move=[{"a": 1}])
    elif kind == "wrong id":
        move(message, id=message["id"] + 1)
    elif kind == "id of a strange type":
        move(message, id="one")
    elif kind == "doubled keys":
        say(b'{"type":"move","type":"move","id":%d,"move":"x"}\n' % message["id"])
    elif kind == "unknown type":
        say({"type": "dance"})
    elif kind == "bare value":
        say(b"42\n")
    elif kind == "deep":
        say(b"[" * 100000 + b"\n")
    elif kind == "gives up":
        say({"type": "error", "id": message["id"], "why": "I do not know \x1b[31m this game"})
    elif kind == "closes its output":
        os.close(1)
        sleep()
    elif kind == "closes its input":
        os.close(0)
        sleep()
    else:
        move(message)


def take(line):
    message = json.loads(line)
    if message["type"] == "choose":
        choose(message)
    elif message["type"] == "bye" and kind == "stays after bye":
        signal.signal(signal.SIGTERM, signal.SIG_IGN)
        sleep()


if kind == "die at once":
    sys.exit(3)
if kind == "never reads":
    sleep()
if kind == "never reads but talks":
    for n in range(1, 100000):
        say({"type": "move", "id": n, "move": "checkmate"})
    sleep()
if kind == "ignores SIGTERM":
    signal.signal(signal.SIGTERM, signal.SIG_IGN)
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    sleep()
if kind == "writes before it is asked":
    say(b"good morning\n")
    say({"type": "move", "id": 1, "move": "checkmate"})
if kind == "leaves a child":
    subprocess.Popen(["sleep", "1000"])
if kind == "other protocol":
    say({"type": "hello", "protocol": 2, "name": "from the future"})
for line in sys.stdin:
    take(line)
