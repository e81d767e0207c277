#!/usr/bin/env python3
"""sbom.py BUILD: a bill of materials of a build (SPDX 2.3, JSON) on standard output: the program and its checksum, every library that it
loads, with the Debian package it is from, and every npm package that the page is built with. It reads what is there: meson's project,
`ldd`, dpkg, web/package-lock.json."""
import datetime
import hashlib
import json
import pathlib
import re
import subprocess
import sys

import epoch

build = pathlib.Path(sys.argv[1]).resolve()
root = pathlib.Path(__file__).resolve().parent.parent


def said(*command):
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout


def spdx_id(*words):
    return "SPDXRef-" + re.sub(r"[^A-Za-z0-9.-]", "-", "-".join(words))


def package(name, version, kind, purl, licence="NOASSERTION", **more):
    return {"SPDXID": spdx_id(kind, name, version), "name": name, "versionInfo": version, "downloadLocation": "NOASSERTION", "filesAnalyzed": False,
            "licenseConcluded": "NOASSERTION", "licenseDeclared": licence, "copyrightText": "NOASSERTION",
            "externalRefs": [{"referenceCategory": "PACKAGE-MANAGER", "referenceType": "purl", "referenceLocator": purl}], **more}


def owner(path):
    """The Debian package of a file. dpkg knows /lib by the name it was unpacked to."""
    for name in (path, str(pathlib.Path(path).resolve()), re.sub(r"^/usr/lib/", "/lib/", str(pathlib.Path(path).resolve()))):
        r = subprocess.run(["dpkg", "-S", name], capture_output=True, text=True)
        if r.returncode == 0:
            return r.stdout.split(": ")[0].split(",")[0]
    return None


version = json.loads(said("meson", "introspect", str(build), "--projectinfo"))["version"]
program = build / "irori"
sums = hashlib.sha256(program.read_bytes()).hexdigest()
irori = package("irori", version, "Program", "pkg:generic/irori@" + version, "MIT", checksums=[{"algorithm": "SHA256", "checksumValue": sums}])
packages, links = [irori], []
for path in sorted(set(re.findall(r"(/\S+) \(0x", said("ldd", str(program))))):
    name = owner(path)
    if name is None:
        sys.exit("sbom.py: %s belongs to no package" % path)
    have, source = said("dpkg-query", "-W", "-f", "${Version}\n${source:Package}", name).split("\n")[:2]
    one = package(name.split(":")[0], have, "Debian", "pkg:deb/debian/%s@%s" % (name.split(":")[0], have), sourceInfo="source package " + source)
    if one not in packages:
        packages.append(one)
        links.append((one, "DYNAMIC_LINK"))
for path, p in sorted(json.loads((root / "web/package-lock.json").read_text())["packages"].items()):
    if path:
        name = path.split("node_modules/")[-1]
        one = package(name, p["version"], "npm", "pkg:npm/%s@%s" % (name.replace("@", "%40"), p["version"]), p.get("license") or "NOASSERTION")
        if one not in packages:
            packages.append(one)
            links.append((one, "BUILD_TOOL_OF" if p.get("dev") else "CONTAINS"))
print(json.dumps({
    "spdxVersion": "SPDX-2.3", "dataLicense": "CC0-1.0", "SPDXID": "SPDXRef-DOCUMENT", "name": "irori-" + version,
    "documentNamespace": "urn:irori:sbom:%s:%s" % (version, sums),
    "creationInfo": {"created": datetime.datetime.fromtimestamp(epoch.epoch(root), datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ"),
                     "creators": ["Tool: irori-sbom.py"]},
    "packages": packages,
    "relationships": [{"spdxElementId": "SPDXRef-DOCUMENT", "relationshipType": "DESCRIBES", "relatedSpdxElement": irori["SPDXID"]}]
    + [{"spdxElementId": p["SPDXID"] if kind == "BUILD_TOOL_OF" else irori["SPDXID"], "relationshipType": kind,
        "relatedSpdxElement": irori["SPDXID"] if kind == "BUILD_TOOL_OF" else p["SPDXID"]} for p, kind in links]}, indent=1))
