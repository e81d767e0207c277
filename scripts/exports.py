#!/usr/bin/env python3
"""exports.py HEADER... [MAP]: the names that the headers declare, one on a line; or MAP, a linker script that lets the shared library
export these and nothing else."""
import pathlib
import re
import sys

headers = [a for a in sys.argv[1:] if a.endswith(".h")]
out = sys.argv[-1] if len(headers) < len(sys.argv) - 1 else None
text = re.sub(r"/\*.*?\*/", "", "\n".join(pathlib.Path(h).read_text() for h in headers), flags=re.S)
text = re.sub(r"^static inline .*?^}", "", text, flags=re.S | re.M)  # in the header itself
calls = re.findall(r"^[a-z][^;{=]*?\b(ir_\w+)\(", text, re.M)
data = re.findall(r"^extern const [^;]*?\b(ir_\w+)\[\]", text, re.M)
names = sorted(set(calls + data))
if out:
    pathlib.Path(out).write_text("{\n    global: %s;\n    local: *;\n};\n" % "; ".join(names))
else:
    print("\n".join(names))
