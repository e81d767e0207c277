#!/usr/bin/env python3
"""dist.py: called by `meson dist`: puts the built page into the source archive, so that building it needs neither Node nor clang, and the
time that builds of it claim (scripts/epoch.py)."""
import os
import pathlib
import shutil
import sys

import epoch

source, to = pathlib.Path(os.environ["MESON_SOURCE_ROOT"]), pathlib.Path(os.environ["MESON_DIST_ROOT"])
if not (source / "web/dist/index.html").is_file():
    sys.exit("dist.py: there is no page to put into the archive; build it first: sh scripts/web.sh")
shutil.copytree(source / "web/dist", to / "web/dist")
(to / "packaging/epoch").write_text("%d\n" % epoch.epoch(source))
