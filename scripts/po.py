#!/usr/bin/env python3
"""po.py [check]: collects the words of the page, from t("…"), tn("…", "…"), mark("…") in web/src and from the help of options,
presets, levels and settings in web/gen/catalogue.json (scripts/web.sh makes it), into po/irori.pot and po/LANGUAGE.po; what is
translated stays. With `check` it writes nothing and tells, as TAP, what is missing, untranslated or does not fit."""
import json
import pathlib
import re
import sys

root = pathlib.Path(__file__).resolve().parent.parent
plural = {
    "uk": "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
    "pl": "nplurals=3; plural=n==1 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
    "ru": "nplurals=3; plural=n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && (n%100<10 || n%100>=20) ? 1 : 2;",
}
string = r'("(?:[^"\\]|\\.)*")'
levels = {"easy", "normal", "hard", "master"}


def collect():
    """{(msgid, plural or None): [where]} in the order of the files."""
    words = {}

    def add(msgid, many, where):
        words.setdefault((msgid, many), [])
        if where not in words[msgid, many]:
            words[msgid, many].append(where)

    for path in sorted((root / "web/src").rglob("*.ts*")):
        text, where = path.read_text(), str(path.relative_to(root))
        for m in re.finditer(r"(?<![\w.])tn\(\s*" + string + r",\s*" + string, text):
            add(json.loads(m.group(1)), json.loads(m.group(2)), where)
        for m in re.finditer(r"(?<![\w.])(?:t|mark)\(\s*" + string, text):
            add(json.loads(m.group(1)), None, where)
        for m in re.finditer(r"(?<![\w.])tn?\(\s*[`']", text):
            sys.exit("%s: a text for translation must be in double quotes: %s" % (where, text[m.start():m.start() + 60]))
    catalogue = json.loads((root / "web/gen/catalogue.json").read_text())
    for game in catalogue["games"]:
        for what in game["options"] + game["presets"] + [b for b in game["bots"] if b["name"] in levels]:
            add(what["help"], None, "ir_catalogue: " + game["name"])
    for what in catalogue["settings"]:
        add(what["help"], None, "ir_catalogue: settings")
    singles = {one for one, many in words if many is None}
    for one, many in words:
        if many is not None and one in singles:
            sys.exit("%r is used with and without a number" % one)
    return words


def quote(s):
    return json.dumps(s, ensure_ascii=False)


def read(path):
    """{(msgid, plural or None): [texts]}"""
    entries, entry, last = {}, {}, None

    def flush():
        if "msgid" in entry and "fuzzy" not in entry:
            forms = [entry[k] for k in sorted(entry) if k.startswith("msgstr")]
            entries[entry["msgid"], entry.get("msgid_plural")] = forms
        entry.clear()

    for line in path.read_text().splitlines() if path.exists() else []:
        m = re.match(r"(msgid|msgid_plural|msgstr(?:\[\d\])?) (\".*\")$", line)
        if not line.strip():
            flush()
        elif line.startswith("#,") and "fuzzy" in line:
            entry["fuzzy"] = ""
        elif m:
            last = m.group(1)
            entry[last] = json.loads(m.group(2))
        elif line.startswith('"') and last:
            entry[last] += json.loads(line)
    flush()
    return entries


def write(path, language, words, old):
    with path.open("w") as out:
        out.write('msgid ""\nmsgstr ""\n"Content-Type: text/plain; charset=UTF-8\\n"\n')
        if language:
            out.write('"Language: %s\\n"\n"Plural-Forms: %s\\n"\n' % (language, plural[language]))
        for (one, many), where in words.items():
            forms = old.get((one, many), [])
            out.write("\n#: %s\nmsgid %s\n" % (", ".join(where), quote(one)))
            if many is None:
                out.write("msgstr %s\n" % quote(forms[0] if forms else ""))
            else:
                out.write("msgid_plural %s\n" % quote(many))
                for i in range(3 if language else 2):
                    out.write("msgstr[%d] %s\n" % (i, quote(forms[i] if i < len(forms) else "")))


def faults(language, words, have):
    for key in words:
        one, many = key
        forms = have.get(key)
        if forms is None:
            yield "%r is not in po/%s.po; scripts/po.py puts it there" % (one, language)
        elif not all(forms) or len(forms) != (1 if many is None else 3):
            yield "%r is not translated" % one
        else:
            want = set(re.findall(r"\{\w+\}", one + (many or "")))
            for f in forms:
                if set(re.findall(r"\{\w+\}", f)) - want or (set(re.findall(r"\{\w+\}", f)) != want and want - {"{n}"} - set(re.findall(r"\{\w+\}", f))):
                    yield "%r: the names in braces differ: %r" % (one, f)
    for one, many in have:
        if one and (one, many) not in words:
            yield "%r is in po/%s.po, but nobody says it; scripts/po.py takes it out" % (one, language)


def main():
    words = collect()
    if sys.argv[1:] == ["check"]:
        print("1..%d" % len(plural))
        bad = False
        for n, language in enumerate(sorted(plural), 1):
            wrong = list(faults(language, words, read(root / "po" / (language + ".po"))))
            for w in wrong[:20]:
                print("# " + w)
            bad |= bool(wrong)
            print("%sok %d - %s: %d texts" % ("not " if wrong else "", n, language, len(words)))
        sys.exit(bad)
    (root / "po").mkdir(exist_ok=True)
    write(root / "po/irori.pot", None, words, {})
    for language in plural:
        path = root / "po" / (language + ".po")
        write(path, language, words, read(path))
    print("%d texts" % len(words))


main()
