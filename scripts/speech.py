#!/usr/bin/env python3
"""speech.py OUT DEPFILE FOLDER: writes the catalogues in a folder (po/terminal) as tables for C (src/cli/speech.c), sorted by their
English texts. The folder itself is in DEPFILE, so that a new language is found.

The formula of the plural forms in a catalogue's head is an expression in C, and is compiled as it stands. A text that is not translated,
or is marked fuzzy, is left out: the program then says it in English."""
import ast
import pathlib
import re
import sys


def read(path):
    """{key: [forms]} of a file as msgmerge writes it; the head's key is ""."""
    said = {}
    for block in pathlib.Path(path).read_text().split("\n\n"):
        lines = [l for l in block.splitlines() if not l.startswith("#")]
        if any(l.startswith("#,") and "fuzzy" in l for l in block.splitlines()):
            continue
        fields, field = {}, None
        for l in lines:
            m = re.match(r'(msg\w+(?:\[\d\])?) (".*")$', l)
            field, text = (m.group(1), m.group(2)) if m else (field, l)
            fields[field] = fields.get(field, "") + ast.literal_eval(text)
        if "msgid" not in fields:
            continue
        forms = [fields[f] for f in sorted(fields) if f.startswith("msgstr")]
        if all(forms):
            said[(fields["msgctxt"] + "\4" if "msgctxt" in fields else "") + fields["msgid"]] = forms
    return said


def quoted(text):
    """As a literal of C; every byte that is not plain is an escape of three digits, which no digit after it can change."""
    return '"%s"' % "".join(chr(b) if 32 <= b < 127 and chr(b) not in '"\\?' else "\\%03o" % b for b in text.encode())


def main(out, depfile, folder):
    paths = sorted(str(p) for p in pathlib.Path(folder).glob("*.po"))
    pathlib.Path(depfile).write_text("%s: %s\n" % (out, " ".join(p.replace(" ", "\\ ") for p in [folder, *paths])))
    text = ["/* Made by scripts/speech.py; do not edit. */"]
    for path in paths:
        name, said = pathlib.Path(path).stem, read(path)
        plural = re.search(r"plural=([n0-9%=!<>&|?:() ]+);", said.pop("", [""])[0])
        if not plural:
            sys.exit("%s: its head has no plural forms, such as: Plural-Forms: nplurals=2; plural=(n != 1);" % path)
        text += ["static unsigned %s_plural(unsigned long n)" % name, "{", "    (void)n;", "    return (unsigned)(%s);" % plural.group(1), "}"]
        text.append("static const struct said %s_said[] = {" % name)
        for key, forms in sorted(said.items(), key=lambda s: s[0].encode()):
            text.append("    {%s, {%s}}," % (quoted(key), ", ".join(quoted(f) for f in forms)))
        text += ["};"]
    text.append("static const struct catalogue catalogues[] = {")
    text += ["    {\"%s\", %s_plural, %s_said, sizeof %s_said / sizeof *%s_said}," % ((pathlib.Path(p).stem,) * 5) for p in paths]
    text += ["    {NULL, NULL, NULL, 0},", "};", ""]
    pathlib.Path(out).write_text("\n".join(text))


if __name__ == "__main__":
    main(*sys.argv[1:])
