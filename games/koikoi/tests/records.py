#!/usr/bin/env python3
"""records.py FILE: holds the oracle itself to games that people played elsewhere (koikoi-records 1, preset `arcade`)."""
import sys

import oracle as koikoi


def main(path):
    games = rounds = turns = 0
    game = want = None
    for line in open(path):
        word = line.split()
        if not word:
            continue
        if word[0] == "game":
            want = dict(w.split("=") for w in word[2:])
            game, games = None, games + 1
        elif word[0] == "round":
            dealer = int(word[2][-1]) - 1
            if game is None:
                game = koikoi.Game(2, koikoi.options(f"arcade,sensei={dealer}"))
            assert game.sensei == dealer and game.round == int(word[1]), (line, game.sensei, game.round)
            cards = {}
            rounds += 1
        elif word[0] in ("hand1", "hand2", "table"):
            cards[word[0]] = word[1:]
            if word[0] == "table":
                places = [cards["hand%d" % (2 - dealer)], cards["hand%d" % (1 + dealer)], cards["table"]]
                for half in (0, 4):
                    for place in places:
                        for card in place[half:half + 4]:
                            game.play("card " + card)
                assert game.turn == dealer, line
        elif word[0] == "turn":
            turns += 1
            player, card, taken, drawn, taken2, decision = int(word[2]) - 1, *word[3:]
            taken, taken2 = ([] if t == "-" else t.split(",") for t in (taken, taken2))
            assert game.turn == player, line
            two = [f"play {card} {t}" for t in taken]
            move = two[0] if len(taken) == 1 and two[0] in game.legal() else "play " + card
            assert move in game.legal(), line
            before = len(game.pool[player])
            game.play(move)
            assert len(game.pool[player]) - before == (len(taken) + 1 if taken else 0) and set(taken) <= set(game.pool[player]), line
            before, pool = len(game.pool[player]), game.pool[player]  # the list itself: a round may end
            game.play("card " + drawn)
            if game.phase == "take":
                game.play("take " + taken2[0])
            assert len(pool) - before == (len(taken2) + 1 if taken2 else 0) and set(taken2) <= set(pool), line
            asked = game.phase == "call"
            assert asked == (decision in ("koi", "stop")), line
            if asked:
                game.play("agari" if decision == "stop" else "koi-koi")
        elif word[0] == "end" and word[1] != "unfinished":
            delta = [int(d) for d in word[3:]]
            assert game.last_paid == max(delta) and game.last_winner == int(word[2]) - 1, (line, game.last_paid, game.last_winner)
            if game.turn == "over":
                assert want["final"] == "%d,%d" % tuple(game.purse), (want, game.purse)
    print(f"koikoi records: {games} games, {rounds} rounds, {turns} turns, 0 mismatches")


if __name__ == "__main__":
    main(sys.argv[1])
