#!/usr/bin/env python3
"""epoch.py [ROOT]: the time a build claims, in seconds since 1970: SOURCE_DATE_EPOCH, or what the source archive says (packaging/epoch),
or the time of the last commit, or 0. Two builds of one source claim the same time, wherever and whenever they run."""
import os
import pathlib
import subprocess
import sys


def epoch(root):
    if os.environ.get("SOURCE_DATE_EPOCH", "").isdigit():
        return int(os.environ["SOURCE_DATE_EPOCH"])
    said = pathlib.Path(root) / "packaging/epoch"
    if said.exists():
        return int(said.read_text())
    try:
        return int(subprocess.run(["git", "log", "-1", "--format=%ct"], cwd=root, capture_output=True, check=True).stdout)
    except (OSError, ValueError, subprocess.CalledProcessError):
        return 0


if __name__ == "__main__":
    print(epoch(sys.argv[1] if len(sys.argv) > 1 else pathlib.Path(__file__).resolve().parent.parent))
