#!/usr/bin/env python3
"""games.py: the games are the folders of games/ that have a NAME.c with rules in it; this is the one place that looks for them.

    games.py list                what each folder holds, a line each: KIND NAME PATH (the build and the tests read this)
    games.py paths KIND...       only the paths of these kinds
    games.py library             the C sources of libirori: src/core, src/bots, src/analysis, src/batch, src/rating, src/table, cards/, and every game's rules and bots
    games.py mark                a number that changes with these lists: what is made from them has it in its command, and is made again
    games.py header OUT          the names as lists for C: GAMES(X), GAMES_WITH_BOTS(X), ...
    games.py page FOLDER         what the page is built from: games.ts (boards, what games say of themselves), options.ts (words of options),
                                 kinds.ts (words of kinds of moves), reasons.ts (reasons in words), ideas.ts (of the coach), feats.ts (for profiles), themes.ts (of puzzles), books.ts and books.css
                                 (rulebooks), games.css (tables) and games.json (sprites, styles, networks, rules)
    games.py embed OUT KIND...   a C header with the bytes of these files, as embed.py writes it
    games.py ratings OUT         what ratings.json of the games say, as lists for C: GAMES_BOT_RATINGS(X), GAMES_NOISES(X)

A folder may have an about.json: "menu": its place in menus (folders without one come last, by name); "cards": the folder of cards/ it is
played with; "prefix": what the names of its
drawings begin with (scripts/art.py; else the game's name); "panel": the cards of its sprite that stand for it on the first screen and in
previews of links (web/pictures.mjs); "template": true, no game to be listed but what scripts/new-game copies."""
import hashlib
import json
import pathlib
import sys

sys.dont_write_bytecode = True
root = pathlib.Path(__file__).resolve().parent.parent

# KIND: where its files are, in a game's folder. Everything but the rules may be missing.
KINDS = {
    "rules": "*.c",  # without words.c and conform.c
    "words": "words.c",  # how the text client speaks
    "why": "why.c",  # reasons in reviews; one of the rules' sources
    "observe": "observe.c",  # what a seat knows as numbers, for learning programs; one of the rules' sources
    "conform": "conform.c",  # reads somebody else's recorded games
    "bots": "bots/*.c",
    "levels": "bots/levels.c",  # how its levels decide, measured; one of the bots' sources
    "net": "bots/NAME.net",  # what its bots learned
    "ratings": "ratings.json",  # how strong its bots are (irori tournament --ratings)
    "puzzles": "puzzles.txt",  # a pack of puzzles (irori puzzles)
    "deck": "decks/*.deck",
    "text": "rules/en.md",  # the rules as people read them; other languages beside it
    "translation": "rules/??.md",
    "schema": "schema.json",  # of its views, and of the values of its events (irori schema)
    "page": "page/board.ts*",
    "about": "page/about.ts",  # title, credits, ...: what is shown before the board is loaded
    "options": "page/options.ts",  # words of its options
    "ideas": "page/ideas.ts",  # what the coach tells beginners
    "kinds": "page/kinds.ts",  # words of its kinds of moves, for reviews
    "feats": "page/feats.ts",  # what a player has made in a game, for profiles
    "themes": "page/themes.ts",  # what its puzzles are about
    "reasons": "page/why.ts",  # reasons in words, for reviews
    "book": "page/book.ts*",  # its rulebook (web/src/book)
    "book-style": "page/book.css",
    "example": "book/*.irori",  # worked examples of the rulebook: records
    "sprite": "page/sprite.svg",
    "style": "page/NAME.css",  # of its board, loaded with it
    "surface": "page/surface.css",  # its table, which other pages show too
    "test": "tests/test_*.c",
    "bench": "tests/bench_*.c",  # measurements, run by hand
    "helper": "tests/*.c",  # what the tests share
    "dump": "tests/dump.c",  # the state in words, for the oracle
    "oracle": "tests/oracle.py",
    "weight": "tests/weight.c",  # how likely each world is, for the laws
    "golden": "tests/golden/*.play",
    "record": "tests/records/*.irori",
    "cli-test": "tests/cli*.py",
    "page-test": "tests/page/test_*.mjs",
}


def about(folder):
    path = folder / "about.json"
    return json.loads(path.read_text()) if path.exists() else {}


