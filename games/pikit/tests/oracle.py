#!/usr/bin/env python3
"""pikit.py: PiKiT from games/pikit/rules/en.md alone, slow and plain. Every heap of cards is a list of numbers; mechas in a hand are
'm1' ... 'm6'. The names of moves and the order of chance events are those of games/pikit/pikit.h."""
import collections

import compare

GAMES = 300  # as many as ./test lets it follow

# PK10.1: how many cards of each number
DECKS = {
    "standard": {1: 6, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6, 7: 6, 8: 8, 9: 1, 10: 1, 11: 1},
    "second": {1: 7, 2: 6, 3: 6, 4: 6, 5: 6, 6: 6, 7: 6, 8: 7, 9: 1, 10: 1, 11: 1},
}
assert all(sum(deck.values()) == 53 for deck in DECKS.values())  # PK1.2
PRESET = {"printed": {}, "expert": {"memory": "off"}, "second": {"deck": "second"}}
SIDES = [1, 2, 3, 4, 5, 6]


def options(text):
    value = dict(deck="standard", first="random", memory="on")
    for word in text.split(",") if text else []:
        if "=" in word:
            name, v = word.split("=")
            value[name] = v
        else:
            value.update(PRESET[word])
    return value


def weights(word, cards):
    return {f"{word} {n}": w for n, w in sorted(collections.Counter(cards).items())}


