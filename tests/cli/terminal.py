"""terminal.py: a program at a terminal that is a grid of letters: what it draws is obeyed as xterm would, and can be looked at.

    t = Terminal([irori, "play"], 80, 24)
    t.until(lambda: "Which game?" in t.text())
    t.send("\\r")

It knows the sequences that ncurses sends for xterm-256color; another one is an error, so that nothing is misread."""
import fcntl
import os
import pty
import re
import select
import struct
import subprocess
import termios
import time
import unicodedata

HANG = float(os.environ.get("HANG_SECONDS", 600))  # which only something that hangs reaches
SEQUENCE = re.compile(r"\x1b(?:\[([?>]?)([0-9;]*)([@-~])|([()])(.)|([=>78MD]))|\x1b\](?:[^\x07]*)\x07")


class Terminal:
    def __init__(self, command, width=80, height=24, cwd=None, **environ):
        base = {k: v for k, v in os.environ.items() if k not in ("COLUMNS", "LINES", "NO_COLOR", "LANGUAGE", "LC_ALL", "LANG")}
        self.width, self.height = width, height
        self.ours, theirs = pty.openpty()
        self.resize(width, height, tell=False)
        self.before = termios.tcgetattr(theirs)
        self.kept = theirs  # so that what is left can be read after the program has ended
        self.grid = self.blank()
        self.other = None  # the screen before the full one
        self.row = self.col = 0
        self.top, self.bottom = 0, height - 1
        self.rest, self.raw, self.colours, self.modes = "", b"", set(), {25}
        self.process = subprocess.Popen([str(c) for c in command], stdin=theirs, stdout=theirs, stderr=theirs, cwd=cwd,
                                        start_new_session=True, env={**base, "TERM": "xterm-256color", "LANG": "C.UTF-8", **environ},
                                        preexec_fn=lambda: fcntl.ioctl(0, termios.TIOCSCTTY, 0))

    def blank(self):
        return [[" "] * self.width for _ in range(self.height)]

    def resize(self, width, height, tell=True):
        fcntl.ioctl(self.ours, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))
        if tell:
            self.width, self.height, self.top, self.bottom = width, height, 0, height - 1
            self.grid, self.row, self.col = self.blank(), 0, 0
            if self.other:
                self.other = self.blank()

    def send(self, keys):
        os.write(self.ours, keys.encode())

    def click(self, row, col):
        self.send("\x1b[<0;%d;%dM\x1b[<0;%d;%dm" % (col + 1, row + 1, col + 1, row + 1))

    # ---- what is there ----

    def lines(self):
        return ["".join(row).replace("\0", "").rstrip() for row in self.grid]

    def text(self):
        return "\n".join(self.lines())

    def full(self):
        return self.other is not None

    # ---- reading ----

    def idle(self):
        """The program waits, and all that it has drawn was read: it wants a key."""
        if select.select([self.ours], [], [], 0)[0]:
            return False
        try:
            with open("/proc/%d/stat" % self.process.pid) as f:
                waits = f.read().rsplit(")", 1)[1].split()[0] == "S"
        except OSError:
            return True
        return waits and not select.select([self.ours], [], [], 0)[0]

    def read(self, seconds=0.01):
        """Obeys what has come; False: nothing came in that time."""
        if not select.select([self.ours], [], [], seconds)[0]:
            return False
        data = os.read(self.ours, 65536)
        self.raw += data
        self.obey(data.decode(errors="surrogateescape"))
        return True

    def until(self, is_so, what=""):
        end = time.monotonic() + HANG
        while not is_so():
            came = self.read()
            if not came and self.process.poll() is not None and not self.read(0.05):
                assert is_so(), "the program ended (%s) before %s:\n%s" % (self.process.returncode, what or "that", self.text())
                return
            assert time.monotonic() < end, "not so after %d s: %s\n%s" % (HANG, what, self.text())

    def end(self):
        """Waits for the program's end, and checks that the terminal is as it was. Its exit code."""
        self.until(lambda: self.process.poll() is not None, "its end")
        while self.read(0.05):
            pass
        after = termios.tcgetattr(self.kept)
        assert after[:4] == self.before[:4], "the terminal's modes were not restored"
        assert not self.full(), "the full screen was not left"
        assert not self.modes & {1000, 1002, 1006} and 25 in self.modes, "mouse or cursor were not given back: %s" % self.modes
        os.close(self.ours)
        os.close(self.kept)
        return self.process.returncode

    # ---- obeying ----

    def obey(self, data):
        data, self.rest, at = self.rest + data, "", 0
        while at < len(data):
            c = data[at]
            if c == "\x1b":
                m = SEQUENCE.match(data, at)
                if not m:
                    if len(data) - at < 40:
                        self.rest = data[at:]
                        return
                    raise AssertionError("an unknown sequence: %r" % data[at:at + 40])
                at = m.end()
                if m.group(3):
                    self.control(m.group(1), m.group(2), m.group(3))
                elif m.group(6) == "M":
                    self.up()
            else:
                at += 1
                self.letter(c)

    def letter(self, c):
        if c == "\r":
            self.col = 0
        elif c == "\n":
            self.down()
        elif c == "\b":
            self.col = max(0, self.col - 1)
        elif c == "\t":
            self.col = min(self.width - 1, self.col // 8 * 8 + 8)
        elif c == "\a" or c == "\x0f":
            pass
        else:
            assert c >= " " and not 0x7f <= ord(c) < 0xa0, "a control character reached the terminal: %r" % c
            if unicodedata.combining(c):
                return
            wide = 2 if unicodedata.east_asian_width(c) in "WF" else 1
            if self.col + wide > self.width:
                self.col = 0
                self.down()
            self.grid[self.row][self.col] = c
            if wide == 2:
                self.grid[self.row][self.col + 1] = "\0"
            self.col += wide
            self.last = c

    def down(self):
        if self.row == self.bottom:
            del self.grid[self.top]
            self.grid.insert(self.bottom, [" "] * self.width)
        else:
            self.row = min(self.row + 1, self.height - 1)

    def up(self):
        if self.row == self.top:
            del self.grid[self.bottom]
            self.grid.insert(self.top, [" "] * self.width)
        else:
            self.row = max(self.row - 1, 0)

    def control(self, private, numbers, final):
        n = [int(x or 0) for x in numbers.split(";")]
        one = max(1, n[0])
        row = self.grid[self.row]
        self.col = min(self.col, self.width - 1) if final not in "mhl" else self.col
        if final in "hl" and private == "?":
            self.modes = self.modes | set(n) if final == "h" else self.modes - set(n)
            if 1049 in n:
                if final == "h":
                    self.other, self.grid = self.grid, self.blank()
                elif self.other:
                    self.grid, self.other = self.other, None
        elif final == "m":
            if private:
                return
            if n[:2] in ([38, 5], [48, 5]) or any(30 <= x < 48 and x != 39 or 90 <= x < 98 for x in n):
                self.colours.add(numbers)
        elif final in "Hf":
            self.row, self.col = min(one, self.height) - 1, min(max(1, n[1] if len(n) > 1 else 1), self.width) - 1
        elif final == "d":
            self.row = min(one, self.height) - 1
        elif final == "G":
            self.col = min(one, self.width) - 1
        elif final == "A":
            self.row = max(0, self.row - one)
        elif final == "B":
            self.row = min(self.height - 1, self.row + one)
        elif final == "C":
            self.col = min(self.width - 1, self.col + one)
        elif final == "D":
            self.col = max(0, self.col - one)
        elif final == "K":
            a, b = {0: (self.col, self.width), 1: (0, self.col + 1), 2: (0, self.width)}[n[0]]
            row[a:b] = [" "] * (b - a)
        elif final == "J":
            first = self.row if n[0] == 0 else 0
            if n[0] == 0:
                row[self.col:] = [" "] * (self.width - self.col)
                first += 1
            for r in range(first, self.height if n[0] != 1 else self.row):
                self.grid[r] = [" "] * self.width
        elif final == "X":
            row[self.col:self.col + one] = [" "] * len(row[self.col:self.col + one])
        elif final == "P":
            del row[self.col:self.col + one]
            row += [" "] * (self.width - len(row))
        elif final == "@":
            row[self.col:self.col] = [" "] * one
            del row[self.width:]
        elif final == "L":
            for _ in range(one):
                del self.grid[self.bottom]
                self.grid.insert(self.row, [" "] * self.width)
        elif final == "M":
            for _ in range(one):
                del self.grid[self.row]
                self.grid.insert(self.bottom, [" "] * self.width)
        elif final == "S":
            for _ in range(one):
                del self.grid[self.top]
                self.grid.insert(self.bottom, [" "] * self.width)
        elif final == "T":
            for _ in range(one):
                del self.grid[self.bottom]
                self.grid.insert(self.top, [" "] * self.width)
        elif final == "r":
            self.top, self.bottom = (n[0] or 1) - 1, (n[1] if len(n) > 1 and n[1] else self.height) - 1
            self.row = self.col = 0
        elif final == "b":
            for _ in range(one):
                self.letter(self.last)
        elif final not in "hltcn":
            raise AssertionError("an unknown sequence: CSI %s%s%s" % (private, numbers, final))
