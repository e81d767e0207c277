#!/usr/bin/env python3
"""test_completions.py IRORI FOLDER: the completions for shells and the man pages, which the build made in FOLDER, have every command and
every option that `irori --help` and `irori COMMAND --help` tell of; and bash completes what somebody would type. TAP."""
import functools
import json
import pathlib
import re
import shutil
import subprocess
import sys

from cli import main, run, test, work

folder = pathlib.Path(sys.argv[2]).resolve()
SHELLS = {"bash": "irori", "zsh": "_irori", "fish": "irori.fish"}


def commands():
    return re.findall(r"^  ([a-z]+)  ", run("--help").out, re.M)


@functools.cache
def told():
    """[(words of a command, its options)] as the program's help has them. `store` and `admin` have actions."""
    out = []
    for name in commands():
        text = run(name, "--help").out
        actions = re.findall(r"^  irori %s ([a-z]+)" % name, text, re.M)
        out.append(([name], re.findall(r"^  (--[a-z-]+)", text, re.M)))
        for action in actions:
            own = run(name, action, "--help").out  # an action of admin is none of its own: the same text again
            out.append(([name, action], re.findall(r"^  (--[a-z-]+)", own, re.M)))
    assert len(out) > 15 and sum(len(o) for _, o in out) > 80, out
    return out


def completed(*words):
    script = '. "$0"; compopt() { :; }; COMP_WORDS=("$@"); COMP_CWORD=$(($# - 1)); _irori; printf "%s\\n" "${COMPREPLY[@]}"'
    r = subprocess.run(["bash", "-c", script, str(folder / "irori"), *words], capture_output=True, text=True, cwd=work)
    assert not r.stderr, r.stderr
    return r.stdout.split()


@test
def bash_offers_every_command_and_option():
    assert set(commands()) <= set(completed("irori", "")), completed("irori", "")
    for words, options in told():
        if words[0] == "admin" and len(words) > 1:
            assert words[1] in completed("irori", "admin", "")
            continue
        if len(words) > 1:
            assert words[1] in completed("irori", words[0], "")
        elif run(*words, "--help").out.count("\n  irori " + words[0]) > 1:
            continue  # its actions have the options
        got = completed("irori", *words, "--")
        assert set(options) <= set(got), (words, set(options) - set(got))


@test
def bash_offers_games_bots_files_where_they_belong():
    games = re.search(r"^Games: (.*?)\.  ", run("--help").out, re.M).group(1).split(", ")
    assert completed("irori", "play", "") == games
    assert completed("irori", "match", games[0], "har") == ["hard"], "a bot"
    assert completed("irori", "match", games[0], "--games", "5", "har") == ["hard"], "the value of an option is no argument"
    assert completed("irori", "play", "--seats", "") == [], "a number cannot be guessed"
    (work / "one.irori").write_text("")
    assert completed("irori", "review", "--seat", "0", "on") == ["one.irori"]
    assert completed("irori", "serve", "--log", "j") == ["json"]
    assert completed("irori", "play", "--resume", "on") == ["one.irori"]


@test
def zsh_and_fish_have_every_command_and_option():
    for shell in ("zsh", "fish"):
        text = (folder / SHELLS[shell]).read_text()
        for words, options in told():
            assert re.search(r"['\s(]%s(['\s\\:)]|$)" % words[-1], text, re.M), (shell, words)
            part = text
            if shell == "zsh" and words[0] not in ("store", "admin"):
                part = re.search(r"^    %s\) _arguments(.*?);;$" % words[0], text, re.M | re.S).group(1)
            elif shell == "fish" and options:
                part = "\n".join(line for line in text.splitlines() if re.search(r"seen_subcommand_from %s\b" % words[0], line))
            for option in set(options) - {"--help", "--version"}:
                wanted = option + r"[=\[]" if shell == "zsh" else r"-l %s\b" % option[2:]
                assert re.search(wanted, part), (shell, words, option)


@test
def shells_can_read_what_is_for_them():
    skipped = []
    for shell, name in SHELLS.items():
        if not shutil.which(shell):
            skipped.append(shell)
            continue
        r = subprocess.run([shell, "-n", str(folder / name)], capture_output=True, text=True)
        assert r.returncode == 0 and not r.stderr, (shell, r.stderr)
        assert (folder / name).read_text() == run("completions", shell).out, "%s is not what the program prints" % name
    return "not here: " + ", ".join(skipped) if skipped else None


@test
def man_pages_have_every_command_and_option():
    pages = {p.stem: re.sub(r"\\f.|\\&|\\", "", p.read_text()) for p in folder.glob("*.1")}
    if not pages:
        return "SKIP built without scdoc"
    assert "irori" in pages and all('"Irori ' in text and "@" not in re.sub(r"\w@\w|_@_", "", text) for text in pages.values()), "a word was not filled in"
    for words, options in told():
        text = pages.get("irori-" + words[0])
        if text is None:
            text = re.search(r"^\.SS %s$(.*?)(?=^\.S[SH])" % words[0].upper(), pages["irori"], re.M | re.S).group(1)
        elif len(words) > 1:
            assert re.search(r"^(\.SS )?%s\b" % re.escape(words[1]), text, re.M) or "STORE " + words[1].upper() in text, words
        for option in set(options) - {"--help", "--version"}:
            assert re.search(r"^%s\b" % option, text, re.M), (words, option)


@test
def the_tables_are_json():
    tables = json.loads(run("completions", "json").out)
    assert {t["command"].split()[0] for t in tables} == set(commands())
    assert run("completions", "powershell").returncode == 2


main("completions")
