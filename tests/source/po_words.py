#!/usr/bin/env python3
"""po_words.py ROOT: what players read has no numbers of rules and no ids of options, in any language, and no English word in another one.
An English word is one that stands in the English text of the same message. Names, and words that both languages have, are listed in po/same.txt;
so are those that the terminal's player types, where ids of options are such words, too. A word there that no message needs is a fault. TAP."""
import gettext
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

root = pathlib.Path(sys.argv[1])
RULE = re.compile(r"\b[A-Z]{2}\d+(?:\.\d+)?\b")
WORD = re.compile(r"[A-Za-zÀ-ÖØ-öø-ſ]{2,}")
faults = []


def messages(path):
    """[(English, translation)] of a catalogue; of plurals each form."""
    with tempfile.NamedTemporaryFile(suffix=".mo") as mo:
        subprocess.run(["msgfmt", "-o", mo.name, path], check=True)
        own = gettext.GNUTranslations(open(mo.name, "rb"))._catalog
    return [(key[0] if isinstance(key, tuple) else key, text) for key, text in own.items() if key]


def bare(text):
    """Without {names}, %1$s and addresses."""
    return re.sub(r"\{\w+\}|%(?:\d+\$)?[-+ 0#]*[\d*]*[a-z]|https?://\S+", " ", text)


def ids():
    """Ids of options and presets that are no words."""
    path = root / "web/gen/catalogue.json"
    if not path.exists():
        return None
    games = json.loads(path.read_text())["games"]
    return {o["name"] for g in games for o in g["options"] + g["presets"] if re.search(r"[_\d]", o["name"])}


def check(number, what, found):
    for f in found[:20]:
        print("# " + f)
    print("%s %d - %s" % ("not ok" if found else "ok", number, what))
    faults.extend(found)


if not shutil.which("msgfmt"):
    print("1..0 # SKIP gettext is not installed")
    sys.exit()
catalogues = sorted(root.glob("po/**/*.po"))
same = {}  # language: words; "*" for all, "terminal" for all of the terminal
for line in (root / "po/same.txt").read_text().splitlines():
    if line and not line.startswith("#"):
        language, _, words = line.partition(":")
        same.setdefault(language.strip(), set()).update(words.split())
known, option_ids, number = set(), ids(), 0
used = {language: set() for language in same}
print("1..%d" % (len(catalogues) + 1))
for path in catalogues:
    language, found, typed = path.stem, [], path.parent.name == "terminal"
    for english, own in messages(path):
        texts = [own] if english in known else [own, english]
        known.add(english)
        for text in texts:
            if RULE.search(bare(text)):
                found.append("%s: the number of a rule: %s" % (language, text))
            for o in () if typed else option_ids or ():
                if re.search(r"\b%s\b" % re.escape(o), bare(text)):
                    found.append("%s: the option %s: %s" % (language, o, text))
        theirs = {w.lower() for w in WORD.findall(bare(english))}
        for word in {w for w in WORD.findall(bare(own)) if w.lower() in theirs}:
            lists = [k for k in ("*", language, "terminal" if typed else "*") if word.lower() in same.get(k, ())]
            if lists:
                used[lists[0]].add(word.lower())
            else:
                found.append("%s: %s in: %s" % (language, word, own))
    number += 1
    check(number, "%s: no rule numbers, no ids%s, no English" % (path.relative_to(root), "" if option_ids else " (the page is not built: not looked at)"), found)
check(number + 1, "po/same.txt has no word in vain", ["%s: %s" % (k, " ".join(sorted(v - used[k]))) for k, v in same.items() if v - used[k]])
sys.exit(bool(faults))
