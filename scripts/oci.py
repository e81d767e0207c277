#!/usr/bin/env python3
"""oci.py FILE DEB...: writes an image for containers to FILE: the OCI image layout as a tar archive, which `podman load`, `skopeo copy
oci-archive:FILE` and `docker load` read. The first DEB is irori's own and says version and architecture. One layer: what the packages
contain, without manuals, and the few files that their scripts would make. The same packages make the same bytes."""
import datetime
import gzip
import hashlib
import io
import json
import os
import pathlib
import subprocess
import sys
import tarfile

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))
import epoch  # noqa: E402

USER = 8470  # also the port: one number to remember
WHEN = epoch.epoch(pathlib.Path(__file__).resolve().parent.parent)
to, debs = pathlib.Path(sys.argv[1]), [sys.argv[2], *sorted(sys.argv[3:], key=os.path.basename)]
LEFT_OUT = ("./usr/share/man/", "./usr/share/doc-base/", "./usr/share/lintian/", "./usr/share/bash-completion/", "./usr/share/zsh/", "./usr/share/fish/",
            "./usr/share/bug/", "./usr/share/locale/", "./usr/lib/systemd/", "./lib/systemd/", "./usr/sbin/", "./etc/init.d/", "./etc/ca-certificates/")


def said(*command):
    return subprocess.run(command, capture_output=True, check=True).stdout


def field(deb, name):
    return said("dpkg-deb", "-f", deb, name).decode().strip()


def merged(name):
    """/lib, /bin and /sbin are links into /usr, as in Debian itself."""
    name = name.removeprefix("./").rstrip("/")
    top = name.split("/")[0]
    return "usr/" + name if top in ("lib", "lib32", "lib64", "libx32", "bin", "sbin") else name


found = {}  # path: (TarInfo, bytes or None)


def put(name, data=None, mode=0o644, owner=0, kind=tarfile.REGTYPE, link=""):
    info = tarfile.TarInfo(name)
    info.type, info.mode, info.uid, info.gid, info.linkname = kind, mode, owner, owner, link
    info.size = len(data or b"")
    found[name] = (info, data)


def unpack(deb):
    with tarfile.open(fileobj=io.BytesIO(said("dpkg-deb", "--fsys-tarfile", deb))) as tar:
        for one in tar:
            name = merged(one.name)
            if not name or one.name.startswith(LEFT_OUT) or (one.name.startswith("./usr/share/doc/") and not one.isdir() and not one.name.endswith("/copyright")):
                continue
            if one.isdir() and name in found:
                continue
            one.name, one.uname, one.gname = name, "", ""
            if one.islnk():
                one.linkname = merged(one.linkname)
            found[name] = (one, tar.extractfile(one).read() if one.isreg() else None)


names = []
for deb in debs:
    unpack(deb)
    name = field(deb, "Package")
    names.append(name)
    put("var/lib/dpkg/status.d/" + name, said("dpkg-deb", "-f", deb))  # what is in it, for programs that look for known faults
put("var/lib/dpkg/status.d", kind=tarfile.DIRTYPE, mode=0o755)
for top in ("bin", "lib", "lib32", "lib64", "libx32", "sbin"):
    if any(n == "usr/" + top or n.startswith("usr/%s/" % top) for n in found):
        put(top, kind=tarfile.SYMTYPE, mode=0o777, link="usr/" + top)
for name, mode, owner in (("etc", 0o755, 0), ("proc", 0o755, 0), ("sys", 0o755, 0), ("dev", 0o755, 0), ("run", 0o755, 0), ("tmp", 0o1777, 0), ("var", 0o755, 0), ("var/lib", 0o755, 0),
                          ("var/lib/dpkg", 0o755, 0), ("etc/ssl", 0o755, 0), ("etc/ssl/certs", 0o755, 0), ("etc/irori", 0o755, 0), ("var/lib/irori", 0o700, USER)):
    put(name, kind=tarfile.DIRTYPE, mode=mode, owner=owner)
