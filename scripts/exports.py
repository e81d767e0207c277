#!/usr/bin/env python3
"""exports.py HEADER [MAP]: the names that the header declares, one on a line; or a linker script that lets the shared library export
these and nothing else."""
import pathlib
import re
import sys

text = re.sub(r"/\*.*?\*/", "", pathlib.Path(sys.argv[1]).read_text(), flags=re.S)
text = re.sub(r"^static inline .*?^}", "", text, flags=re.S | re.M)  # in the header itself
calls = re.findall(r"^[a-z][^;{=]*?\b(ir_\w+)\(", text, re.M)
data = re.findall(r"^extern const [^;]*?\b(ir_\w+)\[\]", text, re.M)
names = sorted(set(calls + data))
if len(sys.argv) > 2:
    pathlib.Path(sys.argv[2]).write_text("{\n    global: %s;\n    local: *;\n};\n" % "; ".join(names))
else:
    print("\n".join(names))