class Game:
    def __init__(self, seats, option):
        self.seats, self.option = seats, option
        self.deck = [n for n, count in DECKS[option["deck"]].items() for _ in range(count)]
        if seats == 2:  # PK2.2
            for n in range(1, 9):
                self.deck.remove(n)
                self.deck.remove(n)
        self.cards = list(self.deck)
        self.hand = [[] for _ in range(seats)]    # kaiju
        self.known = [[] for _ in range(seats)]   # PK8.3: what everybody saw come
        self.mechas = {d: "table" for d in SIDES}  # PK2.1
        self.wounds = [0] * seats
        self.market, self.discard, self.dice = [], [], [0, 0]
        self.turns = self.quiet = self.last = 0
        self.acted = False
        self.chain = []      # [(seat, card)], the first card first
        self.effect = None   # what was announced with the first card: ['4', 'seat', '1']
        self.asked = []      # seats still to be asked
        self.victim = None
        self.first = self.mover = 0
        self.phase, self.turn = "first", "*"
        if option["first"] != "random":
            self.begin(int(option["first"]))

    def begin(self, seat):  # PK2.5
        self.first = self.mover = seat
        self.phase = "market"

    def cards_of(self, seat):  # PK4.5: kaiju and mechas alike
        return len(self.hand[seat]) + sum(holder == seat for holder in self.mechas.values())

    # ---- what can happen ----

    def chance(self):
        if self.phase == "first":
            return {f"first {s}": 1 for s in range(self.seats)}
        if self.phase in ("market", "hands", "draw", "refill"):
            return weights("card", self.deck)
        if self.phase == "roll" or self.phase == "reroll" and self.effect[1] == "both":
            return {f"roll {a} {b}": 1 for a in SIDES for b in SIDES}
        if self.phase == "reroll":
            return {f"die {d}": 1 for d in SIDES}
        return {**weights("show", self.hand[self.victim]),
                **{f"show mecha {d}": 1 for d in SIDES if self.mechas[d] == self.victim}}

    def effects(self):  # PK5.2, 5.4, 5.5, 5.7 with their choices; PK5.12: only those that can do something
        found = ["2 first", "2 second", "2 both"]
        found += [f"4 seat {s}" for s in range(self.seats) if s != self.mover and self.cards_of(s)]
        if self.deck:
            found.append("5")
        for name, side in zip(("first", "second"), self.dice):
            found += [f"7 {name} {d}" for d in SIDES if d != side]
        return found

    def takes(self):  # PK4
        a, b = sorted(self.dice)
        found = {f"take {n}" for n in (a + b, b - a, a, b) if n in self.market}
        both = list(self.market)
        if a in both:
            both.remove(a)
            if b in both:
                found.add(f"take {a} {b}")
        if a == b and self.mechas[a] == "table":
            found.add("mecha")
        elif a == b and self.mechas[a] != self.mover:
            found.add("steal")
        return found

    def legal(self):
        hand = set(self.hand[self.turn])
        if self.phase == "ask":  # PK6.1, PK5.10
            return {"pass"} | {f"cancel {c}" for c in hand & {6, 9, 10, 11}}
        moves = self.takes() | {"nothing"}
        for effect in self.effects():
            if int(effect[0]) in hand:
                moves.add("play " + effect)
            moves |= {f"play {c} as {effect}" for c in hand & {9, 10, 11}}
        return moves

    # ---- what happens ----

    def gain(self, seat, card):  # in the open
        self.hand[seat].append(card)
        self.known[seat].append(card)

    def lose(self, seat, card):
        self.hand[seat].remove(card)
        if card in self.known[seat]:
            self.known[seat].remove(card)

    def play(self, text):
        word = text.split(" ")
        getattr(self, "do_" + word[0])(word[1:])

    def do_first(self, word):
        self.begin(int(word[0]))

    def do_card(self, word):
        card = int(word[0])
        self.deck.remove(card)
        if self.phase == "market":  # PK2.3
            self.market.append(card)
            if len(self.market) == 8:
                self.phase = "hands"
        elif self.phase == "hands":  # PK2.4
            self.gain(self.mover, card)
            if sum(self.hand[self.mover]) >= 10:
                self.mover = (self.mover + 1) % self.seats
                if self.mover == self.first:
                    self.next_turn()
        elif self.phase == "draw":  # PK5.5
            self.hand[self.mover].append(card)
            self.back_to_play()
        else:  # PK3.4
            self.market.append(card)
            self.refill()

    def do_roll(self, word):  # PK3.1, PK5.2
        self.dice = [int(w) for w in word]
        self.back_to_play()

    def do_die(self, word):
        self.dice[0 if self.effect[1] == "first" else 1] = int(word[0])
        self.back_to_play()

    def back_to_play(self):
        self.effect = self.victim = None
        self.chain = []
        self.phase, self.turn = "play", self.mover

    def do_play(self, word):  # PK3.2
        self.act()
        self.effect = word[2:] if len(word) > 1 and word[1] == "as" else word
        self.put_on_chain(self.mover, int(word[0]))

    def do_cancel(self, word):
        self.put_on_chain(self.turn, int(word[0]))

    def put_on_chain(self, seat, card):
        self.lose(seat, card)
        self.discard.append(card)
        self.chain.append((seat, card))
        self.asked = [(seat + i) % self.seats for i in range(1, self.seats)]  # PK6.1, PK6.2: clockwise, all but its player
        self.ask()

    def do_pass(self, word):
        self.asked.pop(0)
        self.ask()

    def ask(self):
        while self.asked and not self.hand[self.asked[0]]:  # PK6.5
            self.asked.pop(0)
        if self.asked:
            self.phase, self.turn = "ask", self.asked[0]
        else:
            self.resolve()

    def resolve(self):  # PK6.2
        happens = len(self.chain) % 2 == 1
        what = self.effect
        if not happens:
            self.back_to_play()
        elif what[0] == "2":
            self.phase, self.turn = "reroll", "*"
        elif what[0] == "4" and self.cards_of(int(what[2])):  # PK5.12: the last card may have gone in the chain
            self.victim = int(what[2])
            self.phase, self.turn = "steal", "*"
        elif what[0] == "5":
            self.phase, self.turn = "draw", "*"
        else:
            if what[0] == "7":
                self.dice[0 if what[1] == "first" else 1] = int(what[2])
            self.back_to_play()

    def do_show(self, word):  # PK5.4, PK4.5
        if word[0] == "mecha":
            self.mechas[int(word[1])] = self.mover  # PK5.13
        else:
            card = int(word[0])
            self.lose(self.victim, card)
            if card == 3:  # PK5.8
                self.discard.append(3)
                self.wounds[self.mover] += 1
            else:
                self.gain(self.mover, card)
        if self.effect:
            self.back_to_play()
        else:
            self.victim = None
            self.refill()

    def do_take(self, word):
        self.act()
        if word == ["8"]:  # PK5.9
            word = ["8"] * self.market.count(8)
        for w in word:
            self.market.remove(int(w))
            self.gain(self.mover, int(w))
        self.refill()

    def do_mecha(self, word):  # PK4.4
        self.act()
        self.mechas[self.dice[0]] = self.mover
        self.refill()

    def do_steal(self, word):  # PK4.5
        self.act()
        self.victim = self.mechas[self.dice[0]]
        self.phase, self.turn = "steal", "*"

    def act(self):
        self.acted, self.quiet = True, 0  # PK7.5

    def do_nothing(self, word):  # PK7.5
        if not self.acted and self.takes():
            self.quiet += 1
        self.refill()

    def refill(self):  # PK3.4, PK7.1
        if len(self.market) < 8 and self.deck and not self.last:
            self.phase, self.turn = "refill", "*"
            return
        if self.last:
            self.last -= 1
            if not self.last:
                self.phase = self.turn = "over"
                self.known = [list(h) for h in self.hand]
                return
        elif not self.deck or self.quiet == 3 * self.seats or self.turns == 300:  # PK7.1, PK7.5
            self.last = self.seats
        self.mover = (self.mover + 1) % self.seats
        self.next_turn()

    def next_turn(self):
        self.turns += 1
        self.acted = False
        self.phase, self.turn = "roll", "*"

    # ---- what is compared ----

    def state(self):
        def cards(some):
            return ",".join(map(str, sorted(some)))

        def numbers(some):
            return ",".join(map(str, some))
        out = [f"turn={self.turn}", f"phase={self.phase}", f"turns={self.turns}", f"first={self.first}", f"mover={self.mover}",
               "dice=" + numbers(self.dice), f"acted={int(self.acted)}", f"quiet={self.quiet}", f"last={self.last}",
               "chain=" + ",".join(f"{s}:{c}" for s, c in self.chain), "effect=" + "-".join(self.effect or ""),
               "victim=" + ("" if self.victim is None else str(self.victim)), "mechas=" + numbers(self.mechas.values()),
               "wounds=" + numbers(self.wounds), "sizes=" + numbers([len(self.deck), len(self.market)] + [len(h) for h in self.hand]),
               "cards=" + cards(self.cards), "market=" + cards(self.market), "discard=" + cards(self.discard),
               "deck=" + cards(self.deck)]
        unseen = collections.Counter(self.deck)
        for h, k in zip(self.hand, self.known):
            unseen += collections.Counter(h) - collections.Counter(k)
        for s in range(self.seats):
            out += [f"hand{s}=" + cards(self.hand[s]), f"known{s}=" + cards(self.known[s]), f"certain{s}=" + cards(self.certain(s, unseen))]
        return out

    def certain(self, seat, unseen):  # PK8.3: the fewest of each number in any hand of this size that fits what was seen
        unknown = len(self.hand[seat]) - len(self.known[seat])
        found = list(self.known[seat])
        for n, count in unseen.items() if unknown else ():
            others = sum(unseen.values()) - count
            found += [n] * (unknown - others)
        return found

    def result(self):  # PK7.2, PK7.3
        ones = [h.count(1) for h in self.hand]
        points = []
        for s in range(self.seats):
            mechas = sum(holder == s for holder in self.mechas.values())
            most = ones[s] == max(ones) and ones[s] > 0  # PK5.1
            points.append(sum(self.hand[s]) + 15 * mechas + 15 * most - 3 * self.wounds[s])
        order = [(-points[s], self.cards_of(s)) for s in range(self.seats)]
        return points, [sum(other < mine for other in order) for mine in order]


if __name__ == "__main__":
    compare.run("pikit", Game, options)
