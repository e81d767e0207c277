#!/usr/bin/env python3
"""gacha.py: Gacha from games/gacha/rules/en.md alone, slow and plain. A gacha card is (back, face) with figures by name, a back being a
tuple of figures. The names of moves and the order of chance events are those of games/gacha/gacha.h."""
import collections
import functools
import itertools
import math

import compare

GAMES = 120  # as many as ./test lets it follow

FIGURES = ["mecha", "girl", "daikon", "kitsune", "sushi"]
TOKENS = ["turn", "joker", "points"]
COLOURS = ["blue", "pink", "yellow"]
BOX = {"turn": 5, "joker": 5, "points": 6}  # GA1.4
SUPPLY = {2: 5, 3: 6, 4: 8, 5: 10, 6: 12}   # GA2.3

Reward = collections.namedtuple("Reward", "cost points half mark")  # cost: parts; a part is a figure or ('equal', n); 'any' is ('equal', 1)


def cycle(i):
    return FIGURES[i % 5]


def rewards():  # "The decks"
    any_ = ("equal", 1)
    rows = [
        ([[cycle(i), cycle(i)] for i in range(5)], 4, "colour", 0),
        ([[cycle(i), cycle(i + 1), cycle(i + 3)] for i in range(5)], 6, "colour", 0),
        ([[cycle(i), cycle(i), cycle(i + 2)] for i in range(5)], 6, "colour", 0),
        ([[cycle(i), cycle(i + 1), cycle(i + 2), any_] for i in range(5)], 7, "colour", 0),
        ([[("equal", 3)]] * 2, 5, "rainbow", 0),
        ([[("equal", 4)]], 9, None, 0),
        ([FIGURES], 11, None, 0),
        ([[("equal", 2), ("equal", 3)]], 12, None, 0),
        ([[f for f in FIGURES if f != cycle(i)] for i in range(5)], 8, "colour", 5),
        ([[cycle(i)] * 3 for i in range(5)], 6, "colour", 6),
    ]
    found, coloured = [], 0
    for sets, points, half, mark in rows:
        for cost in sets:
            colour = half
            if half == "colour":
                colour = COLOURS[coloured % 3]
                coloured += 1
            found.append(Reward(cost, points, colour, mark))
    return found


def gacha_cards():  # "Backs, per figure on the face"
    found = []
    for face in range(5):
        for n in (2, 3):
            for back in itertools.combinations(range(5), n):
                if face in back:
                    near = any({(s + k) % 5 for k in range(n)} == set(back) for s in range(5))  # adjacent, consecutive
                    found += [(tuple(FIGURES[f] for f in back), FIGURES[face])] * (2 if near else 1)
    return found


REWARDS, CARDS = rewards(), gacha_cards()
assert len(REWARDS) == 35 and len(CARDS) == 75 and len({back for back, face in CARDS}) == 20  # GA1.2, GA1.3
assert all(sum(face == f for back, face in CARDS) == 15 for f in FIGURES)


def payments(cost):  # GA4: every way to pay, as {(cards of each figure, jokers)}
    ways = []
    for part in cost:
        if isinstance(part, str):
            ways.append([[part], ["joker"]])  # GA4.1, GA4.5
        else:
            ways.append([[f] * k + ["joker"] * (part[1] - k) for f in FIGURES for k in range(part[1] + 1)])  # GA4.2 to GA4.5
    found = set()
    for choice in itertools.product(*ways):
        given = [x for part in choice for x in part]
        found.add((tuple(given.count(f) for f in FIGURES), given.count("joker")))
    return found


PAYMENTS = [payments(r.cost) for r in REWARDS]


def payment_text(cards, jokers):
    words = []
    for name, n in zip(FIGURES + ["joker"], (*cards, jokers)):
        if n:
            words.append(name if n == 1 else f"{name} {n}")
    return " ".join(words)


def options(text):
    value = dict(deck="standard", first="random", tokens_turn="0", tokens_joker="0", tokens_points="0", end="printed")
    for word in text.split(",") if text else []:
        if "=" in word:
            name, v = word.split("=")
            value[name] = v
        elif word == "round":  # the other preset
            value["end"] = "round"
    return value


@functools.lru_cache(maxsize=None)
def deals(counts, hands):
    """In how many ways cards can be dealt to places, counts[f] of them of figure f, where place i takes the figures in hands[i]."""
    if not hands:
        return 1
    return sum(n * deals(counts[:f] + (n - 1,) + counts[f + 1:], hands[1:])
               for f, n in enumerate(counts) if n and FIGURES[f] in hands[0])


