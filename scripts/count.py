#!/usr/bin/env python3
"""count.py FAILED JUNIT...: sums what meson's tests counted; prints "N passed, N failed[, N skipped]". Fails if anything did,
if nothing was run, or if FAILED (meson's own verdict) is not 0."""
import sys
import xml.etree.ElementTree as ET

passed = failed = skipped = 0
for path in sys.argv[2:]:
    for case in ET.parse(path).getroot().iter("testcase"):
        if case.find("failure") is not None or case.find("error") is not None:
            failed += 1
        elif case.find("skipped") is not None:
            skipped += 1
        else:
            passed += 1
bad = sys.argv[1] != "0" or failed or not passed
if bad and not failed:
    failed = 1  # meson saw something that no single case shows: a crash, a missing plan
print("%d passed, %d failed%s" % (passed, failed, ", %d skipped" % skipped if skipped else ""))
sys.exit(bool(bad))
