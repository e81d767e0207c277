#!/usr/bin/env python3
"""koikoi.py: Koi-Koi from games/koikoi/rules/en.md alone, slow and plain, to compare with the engine. Cards are names: '3a'."""
import collections

import compare

GAMES = 400  # as many as ./test lets it follow

MONTHS = [str(m) for m in range(1, 13)]
DECK = [m + letter for m in MONTHS for letter in "abcd"]
RANK = {card: i for i, card in enumerate(DECK)}
MONTH = {card: card[:-1] for card in DECK}

# KK2, the letters as in the recorded games
BRIGHT = {"1a", "3a", "8a", "11a", "12a"}
NOBLES = {"1a", "3a", "8a", "12a"}  # KK2.1
RAIN_MAN, SAKE, MOON, CURTAIN, LIGHTNING = "11a", "9a", "8a", "3a", "11d"
ANIMAL = {"2a", "4a", "5a", "6a", "7a", "8b", "9a", "10a", "11b"}
POETRY = {"1b", "2b", "3b"}
BLUE = {"6b", "9b", "10b"}
GRASS = {"4b", "5b", "7b"}
RIBBON = POETRY | BLUE | GRASS | {"11c"}
PLAIN = set(DECK) - BRIGHT - ANIMAL - RIBBON
BOAR_DEER_BUTTERFLY = {"7a", "10a", "6a"}
assert (len(BRIGHT), len(ANIMAL), len(RIBBON), len(PLAIN)) == (5, 9, 10, 24)  # KK2.2

# KK1: names and defaults
DEFAULT = dict(rounds="6", sensei="random", seven="on", koikoi_bonus="double", counter="on", nobles="off", sake="on", sake_rain="off",
               sake_both3="off", sake_nobles="off", redeal="field4", koikoi_limit="0", limit_shared="off", sets="add", ribbons_both="0",
               viewing_early="5", viewing_late="5", month_cards="off", tenho="on", last_card="ask", exhaust="nothing",
               draw_dealer="same", purse="stop",
               # KK1.8 to KK1.11, KK3.3, KK4.6, KK4.7, KK5.15 to KK5.17, KK8.1
               kasu="1", tane="1", tanzaku="1", sanko="5", ame_shiko="7", shiko="8", goko="10", ino_shika_cho="5", aka_tan="5", ao_tan="5",
               month_coins="4", kusa_tan="0", ame_sanko="0", shima="0", kasu_from="10", tane_from="5", tanzaku_from="5", further="1",
               sake_plain="on", tenho_coins="6", tenho_double="14", tenho_times="on", tenho_both="first", dealer_coins="1",
               next_dealer="winner", target="0", lay="must", lightning="plain")
PRESET = {  # KK1.7
    "printed": "",
    "nintendo": "koikoi_limit=1,limit_shared=on,koikoi_bonus=none,counter=on,seven=on,sets=absorb,exhaust=nothing,draw_dealer=other,"
                "redeal=strict,tenho=off,purse=score,rounds=12",
    "arcade": "rounds=8,coins=30,purse=debt,redeal=hand4,last_card=stop,koikoi_bonus=plus,viewing_early=1,viewing_late=3,"
              "ribbons_both=10,exhaust=dealer1,tenho=off,seven=off,counter=off,nobles=off",
    "hanafubuki": "rounds=12,purse=score,koikoi_bonus=none,tenho_times=off,tenho_both=void",
    "bga_soft": "koikoi_bonus=both,nobles=times,seven=off,counter=off,tenho_times=off",
    "bga_hard": "koikoi_bonus=none,tenho_times=off",
    "flash": "rounds=12,purse=score,seven=off,counter=off,koikoi_bonus=none,sake=off,sanko=6,ame_shiko=8,shiko=10,goko=15,aka_tan=6,"
             "ao_tan=6,month_cards=on,exhaust=dealer1,dealer_coins=6,tenho=off",
}


