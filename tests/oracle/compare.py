"""compare.py: reads a trace (trace.c) on stdin and compares every line of it with a game that was written from the rules alone.

A game is a class with
    Game(seats, options)   options: a dict of strings, every option in it
    turn                   a seat, '*' (chance) or 'over'
    legal()                the texts of the legal moves of the seat to move, as a set
    chance()               {text: weight}
    play(text)             makes a move or an outcome
    state()                the words of the state line, in its order
    result()               (points, ranks)
and a function options(text) -> dict that reads an options text."""
import sys
import time


def run(name, Game, options):
    started = time.time()
    where = {"game": 0, "row": 0, "rows": 0, "head": "", "last": ""}

    def wrong(what, engine, oracle):
        print(f"{name} game {where['game']} row {where['row']}: {what}")
        print(f"  {where['head']}")
        print(f"  after: {where['last']}")
        print(f"  engine: {engine}\n  oracle: {oracle}")
        sys.exit(1)

    def compare_set(what, engine, oracle):
        if len(engine) != len(set(engine)):
            wrong(what + " listed twice", engine, oracle)
        if set(engine) != set(oracle):
            wrong(what, "only the engine has " + str(sorted(set(engine) - set(oracle))),
                  "only the oracle has " + str(sorted(set(oracle) - set(engine))))

    game = None
    for line in sys.stdin:
        line = line[:-1]
        kind, _, rest = line.partition(" ")
        if kind == "state":
            mine = " ".join(game.state())
            if mine != rest:
                a, b = rest.split(" "), mine.split(" ")
                both = [(x, y) for x, y in zip(a, b) if x != y]
                wrong("state", " ".join(x for x, y in both) or len(a), " ".join(y for x, y in both) or len(b))
        elif kind == "chance":
            if game.turn != "*":
                wrong("whose turn", "chance", game.turn)
            mine = game.chance()
            if "|".join(f"{t}:{w}" for t, w in mine.items()) != rest: # the quick way, where the order is the same
                compare_set("chance", rest.split("|"), [f"{t}:{w}" for t, w in mine.items()])
        elif kind == "legal":
            if not isinstance(game.turn, int):
                wrong("whose turn", "a player", game.turn)
            compare_set("legal", rest.split("|"), game.legal())
        elif kind == "row":
            where["row"] += 1
            where["rows"] += 1
            where["last"] = line
            actor, _, text = rest.partition(" ")
            if str(game.turn) != actor:
                wrong("whose turn", actor, game.turn)
            game.play(text)
        elif kind == "game":
            where["game"] += 1
            where["row"] = 0
            where["head"], where["last"] = line, "start"
            word = (rest + " ").split(" ")
            seats, canon = int(word[1]), word[2]
        elif kind == "options":
            word = rest.split(" ")
            given, engine = options(word[0]), dict(w.split("=") for w in word[1:])
            for text, mine in ((word[0], given), (canon, options(canon))):
                for key in sorted(set(engine) | set(mine)):
                    if engine.get(key) != mine.get(key):
                        wrong(f"option {key} of {text}", engine.get(key), mine.get(key))
            game = Game(seats, given)
        elif kind == "end":
            points, ranks = game.result()
            mine = "points " + " ".join(map(str, points)) + " ranks " + " ".join(map(str, ranks))
            if game.turn != "over":
                wrong("the end", "over", game.turn)
            if mine != rest:
                wrong("result", rest, mine)
            game = None
        else:
            wrong("a line of no known kind", line, "")
    if game is not None:
        wrong("the trace breaks off", "", "")
    print(f"{name}: {where['game']} games, {where['rows']} rows, 0 mismatches ({time.time() - started:.0f} s)")
