#!/usr/bin/env python3
"""test_speech.py IRORI: what players read in the terminal is in their language, whole, and as wide as their screen. TAP.

No word of English is left: none that the English texts have and the catalogue of the language has not, but names and words to type. The
languages are the files of po/terminal, so a new one is tested without a line here."""
import ast
import os
import re
import subprocess
import unicodedata

from cli import main, root, run, test, work

languages = sorted(p.stem for p in (root / "po/terminal").glob("*.po"))
games = [l.split()[1] for l in subprocess.run(["python3", root / "scripts/games.py", "list"], capture_output=True, text=True, check=True).stdout.splitlines() if l.startswith("game ")]
# names, words to type, and what the library says in English
typed = set("""options hint irori play replay review rules resume record check quit save file undo table exec help command number enter json html
 both seat first second as all off on""".split())


def catalogue(language):
    """The English texts, and what is said for them."""
    english, said = [], []
    for block in (root / "po/terminal" / (language + ".po")).read_text().split("\n\n")[1:]:
        field = None
        for l in block.splitlines():
            m = re.match(r'(msg\w+)(?:\[\d\])? (".*")$', l)
            if not m and not l.startswith('"'):
                continue
            field, text = (m.group(1), m.group(2)) if m else (field, l)
            {"msgid": english, "msgid_plural": english}.get(field, said if field == "msgstr" else []).append(ast.literal_eval(text))
    return english, said


def words(text):
    return set(re.findall(r"[^\W\d_]{3,}", re.sub(r"\{\w+\}", " ", text).lower()))


def no_english(text, language):
    english, said = catalogue(language)
    left = words(text) & words(" ".join(english)) - words(" ".join(said)) - typed
    assert not left, "%s: English words are left: %s" % (language, ", ".join("%s in %r" % (w, re.search(".*%s.*" % w, text, re.I).group(0)[:120]) for w in sorted(left)[:5]))
    assert not re.search(r"\{\w+\}", text), re.search(r".*\{\w+\}.*", text).group(0)


def speaks(language, *args, stdin="", columns=None):
    """The program in this language, by LANG alone: no such locale has to be there."""
    was = dict(os.environ)
    os.environ.pop("LC_ALL", None)
    os.environ.pop("LANGUAGE", None)
    os.environ["LANG"] = language
    if columns:
        os.environ["COLUMNS"] = str(columns)
    try:
        return run(*args, stdin=stdin, environ=dict(os.environ))
    finally:
        os.environ.clear()
        os.environ.update(was)


def wide(line):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in line)


def records(language):
    """A game of each, played by pipe."""
    for game in games:
        path = work / ("%s-%s.irori" % (game, language))
        answers = "?\nrules\nundo\nxyzzy\ntable\n" + "1\n2\n99\n" * 700
        r = speaks(language + "_XX.UTF-8", "play", game, "--bot", "easy", "--seed", 7, "--record", path, stdin=answers)
        assert r.returncode == 0, r.err
        yield game, path, r


@test
def whole_games_are_in_the_players_language():
    assert languages and games
    for language in languages:
        for game, path, r in records(language):
            assert "===" in r.out and path.exists() and "result " in path.read_text(), "%s %s did not end: %s" % (game, language, r.out[-300:])
            no_english((r.out + r.err).replace(str(path), ""), language)
            no_english(speaks(language, "replay", path).out, language)
            shown = speaks(language, "rules", game).out
            assert shown == speaks(language + "_XX.utf8", "rules", game).out and not re.search(r"\*\*|`|^#|^\|", shown, re.M), game
            if (root / "games" / game / "rules" / (language + ".md")).exists():
                assert shown != run("rules", game).out


@test
def reviews_are_in_the_players_language():
    for language in languages:
        for game, path, _ in records(language):
            for more in ([], ["--html"]):
                r = speaks(language, "review", path, "--nodes", "300", *more)
                assert r.returncode == 0, r.err
                text = re.sub(r"(?s)<style>.*?</style>|<[^>]*>", " ", r.out)
                no_english(text.replace(str(path), "").replace(path.name, "").replace("bot:easy", ""), language)
                assert not more or '<html lang="%s">' % language in r.out
            many = speaks(language, "review", path, path, "--nodes", "300").out
            assert many.count(path.name) == 2
            no_english(many.replace(path.name, ""), language)


@test
def help_is_in_the_players_language():
    for language in languages:
        for command in ([], ["play"], ["replay"], ["review"], ["rules"]):
            r = speaks(language, *command, "--help")
            text = re.sub(r"--?\w+|\b[A-Z]+\b|(?:%s)\S*|printed\S*|docs\S*" % "|".join(games), "", r.out)
            text = re.sub(r"(?m)^  [a-z]+ ", "", text)  # names of commands
            no_english(text, language)
        assert speaks(language, "play", "chess").returncode == 2