def options(text):
    value = dict(DEFAULT)
    words = text.split(",") if text else []
    if words and "=" not in words[0]:
        words = (PRESET[words[0]].split(",") if PRESET[words[0]] else []) + words[1:]
    for word in words:
        name, v = word.split("=")
        value[name] = v
    rounds = int(value["rounds"])
    if value["purse"] == "score":  # purses start at 0
        value["coins"] = "0"
    elif "coins" not in value:  # KK1.2; between the three usual lengths the next one's purse
        value["coins"] = "25" if rounds <= 3 else "50" if rounds <= 6 else "100"
    if value["next_dealer"] == "alternate":  # KK3.3: then the option says nothing
        value["draw_dealer"] = "same"
    return value


def four_pairs(cards):
    return sorted(collections.Counter(MONTH[c] for c in cards).values()) == [2, 2, 2, 2]


def suits(cards, n):  # how many suits have n or more of these cards
    return sum(count >= n for count in collections.Counter(MONTH[c] for c in cards).values())


def pairs_only(hand):  # a full suit is two pairs too: KK5.13
    return all(n % 2 == 0 for n in collections.Counter(MONTH[c] for c in hand).values())


def tenho_worth(hand, option):  # KK5.13, KK1.10
    kind, one = option["tenho"], int(option["tenho_coins"])
    if kind == "off":
        return 0
    if kind == "pairs":
        return one if pairs_only(hand) else 0
    if suits(hand, 4) == 2:
        return int(option["tenho_double"])
    if suits(hand, 4) == 1:
        return one
    return one if kind == "on" and four_pairs(hand) else 0


