#!/usr/bin/env python3
"""check.py DRIVER [events=100] [first=1]: random evenings are what docs/evenings.md says. TAP.

Written from that page, not from src/event: it reads the rows of an evening and does everything again in its own way. Whether a rematch or a
seat could have been avoided is decided exactly, by a matching of its own (Edmonds, unweighted); for up to twelve people the best pairing
of all is found by trying every one, and the pairing must cost the same. Tables for more than two are compared with a simple greedy
program, round by round and over the whole evening; their seats with every other order."""
import collections
import functools
import itertools
import json
import subprocess
import sys
from fractions import Fraction

driver = sys.argv[1]
wanted = {"events": 100, "first": 1}
for word in sys.argv[2:]:
    key, _, value = word.partition("=")
    wanted[key] = int(value)
count = collections.Counter()


def matching(n, edges):
    """The size of a maximum matching of a graph: Edmonds' blossoms, with the base of each."""
    near = [[] for _ in range(n)]
    for a, b in edges:
        near[a].append(b)
        near[b].append(a)
    mate, size = [-1] * n, 0
    for a in range(n):  # a start that is nearly as good
        for b in near[a]:
            if mate[a] < 0 and mate[b] < 0:
                mate[a], mate[b] = b, a
                size += 1

    def path(root):
        parent, base, used = [-1] * n, list(range(n)), [False] * n
        used[root] = True
        queue = [root]

        def common(a, b):
            seen = set()
            while True:
                a = base[a]
                seen.add(a)
                if mate[a] < 0:
                    break
                a = parent[mate[a]]
            while base[b] not in seen:
                b = parent[mate[base[b]]]
            return base[b]

        def mark(v, top, child, blossom):
            while base[v] != top:
                blossom[base[v]] = blossom[base[mate[v]]] = True
                parent[v] = child
                child = mate[v]
                v = parent[mate[v]]

        for v in queue:
            for to in near[v]:
                if base[v] == base[to] or mate[v] == to:
                    continue
                if to == root or (mate[to] >= 0 and parent[mate[to]] >= 0):
                    top, blossom = common(v, to), [False] * n
                    mark(v, top, to, blossom)
                    mark(to, top, v, blossom)
                    for i in range(n):
                        if blossom[base[i]]:
                            base[i] = top
                            if not used[i]:
                                used[i] = True
                                queue.append(i)
                elif parent[to] < 0:
                    parent[to] = v
                    if mate[to] < 0:
                        return to, parent
                    used[mate[to]] = True
                    queue.append(mate[to])
        return -1, parent

    for root in range(n):
        if mate[root] < 0:
            v, parent = path(root)
            size += v >= 0
            while v >= 0:
                before, after = parent[v], mate[parent[v]]
                mate[v], mate[before] = before, v
                v = after
    return size


def weight(met, a, b):
    """What it costs that two sit together who have met so often."""
    return met[a, b] ** 2 + met[a, b]


def group_cost(met, tables):
    return sum(weight(met, a, b) for t in tables for a, b in itertools.combinations(t, 2))


def greedy(people, sizes, met):
    """Fills one table after the other: the first who is left, then always whoever costs least."""
    left, out = list(people), []
    for size in sizes:
        table = [left.pop(0)]
        while len(table) < size:
            best = min(left, key=lambda p: sum(weight(met, p, q) for q in table))
            left.remove(best)
            table.append(best)
        out.append(table)
    return out


