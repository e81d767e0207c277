#!/usr/bin/env python3
"""man.py SCDOC IRORI VERSION PAGE.scd OUTPUT: a man page. In PAGE.scd a line @options COMMAND@ becomes the arguments and options of that
command, @actions COMMAND@ what can be done with it, @commands A B ...@ a section for each of these (without names: for every command
that has no page of its own), all as `irori completions json` tells them: a page cannot lag behind the program."""
import json
import os
import pathlib
import re
import subprocess
import sys

import epoch

scdoc, irori, version, page, output = sys.argv[1:]
tables = {t["command"]: t for t in json.loads(subprocess.run([irori, "completions", "json"], capture_output=True, check=True).stdout)}
folder = pathlib.Path(page).parent
own_page = {p.name.split(".")[0].removeprefix("irori-") for p in folder.glob("irori-*.scd")}


def plain(text):
    """A text in which no letter means anything to scdoc."""
    return re.sub(r"([\\*_#`~<>|\[\]-])", r"\\\1", text)


def options(command):
    out = []
    for a in tables[command]["args"]:
        out += ["*%s*%s" % (plain(a["name"]), " _%s_" % plain(a["value"]) if a["value"] else ""), "\t%s" % plain(a["help"]), ""]
    return out


def usage(command):
    words = [("\\[_%s_\\]" if a["optional"] else "_%s_") % plain(a["name"]) for a in tables[command]["args"] if not a["name"].startswith("-")]
    some = any(a["name"].startswith("-") for a in tables[command]["args"])
    return "*irori %s* %s" % (command, " ".join(words + ["\\[_OPTIONS_\\]"] * some))


def actions(command):
    out = []
    for a in tables.get(command, {"actions": []})["actions"]:
        out += ["*%s* %s" % (a["name"], plain(a["takes"])), "\t%s" % plain(a["help"]), ""]
    for name, t in tables.items():
        if name.startswith(command + " "):
            out += ["## " + name.upper(), "", usage(name), "", t["summary"].capitalize() + ".", ""] + options(name)
    return out


def commands(*wanted):
    out = []
    for name, t in tables.items():
        if name in wanted or not wanted and " " not in name and name not in own_page:
            out += ["## " + name.upper(), "", usage(name), "", plain(t["summary"].capitalize()) + ".", ""] + options(name)
    return out


def games():
    names = []
    for line in subprocess.run([irori, "--help"], capture_output=True, check=True, text=True, env={**os.environ, "LC_ALL": "C"}).stdout.splitlines():
        if line.startswith("Games: "):
            names = line.split(": ")[1].split(". ")[0]
    return [names or "none"]


text = []
for line in pathlib.Path(page).read_text().replace("@VERSION@", version).splitlines():
    word = re.fullmatch(r"@(options|actions|commands|usage|games)((?: \w+)*)@", line)
    if word:
        made = globals()[word[1]](*word[2].split())
        text += [made] if isinstance(made, str) else made
    else:
        text.append(line)
r = subprocess.run([scdoc], input="\n".join(text) + "\n", capture_output=True, text=True, env={**os.environ, "SOURCE_DATE_EPOCH": str(epoch.epoch(folder.parent.parent))})
if r.returncode:
    sys.exit("man.py: %s: %s" % (page, r.stderr))
pathlib.Path(output).write_text(r.stdout)