class Game:
    def __init__(self, seats, option):
        self.option = option
        self.purse = [int(option["coins"])] * 2
        self.round = 0
        self.last_paid, self.last_winner = 0, -1
        self.shown = [[], []]
        self.sensei = 0
        self.pool = [[], []]
        self.clear()
        self.phase, self.turn = "sensei", "*"  # KK3.1
        if option["sensei"] != "random":
            self.sensei = int(option["sensei"])
            self.next_round()

    def clear(self):  # a new round lies before us
        self.hand, self.pool, self.field, self.deck = [[], []], [[], []], [], list(DECK)
        self.calls, self.worth, self.dealt = [0, 0], [0, 0], 0
        self.held = [None, None]  # names of the yaku held at the last koi-koi
        self.first_turn = [True, True]
        self.noble_count, self.turned = 0, None
        self.mover = self.sensei

    def next_round(self):
        self.round += 1
        self.deal()

    def deal(self):
        self.clear()
        self.phase, self.turn = "deal", "*"

    # ---- worth ----

    def yaku(self, seat):
        pool, option = set(self.pool[seat]), self.option

        def coins(name):
            return int(option[name])
        found = {}

        def row(name, cards):  # KK5.1 to KK5.3, KK1.9
            over = len(cards) - coins(name + "_from")
            if over >= 0 and coins(name):
                found[name] = coins(name) + over * coins("further")
        row("kasu", pool & PLAIN | (pool & {SAKE} if option["sake_plain"] == "on" else set()))
        row("tane", pool & ANIMAL)
        row("tanzaku", pool & RIBBON)
        for name, cards in (("ino-shika-cho", BOAR_DEER_BUTTERFLY), ("aka-tan", POETRY), ("ao-tan", BLUE), ("kusa-tan", GRASS)):
            if cards <= pool and coins(name.replace("-", "_")):  # KK5.10 to KK5.12, KK5.15
                found[name] = coins(name.replace("-", "_"))
        if option["sets"] == "absorb":
            if "ino-shika-cho" in found:
                found["ino-shika-cho"] += (len(pool & ANIMAL) - 3) * coins("further")
                found.pop("tane", None)
            sets = [name for name in ("aka-tan", "ao-tan") if name in found]
            if sets:
                found[sets[0]] += (len(pool & RIBBON) - 3 * len(sets)) * coins("further")
                found.pop("tanzaku", None)
        elif "aka-tan" in found and "ao-tan" in found and coins("ribbons_both"):
            found["both-tan"] = coins("ribbons_both")
        # KK5.6 to KK5.9, KK5.16: one of them counts, the dearest; of equally dear ones that with more cards
        nobles, rain = len(pool & NOBLES), RAIN_MAN in pool
        brights = []
        if nobles >= 2 and rain:
            brights.append((coins("ame_sanko"), 1, "ame-sanko"))
        if nobles >= 3:
            brights.append((coins("sanko"), 2, "sanko"))
        if nobles >= 3 and rain:
            brights.append((coins("ame_shiko"), 3, "ame-shiko"))
        if nobles == 4:
            brights.append((coins("shiko"), 4, "shiko"))
        if nobles == 4 and rain:
            brights.append((coins("goko"), 5, "goko"))
        bright = max(brights, default=(0, 0, ""))
        pairs = {}
        spoilers = {"off": set(), "on": {RAIN_MAN}, "any": {c for c in DECK if MONTH[c] == "11"}}[option["sake_rain"]]
        if option["sake"] == "on" and SAKE in pool and not pool & spoilers:  # KK1.4, KK5.4, KK5.5
            for name, card in (("tsukimi", MOON), ("hanami", CURTAIN)):
                if card in pool:
                    pairs[name] = coins("viewing_late" if self.calls[seat] else "viewing_early")
            if len(pairs) == 2 and option["sake_both3"] == "on":
                pairs = dict.fromkeys(pairs, 3)
        if option["sake_nobles"] == "on":  # the better side; of equal ones the brights
            if sum(pairs.values()) > bright[0]:
                bright = (0, 0, "")
            else:
                pairs = {}
        found.update({name: worth for name, worth in pairs.items() if worth})
        if bright[0]:
            found[bright[2]] = bright[0]
        whole = [m for m in MONTHS if sum(MONTH[c] == m for c in pool) == 4]
        if option["month_cards"] == "on" and MONTHS[(self.round - 1) % 12] in whole:
            found["month-cards"] = coins("month_coins")
        if whole and coins("shima"):  # KK5.17
            found["shima"] = coins("shima") * len(whole)
        return found

    def pays(self, seat, coins):  # KK7
        option, calls = self.option, self.calls[seat]
        total = coins
        if option["koikoi_bonus"] == "plus" and calls <= 3:
            total += calls
        if option["koikoi_bonus"] == "plus" and calls >= 4:
            total *= calls - 2
        if option["koikoi_bonus"] == "double":  # KK7.3
            total *= 2 ** calls
        if option["koikoi_bonus"] == "step":
            total *= calls + 1
        if option["koikoi_bonus"] == "both":
            total *= sum(self.calls) + 1
        if option["seven"] == "on" and coins >= 7:  # KK7.2
            total *= 2
        if option["counter"] == "on" and self.calls[1 - seat]:  # KK7.4
            total *= 2
        if option["nobles"] == "on":  # KK7.5
            total *= self.noble_count + 1
        if option["nobles"] == "times":
            total *= max(1, self.noble_count)
        return total

    # ---- what can happen ----

    def chance(self):
        if self.phase == "sensei":
            return {"sensei 0": 1, "sensei 1": 1}
        return {"card " + c: 1 for c in self.deck}

    def matches(self, card):
        if self.joker(card):
            return list(self.field)
        return [c for c in self.field if MONTH[c] == MONTH[card]]

    def joker(self, card):  # KK4.7
        return card == LIGHTNING and self.option["lightning"] == "joker"

    def asks(self, card):  # may its player choose what it takes?
        return len(self.matches(card)) > 1 if self.joker(card) else len(self.matches(card)) == 2

    def may_call(self, seat):  # KK6.4, koikoi_limit
        if not self.hand[0] and not self.hand[1]:
            return False
        limit = int(self.option["koikoi_limit"])
        used = sum(self.calls) if self.option["limit_shared"] == "on" else self.calls[seat]
        return limit == 0 or used < limit

    def legal(self):
        me = self.turn
        if self.phase == "take":
            return {"take " + c for c in self.matches(self.turned)}
        if self.phase == "call":
            return {"agari", "koi-koi"} if self.may_call(me) else {"agari"}
        moves = set()
        for card in self.hand[me]:
            targets = self.matches(card)
            if self.asks(card) or self.joker(card) and targets:  # KK4.4; a joker names what it takes in any case
                moves |= {f"play {card} {t}" for t in targets}
            else:
                moves.add("play " + card)
            if targets and self.option["lay"] == "free":  # KK4.6
                moves.add("lay " + card)
        if self.first_turn[me] and tenho_worth(self.hand[me], self.option):  # KK5.14
            moves.add("tenho")
        return moves

    # ---- what happens ----

    def play(self, text):
        word = text.split(" ")
        if word[0] == "sensei":
            self.sensei = int(word[1])
            self.next_round()
        elif word[0] == "card" and self.phase == "deal":
            self.deal_card(word[1])
        elif word[0] == "card":
            self.deck.remove(word[1])
            self.turned = word[1]
            if self.asks(self.turned):
                self.phase, self.turn = "take", self.mover
            else:
                self.put(self.turned, None)
                self.turn_done()
        elif word[0] == "take":
            self.put(self.turned, word[1])
            self.turn_done()
        elif word[0] == "play":
            self.first_turn[self.mover] = False
            self.hand[self.mover].remove(word[1])
            self.put(word[1], word[2] if len(word) == 3 else None)
            self.phase, self.turn = "draw", "*"
        elif word[0] == "lay":
            self.first_turn[self.mover] = False
            self.hand[self.mover].remove(word[1])
            self.field.append(word[1])
            self.phase, self.turn = "draw", "*"
        elif word[0] == "tenho":
            coins = tenho_worth(self.hand[self.mover], self.option)
            self.win(self.mover, self.pays(self.mover, coins) if self.option["tenho_times"] == "on" else coins)
        elif word[0] == "agari":
            self.agari()
        elif word[0] == "koi-koi":
            self.calls[self.mover] += 1  # first: with viewing_early=0 the call itself gives a yaku made before it its worth
            self.held[self.mover] = set(self.yaku(self.mover))
            self.next_turn()

    def deal_card(self, card):  # KK3.2
        self.deck.remove(card)
        place = [self.hand[1 - self.sensei], self.hand[self.sensei], self.field][self.dealt // 4 % 3]
        place.append(card)
        self.dealt += 1
        if self.dealt == 24:
            if self.deal_is_bad():  # KK1.5
                self.deal()
            else:
                self.noble_count = len(BRIGHT & set(self.field))
                self.phase, self.turn = "play", self.sensei  # KK4.1

    def deal_is_bad(self):
        rule = self.option["redeal"]
        if self.option["tenho_both"] == "void" and all(tenho_worth(hand, self.option) for hand in self.hand):  # KK1.10
            return True
        if rule == "off":
            return False
        if suits(self.field, 4):
            return True
        if rule in ("hand4", "strict") and (suits(self.hand[0], 4) or suits(self.hand[1], 4)):
            return True
        return rule == "strict" and (suits(self.field, 3) > 0 or any(four_pairs(x) for x in (self.field, *self.hand)))

    def put(self, card, target):  # KK4.2 to KK4.4
        taken = [target] if target else self.matches(card)
        if taken:
            for c in taken:
                self.field.remove(c)
            self.pool[self.mover] += [card] + taken
        else:
            self.field.append(card)
        self.turned = None

    def turn_done(self):  # KK6.1
        me = self.mover
        before, self.worth[me] = self.worth[me], sum(self.yaku(me).values())
        if self.worth[me] > before:
            if self.option["last_card"] == "stop" and not self.hand[me]:
                self.agari()
            else:
                self.phase, self.turn = "call", me
        else:
            self.next_turn()

    def next_turn(self):
        me = self.mover
        self.worth[me] = sum(self.yaku(me).values())  # anew: a call can change it (viewing_late)
        if not self.hand[0] and not self.hand[1]:
            self.exhausted()
        else:
            self.mover = self.turn = 1 - me
            self.phase = "play"

    def agari(self):
        me = self.mover
        self.win(me, self.pays(me, self.worth[me]))

    def exhausted(self):  # KK6.3
        rule = self.option["exhaust"]
        if rule == "dealer1":
            self.finish(-1, self.pay(self.sensei, int(self.option["dealer_coins"])))  # KK1.11
        elif rule == "last_yaku":
            can = [s for s in (0, 1) if set(self.yaku(s)) - (self.held[s] or set())]
            if len(can) == 1:
                self.win(can[0], sum(self.yaku(can[0]).values()))
            else:
                self.finish(-1, 0)
        else:
            self.finish(-1, 0)

    def pay(self, winner, coins):
        loser, rule = 1 - winner, self.option["purse"]
        if rule == "stop":  # KK7.7
            coins = min(coins, self.purse[loser])
        if rule != "score":
            self.purse[loser] -= coins
        self.purse[winner] += coins
        return coins

    def win(self, winner, coins):
        self.finish(winner, self.pay(winner, coins))

    def finish(self, winner, paid):
        self.last_winner, self.last_paid = winner, paid
        self.shown, self.hand = self.hand, [[], []]  # laid open
        empty = self.option["purse"] != "score" and min(self.purse) <= 0
        target = int(self.option["target"])
        if empty or target and max(self.purse) >= target or self.round == int(self.option["rounds"]):  # KK8.1
            self.phase = self.turn = "over"
            return
        if self.option["next_dealer"] == "alternate":  # KK3.3
            self.sensei = 1 - self.sensei
        elif winner >= 0:
            self.sensei = winner
        elif self.option["draw_dealer"] == "other":
            self.sensei = 1 - self.sensei
        self.next_round()

    # ---- what is compared ----

    def state(self):
        def cards(some):
            return ",".join(sorted(some, key=RANK.get))
        out = [f"turn={self.turn}", f"round={self.round}", f"sensei={self.sensei}", f"mover={self.mover}", f"dealt={self.dealt}",
               f"nobles={self.noble_count}", f"turned={self.turned or ''}", "calls=%d,%d" % tuple(self.calls),
               "purse=%d,%d" % tuple(self.purse), "worth=%d,%d" % tuple(self.worth), f"last_paid={self.last_paid}",
               f"last_winner={self.last_winner}", f"sizes={len(self.hand[0])},{len(self.hand[1])},{len(self.deck)}",
               "hand0=" + cards(self.hand[0]), "hand1=" + cards(self.hand[1]), "field=" + cards(self.field),
               "pool0=" + cards(self.pool[0]), "pool1=" + cards(self.pool[1]), "deck=" + ",".join(self.deck),
               "shown0=" + cards(self.shown[0]), "shown1=" + cards(self.shown[1])]
        for seat in (0, 1):
            found = self.yaku(seat) if self.pool[seat] else {}
            coins = sum(found.values())
            out += [f"yaku{seat}=" + ",".join(f"{y}:{found[y]}" for y in YAKU if y in found), f"sum{seat}={coins}",
                    f"pays{seat}={self.pays(seat, coins)}"]
        return out

    def result(self):  # KK8.2
        return self.purse, [int(p < max(self.purse)) for p in self.purse]


YAKU = ["kasu", "tane", "tanzaku", "tsukimi", "hanami", "sanko", "ame-shiko", "shiko", "goko", "ino-shika-cho", "aka-tan", "ao-tan",
        "both-tan", "month-cards", "kusa-tan", "ame-sanko", "shima"]

if __name__ == "__main__":
    compare.run("koikoi", Game, options)
