#!/usr/bin/env python3
"""test_crash.py NODE ROUNDS: nothing that was acknowledged is lost and nothing is doubled, whoever is killed. TAP."""
import os
import random
import signal
import socket
import subprocess
import sys
import threading
import time

from stores import Place, Tap, last_acknowledged, psql, until

node, rounds = sys.argv[1], int(sys.argv[2])
tap, place = Tap(), Place(node)
chance = random.Random(7)
MATCHES = 40


def compare(url, prefix, told, slack):
    """Every acknowledged row is there; and at most `slack` rows a match that nobody was told of."""
    status, out, err = place.run("check", url, prefix, MATCHES)
    there = last_acknowledged(out, {})
    wrong = ["%s: %d acknowledged, %d there" % (id, told.get(id, 0), there.get(id, 0)) for id in sorted(set(there) | set(told))
             if not told.get(id, 0) <= there.get(id, 0) <= told.get(id, 0) + slack]
    if status or wrong or sum(told.values()) == 0:
        return [err, "%d acknowledged in all" % sum(told.values())] + wrong
    for id in there:
        told[id] = there[id]
    return []


def killed_writer(name, url):
    told, story = {}, []
    acknowledged = 0
    for r in range(rounds):
        out, err = place.write(url, "k", MATCHES, lambda: time.sleep(chance.random() * 0.25))
        before = sum(told.values())
        last_acknowledged(out, told)
        acknowledged += sum(told.values()) - before
        story = compare(url, "k", told, 1)
        if story:
            break
    tap.ok(not story, "%s: a writer killed %d times, %d rows acknowledged" % (name, rounds, acknowledged), *story)


def broken(line):
    return line.startswith(("failed", "unknown", "conflict"))


def goes_on(since):
    """Waits until the writer has noticed, and then until it has recovered: its last words are acknowledgements."""
    until(lambda: any(map(broken, place.lines(since))), "the writer notices nothing")
    until(lambda: not any(map(broken, place.lines(since)[-MATCHES:])), "the writer does not recover")


def killed_database(what):
    """PostgreSQL goes away in the middle: requests are answered, not lost; when it is back, work goes on by itself."""
    def during():
        place.wrote(5 * MATCHES)
        since = len(place.said.read_text())
        place.pg(what)
        goes_on(since)

    out, err = place.write(url, what, MATCHES, during)
    lines = out.splitlines()
    broke = [i for i, line in enumerate(lines) if line.startswith(("failed", "unknown"))]
    after = len(lines) - 1 - broke[-1] if broke else 0
    tap.ok(broke and after > 0 and "conflict" not in out,
           "postgres: %s: requests were answered, then it went on" % what,
           "%d lines, %d failures, %d lines after the last one" % (len(lines), len(broke), after), err[-600:])
    story = compare(url, what, last_acknowledged(out, {}), 1)
    tap.ok(not story, "postgres: %s: nothing acknowledged was lost, nothing doubled" % what, *story)
    sentences = set(err.splitlines())
    tap.ok(sentences and all(place.dir in s for s in sentences), "postgres: %s: sentences say where" % what, *sorted(sentences)[:5])


class Proxy:
    """A wire to PostgreSQL that can be cut."""

    def __init__(self):
        os.mkdir(place.dir + "/wire")
        self.pairs, self.dead, self.listener = [], 0, socket.socket(socket.AF_UNIX)
        self.listener.bind(place.dir + "/wire/.s.PGSQL.5432")
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            client = self.listener.accept()[0]
            server = socket.socket(socket.AF_UNIX)
            server.connect(place.dir + "/pg/.s.PGSQL.5432")
            self.pairs.append((client, server))
            for here, there in ((client, server), (server, client)):
                threading.Thread(target=self.carry, args=(here, there), daemon=True).start()

    def carry(self, here, there):
        try:
            while data := here.recv(65536):
                there.sendall(data)
        except OSError:
            pass

    def cut(self):
        """The client's end is closed; the server is told nothing."""
        for client, server in self.pairs[self.dead:]:
            client.shutdown(socket.SHUT_RDWR)
        self.dead = len(self.pairs)


