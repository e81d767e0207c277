#!/usr/bin/env python3
"""embed.py OUT NAME=FILE...: writes a C header in which every file's bytes are a static const char NAME[], closed by a zero."""
import sys


def write(path, pairs):
    with open(path, "w") as out:
        out.write("/* Made by scripts/embed.py; do not edit. */\n")
        for name, source in pairs:
            data = open(source, "rb").read() + b"\0"
            out.write("static const _Alignas(64) char %s[] = {\n" % name)
            for i in range(0, len(data), 24):
                out.write("    " + ", ".join(str(b if b < 128 else b - 256) for b in data[i:i + 24]) + ",\n")
            out.write("};\n")


if __name__ == "__main__":
    write(sys.argv[1], [pair.split("=", 1) for pair in sys.argv[2:]])