def games():
    """[(name, folder, is it a template)] in the order of menus."""
    found = [f for f in (root / "games").iterdir() if (f / (f.name + ".c")).exists()]
    found.sort(key=lambda f: (about(f).get("menu", 1000), f.name))
    return [(f.name, f, bool(about(f).get("template"))) for f in found]


def files(kind, name, folder):
    found = sorted(folder.glob(KINDS[kind].replace("NAME", name)))
    if kind == "rules":
        found = [p for p in found if p.name not in ("words.c", "conform.c")]
    if kind == "translation":
        found = [p for p in found if p.name != "en.md"]
    if kind == "helper":
        found = [p for p in found if not p.name.startswith(("test_", "bench_")) and p.name not in ("dump.c", "weight.c")]
    return [p.relative_to(root).as_posix() for p in found]


def header():
    out = ["/* Made by scripts/games.py from the folders of games/; do not edit. */", "#ifndef GAMES_LIST_H", "#define GAMES_LIST_H", ""]
    lists = {"GAMES": [n for n, _, template in games() if not template], "TEMPLATES": [n for n, _, template in games() if template]}
    for kind in ("bots", "levels", "net", "why", "observe", "words", "conform", "text", "schema", "weight", "dump"):
        lists["GAMES_WITH_" + kind.upper()] = [n for n, folder, _ in games() if files(kind, n, folder)]
    out.append("#define GAMES_TRANSLATIONS(X)%s" % "".join(
        " X(%s, %s)" % (n, pathlib.Path(p).stem) for n, folder, _ in games() for p in files("translation", n, folder)))
    for name, names in lists.items():
        out.append("#define %s(X)%s" % (name, "".join(" X(%s)" % n for n in names)))
    return "\n".join(out + ["", "#endif", ""])


def ratings():
    bots, noises = [], []
    for name, folder, _ in games():
        for path in files("ratings", name, folder):
            for table in json.loads((root / path).read_text())["tables"]:
                noises += ["X(%s, %d, %r)" % (name, table["seats"], table["noise"])] if table["noise"] else []
                bots += ["X(%s, %d, %s, %d, %r, %r, %r, %r)" % (
                    name, table["seats"], json.dumps(b["name"]), b["games"], *[float(b[scale][n]) for scale in ("ranks", "wins") for n in ("at", "error")])
                         for b in table["bots"]]
    return "/* Made by scripts/games.py from games/NAME/ratings.json; do not edit. */\n#define GAMES_BOT_RATINGS(X) %s\n#define GAMES_NOISES(X) %s\n" % (
        " ".join(bots), " ".join(noises))