class Evening:
    def __init__(self, seed):
        self.seed, self.people, self.tables, self.running = seed, [], {}, set()
        self.gone, self.byes, self.given, self.since = set(), collections.Counter(), collections.Counter(), {}
        self.met, self.lean, self.last = collections.Counter(), collections.Counter(), {}
        self.bye_rounds = collections.defaultdict(list)
        self.round, self.started, self.over, self.restless = 0, False, False, False
        self.sat, self.costs, self.greedy_costs, self.seatings = collections.Counter(), 0, 0, []

    def check(self, is_so, what):
        assert is_so, "event %d, round %d: %s" % (self.seed, self.round, what)

    # ---- standings ----

    def points_at(self, people, ranks):
        out = {}
        for p, r in zip(people, ranks):
            if r is None:
                out[p] = Fraction(0)
                continue
            above = sum(s is not None and s < r for s in ranks)
            equal = sum(s == r for s in ranks)
            n = len(people) - 1
            out[p] = sum(Fraction(n - k, n) for k in range(above, above + equal)) / equal
        return out

    def standings(self):
        """[(points, breaks)] by person, and the order from first to last."""
        n = len(self.people)
        points = [Fraction(self.given[i]) for i in range(n)]
        done = [(people, ranks) for people, ranks in self.tables.values() if ranks]
        wins, buchholz, direct = [0] * n, [Fraction(0)] * n, [Fraction(0)] * n
        for people, ranks in done:
            for p, share in self.points_at(people, ranks).items():
                points[p] += share
            best = [r for r in ranks if r is not None]
            if best and ranks.count(min(best)) == 1:
                wins[people[ranks.index(min(best))]] += 1
        for people, _ in done:
            for p in people:
                buchholz[p] += sum(points[q] for q in people if q != p)
        first = [(points[i], wins[i]) if self.kind == "arena" else (points[i], buchholz[i], wins[i]) for i in range(n)]
        for people, ranks in done:
            for p, r in zip(people, ranks):
                for q, s in zip(people, ranks):
                    if p != q and first[p] == first[q] and r is not None:
                        direct[p] += 1 if s is None or r < s else Fraction(1, 2) if r == s else 0
        return [first[i] + (direct[i],) for i in range(n)]

    def state(self, told):
        value = self.standings()
        for i, p in enumerate(told["people"]):
            points, *breaks = value[i]
            self.check(abs(p["points"] - points) < 0.00051, "points of %d: %s, not %s" % (i, p["points"], points))
            self.check(len(breaks) == len(p["breaks"]) and all(abs(a - b) < 0.00051 for a, b in zip(breaks, p["breaks"])), "tie-breaks of %d: %s" % (i, breaks))
            self.check(p["place"] == 1 + sum(v > value[i] for v in value), "the place of %d" % i)
            self.check(p["byes"] == self.byes[i] and p["gone"] == (i in self.gone), "byes or leaving of %d" % i)
            self.check(p["bye_rounds"] == self.bye_rounds[i], "the rounds in which %d had a bye: %s" % (i, p["bye_rounds"]))
        self.check(len(told["people"]) == len(self.people), "who takes part")
        count["standings"] += 1

    # ---- pairings ----

    def uneven(self, a, b, most=1):
        x, y = self.lean[a], self.lean[b]
        return min(x, y) >= most or max(x, y) <= -most

    def cost(self, value, a, b):
        return min(15, self.met[a, b]), self.uneven(a, b, 2), (abs(value[a][0] - value[b][0]) * 2 // 1) ** 2, self.uneven(a, b)

    def swiss(self, here, pairs, byes):
        value = self.standings()
        order = sorted(here, key=lambda i: ([-v for v in value[i]], i))

        def perfect(people, may):
            at = {p: k for k, p in enumerate(people)}
            return 2 * matching(len(people), [(at[a], at[b]) for a in people for b in people if a < b and may(a, b)]) == len(people)

        fresh = lambda a, b: not self.met[a, b]
        self.check(len(byes) == len(here) % 2, "%d byes" % len(byes))
        met = sum(min(15, self.met[a, b]) for a, b in pairs)
        if byes:
            fewest = min(self.byes[i] for i in here)
            may = [i for i in reversed(order) if self.byes[i] == fewest]
            self.check(byes[0] in may, "a bye for somebody who had more of them than others")
            for i in may:
                if perfect([p for p in here if p != i], fresh):
                    self.check(byes[0] == i, "the bye is for %d, not for %d" % (i, byes[0]))
                    break
            else:
                self.check(met > 0, "no rematch, but every pairing has one")
        others = [p for p in here if p not in byes]
        if met:
            self.check(not perfect(others, fresh), "a rematch that could have been avoided")
            count["rematches that had to be"] += 1
        elif sum(self.uneven(a, b, 2) for a, b in pairs):
            self.check(not perfect(others, lambda a, b: fresh(a, b) and not self.uneven(a, b, 2)), "seats that could have been balanced")
            count["seats that had to be uneven"] += 1
        cost = functools.partial(self.cost, value)
        add = lambda x, y: tuple(p + q for p, q in zip(x, y))
        for i, (a, b) in enumerate(pairs):  # no two pairs would be better the other way round
            for c, d in pairs[:i]:
                both = add(cost(a, b), cost(c, d))
                self.check(both <= add(cost(a, c), cost(b, d)) and both <= add(cost(a, d), cost(b, c)), "%s and %s would be better otherwise" % ((a, b), (c, d)))
        if len(others) <= 12:

            @functools.lru_cache(None)
            def best(left):
                if not left:
                    return (0, 0, 0, 0)
                a, rest = left[0], left[1:]
                return min(add(cost(a, b), best(rest[:k] + rest[k + 1:])) for k, b in enumerate(rest))

            is_so = functools.reduce(add, (cost(a, b) for a, b in pairs), (0, 0, 0, 0))
            self.check(is_so == best(tuple(others)), "it costs %s, and %s is possible" % (is_so, best(tuple(others))))
            count["pairings that are best of all"] += 1
        for a, b in pairs:
            self.check(self.lean[a] <= self.lean[b], "the first seat for who had it more often")

    # ---- tables for more than two ----

    def tables_for(self, n):
        t = -(-n // self.seats)
        return t if t * self.least <= n else 0

    def groups(self, here, tables, byes):
        """As few byes as must be, sizes, meetings and seats."""
        value = self.standings()
        left = list(here) if self.kind == "round-robin" else sorted(here, key=lambda i: ([-v for v in value[i]], i))
        if self.kind != "arena":
            due = []
            while not self.tables_for(len(left)):
                fewest = min(self.byes[i] for i in left)
                due.append(next(i for i in reversed(left) if self.byes[i] == fewest))
                left.remove(due[-1])
            self.check(byes == due, "byes for %s, not for %s" % (byes, due))
        seated = [p for t in tables for p in t]
        left = [p for p in left if p in seated]
        sizes = [len(left) // len(tables) + (k < len(left) % len(tables)) for k in range(len(tables))]
        self.check(sorted(map(len, tables)) == sorted(sizes), "sizes of tables")
        cost = group_cost(self.met, tables)
        for s, t in itertools.combinations(tables, 2):
            for a in s:
                for b in t:
                    gain = sum(weight(self.met, a, p) for p in s if p != a) + sum(weight(self.met, b, q) for q in t if q != b)
                    gain -= sum(weight(self.met, b, p) for p in s if p != a) + sum(weight(self.met, a, q) for q in t if q != b)
                    self.check(gain <= 0, "%d and %d should change places" % (a, b))
        other = group_cost(self.met, greedy(left, sizes, self.met))
        self.costs += cost
        self.greedy_costs += other
        count["rounds of groups"] += 1
        count["... that cost less than the greedy program's"] += cost < other
        count["... that cost more"] += cost > other
        for t in tables:
            is_so = sum(self.sat[p, k] ** 2 for k, p in enumerate(t))
            best = min(sum(self.sat[p, k] ** 2 for k, p in enumerate(o)) for o in itertools.permutations(t)) if len(t) > 2 else is_so
            self.check(is_so == best, "seats of %s could be better: %d, not %d" % (t, best, is_so))

    def mixed(self, tables, waiting, time):
        """In an arena: who has just sat together, and who waits."""
        for t in tables:
            last = collections.Counter(self.last[p] for p in t if self.last.get(p) is not None)
            again = max(last.values(), default=0) > (len(t) + 1) // 2
            count["in an arena, tables of more"] += 1
            count["... where most have just sat together"] += again
            self.check(not again or not self.running or time >= max(self.since[p] for p in t) + 15000, "the same table at once again: %s" % t)
        if len(waiting) < self.seats:  # else a table of them waits for others
            for p in waiting:
                self.check(all(self.since[q] <= self.since[p] for t in tables for q in t), "%d waits, and has waited longer than others" % p)
                count["in an arena of more, somebody waits"] += 1

    def groups_end(self):
        """The whole evening again by the greedy program, if nobody came or left: how often people met, and the seats."""
        met, sat = collections.Counter(), collections.Counter()
        for sizes in self.seatings:
            for t in greedy(self.order[:sum(sizes)], sizes, met):
                for a, b in itertools.permutations(t, 2):
                    met[a, b] += 1
                free = list(t)
                for k in range(len(t)):  # each seat to who had it least
                    p = min(free, key=lambda p: sat[p, k])
                    free.remove(p)
                    sat[p, k] += 1
        squares = lambda c: sum(v * v for v in c.values())
        most = lambda c: max(c.values(), default=0)
        count["evenings of groups"] += 1
        for what, ours, theirs in (("meetings", self.met, met), ("seats", self.sat, sat)):
            count["%s, squares" % what] += squares(ours)
            count["%s, the greedy program's" % what] += squares(theirs)
            self.check(squares(ours) <= 1.25 * squares(theirs) and most(ours) <= most(theirs) + 1, "%s of the evening: squares %d, most %d; by a greedy program %d, %d" % (
                what, squares(ours), most(ours), squares(theirs), most(theirs)))

    def pair(self, lines, time):
        self.round += 1
        tables, byes, rests = {}, [], []
        for line in lines:
            word, *rest = line.split()
            if word == "=":
                tables[rest[0]] = [int(p) for p in rest[1:]]
            else:
                (byes if word == "bye" else rests).append(int(rest[0]))
        here = [i for i in range(len(self.people)) if i not in self.gone]
        seen = sorted([p for t in tables.values() for p in t] + byes + rests)
        busy = {p for t in self.running for p in self.tables[t][0]}
        self.check(len(seen) == len(set(seen)) and not set(seen) & busy and set(seen) <= set(here), "somebody is paired twice, or is not there")
        self.check(self.kind == "arena" or (seen == here and not self.running), "somebody is left out")
        self.check(all(self.least <= len(t) <= self.seats for t in tables.values()), "the size of a table")
        pairs = [tuple(t) for t in tables.values() if len(t) == 2]
        if self.kind == "swiss" and self.seats == 2:
            self.swiss(here, pairs, byes)
        elif self.kind == "round-robin" and self.seats == 2:
            n = len(self.order)
            for a, b in pairs:
                self.check(self.round > n or not self.met[a, b] or self.round > n - 1 + n % 2, "a rematch in a round robin")
            self.check(len(rests) <= n % 2 and (self.gone or not byes), "rests or byes")
        elif self.kind == "arena":
            self.check(time < self.started + 60000 * self.minutes, "a pairing after the end")
            for a, b in pairs:
                if self.seats == 2 and self.last.get(a) is not None and self.last.get(a) == self.last.get(b):
                    self.check(not self.running or time >= max(self.since[a], self.since[b]) + 15000, "the same two at once again")
                    count["in an arena, again after a wait"] += 1
            if self.seats > 2:
                self.mixed(list(tables.values()), [i for i in here if i not in busy and i not in seen], time)
        if self.seats > 2 and tables:
            self.groups(here, list(tables.values()), byes)
            self.seatings.append(sorted(map(len, tables.values()), reverse=True))
        for i in byes:
            self.byes[i] += 1
            self.bye_rounds[i].append(self.round)
            self.given[i] += 1
        for t, people in tables.items():
            self.check(t not in self.tables, "a table twice")
            self.tables[t] = (people, None)
            self.running.add(t)
            for k, p in enumerate(people):
                self.last[p] = t
                self.lean[p] += {0: 1, 1: -1}.get(k, 0)
                self.sat[p, k] += 1
                for q in people:
                    self.met[p, q] += p != q
        count["pairings"] += 1
        count["tables"] += len(tables)

    def row(self, time, text):
        head, *lines = text.split("\\n")[:-1]
        word, *rest = head[2:].split()
        self.check(not self.over, "a row after the end")
        if word == "event":
            self.kind, self.seats, self.least, self.rounds, self.minutes = rest[0], *map(int, rest[1:5])
        elif word == "sit":
            self.since[len(self.people)] = time
            self.people.append(rest[2])
        elif word in ("stand", "back"):
            (self.gone.add if word == "stand" else self.gone.remove)(int(rest[0]))
            self.since[int(rest[0])] = time
            self.restless = True
        elif word == "start":
            self.started, self.order = time, [i for i in range(len(self.people)) if i not in self.gone]
        elif word == "pair":
            self.check(int(rest[0]) == self.round + 1, "the number of a round")
            self.pair(lines, time)
        elif word == "result":
            self.check(rest[0] in self.running, "a result of a table that does not run")
            self.running.remove(rest[0])
            people = self.tables[rest[0]][0]
            self.tables[rest[0]] = (people, [None if r == "x" else int(r) for r in rest[1:]])
            for p in people:
                self.since[p] = time
        elif word == "over":
            self.end()
        else:
            self.check(word == "open", "a row that docs do not know: %s" % head)

    def end(self):
        self.over = True
        here, n = len(self.people) - len(self.gone), len(self.order)
        self.check(not self.running, "over, and somebody plays")
        if self.seats > 2:
            self.check(self.costs <= self.greedy_costs, "people meet more often than by a greedy program: %d, not %d" % (self.costs, self.greedy_costs))
        if self.kind == "arena":
            return
        if self.seats > 2 and not self.restless and not sum(self.byes.values()) and len(self.people) == n:
            self.groups_end()
        usual = max(3, (n - 1).bit_length()) if self.kind == "swiss" else n - 1 + n % 2 if self.seats == 2 else -(-(n - 1) // (self.seats - 1))
        self.check(self.round == (self.rounds or usual) or here < self.least, "%d rounds" % self.round)
        if self.kind == "round-robin" and self.seats == 2 and not self.restless:
            full = n - 1 + n % 2
            if self.round % full == 0:
                pairs = {self.met[a, b] for a in self.order for b in self.order if a != b}
                self.check(pairs == {self.round // full}, "not everybody has met everybody")
                self.check(all(abs(v) <= 1 for v in self.lean.values()), "seats of a round robin: %s" % dict(self.lean))
                count["full circles"] += 1


def main():
    log = subprocess.run([driver, str(wanted["first"]), str(wanted["events"])], capture_output=True, text=True, check=True).stdout
    e = None
    for line in log.splitlines():
        word, rest = line.split(" ", 1)
        if word == "event":
            assert e is None or e.over, "event %d has no end" % e.seed
            e = Evening(int(rest))
            count["events"] += 1
        elif word == "row":
            time, _, text = rest.split(" ", 2)
            e.row(int(time), text)
        else:
            assert word == "state", line
            e.state(json.loads(rest))
    assert count["events"] == wanted["events"] and e.over
    for what in ("meetings", "seats"):
        assert count["%s, squares" % what] <= count["%s, the greedy program's" % what], "%s are worse than a greedy program's" % what


try:
    main()
    print("# " + ", ".join("%d %s" % (n, what) for what, n in count.items()))
    print("ok 1 - %d evenings are paired and ranked as docs/evenings.md says\n1..1" % wanted["events"])
except AssertionError as wrong:
    print("# %s\nnot ok 1 - evenings are paired and ranked as docs/evenings.md says\n1..1" % wrong)
    sys.exit(1)
