#!/usr/bin/env python3
"""page_types.py IRORI [--check]: writes games/NAME/page/schema.ts, the TypeScript types of a game's views and events, from what
`irori schema NAME` says, for every game that has a board. --check: says whether the files are as they would be written (TAP)."""
import json
import pathlib
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import games  # noqa: E402

COMMON = ("game", "options", "seats", "seat", "turn", "legal")  # of every view: the page's own View has them
WIDTH = 140  # of a line, as the formatter of the page has it (biome.jsonc)
KEYWORDS = {"integer": "number", "string": "string", "boolean": "boolean", "null": "null"}


def name_of(ref):
    name = ref.rsplit("/", 1)[1]
    return "number" if name == "Seat" else name


def union(parts):
    return " | ".join(dict.fromkeys(parts))


def type_of(s):
    if "$ref" in s:
        return name_of(s["$ref"])
    if "const" in s:
        return json.dumps(s["const"])
    if "enum" in s:
        return union(json.dumps(v) for v in s["enum"])
    if "anyOf" in s or "oneOf" in s:
        return union(type_of(o) for o in s.get("anyOf") or s["oneOf"])
    if "not" in s:
        return "undefined"
    if isinstance(s["type"], list):
        return union(KEYWORDS[t] for t in s["type"])
    if "prefixItems" in s:
        return "[%s]" % ", ".join(type_of(o) for o in s["prefixItems"])
    if s["type"] == "array":
        item = type_of(s["items"])
        return ("(%s)[]" if " | " in item else "%s[]") % item
    if s["type"] == "object":
        return "Record<string, %s>" % type_of(s["additionalProperties"])
    return KEYWORDS[s["type"]]


def comment(s, indent=""):
    return "%s/** %s */\n" % (indent, s["description"]) if "description" in s else ""


def members(s, skip=()):
    out = ""
    for key, sub in s.get("properties", {}).items():
        if key not in skip:
            out += comment(sub, "    ") + "    %s%s: %s;\n" % (key, "" if key in s.get("required", []) else "?", type_of(sub))
    return out


def declare(name, s, skip=(), base=()):
    if "properties" not in s:
        line = "export type %s = %s;\n" % (name, type_of(s))
        if len(line) > WIDTH:
            line = "export type %s =\n    | %s;\n" % (name, type_of(s).replace(" | ", "\n    | "))
        return comment(s) + line
    base = list(base) + [name_of(o["$ref"]) for o in s.get("allOf", [])]
    return comment(s) + "export interface %s%s {\n%s}\n" % (name, " extends " + ", ".join(base) if base else "", members(s, skip))


def kind_name(kind):
    return "".join(word.capitalize() for word in kind.split("-"))


def text_of(irori, game):
    defs = json.loads(subprocess.run([irori, "schema", game], check=True, capture_output=True, text=True).stdout)["$defs"]
    title, out = game.capitalize(), []
    for name, s in defs.items():
        if name in ("Seat", "Turn", "Event"):
            continue
        if name == "View":
            out.append(declare(title + "View", s, COMMON, ["View"]))
        elif name.startswith("event-"):
            out.append(declare(kind_name(name), s))
        else:
            out.append(declare(name, s))
    events = [kind_name(name) for name in defs if name.startswith("event-")]
    out.append("export type %sEvent =\n    | %s;\n" % (title, "\n    | ".join(events)))
    head = "// schema.ts: what this game tells, from `irori schema %s`; made by scripts/page_types.py, do not edit.\n" % game
    return head + 'import type { View } from "@/table/types";\n\n' + "".join(out)


def main(irori, check):
    lines = []
    for name, folder, _ in games.games():
        if not games.files("page", name, folder) or not games.files("schema", name, folder):
            continue
        path, text = folder / "page" / "schema.ts", text_of(irori, name)
        if check:
            fresh = path.exists() and path.read_text() == text
            lines.append("%s %d - %s is what irori schema says%s" % (
                "ok" if fresh else "not ok", len(lines) + 1, path.relative_to(games.root), "" if fresh else ": run scripts/page_types.py BUILD/irori"))
        else:
            games.write(path, text)
    if check:
        print("1..%d\n%s" % (len(lines), "\n".join(lines)))


if __name__ == "__main__":
    if len(sys.argv) < 2:
        sys.exit(__doc__)
    main(sys.argv[1], "--check" in sys.argv)
