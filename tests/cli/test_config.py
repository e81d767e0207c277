#!/usr/bin/env python3
"""test_config.py IRORI: options of `irori serve` from a file and from the environment; passwords that `ps` does not show. TAP."""
import os
import pathlib
import random
import re
import signal
import socket
import subprocess
import sys

from cli import irori, main, refused, run, sanitized, test, work

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent.parent / "server"))
from table import free_port  # noqa: E402

path = work / "irori.conf"


def write(text, mode=0o640):
    path.write_bytes(text if isinstance(text, bytes) else text.encode())
    path.chmod(mode)


def serve(*args, **env):
    return subprocess.Popen([irori, "serve", *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, cwd=work,
                            env={**os.environ, **env})


def port_of(*args, **env):
    """Starts a server, and ends it; the port it announced."""
    p = serve(*args, **env)
    line = p.stdout.readline()
    p.send_signal(signal.SIGTERM)
    out, err = p.communicate(timeout=900)
    assert p.returncode == 0 and "://" in line, (line, err)
    return int(re.search(r":(\d+)/", line).group(1))


def wrong(text, line, *says):
    """A file that is refused, by a sentence that names the file and the line."""
    write(text)
    return refused("serve", "--config", path, "--listen", "127.0.0.1:0", says=["irori serve: %s:%d: " % (path, line), *says])


@test
def the_command_line_is_stronger_than_the_environment_and_that_than_the_file():
    a, b, c = free_port(), free_port(), free_port()
    write("# a server\n\n  listen =  127.0.0.1:%d  \r\nstore = \"memory:\"\n" % a)
    assert port_of("--config", str(path)) == a
    assert port_of(IRORI_CONFIG=str(path)) == a
    assert port_of("--config=%s" % path, IRORI_LISTEN="127.0.0.1:%d" % b) == b
    assert port_of("--config", str(path), "--listen", "127.0.0.1:%d" % c, IRORI_LISTEN="127.0.0.1:%d" % b) == c


@test
def a_list_is_replaced_as_a_whole():
    write("store = memory:\nlisten = 127.0.0.1:%d\nallow-exec = Not A Name\n" % free_port())
    refused("serve", "--config", path, says=["%s:3: --allow-exec cannot be 'Not A Name'" % path])
    port_of("--config", str(path), "--allow-exec", "mine=true")
    port_of("--config", str(path), IRORI_ALLOW_EXEC="mine=true")


@test
def every_option_may_stand_in_the_file():
    values = {"listen": "127.0.0.1:%d" % free_port(), "store": "memory:", "public-url": "https://games.example.org", "trust-proxy": "loopback",
              "log": "json", "open": "no", "allow-exec": "mine=true", "push": "mailto:owner@example.org", "push-to": "127.0.0.1:1", "puzzles": str(work)}
    names = re.findall(r"^  --([a-z-]+)", run("serve", "--help").out, re.M)
    assert len(names) > 15
    lines = []
    for name in names:
        if name not in ("config", "deck", "tls-cert", "tls-key", "push-ca", "log-file", "help", "version"):
            lines.append("%s = %s" % (name, values.get(name, "1024")))  # a number that every option takes
    for shrink in range(2):
        write("\n".join(lines) + "\n")
        r = subprocess.run([irori, "serve", "--config", str(path), "--listen", "q"], capture_output=True, text=True, cwd=work)
        if "cannot be '1024'" in r.stderr:  # the number of threads
            lines = [re.sub("= 1024$", "= 64", line) if "threads" in line else line for line in lines]
    assert "--listen cannot be 'q'" in r.stderr and str(path) not in r.stderr, r.stderr
    for name in ("deck", "tls-cert", "tls-key", "push-ca"):
        assert name in names


@test
def a_wrong_line_is_named():
    wrong("rate = 20\npublc-url = https://x.example\n", 2, "there is no option 'publc-url'", "is it public-url?")
    wrong("\n\nnonsense-altogether = 1\n", 3, "there is no option 'nonsense-altogether'", "--help")
    wrong("--rate = 20\n", 1, "is it rate?")
    wrong("rate\n", 1, "'rate' is not an option", "OPTION = VALUE")
    wrong("[irori]\n", 1, "OPTION = VALUE")
    wrong("= 3\n", 1, "OPTION = VALUE")
    wrong("rate =\n", 1, "rate needs a value", "put # before")
    wrong("rate = 20 # fast\n", 1, "a comment needs a line of its own")
    wrong("rate = fast\n", 1, "rate cannot be 'fast'", "whole number from 1")
    wrong("rate = 0\n", 1, "rate cannot be '0'")
    wrong("rate = 20\nkeep = 1\nrate = 30\n", 3, "rate is already on line 1")
    wrong("open = maybe\n", 1, "open cannot be 'maybe'", "yes or no")
    wrong("config = other.conf\n", 1, "a file cannot name another one")
    wrong("".join("allow-exec = a%d=true\n" % i for i in range(17)), 17, "one too many")


@test
def a_wrong_value_is_named_even_if_only_the_server_finds_it():
    wrong("store = memory:\nlog = loud\n", 2, "--log cannot be 'loud'")
    wrong("store = memory:\npublic-url = games\n", 2, "--public-url takes an address")
    wrong("store = memory:\ntrust-proxy = somebody\n", 2, "address of a proxy")
    wrong("store = memory:\ntls-cert = a.pem\n", 2, "--tls-cert and --tls-key go together")
    wrong("store = memory:\ntls-cert = a.pem\ntls-key = a.pem\n", 2, "a.pem")
    wrong("\nstore = /nonexistent/irori.db\n", 2, "folder does not exist")
    write("store = memory:\nlisten = nowhere\n")
    refused("serve", "--config", path, says=["%s:2: --listen cannot be 'nowhere'" % path])
    refused("serve", "--config", path, "--listen", "also", says=["irori serve: --listen cannot be 'also'"])


@test
def files_that_are_none():
    refused("serve", "--config", "none.conf", says=["none.conf", "No such file"])
    refused("serve", "--config", work, says=[str(work), "folder"])
    refused("serve", "--config", says=["--config needs a value"])
    write(b"rate = 20\0\n")
    refused("serve", "--config", path, says=["zero byte"])
    write("# x\n" * 40000)
    refused("serve", "--config", path, says=["too large"])
    r = subprocess.run([irori, "serve"], env={**os.environ, "IRORI_RATE": "many"}, capture_output=True, text=True)
    assert r.returncode == 2 and "IRORI_RATE cannot be 'many'" in r.stderr, r.stderr


@test
def a_password_in_a_file_for_everybody_is_refused():
    text = "store = postgres://irori:geheim@/x?host=/nonexistent\n"
    write(text, 0o644)
    r = refused("serve", "--config", path, says=["%s:1: " % path, "everybody", "0644", "chmod 640"])
    assert "geheim" not in r.err
    for mode in (0o640, 0o600):
        write(text, mode)
        r = refused("serve", "--config", path, says=["%s:1: " % path, "cannot be reached"])
        assert "geheim" not in r.err
    write("store = postgres://irori@/x?host=/nonexistent&password=geheim\n", 0o604)
    refused("serve", "--config", path, says=["everybody"])
    write("store = postgres://irori@/x?host=/nonexistent\n", 0o644)  # no password, no secret
    refused("serve", "--config", path, says=["cannot be reached"])


@test
def ps_shows_no_password():
    with socket.socket() as s:
        s.bind(("127.0.0.1", 0))
        s.listen()
        host = "127.0.0.1:%d" % s.getsockname()[1]
        for args in (["serve", "--store", "postgres://irori:geheim@%s/x" % host], ["serve", "--store=postgresql://irori:geheim@%s/x" % host],
                     ["serve", "--store", "postgres://irori@%s/x?sslmode=disable&password=geheim&connect_timeout=900" % host],
                     ["store", "check", "postgres://irori:geheim@%s/x" % host]):
            p = subprocess.Popen([irori, *args], stdout=subprocess.PIPE, stderr=subprocess.PIPE)
            s.settimeout(900)
            s.accept()[0].close()  # it has read its arguments, and connects
            shown = pathlib.Path("/proc/%d/cmdline" % p.pid).read_bytes() if p.poll() is None else b"******"
            p.kill()
            p.communicate()
            assert b"geheim" not in shown and b"******" in shown, shown


@test
def a_service_manager_hears_how_the_server_is():
    """systemd's Type=notify and WatchdogSec=: datagrams to a socket with a path, or an abstract one."""
    for name in (str(work / "notify"), "@irori-test-%d" % os.getpid()):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as s:
            s.bind(name.replace("@", "\0"))
            s.settimeout(900)
            p = serve("--store", "memory:", "--listen", "127.0.0.1:%d" % free_port(), NOTIFY_SOCKET=name, WATCHDOG_USEC="60000000")
            assert s.recv(99) == b"READY=1" and s.recv(99) == b"WATCHDOG=1"
            p.send_signal(signal.SIGTERM)
            while (said := s.recv(99)) == b"WATCHDOG=1":
                pass
            assert said == b"STOPPING=1", said
            p.communicate(timeout=900)
            assert p.returncode == 0
    port_of("--store", "memory:", "--listen", "127.0.0.1:%d" % free_port(), NOTIFY_SOCKET="/nonexistent/notify")  # nobody hears: so be it


@test
def files_full_of_mistakes():
    """Whatever the file is: a sentence with its line, or the options are taken."""
    rng = random.Random(8)
    good = ["rate = 20", "tables = 7", "listen = 127.0.0.1:8470", "public-url = https://x.example", "# a comment", "", "log = \"json\"", "keep = 0",
            "allow-exec = mine=./bot --fast", "open = no"]
    seen = {"taken": 0, "named": 0}
    for i in range(60 if sanitized else 300):
        lines = rng.sample(good, rng.randrange(1, len(good)))
        text = bytearray("\n".join(lines).encode())
        for _ in range(rng.randrange(4)):
            at = rng.randrange(len(text) + 1)
            what = rng.randrange(4)
            if what == 0:
                text[at:at + rng.randrange(1, 6)] = b""
            elif what == 1:
                text[at:at] = bytes(rng.choice(b"=#\"\n\r\t -_azAZ09\xff\xc3\x80%$\\") for _ in range(rng.randrange(1, 8)))
            elif what == 2:
                text[at:at] = b"x" * rng.choice((50, 500, 5000))
            else:
                text[at:at] = text[:rng.randrange(len(text) + 1)]
        write(bytes(text))
        r = run("serve", "--config", path, "--store", "memory:", "--listen", "q")
        assert r.returncode in (1, 2), (bytes(text), r.out)
        where = re.match(r"irori serve: %s:(\d+): \S" % re.escape(str(path)), r.err)
        assert where or "irori serve: --listen cannot be 'q'" in r.err, (bytes(text), r.err)
        assert not where or 1 <= int(where.group(1)) <= text.count(b"\n") + 1, (bytes(text), r.err)
        assert len(r.err) < 700 and r.err.count("\n") == 1, (bytes(text), r.err)
        seen["named" if where else "taken"] += 1
    assert min(seen.values()) > 5, seen
    return "%(named)d refused with their line, %(taken)d taken" % seen


main("config")