def cut_off():
    """The wire is cut while a commit waits. What became of it is settled before the node goes on: the old commit does not come in
    behind its back."""
    wire, waiting = Proxy(), []

    def lock_waiters():
        return psql(url, "SELECT pid FROM pg_stat_activity WHERE application_name = 'irori' AND wait_event_type = 'Lock'").split()

    def during():
        place.wrote(20)
        holder = subprocess.Popen(["psql", "-X", "-q", "-d", url], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        holder.stdin.write("BEGIN; LOCK TABLE rows IN EXCLUSIVE MODE; SELECT 'held';\n")
        holder.stdin.flush()
        while "held" not in holder.stdout.readline():
            pass
        old = until(lock_waiters, "the writer's commit does not wait for the lock")
        since = len(place.said.read_text())
        wire.cut()
        waiting.append(until(lambda: [pid for pid in lock_waiters() if pid not in old], "the writer does not come back"))
        waiting.append([pid for pid in lock_waiters() if pid in old])
        holder.communicate("COMMIT;\n")
        goes_on(since)

    out, err = place.write(url.replace("/pg", "/wire"), "cut", 1, during)
    tap.ok("unknown" in out and "conflict" not in out and len(waiting[0]) == 1 and not waiting[1], "postgres: cut off: what was unknown is settled before the node goes on",
           "waiting commits, new and old: %s" % waiting, out[-200:], err)
    story = compare(url, "cut", last_acknowledged(out, {}), 1)
    tap.ok(not story, "postgres: cut off: nothing acknowledged was lost, nothing doubled", *story)


def lock_dies_with_its_node():
    first = place.start("lock", url, "m1")
    first.stdout.readline()
    second = place.run("lock", url, "m1")[1]
    first.kill()
    first.wait()
    until(lambda: place.run("lock", url, "m1")[1].startswith("locked"), "the lock of a dead node is not freed")
    tap.ok(second.startswith("taken"), "postgres: a lock is one node's, and freed when it dies", second)
    for stream in (first.stdin, first.stdout, first.stderr):
        stream.close()


def frozen_database():
    """A database that takes connections but says nothing: given up after a while, not for ever."""
    def during():
        place.wrote(20)
        since = len(place.said.read_text())
        postmaster = int(open(place.dir + "/pg/data/postmaster.pid").readline())
        family = [postmaster] + [int(c) for c in open("/proc/%d/task/%d/children" % (postmaster, postmaster)).read().split()]
        for pid in family:
            os.kill(pid, signal.SIGSTOP)
        until(lambda: any(map(broken, place.lines(since))), "it is waited for without end")
        for pid in family:
            os.kill(pid, signal.SIGCONT)
        goes_on(since)

    out, err = place.write(url, "frozen", 3, during)
    lines = out.splitlines()
    broke = [i for i, line in enumerate(lines) if line.startswith(("failed", "unknown"))]
    tap.ok(broke and len(lines) > broke[-1] + 1 and "does not answer" in err, "postgres: frozen: given up, then it went on", len(lines), broke[:5], err[-900:])
    story = compare(url, "frozen", last_acknowledged(out, {}), 1) if broke else []
    tap.ok(not story, "postgres: frozen: nothing acknowledged was lost", *story)


try:
    killed_writer("sqlite", place.dir + "/crash.db")
    url = place.pg("start")
    if url:
        killed_writer("postgres", url)
        killed_database("restart")
        psql(url, "ALTER DATABASE postgres SET synchronous_commit = off")  # must not matter
        killed_database("kill")
        lock_dies_with_its_node()
        cut_off()
        if rounds > 10:
            frozen_database()
    else:
        tap.skip("postgres", "PostgreSQL is not installed")
finally:
    place.close()
sys.exit(tap.end())