class Card:  # in a hand
    def __init__(self, back, face, shuffle):
        self.back, self.face, self.shuffle = back, face, shuffle
        self.can = set(back)  # what everyone knows it may be


class Game:
    def __init__(self, seats, option):
        self.seats, self.option = seats, option
        self.undrawn = {0: list(CARDS)}  # by shuffle: the cards in the piles, tops included
        self.shuffle = 0
        self.hand = [[] for _ in range(seats)]  # in the order they were drawn
        self.discard = []
        self.size, self.top, self.top_shuffle = [0] * 4, [None] * 4, [0] * 4
        self.need = []  # places whose top is not turned yet
        self.reward_deck = [r for r in range(35) if REWARDS[r].mark <= (seats if seats > 4 else 0)]  # GA2.2
        self.market = [None] * 4
        self.got = [[] for _ in range(seats)]
        self.half = [None] * seats
        self.supply = SUPPLY[seats]
        chosen = {t: int(option["tokens_" + t]) for t in TOKENS}  # all 0: drawn at random from the box
        self.box = chosen if any(chosen.values()) else dict(BOX)
        self.taken = [{t: 0 for t in TOKENS} for _ in range(seats)]
        self.used = [{"turn": 0, "joker": 0} for _ in range(seats)]
        self.trigger, self.triggered_by = None, None
        self.turns = self.draws = 0
        self.due_token = self.due_colour = False
        self.first = self.mover = 0
        self.passed = False
        self.place, self.slot, self.dealt = None, None, None
        self.phase, self.turn = "first", "*"
        if option["first"] != "random":
            self.begin(int(option["first"]))

    def begin(self, seat):
        self.first = seat
        self.mover = 0
        self.phase = "deal_back"

    def end_comes(self, why):  # GA7.1: later triggers change nothing
        if not self.trigger:
            self.trigger, self.triggered_by = why, self.mover

    # ---- what can happen ----

    def chance(self):
        if self.phase == "first":
            return {f"first {s}": 1 for s in range(self.seats)}
        if self.phase in ("deal_back", "top"):  # any card that lies below the tops
            count = collections.Counter(back for back, face in self.undrawn[self.shuffle])
            count.subtract(t for t, s in zip(self.top, self.top_shuffle) if t and s == self.shuffle)
            return {"back " + " ".join(b): n for b, n in count.items() if n}
        if self.phase in ("deal_face", "face"):  # GA8.3
            back, shuffle = (self.dealt, 0) if self.phase == "deal_face" else (self.top[self.place], self.top_shuffle[self.place])
            count = collections.Counter(f for b, f in self.undrawn[shuffle] if b == back)
            return {"face " + f: n for f, n in count.items()}
        if self.phase == "reward":
            return {f"reward {r + 1}": 1 for r in self.reward_deck}
        return {"token " + t: n for t, n in self.box.items() if n}

    def claims(self):  # GA3.2, GA4
        me = self.mover
        have = [sum(c.face == f for c in self.hand[me]) for f in FIGURES]
        jokers = 2 * (self.taken[me]["joker"] - self.used[me]["joker"])
        return {f"claim {slot + 1} {payment_text(cards, j)}" for slot, r in enumerate(self.market) if r is not None
                for cards, j in PAYMENTS[r] if j <= jokers and all(n <= h for n, h in zip(cards, have))}

    def mend_first(self):  # GA6.3: a place is empty and a card was discarded meanwhile
        return 0 in self.size and len(self.discard) > 0

    def piles(self):
        return {f"draw {p + 1}" for p in range(4) if self.size[p]}

    def legal(self):
        if self.phase == "extra":  # GA5.3
            return {"again", "done"}
        if self.phase == "draw":
            return self.piles()
        moves = self.claims() | ({"draw"} if self.mend_first() else self.piles())
        return moves or {"pass"}  # GA3.3

    # ---- what happens ----

    def play(self, text):
        word = text.split(" ")
        getattr(self, "do_" + word[0])(word[1:])

    def do_first(self, word):
        self.begin(int(word[0]))

    def do_back(self, word):
        if self.phase == "deal_back":
            self.dealt, self.phase = tuple(word), "deal_face"
            return
        place = self.need.pop(0)
        self.top[place], self.top_shuffle[place] = tuple(word), self.shuffle
        self.tops_then()

    def do_face(self, word):
        if self.phase == "deal_face":  # GA2.1
            self.undrawn[0].remove((self.dealt, word[0]))
            self.hand[self.mover].append(Card(self.dealt, word[0], 0))
            self.dealt = None
            self.phase = "deal_back"
            if len(self.hand[self.mover]) == 4:
                self.mover += 1
            if self.mover == self.seats:
                self.mover = self.first
                n = len(self.undrawn[0])
                self.size = [n // 4 + (p < n % 4) for p in range(4)]
                self.need = [0, 1, 2, 3]
                self.tops_then()
            return
        self.draws -= 1
        p = self.place
        back, shuffle = self.top[p], self.top_shuffle[p]
        self.undrawn[shuffle].remove((back, word[0]))
        self.hand[self.mover].append(Card(back, word[0], shuffle))
        self.size[p] -= 1
        self.top[p], self.top_shuffle[p], self.place = None, 0, None
        if self.size[p]:
            self.need = [p]
        elif max(self.size) >= 2:  # GA6.1
            largest = self.size.index(max(self.size))
            self.size[p] = self.size[largest] // 2
            self.size[largest] -= self.size[p]
            self.need = [p]
        elif self.discard:  # GA6.2
            self.reshuffle()
        else:  # GA6.3
            self.end_comes("piles")
        self.tops_then()

    def reshuffle(self):  # GA6.2
        self.shuffle += 1
        self.undrawn[self.shuffle] = self.discard
        empty = [p for p in range(4) if not self.size[p]]
        total = sum(self.size) + len(self.discard)
        if total >= 4:
            self.size = [total // 4 + (p < total % 4) for p in range(4)]
        else:
            for p in empty[:len(self.discard)]:
                self.size[p] = 1
        self.discard = []
        self.need = [p for p in empty if self.size[p]]

    def tops_then(self):  # turn the tops, then go on with what was under way
        if self.need:
            self.phase, self.turn = "top", "*"
        elif not self.turns:  # set-up
            self.refill_market(0)
        elif self.draws and sum(self.size):  # GA3.1
            self.phase, self.turn = "draw", self.mover
        else:
            self.draws = 0
            self.action_done()

    def refill_market(self, slot):
        self.slot, self.phase, self.turn = slot, "reward", "*"

    def do_reward(self, word):
        r = int(word[0]) - 1
        self.reward_deck.remove(r)
        self.market[self.slot] = r
        if not self.reward_deck:
            self.end_comes("rewards")
        if not self.turns and self.slot < 3:
            self.refill_market(self.slot + 1)
        elif not self.turns:
            self.slot = None
            self.begin_turn(self.first)
        else:
            self.slot = None
            self.after_market()

    def begin_turn(self, seat):
        self.turns += 1
        self.mover = self.turn = seat
        self.phase = "act"

    def do_draw(self, word):
        if self.phase == "act":
            self.draws = 2
        if not word:  # GA6.3
            self.reshuffle()
            self.tops_then()
        else:
            self.place = int(word[0]) - 1
            self.phase, self.turn = "face", "*"

    def do_claim(self, word):  # GA3.5
        me, slot = self.mover, int(word[0]) - 1
        give = []
        for w in word[1:]:
            give += [give[-1]] * (int(w) - 1) if w.isdigit() else [w]
        for f in FIGURES:  # GA9.2: the one drawn first; those drawn earlier that stay are not f, as everyone sees
            last = None
            for _ in range(give.count(f)):
                last = next(c for c in self.hand[me] if c.face == f)
                for c in self.hand[me][:self.hand[me].index(last)]:
                    c.can.discard(f)
                self.hand[me].remove(last)
                self.discard.append((last.back, last.face))
        self.used[me]["joker"] += (give.count("joker") + 1) // 2  # GA4.5
        r = self.market[slot]
        self.market[slot] = None
        self.got[me].append(r)
        if REWARDS[r].half:  # GA5.1
            if self.half[me] is None:
                self.half[me] = r
            else:
                halves = {REWARDS[self.half[me]].half, REWARDS[r].half}
                self.half[me] = None
                self.due_token = True
                self.due_colour = len(halves - {"rainbow"}) < 2  # GA5.2
        if self.reward_deck:
            self.refill_market(slot)
        else:
            self.after_market()

    def after_market(self):
        if self.due_token and self.supply:
            self.phase, self.turn = "token", "*"
        else:  # GA5.4
            self.due_token = False
            self.after_token()

    def do_token(self, word):
        self.due_token = False
        self.box[word[0]] -= 1
        self.supply -= 1
        self.taken[self.mover][word[0]] += 1
        if not self.supply:
            self.end_comes("tokens")
        self.after_token()

    def after_token(self):
        self.draws = int(self.due_colour)
        if self.due_colour and self.mend_first():
            self.reshuffle()
        self.due_colour = False
        self.tops_then()

    def action_done(self):
        if self.taken[self.mover]["turn"] > self.used[self.mover]["turn"]:
            self.phase, self.turn = "extra", self.mover
        else:
            self.do_done([])

    def do_again(self, word):
        self.used[self.mover]["turn"] += 1
        self.begin_turn(self.mover)

    def do_done(self, word):  # GA7.1
        following = (self.mover + 1) % self.seats
        until = self.triggered_by if self.option["end"] == "printed" else self.first
        if self.trigger and following == until:
            self.phase = self.turn = "over"
            for hand in self.hand:  # laid open
                for c in hand:
                    c.can = {c.face}
        else:
            self.begin_turn(following)

    def do_pass(self, word):
        self.passed = True
        self.do_done(word)

    # ---- what is compared ----

    def state(self):
        def listed(some):
            return ",".join("-" if x is None else str(x) for x in some)

        def short(figures):
            return "".join(f[0] for f in FIGURES if f in figures)
        tops = [f"{short(t)}{s}" if t else None for t, s in zip(self.top, self.top_shuffle)]
        out = [f"turn={self.turn}", f"phase={self.phase}", f"mover={self.mover}", f"first={self.first}", f"turns={self.turns}",
               f"draws={self.draws}", f"due={int(self.due_token)}{int(self.due_colour)}", "need=" + listed(p + 1 for p in self.need),
               f"trigger={self.trigger or ''}", "by=" + ("" if self.trigger is None else str(self.triggered_by)),
               f"supply={self.supply}", "box=" + listed(self.box.values()), "size=" + listed(self.size), "top=" + listed(tops),
               f"shuffles={self.shuffle}", "market=" + listed(r if r is None else r + 1 for r in self.market),
               "rewards=" + listed(r + 1 for r in self.reward_deck)]
        for s in range(self.seats):
            out += [f"got{s}=" + listed(r + 1 for r in sorted(self.got[s])),
                    f"half{s}=" + listed([self.half[s] if self.half[s] is None else self.half[s] + 1]),
                    f"tokens{s}=" + listed([*self.taken[s].values(), *self.used[s].values()]),
                    f"hand{s}=" + listed(f"{short(c.back)}{c.shuffle}{c.face[0]}{short(c.can)}" for c in self.hand[s]),
                    f"size{s}={len(self.hand[s])}", f"points{s}={self.points(s)}"]
        out.append("discard=" + listed(sorted(short(b) + ":" + f[0] for b, f in self.discard)))
        for n, cards in self.undrawn.items():
            if cards or n == self.shuffle:
                out.append(f"undrawn{n}=" + listed(sorted(short(b) + ":" + f[0] for b, f in cards)))
        if isinstance(self.turn, int) and not self.passed:
            out += [f"odds{s}=" + listed(self.odds(s)) for s in (self.mover, (self.mover + 1) % self.seats)]
        return out

    def odds(self, viewer):  # GA8.3: all worlds that fit what this seat knows are equally likely; count those with each face
        for p in range(4):
            if not self.size[p]:
                continue
            like = (self.top[p], self.top_shuffle[p])  # only cards of this back and shuffle can lie there
            others = [c for s in range(self.seats) if s != viewer for c in self.hand[s] if (c.back, c.shuffle) == like]
            faces = [f for b, f in self.undrawn[like[1]] if b == like[0]] + [c.face for c in others]
            counts = tuple(faces.count(f) for f in FIGURES)
            cans = tuple(sorted(tuple(sorted(c.can)) for c in others))
            ways = {f: deals(counts, ((f,),) + cans) for f in like[0]}
            for f, n in ways.items():
                divisor = math.gcd(n, sum(ways.values()))
                yield f"{p + 1}{f[0]}{n // divisor}/{sum(ways.values()) // divisor}"

    def points(self, s):  # GA7.2
        return (sum(REWARDS[r].points for r in self.got[s]) + 3 * self.taken[s]["points"] + len(self.hand[s])
                + 2 * (self.taken[s]["joker"] - self.used[s]["joker"]))

    def result(self):  # GA7.3
        points = [self.points(s) for s in range(self.seats)]
        order = [(-points[s], -sum(self.taken[s].values())) for s in range(self.seats)]
        return points, [sum(other < mine for other in order) for mine in order]


if __name__ == "__main__":
    compare.run("gacha", Game, options)
