"""site_markdown.py: the Markdown that our documents are written in, as HTML. It reads headings, paragraphs, lists, tables, quotes, code, links,
pictures, bold and italics, as a forge does. HTML in a document is text here. The anchor of a heading is the one a forge makes."""
import html
import re

fence = re.compile(r" {0,3}(```+|~~~+) *(\S*).*$")
item = re.compile(r"( {0,3})([-*+]|\d+[.)])( +)(?=\S)")
heading = re.compile(r"(#{1,6}) +(.*?)(?: +#+)? *$")
rule = re.compile(r" {0,3}([-*_])( *\1){2,} *$")
separator = re.compile(r" *\|?( *:?-+:? *\|)+( *:?-+:? *)?\|? *$|^[| ]*\|[| ]*$")


def slug(text):
    words = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", text).lower()
    return re.sub(r"[^\w\- ]", "", words).replace(" ", "-")


def cells(line):
    line = re.sub(r"(?<!\\)\|$", "", line.strip().removeprefix("|").rstrip())
    return [c.strip().replace("\\|", "|") for c in re.split(r"(?<!\\)\|", line)]


class Reader:
    def __init__(self, link):
        self.link, self.headings, self.count = link, [], {}

    def inline(self, text):
        kept = []

        def keep(made):
            kept.append(made)
            return "\0%d\0" % (len(kept) - 1)

        def code(m):
            inner = m.group(2).replace("\n", " ")
            if inner.strip() and inner[0] == inner[-1] == " ":
                inner = inner[1:-1]
            return keep("<code>%s</code>" % html.escape(inner, False))

        def target(text):
            return html.escape(self.link(text))

        text = re.sub(r"(`+)(?!`)(.+?)(?<!`)\1(?!`)", code, text, flags=re.S)
        text = re.sub(r"\\([\\`*_{}\[\]()#+.!|<>~-])", lambda m: keep(html.escape(m.group(1))), text)
        text = re.sub(r"<(https?://[^\s<>]+|mailto:[^\s<>]+)>", lambda m: keep('<a href="%s">%s</a>' % (html.escape(m.group(1)), html.escape(m.group(1)))), text)
        text = html.escape(text, False)
        to = r"\(\s*(?:&lt;)?([^()\s]+?(?:\([^()\s]*\)[^()\s]*?)?)(?:&gt;)?(?:\s+\"([^\"]*)\")?\s*\)"
        text = re.sub(r"!\[([^\]]*)\]" + to, lambda m: keep('<img src="%s" alt="%s">' % (target(html.unescape(m.group(2))), m.group(1).replace('"', "&quot;").replace("\n", " "))), text)
        text = re.sub(r"\[([^\[\]]*)\]" + to, lambda m: keep('<a href="%s">' % target(html.unescape(m.group(2)))) + m.group(1) + keep("</a>"), text)
        text = re.sub(r"(?<![\w\"=/])https?://[^\s<>\0]*[^\s<>\0.,;:!?)\]'*]", lambda m: keep('<a href="%s">%s</a>' % (m.group(0).replace('"', "&quot;"), m.group(0))), text)
        text = re.sub(r"\*\*(?=\S)(.+?)(?<=\S)\*\*", r"<strong>\1</strong>", text, flags=re.S)
        text = re.sub(r"(?<![*\w])\*(?=[^\s*])(.+?)(?<=[^\s*])\*(?!\*)", r"<em>\1</em>", text, flags=re.S)
        text = re.sub(r"(?<!\w)_(?=[^\s_])(.+?)(?<=[^\s_])_(?!\w)", r"<em>\1</em>", text, flags=re.S)
        text = re.sub(r"(?:  +|\\)\n", "<br>\n", text)
        while "\0" in text:
            text = re.sub("\0(\\d+)\0", lambda m: kept[int(m.group(1))], text)
        return text

    def table(self, lines):
        head, rows = cells(lines[0]), [cells(r) for r in lines[2:]]
        sides = [("right" if c.endswith(":") and not c.startswith(":") else "center" if c.endswith(":") and len(c) > 1 else "") for c in cells(lines[1])]

        def row(tag, values):
            values = (values + [""] * len(head))[:len(head)]
            sided = [(v, s or ("long" if len(v) > 60 else "")) for v, s in zip(values, sides + [""] * len(head))]
            return "<tr>%s</tr>\n" % "".join("<%s%s>%s</%s>" % (tag, ' class="%s"' % s if s else "", self.inline(v), tag) for v, s in sided)

        top = "<thead>\n%s</thead>\n" % row("th", head) if any(head) else ""
        return '<div class="wide" tabindex="0"><table>\n%s<tbody>\n%s</tbody>\n</table></div>' % (top, "".join(row("td", r) for r in rows))

    def items(self, lines, i):
        """The list that begins in line i, and the line after it."""
        ordered = item.match(lines[i]).group(2)[-1] in ".)"
        number = int(item.match(lines[i]).group(2)[:-1]) if ordered else 1
        found, loose = [], False
        while i < len(lines):
            m = item.match(lines[i])
            if not m or (m.group(2)[-1] in ".)") != ordered or rule.match(lines[i]):
                break
            width = m.end()
            inner = [lines[i][width:]]
            i += 1
            while i < len(lines):
                line = lines[i]
                if not line.strip():
                    after = next((l for l in lines[i:] if l.strip()), "")
                    if not after.startswith(" " * width):
                        break
                    loose = True
                elif not line.startswith(" " * width) and (item.match(line) or heading.match(line) or fence.match(line) or not inner[-1].strip()):
                    break
                inner.append(line[width:] if line.startswith(" " * width) else line.lstrip())
                i += 1
            found.append(inner)
            blank = i
            while blank < len(lines) and not lines[blank].strip():
                blank += 1
            if blank > i and blank < len(lines) and item.match(lines[blank]):
                loose, i = True, blank
        tag = "ol" if ordered else "ul"
        made = "".join("<li>%s</li>\n" % self.blocks(x, not loose) for x in found)
        return "<%s%s>\n%s</%s>" % (tag, ' start="%d"' % number if number != 1 else "", made, tag), i

    def blocks(self, lines, tight=False):
        out, i = [], 0
        while i < len(lines):
            line = lines[i]
            f = fence.match(line)
            h = heading.match(line)
            if not line.strip():
                i += 1
            elif f:
                end = i + 1
                while end < len(lines) and not re.match(r" {0,3}%s+ *$" % re.escape(f.group(1)), lines[end]):
                    end += 1
                out.append('<pre tabindex="0"><code>%s\n</code></pre>' % html.escape("\n".join(lines[i + 1:end]), False))
                i = end + 1
            elif line.startswith("    "):
                end = i
                while end < len(lines) and (lines[end].startswith("    ") or not lines[end].strip()):
                    end += 1
                text = "\n".join(x[4:] for x in lines[i:end]).rstrip()
                out.append('<pre tabindex="0"><code>%s\n</code></pre>' % html.escape(text, False))
                i = end
            elif h:
                name = slug(h.group(2))
                n = self.count.get(name, 0)
                self.count[name] = n + 1
                level, anchor, text = len(h.group(1)), name if n == 0 else "%s-%d" % (name, n), self.inline(h.group(2))
                self.headings.append((level, anchor, re.sub(r"</?a[^>]*>", "", text)))
                out.append('<h%d id="%s">%s</h%d>' % (level, html.escape(anchor), text, level))
                i += 1
            elif "|" in line and i + 1 < len(lines) and separator.match(lines[i + 1]) and "-" in lines[i + 1]:
                end = i + 2
                while end < len(lines) and lines[end].strip() and "|" in lines[end]:
                    end += 1
                out.append(self.table(lines[i:end]))
                i = end
            elif rule.match(line):
                out.append("<hr>")
                i += 1
            elif item.match(line):
                made, i = self.items(lines, i)
                out.append(made)
            elif line.lstrip().startswith(">"):
                end = i
                while end < len(lines) and lines[end].strip():
                    end += 1
                out.append("<blockquote>%s</blockquote>" % self.blocks([re.sub(r"^ {0,3}> ?", "", x) for x in lines[i:end]]))
                i = end
            else:
                end = i + 1
                while end < len(lines) and lines[end].strip() and not (heading.match(lines[end]) or fence.match(lines[end]) or lines[end].startswith(">")
                                                                       or re.match(r" {0,3}([-*+]|1[.)]) +\S", lines[end])):
                    end += 1
                text = self.inline("\n".join(x.lstrip() for x in lines[i:end]))
                out.append(text if tight else "<p>%s</p>" % text)
                i = end
        return "\n".join(out)


def convert(text, link=lambda target: target):
    """The HTML of a document, and its headings as (level, anchor, html). `link` turns the target of each link and picture into another."""
    reader = Reader(link)
    if text.startswith("---\n") and "\n---\n" in text:  # what a forge's templates begin with
        text = text.split("\n---\n", 1)[1]
    return reader.blocks(text.expandtabs(4).split("\n")), reader.headings