put("etc/passwd", b"root:x:0:0:root:/root:/nonexistent\nirori:x:%d:%d:Irori:/var/lib/irori:/nonexistent\n" % (USER, USER))
put("etc/group", b"root:x:0:\nirori:x:%d:\n" % USER)
put("etc/nsswitch.conf", b"passwd: files\ngroup: files\nhosts: files dns\n")
put("etc/ssl/certs/ca-certificates.crt", b"".join(data for name, (_, data) in sorted(found.items()) if name.startswith("usr/share/ca-certificates/") and name.endswith(".crt") and data))
put("etc/irori/irori.conf", b"""# Options of the server in a container. Mount a file of your own here; `irori serve --help` lists the options.
listen = *:8470
store = /var/lib/irori/irori.db
admin = /var/lib/irori/admin
""")
if not found["etc/ssl/certs/ca-certificates.crt"][1]:
    sys.exit("oci.py: none of these packages has certificates")

raw = io.BytesIO()
with tarfile.open(fileobj=raw, mode="w", format=tarfile.GNU_FORMAT) as tar:
    for name in sorted(found):
        info, data = found[name]
        info.mtime = min(int(info.mtime) or WHEN, WHEN)
        info.pax_headers = {}
        tar.addfile(info, io.BytesIO(data) if data is not None else None)
layer = gzip.compress(raw.getvalue(), 9, mtime=0)
blobs = {}


def blob(data, kind):
    digest = hashlib.sha256(data).hexdigest()
    blobs["blobs/sha256/" + digest] = data
    return {"mediaType": "application/vnd.oci.image." + kind, "digest": "sha256:" + digest, "size": len(data)}


def text(value):
    return json.dumps(value, indent=1, sort_keys=True).encode()


version, arch = field(debs[0], "Version"), field(debs[0], "Architecture")
created = datetime.datetime.fromtimestamp(WHEN, datetime.timezone.utc).strftime("%Y-%m-%dT%H:%M:%SZ")
about = {"org.opencontainers.image.title": "Irori", "org.opencontainers.image.version": version, "org.opencontainers.image.licenses": "MIT",
         "org.opencontainers.image.description": "A table for card games", "org.opencontainers.image.created": created}
config = {
    "created": created, "architecture": {"armhf": "arm", "i386": "386", "ppc64el": "ppc64le"}.get(arch, arch), "os": "linux",
    "config": {
        "User": "%d:%d" % (USER, USER), "Entrypoint": ["/usr/bin/irori"], "Cmd": ["serve", "--config", "/etc/irori/irori.conf"], "WorkingDir": "/var/lib/irori",
        "Env": ["PATH=/usr/bin", "LANG=C.UTF-8", "HOME=/var/lib/irori", "IRORI_ADMIN=/var/lib/irori/admin"],
        "ExposedPorts": {"8470/tcp": {}}, "Volumes": {"/var/lib/irori": {}}, "StopSignal": "SIGTERM", "Labels": about,
        # Not in the specification, but what Docker and Podman read: the server answers on its own socket.
        "Healthcheck": {"Test": ["CMD", "/usr/bin/irori", "admin", "bans"], "Interval": 30 * 10**9, "Timeout": 10 * 10**9, "StartPeriod": 60 * 10**9, "Retries": 3}},
    "rootfs": {"type": "layers", "diff_ids": ["sha256:" + hashlib.sha256(raw.getvalue()).hexdigest()]},
    "history": [{"created": created, "created_by": "scripts/image", "comment": " ".join(names)}]}
manifest = {"schemaVersion": 2, "mediaType": "application/vnd.oci.image.manifest.v1+json", "config": blob(text(config), "config.v1+json"),
            "layers": [blob(layer, "layer.v1.tar+gzip")], "annotations": about}
entry = blob(text(manifest), "manifest.v1+json")
entry["platform"] = {"architecture": config["architecture"], "os": "linux"}
tag = "irori:" + version.replace("~", "-").rsplit("-", 1)[0]
entry["annotations"] = {"org.opencontainers.image.ref.name": tag.split(":")[1], "io.containerd.image.name": "localhost/" + tag}
blobs["index.json"] = text({"schemaVersion": 2, "mediaType": "application/vnd.oci.image.index.v1+json", "manifests": [entry]})
blobs["oci-layout"] = text({"imageLayoutVersion": "1.0.0"})
with tarfile.open(to, "w", format=tarfile.GNU_FORMAT) as tar:
    for name in sorted(blobs):
        info = tarfile.TarInfo(name)
        info.size, info.mtime, info.mode = len(blobs[name]), WHEN, 0o644
        tar.addfile(info, io.BytesIO(blobs[name]))
print("%s: %s, %s, %d packages, %.1f MB unpacked, %.1f MB in all" % (to.name, tag, arch, len(names), len(raw.getvalue()) / 1e6, to.stat().st_size / 1e6))
