#!/usr/bin/env python3
"""assets.py BLOB LIST DEPFILE DIR...: packs the files of the first DIR that has an index.html into BLOB, with the table of them in
LIST (C) and what it looked at in DEPFILE, so that a page built later is noticed."""
import gzip
import hashlib
import os
import pathlib
import re
import sys

TYPES = {
    ".html": "text/html; charset=utf-8", ".js": "text/javascript; charset=utf-8", ".css": "text/css; charset=utf-8",
    ".json": "application/json", ".webmanifest": "application/manifest+json", ".svg": "image/svg+xml", ".png": "image/png",
    ".ico": "image/x-icon", ".jpg": "image/jpeg", ".webp": "image/webp", ".avif": "image/avif", ".wasm": "application/wasm",
    ".woff2": "font/woff2", ".txt": "text/plain; charset=utf-8", ".md": "text/plain; charset=utf-8", ".mp3": "audio/mpeg",
    ".ogg": "audio/ogg", ".wav": "audio/wav", ".map": "application/json", ".bin": "application/octet-stream",
    ".net": "application/octet-stream",
}
HASHED = "/a/"  # what web/build.mjs puts there has its hash in its name


def c_string(text):
    return '"' + text.replace("\\", "\\\\").replace('"', '\\"') + '"'


blob_path, list_path, dep_path, *dirs = sys.argv[1:]
looked = []
for d in map(pathlib.Path, dirs):
    looked += [d if d.is_dir() else d.parent if d.parent.is_dir() else d.parent.parent]
    if (d / "index.html").is_file():
        break
else:
    sys.exit("assets.py: none of %s has an index.html" % ", ".join(dirs))
files = sorted((p for p in d.rglob("*") if p.is_file()), key=lambda p: ("/" + p.relative_to(d).as_posix()).encode())
looked += [p for p in d.rglob("*")]
blob, rows = bytearray(), []
for p in files:
    name = "/" + p.relative_to(d).as_posix()
    if not re.fullmatch(r"[A-Za-z0-9._/-]+", name):
        sys.exit("assets.py: %s: a name of letters, digits, dots, dashes and underscores is wanted" % p)
    if p.suffix not in TYPES:
        sys.exit("assets.py: %s: what is a %s? TYPES in this script has no such ending" % (p, p.suffix or "file without one"))
    data = p.read_bytes()
    packed = gzip.compress(data, 9, mtime=0)
    at = len(blob)
    blob += data
    gzip_at = len(blob)
    if len(packed) > len(data) * 0.95:
        packed = b""
    blob += packed
    etag = '"%s"' % hashlib.blake2b(data, digest_size=12).hexdigest()
    rows.append("    {%s, %s, %s, %d, %d, %d, %d, %d}," % (c_string(name), c_string(TYPES[p.suffix]), c_string(etag),
                name.startswith(HASHED), at, len(data), gzip_at, len(packed)))


def write(path, data):
    path = pathlib.Path(path)
    if not path.exists() or path.read_bytes() != data:  # an unchanged file costs no compiling
        path.write_bytes(data)


write(blob_path, bytes(blob))
write(list_path, ("/* Made by scripts/assets.py; do not edit. */\n#define ASSETS_BLOB %s\n#define ASSETS_HASH \"%s\"\n"
                  "static const struct asset asset_list[] = {\n%s\n};\n"
                  % (c_string(os.path.abspath(blob_path)), hashlib.blake2b(bytes(blob), digest_size=8).hexdigest(),
                     "\n".join(rows))).encode())
pathlib.Path(dep_path).write_text("%s: %s\n" % (blob_path, " ".join(str(p).replace(" ", "\\ ") for p in looked)))
