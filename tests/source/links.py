#!/usr/bin/env python3
"""links.py ROOT: every relative link and picture in the tree's *.md files leads to a file that exists, and every #anchor to a heading.
Links to other hosts are not followed."""
import os
import pathlib
import re
import sys
import tempfile

skip = {"node_modules", "dist", "gen", ".git"}


def documents(root):
    for folder, folders, names in os.walk(root):
        folders[:] = sorted(f for f in folders if f not in skip and not f.startswith("build"))
        yield from (pathlib.Path(folder, name) for name in sorted(names) if name.endswith(".md"))


def prose(text):
    """The text without code, line for line: fenced blocks, indented blocks and `quotes` hold no links."""
    out, fence, before = [], None, ""
    for line in text.split("\n"):
        mark = re.match(r" {0,3}(```+|~~~+)", line)
        if fence:
            if mark and mark.group(1).startswith(fence):
                fence = None
            line = ""
        elif mark:
            fence, line = mark.group(1), ""
        elif re.match(r"    ", line) and not before.strip():
            line = ""
        out.append(re.sub(r"(`+)(?!`).*?(?<!`)\1(?!`)", "", line))
        if line.strip() or not re.match(r"    ", before):
            before = line
    return "\n".join(out)


def anchors(path):
    """The names under which a forge shows the headings of a document."""
    names, counts = set(), {}
    fenced = False
    for line in path.read_text().split("\n"):
        if re.match(r" {0,3}(```|~~~)", line):
            fenced = not fenced
        heading = None if fenced else re.match(r"#{1,6} +(.*?)(?: +#+)? *$", line)
        if heading:
            words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", heading.group(1)).lower()
            name = re.sub(r"[^\w\- ]", "", words).replace(" ", "-")
            n = counts.get(name, 0)
            counts[name] = n + 1
            names.add(name if n == 0 else "%s-%d" % (name, n))
        names.update(re.findall(r"<a (?:id|name)=\"([^\"]+)\"", line))
    return names


def links(text):
    """[(line, target)]"""
    pattern = r"\]\(\s*<?([^()\s<>]+(?:\([^()\s]*\)[^()\s<>]*)?)>?(?:\s+\"[^\"]*\")?\s*\)|^ {0,3}\[[^\]]+\]:\s*<?([^\s>]+)|(?:href|src)=\"([^\"]+)\""
    text = prose(text)
    for m in re.finditer(pattern, text, re.M):
        yield text.count("\n", 0, m.start()) + 1, m.group(1) or m.group(2) or m.group(3)


def broken(root, path):
    for line, target in links(path.read_text()):
        if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
            continue
        file, _, anchor = target.partition("#")
        there = (root / file[1:] if file.startswith("/") else path.parent / file) if file else path
        if not there.exists():
            yield "line %d: %s does not exist" % (line, target)
        elif anchor and there.suffix == ".md" and anchor not in anchors(there):
            yield "line %d: %s has no heading #%s" % (line, there.name, anchor)


n = failed = 0


def report(good, what, notes=()):
    global n, failed
    n += 1
    failed |= not good
    print("%sok %d - %s" % ("" if good else "not ", n, what))
    for note in notes:
        print("# %s" % note)


def check_itself():
    with tempfile.TemporaryDirectory() as folder:
        root = pathlib.Path(folder)
        page, other = root / "a.md", root / "b.md"
        other.write_text("# One: `two` & three\n## Same\n## Same\n```\n# not a heading\n```\n")
        good = "[x](b.md) [x](b.md#one-two--three) ![x](b.md) [x](b.md#same-1) [x](https://example.org/none) `[x](none.md)`\n\n    [x](none.md)\n"
        page.write_text(good)
        report(not list(broken(root, page)), "links that work are accepted", broken(root, page))
        for bad in ("[x](none.md)", "![x](none.png)", "[x](b.md#none)", "[x](#none)", "[x](b.md#not-a-heading)", "[x]: none.md", "[x](/none.md)"):
            page.write_text(good + "\n" + bad + "\n")
            report(len(list(broken(root, page))) == 1, "%s is found" % bad.replace("#", "\\#"))


root = pathlib.Path(sys.argv[1]).resolve()
check_itself()
count = 0
for path in documents(root):
    notes = list(broken(root, path))
    count += 1
    report(not notes, "the links of %s" % path.relative_to(root), notes)
report(count > 20, "%d documents were read" % count)
print("1..%d" % n)
sys.exit(failed)
