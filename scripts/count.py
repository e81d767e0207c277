#!/usr/bin/env python3
"""count.py FAILED DIR...: sums up what `meson test` found in each build folder. Names every test that failed, with the last
lines it wrote and the command that runs it alone, then prints "N passed, N failed[, N skipped]", which is always the last line. Fails if anything did, if nothing
was run, or if FAILED (meson's own verdict) is not 0. What failed and then passed alone (again.json) is told, and counts as passed."""
import json
import pathlib
import re
import sys
import xml.etree.ElementTree as ET

SAID = 12  # lines
passed = failed = skipped = 0
bad = []  # (what to say, how to run it)
races = []


def short(name):
    return name.split(" / ")[-1]


def cases_of(file):
    """Each case of a junit file. meson writes what tests say as it is, and colours are no XML."""
    text = re.sub("[^\\t\\n\\r\\x20-\\ud7ff\\ue000-\\ufffd\\U00010000-\\U0010ffff]", "", file.read_text(errors="replace")) if file.exists() else "<none/>"
    return [case for suite in ET.fromstring(text).iter("testsuite") for case in suite.iter("testcase")]


def lines(file):
    return [json.loads(line) for line in file.read_text().splitlines()] if file.exists() else []


for folder in sys.argv[2:]:
    logs = pathlib.Path(folder) / "meson-logs"
    mended = {short(t["name"]) for t in lines(logs / "again.json") if t["result"] == "OK"}
    races += ["%s in %s" % (name, folder) for name in sorted(mended)]
    cases = {}  # test: its failed cases
    for case in cases_of(logs / "testlog.junit.xml"):
        name = short(case.get("classname").partition(".")[2]) or short(case.get("name"))
        if name not in mended and (case.find("failure") is not None or case.find("error") is not None):
            failed += 1
            cases.setdefault(name, []).append(case.get("name"))
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
    if not (logs / "testlog.json").exists():
        bad.append(("%s: no test was run" % folder, "ninja -C %s" % folder))
        continue
    for test in lines(logs / "testlog.json"):
        name = short(test["name"])
        if test["result"] in ("OK", "SKIP", "EXPECTEDFAIL") or name in mended:
            continue
        if name not in cases:  # no single case shows it: a crash, a missing plan, a hang
            failed += 1
        story = ": " + "; ".join(cases[name][:5]) if name in cases else ""
        said = [s for s in (test.get("stderr") or test.get("stdout") or "").splitlines() if s.strip()][-SAID:]
        bad.append(("\n      | ".join(["%s in %s (%s)%s" % (name, folder, test["result"].lower(), story), *said]),
                    "meson test -C %s --print-errorlogs %s" % (folder, name)))
wrong = sys.argv[1] != "0" or bool(failed) or not passed
if wrong and not failed:
    failed = 1
    bad.append(("meson failed without naming a test", "look at what it printed above"))
if races:
    print("\nFailed beside others and passed alone, so there is a race to look for: " + ", ".join(races))
if bad:
    print("\nFailed:")
    for what, how in bad:
        print("  %s\n      %s" % (what, how))
    print()
print("%d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
sys.exit(wrong)
