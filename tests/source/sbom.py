#!/usr/bin/env python3
"""sbom.py ROOT BUILD: the bill of materials (scripts/sbom.py) has every library that the program names and every package of the page. TAP."""
import json
import pathlib
import re
import shutil
import subprocess
import sys

root, build = map(pathlib.Path, sys.argv[1:])
if not shutil.which("dpkg-query"):
    print("1..0 # SKIP this is not Debian")
    sys.exit(0)
r = subprocess.run([sys.executable, root / "scripts/sbom.py", build], capture_output=True, text=True)
if r.returncode:
    print("# " + r.stderr.strip().replace("\n", "\n# ") + "\nnot ok 1 - a bill of materials\n1..1")
    sys.exit(1)
bill = json.loads(r.stdout)
names = {p["name"] for p in bill["packages"]}
ids = [p["SPDXID"] for p in bill["packages"]] + [bill["SPDXID"]]
dynamic = subprocess.run(["readelf", "-d", build / "irori"], capture_output=True, text=True, check=True).stdout
needed = [re.sub(r"[^a-z]", "", n.split(".so")[0]) for n in re.findall(r"NEEDED.*\[(.*)\]", dynamic)]
known = " ".join(re.sub(r"[^a-z ]", "", n) for n in names)
missing = [n for n in needed if n not in known and n not in ("libm", "libc", "libcrypto", "ldlinuxx")]  # of libc6, of libssl3
lock = {p.split("node_modules/")[-1] for p in json.loads((root / "web/package-lock.json").read_text())["packages"] if p}
checks = [(not missing and len(needed) > 4 and {"libc6", "libssl3"} <= names, "every library of the program: %s" % " ".join(missing or needed)),
          (lock and lock <= names, "every package of the page"),
          (len(ids) == len(set(ids)) and all(e in ids for x in bill["relationships"] for e in (x["spdxElementId"], x["relatedSpdxElement"])),
           "every relationship is between things that are there, once each")]
for n, (good, name) in enumerate(checks, 1):
    print("%sok %d - %s" % ("" if good else "not ", n, name))
print("1..%d" % len(checks))
sys.exit(not all(good for good, _ in checks))