@test
def options_are_explained():
    for game in games:
        english = run("rules", game, "options").out
        names = re.findall(r"(?m)^  ([a-z_0-9]+)(?:: | \()", english)
        assert len(names) > 5 and "easy" in names, english
        for language in languages:
            r = speaks(language, "rules", game, "options")
            assert re.findall(r"(?m)^  ([a-z_0-9]+)(?:\s?[:：]| \(|（)", r.out) == names  # the words to type are the same
            no_english(re.sub(r"(?m)^  [a-z_0-9]+(?: \([^)]*\)|（[^）]*）)?\s?[:：]", "", r.out), language)
            for columns in (20, 40, 80):
                assert all(wide(l) <= columns for l in speaks(language, "rules", game, "options", columns=columns).out.splitlines())


@test
def other_commands_stay_english():
    english = run("sim", "koikoi", "--games", 2).out
    for language in languages:
        r = speaks(language, "sim", "koikoi", "--games", 2)
        assert r.out.splitlines()[0].split()[:2] == english.splitlines()[0].split()[:2]
        assert "whole number" in speaks(language, "sim", "koikoi", "--games", "x").err
        assert "JSON" in speaks(language, "audit", "--help").out and "this text" in speaks(language, "audit", "--help").out


@test
def an_unknown_language_is_english():
    english = run("play", "koikoi", "--seed", 3, stdin="1\n" * 400).out
    assert "Which card do you play?" in english
    for language in ("xx_XX.UTF-8", "C", "POSIX", "C.UTF-8", "en_GB.UTF-8", "", "../../etc/passwd", "x" * 5000):
        assert speaks(language, "play", "koikoi", "--seed", 3, stdin="1\n" * 400).out == english, language


@test
def lines_fit_the_screen():
    for language in ["en", *languages]:
        for columns in (20, 40, 80):
            for game, path, _ in records(language) if columns == 20 else [(g, work / ("%s-%s.irori" % (g, language)), None) for g in games]:
                said = [speaks(language, "rules", game, columns=columns), speaks(language, "replay", path, columns=columns),
                        speaks(language, "play", game, "--bot", "easy", "--seed", 7, stdin="?\nrules\n" + "1\n2\n" * 700, columns=columns)]
                for r in said:
                    for l in r.out.splitlines():
                        l = re.sub(r"^(> )+", "", l)
                        assert wide(l) <= columns, "%s %s, %d columns: %r has %d" % (language, game, columns, l, wide(l))
                said = speaks(language, "review", path, "--nodes", "300", columns=columns).out.splitlines()[1:]
                assert all(wide(l) <= columns for l in said if "/" not in l), [l for l in said if wide(l) > columns][:3]


@test
def answers_are_taken_in_both_languages():
    for language in languages:
        said = dict(re.findall(r'msgctxt "answer"\nmsgid "(.*)"\nmsgstr "(.*)"', (root / "po/terminal" / (language + ".po")).read_text()))
        assert said.keys() >= {"yes", "no", "stop", "koi-koi"}
        for seed in range(1, 30):  # a game in which a yaku is made by playing first cards
            start = speaks(language, "play", "koikoi", "--seed", seed, stdin="1\n" * 30).out
            call = re.search(r"(?im)^ +1  %s\s?[:：]" % said["agari"], start)
            n = len(re.findall(r"(?m)^> ", start[:call.start()])) if call else 0
            if not n:
                continue
            typed_here = speaks(language, "play", "koikoi", "--seed", seed, stdin="1\n" * n + said["koi-koi"].upper() + "\n")
            typed_english = speaks(language, "play", "koikoi", "--seed", seed, stdin="1\n" * n + "koi-koi\n")
            assert typed_here.out == typed_english.out, typed_here.out[-400:]
            assert typed_here.out != speaks(language, "play", "koikoi", "--seed", seed, stdin="1\n" * n + "xyzzy\n").out
            break
        else:
            raise AssertionError("no yaku in thirty games")


@test
def letters_of_japanese_input_methods_are_plain_ones():
    wide = str.maketrans({chr(c): chr(c + 0xfee0) for c in range(0x21, 0x7f)} | {" ": "\u3000"})
    for answers in ("?\n1\nquit\n", "2 \nrules all\n"):
        plain, typed_wide = (speaks("ja", "play", games[0], "--seed", "3", stdin=a) for a in (answers, answers.translate(wide)))
        assert re.sub(r"\S+\.irori", "", plain.out) == re.sub(r"\S+\.irori", "", typed_wide.out), typed_wide.out[-500:]

main("speech")
