#!/usr/bin/env python3
"""symbols.py LIBIRORI: the library needs nothing but a few functions of libc and a word about the processor (so it allocates
nothing and does no I/O), and holds no global data that can change."""
import re
import subprocess
import sys

allowed = {"memcpy", "memmove", "memset", "memcmp", "memchr", "strlen", "strcmp", "strncmp", "strchr", "strcspn", "strspn", "strstr",
           "sqrt", "exp", "log", "pow", "floor", "fabs", "exp2", "log2", "tanh", "expf", "sqrtf", "logf", "tanhf",
           "__stack_chk_fail", "_GLOBAL_OFFSET_TABLE_",
           "__cpu_model"}  # of the compiler's own library: what the processor can do
lib = sys.argv[1]
names = subprocess.run(["nm", lib], capture_output=True, text=True, check=True).stdout.splitlines()
defined = {l.split()[-1] for l in names if re.match(r"^[0-9a-f]+ [A-TV-Zw] ", l, re.I)}
undefined = {l.split()[-1] for l in names if re.match(r"^\s+U ", l)}
foreign = sorted(undefined - defined - allowed)
table = subprocess.run(["objdump", "-t", lib], capture_output=True, text=True, check=True).stdout.splitlines()
mutable = sorted({l.split()[-1] for l in table
                  if re.search(r"\s(\.data|\.bss|\.tbss|\.tdata|\*COM\*)(\.[\w.]*)?\s", l)
                  and not re.search(r"\.data\.rel\.ro", l) and not re.search(r"\s0{8,16} \.(data|bss)", l)})
sane = "ir_apply" in defined
for name in foreign:
    print("# needs %s" % name)
for name in mutable:
    print("# mutable global %s" % name)
print("%sok 1 - libirori needs nothing beyond a short list of libc" % ("not " if foreign or not sane else ""))
print("%sok 2 - libirori has no mutable globals" % ("not " if mutable or not sane else ""))
print("1..2")
sys.exit(bool(foreign or mutable or not sane))
