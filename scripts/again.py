#!/usr/bin/env python3
"""again.py DIR: the tests that failed in a build folder, one a line, for a second try, alone. One that passes then failed because of what ran
beside it: count.py tells it as a race to look for."""
import json
import pathlib
import sys

log = pathlib.Path(sys.argv[1]) / "meson-logs" / "testlog.json"
for line in log.read_text().splitlines() if log.exists() else []:
    test = json.loads(line)
    if test["result"] not in ("OK", "SKIP", "EXPECTEDFAIL"):
        print(test["name"].split(" / ")[-1])
