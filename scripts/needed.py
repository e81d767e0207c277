#!/usr/bin/env python3
"""needed.py DIR ARGUMENTS...: what must be built for the tests that `meson test -C DIR ARGUMENTS` would run, a line each: targets for ninja,
and `page` if a test is about the page. `nothing` if they need nothing; not a line if there is no such test."""
import json
import os
import subprocess
import sys

folder, arguments = sys.argv[1], sys.argv[2:]


def said(*command):
    r = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if r.returncode and "No suitable tests" not in r.stdout:
        sys.exit(r.stdout[-2000:])
    return r.stdout


said("ninja", "-C", folder, "build.ninja")  # what follows reads what the last configuration left
lines = [line for line in said("meson", "test", "-C", folder, "--no-rebuild", "--list", *arguments).splitlines() if " / " in line]
names = {line.split(" / ")[1] for line in lines}
found = json.loads(said("meson", "introspect", folder, "--tests", "--targets"))
files = {t["id"]: t["filename"] for t in found["targets"]}
needed = {os.path.relpath(f, folder) for t in found["tests"] if t["name"] in names for d in t["depends"] for f in files[d]}
if any("page" in line or "e2e" in line for line in lines):
    needed.add("page")
print("\n".join(sorted(needed) or ["nothing"] * bool(lines)))
