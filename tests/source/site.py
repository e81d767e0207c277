#!/usr/bin/env python3
"""site.py ROOT: scripts/site makes a site in which every link, picture and anchor leads somewhere, and which asks no other host for anything. TAP."""
import os
import pathlib
import re
import subprocess
import sys
import tempfile
from html.parser import HTMLParser
from urllib.parse import unquote

sys.dont_write_bytecode = True
root = pathlib.Path(sys.argv[1]).resolve()
sys.path.insert(0, str(root / "scripts"))
import site_markdown  # noqa: E402

void = {"meta", "link", "img", "br", "hr"}
n = failed = 0


def report(good, what, notes=()):
    global n, failed
    n += 1
    failed |= not good
    print("%sok %d - %s" % ("" if good else "not ", n, what.replace("#", "\\#")))
    for note in notes:
        print("# %s" % note)


class Page(HTMLParser):
    def __init__(self, text):
        super().__init__()
        self.open, self.wrong, self.ids, self.links, self.loads, self.heads = [], [], set(), [], [], 0
        self.feed(text)
        self.wrong += ["<%s> is not closed" % t for t in self.open if t != "html"]

    def handle_starttag(self, tag, attrs):
        a = dict(attrs)
        if tag not in void:
            self.open.append(tag)
        if "id" in a:
            self.wrong += ["two are called #%s" % a["id"]] * (a["id"] in self.ids)
            self.ids.add(a["id"])
        if tag == "script" or any(k.startswith("on") for k in a):
            self.wrong.append("<%s> has a script" % tag)
        self.heads += tag == "h1"
        if tag == "a":
            self.links.append(a.get("href", ""))
        elif "href" in a or "src" in a:
            self.loads.append(a.get("href") or a.get("src"))

    def handle_endtag(self, tag):
        if not self.open or self.open.pop() != tag:
            self.wrong.append("</%s> closes nothing (line %d)" % (tag, self.getpos()[0]))
            self.open = []


def faults(out):
    """What is wrong in the site of the folder `out`."""
    pages = {p.relative_to(out).as_posix(): Page(p.read_text()) for p in sorted(out.rglob("*.html"))}
    for name, page in pages.items():
        yield from ("%s: %s" % (name, w) for w in page.wrong)
        if page.heads != 1:
            yield "%s: %d headings of the first level" % (name, page.heads)
        for target in page.loads + page.links:
            if re.match(r"[a-z][a-z0-9+.-]*:|//", target):
                if target in page.loads:
                    yield "%s loads %s from elsewhere" % (name, target)
                continue
            file, _, anchor = unquote(target).partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(name), file)) if file else name
            if not (out / path).is_file():
                yield "%s: %s does not exist" % (name, target)
            elif anchor and anchor not in pages[path].ids:
                yield "%s: %s has no such anchor" % (name, target)
    for style in out.rglob("*.css"):
        if re.search(r"@import|url\(", style.read_text()):
            yield "%s loads something" % style.name


for text, wanted in [
    ("# A `b` & *c*\n## Same\n## Same", '<h1 id="a-b--c">A <code>b</code> &amp; <em>c</em></h1>\n<h2 id="same">Same</h2>\n<h2 id="same-1">Same</h2>'),
    ("text\n- one\n  more\n- two", "<p>text</p>\n<ul>\n<li>one\nmore</li>\n<li>two</li>\n</ul>"),
    ("1. one\n   - in\n2. two", "<ol>\n<li>one\n<ul>\n<li>in</li>\n</ul></li>\n<li>two</li>\n</ol>"),
    ("    <a>\n\n    b", '<pre tabindex="0"><code>&lt;a&gt;\n\nb\n</code></pre>'),
    ("[a `*`](b.md#c) 2*3*4 a_b_c **d** <e>", '<p><a href="B">a <code>*</code></a> 2*3*4 a_b_c <strong>d</strong> &lt;e&gt;</p>'),
    ("| a | b |\n|---|--:|\n| `x\\|y` | 2 |", '<div class="wide" tabindex="0"><table>\n<thead>\n<tr><th>a</th><th class="right">b</th></tr>\n</thead>\n<tbody>\n'
     '<tr><td><code>x|y</code></td><td class="right">2</td></tr>\n</tbody>\n</table></div>'),
]:
    made = site_markdown.convert(text, lambda target: "B")[0]
    report(made == wanted, "Markdown: %s" % text.split("\n")[0], [] if made == wanted else made.split("\n"))

with tempfile.TemporaryDirectory() as folder:
    out = pathlib.Path(folder, "site")
    done = subprocess.run([sys.executable, root / "scripts/site", out], capture_output=True, text=True)
    report(done.returncode == 0, "the site is made", (done.stdout + done.stderr).split("\n")[-4:-1])
    wrong = list(faults(out))
    report(not wrong, "every link, picture and anchor leads somewhere, and nothing is loaded from elsewhere", wrong[:20])
    missing = [p for p in (root / "docs").rglob("*.md") if p != root / "docs/README.md" and not (out / p.relative_to(root)).with_suffix(".html").is_file()]
    report(not missing, "every document of docs/ has a page", missing)
    first = (out / "index.html").read_text()
    absent = [p.stem for p in (root / "docs").glob("*.md") if p.stem != "README" and 'href="docs/%s.html"' % p.stem not in first]
    report(not absent and first.count('<strong><a href="docs/first/') == 5, "the first page has five doors and leads to every document", absent)
    small = pathlib.Path(folder, "small")
    small.mkdir()
    for bad, what in [("", ""), ('<a href="none.html">x</a>', "a link to nothing"), ('<a href="#none">x</a>', "an anchor that is not there"), ("<b>", "a tag that is not closed"),
                      ('<img src="https://example.org/x.png">', "a picture from elsewhere"), ("<script></script>", "a script")]:
        (small / "index.html").write_text('<html><body><h1 id="a">A</h1><a href="#a">a</a> <a href="https://example.org/">b</a>%s</body></html>' % bad)
        found = list(faults(small))
        report(bool(found) == bool(bad), "%s is found" % what if bad else "a page without a fault is accepted", [] if bad else found)
    other = pathlib.Path(folder, "other")
    other.mkdir()
    (other / "mine.txt").write_text("mine")
    refused = subprocess.run([sys.executable, root / "scripts/site", other], capture_output=True, text=True)
    report(refused.returncode != 0 and (other / "mine.txt").exists(), "a folder with other files is left alone")
print("1..%d" % n)
sys.exit(failed)