def page(out):
    """Imports are written relative to `out`, which is web/gen."""
    boards, reasons, ideas, feats, themes, books, book_styles, styles, data = [], [], [], [], [], [], [], [], []
    modules = {"about": ([], []), "options": ([], []), "kinds": ([], [])}  # imports, members
    for name, folder, template in games():
        if template:
            continue
        one = {"name": name, "rules": {pathlib.Path(p).stem: p for k in ("text", "translation") for p in files(k, name, folder)}}
        cards = about(folder).get("cards")  # drawings and style of cards that games share
        if cards:
            one["sprite"] = "cards/%s/page/sprite.svg" % cards
            one["styles"] = ["cards/%s/page/%s.css" % (cards, cards)]
        for kind in ("sprite", "net", "puzzles"):
            for path in files(kind, name, folder):
                one[kind] = path
        if "panel" in about(folder):
            one["panel"] = about(folder)["panel"]
        data.append(one)
        boards += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("page", name, folder)]
        reasons += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("reasons", name, folder)]
        ideas += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("ideas", name, folder)]
        feats += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("feats", name, folder)]
        themes += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("themes", name, folder)]
        books += ['    %s: () => import("../../%s"),' % (name, p.rsplit(".", 1)[0]) for p in files("book", name, folder)]
        book_styles += ['@import "../../%s";' % p for p in files("book-style", name, folder)]
        one["styles"] = one.get("styles", []) + files("style", name, folder)
        styles += ['@import "../../%s";' % p for p in files("surface", name, folder)]
        for kind, (imports, members) in modules.items():
            for path in files(kind, name, folder):
                imports.append('import { %s as %s } from "../../%s";' % (kind, name, path.rsplit(".", 1)[0]))
                members.append("    %s," % name)
    head = "made by scripts/games.py from the folders of games/; do not edit."

    def listed(kind, constant, kind_of_member):
        imports, members = modules[kind]
        return imports + ["", "export const %s: Record<string, %s> = {" % (constant, kind_of_member)] + members + ["};", ""]

    write(out / "games.ts", "\n".join(
        ["// games.ts: " + head, 'import type { About } from "../src/games";'] + listed("about", "abouts", "About") +
        ["export const boards: Record<string, () => Promise<{ board: unknown }>> = {"] + boards + ["};", ""]))
    write(out / "reasons.ts", "\n".join(
        ["// reasons.ts: " + head, 'import type { Say } from "../src/review/reasons";', "",
         "export const reasons: Record<string, () => Promise<{ say: Say }>> = {"] + reasons + ["};", ""]))
    write(out / "ideas.ts", "\n".join(
        ["// ideas.ts: " + head, "export const ideas: Record<string, () => Promise<{ ideas: unknown }>> = {"] + ideas + ["};", ""]))
    write(out / "feats.ts", "\n".join(
        ["// feats.ts: " + head, 'import type { Feats } from "../src/games";', "",
         "export const feats: Record<string, () => Promise<{ feats: Feats }>> = {"] + feats + ["};", ""]))
    write(out / "themes.ts", "\n".join(
        ["// themes.ts: " + head, 'import type { Themes } from "../src/games";', "",
         "export const themes: Record<string, () => Promise<{ themes: Themes }>> = {"] + themes + ["};", ""]))
    write(out / "books.ts", "\n".join(
        ["// books.ts: " + head, "export const books: Record<string, () => Promise<{ book: unknown }>> = {"] + books + ["};", ""]))
    write(out / "books.css", "\n".join(["/* books.css: %s */" % head] + book_styles + [""]))
    write(out / "options.ts", "\n".join(["// options.ts: " + head, 'import type { OptionWords } from "../src/games";'] + listed("options", "options", "OptionWords")))
    write(out / "kinds.ts", "\n".join(["// kinds.ts: " + head, 'import type { KindWords } from "../src/games";'] + listed("kinds", "kinds", "KindWords")))
    write(out / "games.css", "\n".join(["/* games.css: %s */" % head] + styles + [""]))
    write(out / "games.json", json.dumps(data, indent=1) + "\n")


def write(path, text):
    """Only if it changed, so that nothing is built again for nothing."""
    path = pathlib.Path(path)
    if not path.exists() or path.read_text() != text:
        path.write_text(text)


def listing():
    lines = []
    for name, folder, template in games():
        lines.append("%s %s games/%s" % ("template" if template else "game", name, name))
        lines += ["%s %s %s" % (kind, name, path) for kind in KINDS for path in files(kind, name, folder)]
    return "\n".join(lines)


def main(what, *args):
    if what == "list":
        print(listing())
    elif what == "mark":
        print(hashlib.sha256(listing().encode()).hexdigest()[:16])
    elif what == "paths":
        for kind in args:
            for name, folder, _ in games():
                for path in files(kind, name, folder):
                    print(path)
    elif what == "library":
        own = [p.relative_to(root).as_posix() for layer in ("core", "bots", "analysis", "batch", "rating", "table") for p in sorted((root / "src" / layer).glob("*.c"))]
        own += [p.relative_to(root).as_posix() for p in sorted((root / "cards").glob("*/*.c"))]
        print("\n".join(own + [p for kind in ("rules", "bots") for name, folder, _ in games() for p in files(kind, name, folder)]))
    elif what == "header":
        write(args[0], header())
    elif what == "ratings":
        write(args[0], ratings())
    elif what == "page":
        page(pathlib.Path(args[0]))
    elif what == "embed":
        import embed
        pairs = []
        for kind in [a for a in args[1:] if a in KINDS]:
            for name, folder, _ in games():
                for path in files(kind, name, folder):
                    stem = pathlib.Path(path).stem
                    pairs.append(("%s_%s" % (name, kind) + ("_" + stem if kind in ("deck", "translation") else ""), root / path))
        embed.write(args[0], pairs)
    else:
        sys.exit(__doc__)


if __name__ == "__main__":
    main(*(sys.argv[1:] or [""]))
