#!/usr/bin/env python3
"""rules_languages.py ROOT: every games/GAME/rules/LANGUAGE.md has the parts of en.md beside it, in the same order (headings, rules,
paragraphs, cells of tables), and each part the same rule numbers, words in code quotes, marks of rulings and numbers in digits.
Inside a part their order is free, because languages order words differently."""
import collections
import pathlib
import re
import sys

root = pathlib.Path(sys.argv[1])
number = r"[A-Z]{2}\d+(?:\.\d+)?"
kinds = {"words in code quotes": r"`[^`]+`", "marks": r"\*\*\[[^\]]+\]\*\*", "rule numbers": rf"\b{number}\b", "numbers": r"\d+"}


def read(path):
    """[(line, shape, text)]: the parts of a text; the shape is what is the same in every language."""
    out, blank = [], 0

    def add(line, kind, text):
        own = re.match(number + r"\b", text)
        out.append((line, (kind + " " + own.group()) if own else kind, text))

    for line, text in enumerate(path.read_text().split("\n"), 1):
        start = re.match(r"(#+|-) +", text)
        if start:
            add(line, {"-": "rule"}.get(start.group(1), "heading " + start.group(1)), text[start.end():])
        elif text.startswith("|"):
            cells = text.strip().strip("|").split("|")
            for i, cell in enumerate(cells, 1):
                add(line, "cell %d of %d" % (i, len(cells)), cell.strip())
        elif text and out and out[-1][1].startswith(("rule", "paragraph")) and blank != line - 1:
            out[-1] = out[-1][:2] + (out[-1][2] + " " + text.strip(),)
        elif text:
            add(line, "paragraph", text)
        if not text:
            blank = line
    return out


def parts(text):
    """{kind: how often each thing of that kind is in the text}; a thing is counted once, as the first kind that fits it."""
    counts = {}
    for kind, pattern in kinds.items():
        counts[kind] = collections.Counter(re.sub(r"\s", "", m) for m in re.findall(pattern, text))
        text = re.sub(pattern, " ", text)
    return counts


def differences(english, own):
    for e, o in zip(english, own):
        if e[1] != o[1]:
            return ["line %d is a %s, where English (line %d) has a %s" % (o[0], o[1], e[0], e[1])]
    if len(english) != len(own):
        longer, which = (english, "only English has") if len(english) > len(own) else (own, "English lacks")
        line, shape, _ = longer[min(len(english), len(own))]
        return ["%s the %s of line %d" % (which, shape, line)]
    out, rule = [], "the beginning"
    for (_, shape, e), (line, _, o) in zip(english, own):
        rule = (re.findall(number + "$", shape) or [rule])[0]
        e, o = parts(e), parts(o)
        for kind in e:
            for what, then in ((e[kind] - o[kind], "missing"), (o[kind] - e[kind], "not in English")):
                if what:
                    out.append("%s (line %d, %s): %s %s: %s" % (rule, line, shape, kind, then, ", ".join(sorted(what.elements()))))
    return out


n = failed = 0
for path in sorted(p for p in (root / "games").glob("*/rules/*.md") if p.name != "en.md"):
    original, name = path.with_name("en.md"), path.relative_to(root)
    found = differences(read(original), read(path)) if original.exists() else ["there is no %s" % original.relative_to(root)]
    n += 1
    failed |= bool(found)
    print("%sok %d - %s says what English says" % ("not " if found else "", n, name))
    for sentence in found:
        print("# %s: %s" % (name, sentence))
print("1..%d" % n)
sys.exit(failed)
