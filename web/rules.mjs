// rules.mjs: turns games/NAME/rules/*.md into HTML: headings, lists, tables, bold, code. Every numbered rule gets its number as an id,
// every ruling a mark. A translation keeps the marks as they are (**[ruling]**); the words shown for them are in po/.
const escaped = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

function inline(s) {
    return escaped(s)
        .replace(/`([^`]+)`/g, "<code>$1</code>")
        .replace(/\*\*\[(ruling|beyond the printed rules)\]\*\*/g, '<span class="ruling">$1</span>')
        .replace(/\*\*([^*]+)\*\*/g, "<b>$1</b>")
        .replace(/\*([^*]+)\*/g, "<em>$1</em>");
}

function row(line, tag) {
    const cells = line.replace(/^\s*\||\|\s*$/g, "").split("|");
    return "<tr>" + cells.map((c) => `<${tag}${tag === "th" ? ' scope="col"' : ""}>${inline(c.trim())}</${tag}>`).join("") + "</tr>";
}

/** A rule's number at the start of a text becomes the id of its element. */
function numbered(text) {
    const m = /^([A-Z]{2}\d+(?:\.\d+)?)\s/.exec(text);
    return { id: m ? ` id="${m[1]}"` : "", html: inline(text) };
}

/** words: the marks of rulings in the language of the text; without them they stay English. */
export function rulesHtml(markdown, words = {}) {
    const out = [];
    const lines = markdown.split("\n");
    let list = false,
        section = "",
        tables = 0;
    for (let i = 0; i < lines.length; i++) {
        const line = lines[i];
        const bullet = /^- (.*)/.exec(line);
        if (!bullet && list) {
            out.push("</ul>");
            list = false;
        }
        if (/^\s*$/.test(line)) continue;
        const heading = /^(#+) (.*)/.exec(line);
        if (heading) {
            const h = numbered(heading[2]);
            [section, tables] = [escaped(heading[2].replace(/[`*]/g, "")).replace(/"/g, "&quot;"), 0];
            out.push(`<h${heading[1].length + 1}${h.id}>${h.html}</h${heading[1].length + 1}>`);
        } else if (/^\s*\|/.test(line)) {
            // what scrolls is reached by keyboard, and named for those who do not see it
            const name = section + (++tables > 1 ? ` (${tables})` : "");
            out.push(`<div class="wide" tabindex="0" role="region" aria-label="${name}"><table><thead>${row(line, "th")}</thead><tbody>`);
            for (i += 2; i < lines.length && /^\s*\|/.test(lines[i]); i++) {
                const r = row(lines[i], "td"),
                    id = /^<tr><td>([A-Z]{2}\d+\.\d+)/.exec(r);
                out.push(id ? r.replace("<tr>", `<tr id="${id[1]}">`) : r);
            }
            out.push("</tbody></table></div>");
            i--;
        } else {
            let text = bullet ? bullet[1] : line;
            while (i + 1 < lines.length && /^\S|^ {2,}\S/.test(lines[i + 1]) && !/^(- |#|\s*\|)/.test(lines[i + 1]))
                text += " " + lines[++i].trim();
            const p = numbered(text);
            if (bullet && !list) {
                out.push("<ul>");
                list = true;
            }
            out.push(bullet ? `<li${p.id}>${p.html}</li>` : `<p>${p.html}</p>`);
        }
    }
    if (list) out.push("</ul>");
    return out.join("\n").replace(/(<span class="ruling">)([^<]+)/g, (_, tag, mark) => tag + (words[mark] ?? mark));
}
