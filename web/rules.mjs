// rules.mjs: turns games/NAME/rules/*.md into HTML: headings, lists, tables, bold, code. Every numbered rule gets its number as an id,
// every ruling a mark. What the program calls options, values and presets is replaced by the names that the form has. A translation keeps the marks as they are (**[ruling]**); the words shown for them are in po/.
const escaped = (s) => s.replace(/&/g, "&amp;").replace(/</g, "&lt;").replace(/>/g, "&gt;");

/** Names for what stands in backquotes, in one text: `rounds`, `rounds=3,coins=25`, or a value of the option before it. */
export function namer(game, { names, values, presets, options }, t) {
    const own = options[game.name] ?? {};
    const say = (text) => t[text] ?? text;
    const option = (name) => say(own.names?.[name] ?? names[name] ?? name);
    const word = (o, w) => say(own.values?.[`${o.name}/${w}`] ?? own.values?.[w] ?? values[w] ?? w);
    const find = (name) => game.options.find((o) => o.name === name);
    let last; // the option that was named last
    return (code) => {
        const parts = code.split(/,\s*/).map((part) => {
            const [name, value] = part.split("=").map((x) => x.trim()),
                o = find(name);
            if (o) last = o;
            if (o && value !== undefined) return `${option(name)}: ${o.words ? word(o, value) : value}`;
            if (value !== undefined) return undefined;
            if (o) return option(name);
            const of = [last, ...game.options].find((x) => x?.words?.includes(name) && !/^\d$/.test(name));
            const preset = game.presets.find((p) => p.name === name);
            if (preset && of !== last) return say(own.presets?.[name] ?? presets[name] ?? name);
            if (of) return word(of, name);
            return preset ? say(own.presets?.[name] ?? presets[name] ?? name) : undefined;
        });
        return parts.includes(undefined) ? undefined : parts.join("; ");
    };
}

let named = () => undefined; // of the text that is being turned
function inline(s) {
    return escaped(s)
        .replace(/`([^`]+)`/g, (_, code) => {
            const name = named(code);
            return name === undefined ? `<code>${code}</code>` : `<span class="option-name">${escaped(name)}</span>`;
        })
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

/** words: the marks of rulings in the language of the text; without them they stay English. names: a namer; without it names stay. */
export function rulesHtml(markdown, words = {}, names = () => undefined) {
    named = names;
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
        if (!/^#/.test(line) && !lines.slice(0, i).some((l) => l.startsWith("## "))) continue; // the head is for whoever works on the rules
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
