"""websocket.py IRORI [PART OF A NAME]: RFC 6455 against the real binary, over plain sockets: a table of what a client sends and what the
server must answer. TAP. Numbers in brackets are sections of the RFC.

Each case is run in three ways: in one piece, byte by byte (or in 64 pieces, if it is long), and cut in the middle. The answers must
be the same. To know that a message arrived, it is a ping of our protocol: {"type":"ping","id":N} is answered by a pong with the same
N, before any hello.

A message of this server is text, so binary messages are refused by design, with 1003 [7.4.1]. Nothing else is left out."""
import base64
import hashlib
import json
import os
import pathlib
import socket
import struct
import sys

from table import GUID, HANG, MANY, Server, main, test

LIMIT = 100000  # --message-bytes
TEXT, MORE, BINARY, CLOSE, PING, PONG = 1, 0, 2, 8, 9, 10


def frame(op, data=b"", final=True, reserved=0, length=None, masked=True, mask=None):
    """A frame of a client. length: how many bytes its length takes (0, 2 or 8), if not as few as possible."""
    n = len(data)
    size = length if length is not None else 0 if n < 126 else 2 if n < 65536 else 8
    head = bytes([final << 7 | reserved << 4 | op, masked << 7 | (n if size == 0 else 126 if size == 2 else 127)])
    head += b"" if size == 0 else struct.pack(">H" if size == 2 else ">Q", n)
    if not masked:
        return head + data
    key = mask if mask is not None else os.urandom(4)
    return head + key + bytes(b ^ key[i & 3] for i, b in enumerate(data))


def message(number, more="", size=None):
    """A message that is answered by a pong; of this size, if one is given."""
    text = '{"type":"ping","id":%d,"x":"%s"}' % (number, more)
    if size is not None:
        text = '{"type":"ping","id":%d,"x":"%s"}' % (number, more + "x" * (size - len(text.encode())))
    return text.encode()


def split(data, sizes):
    """A message in fragments of these sizes, and the rest."""
    parts, at = [], 0
    for n in sizes:
        parts.append(data[at:at + n])
        at += n
    parts.append(data[at:])
    return [frame(TEXT if i == 0 else MORE, p, final=i == len(parts) - 1) for i, p in enumerate(parts)]


def close(code=None, reason=b""):
    return frame(CLOSE, b"" if code is None else struct.pack(">H", code) + reason)


# What the server says: ("pong", id) to a message; (PONG, payload) to a ping; (CLOSE, code) and the end. Each case ends with a close.
BYE = close(1000)
OVER = (CLOSE, 1000)
cases = []


def case(name, sent, *answers):
    cases.append((name, sent if isinstance(sent, bytes) else b"".join(sent), list(answers)))


# ---- messages and their lengths [5.2] ----
case("the shortest message", frame(TEXT, message(1)) + BYE, ("pong", 1), OVER)
for size in (125, 126, 127, 128, 65535, 65536, 65537, LIMIT):
    case("a message of %d bytes" % size, frame(TEXT, message(2, size=size)) + BYE, ("pong", 2), OVER)
case("several messages at once", [frame(TEXT, message(i)) for i in range(1, 20)] + [BYE], *[("pong", i) for i in range(1, 20)], OVER)
case("an empty message", frame(TEXT) + BYE, ("refused", None), OVER)
case("a mask of zeros [5.3]", frame(TEXT, message(3), mask=bytes(4)) + BYE, ("pong", 3), OVER)
case("a mask of ones [5.3]", frame(TEXT, message(3), mask=b"\xff" * 4) + BYE, ("pong", 3), OVER)
case("125 bytes with a length of 2 bytes", frame(TEXT, message(4, size=125), length=2), (CLOSE, 1002))
case("no bytes with a length of 2 bytes", frame(TEXT, b"", length=2), (CLOSE, 1002))
case("126 bytes with a length of 8 bytes", frame(TEXT, message(4, size=126), length=8), (CLOSE, 1002))
case("65535 bytes with a length of 8 bytes", frame(TEXT, message(4, size=65535), length=8), (CLOSE, 1002))
case("no bytes with a length of 8 bytes", frame(TEXT, b"", length=8), (CLOSE, 1002))
case("a length with the highest bit set", b"\x81\xff\x80" + bytes(7) + b"\0\0\0\0", (CLOSE, 1002))
case("a length of 2^63 - 1", b"\x81\xff\x7f" + b"\xff" * 7 + b"\0\0\0\0", (CLOSE, 1009))
case("one byte above the limit [7.4.1]", b"\x81\xff" + struct.pack(">Q", LIMIT + 1) + b"\0\0\0\0", (CLOSE, 1009))
case("fragments above the limit together", split(message(5, size=LIMIT + 1), [60000]), (CLOSE, 1009))
case("an endless message of empty fragments, ended", [frame(TEXT, b"", False)] + [frame(MORE, b"", False)] * 200 + [frame(MORE, message(6)), BYE], ("pong", 6), OVER)

# ---- masks, bits, opcodes [5.1, 5.2] ----
case("a message without a mask", frame(TEXT, message(1), masked=False), (CLOSE, 1002))
case("a ping without a mask", frame(PING, b"x", masked=False), (CLOSE, 1002))
case("a close without a mask", frame(CLOSE, struct.pack(">H", 1000), masked=False), (CLOSE, 1002))
for bits in range(1, 8):
    case("reserved bits %d in a message" % bits, frame(TEXT, message(1), reserved=bits), (CLOSE, 1002))
for op, what in ((PING, "a ping"), (PONG, "a pong"), (CLOSE, "a close"), (MORE, "a fragment"), (BINARY, "a binary message")):
    case("a reserved bit in " + what, frame(op, b"", reserved=4), (CLOSE, 1002))
for op in (3, 4, 5, 6, 7, 11, 12, 13, 14, 15):
    case("reserved opcode %d" % op, frame(op, b"x"), (CLOSE, 1002))
    case("reserved opcode %d after a message" % op, frame(TEXT, message(7)) + frame(op) + frame(TEXT, message(8)), ("pong", 7), (CLOSE, 1002))

# ---- binary messages: refused by design ----
for data, what in ((b"", "an empty"), (b"\0" * 125, "a small"), (b"\xff" * 65536, "a large")):
    case("%s binary message (refused by design)" % what, frame(BINARY, data), (CLOSE, 1003))
case("a binary message in fragments (refused by design)", frame(BINARY, b"x", False) + frame(MORE, b"y"), (CLOSE, 1003))

# ---- control frames [5.5] ----
for data in (b"", b"hello", bytes(range(125)), b"\xff\xfe\xfd"):
    case("a ping of %d bytes %r" % (len(data), data[:3]), frame(PING, data) + BYE, (PONG, data), OVER)
case("ten pings", [frame(PING, b"%d" % i) for i in range(10)] + [BYE], *[(PONG, b"%d" % i) for i in range(10)], OVER)
case("a pong that nobody asked for [5.5.3]", frame(PONG, b"x") + frame(TEXT, message(9)) + BYE, ("pong", 9), OVER)
case("an empty pong", frame(PONG) + BYE, OVER)
case("a pong, then a ping", frame(PONG, b"a") + frame(PING, b"b") + BYE, (PONG, b"b"), OVER)
for op, what in ((PING, "ping"), (PONG, "pong"), (CLOSE, "close")):
    case("a %s of 126 bytes" % what, frame(op, b"\x03\xe8" + b"x" * 124), (CLOSE, 1002))
    case("a %s of 65536 bytes" % what, frame(op, b"\x03\xe8" + b"x" * 65534), (CLOSE, 1002))
    case("a %s with a length of 2 bytes" % what, frame(op, b"\x03\xe8", length=2), (CLOSE, 1002))
    case("a %s in fragments" % what, frame(op, b"\x03\xe8", final=False) + frame(MORE, b"x"), (CLOSE, 1002))

# ---- fragments [5.4] ----
whole = message(10, "fragments")
case("two fragments", split(whole, [5]) + [BYE], ("pong", 10), OVER)
case("a fragment for each byte", split(whole, [1] * (len(whole) - 1)) + [BYE], ("pong", 10), OVER)
case("a first fragment of nothing", split(whole, [0]) + [BYE], ("pong", 10), OVER)
case("a last fragment of nothing", split(whole, [len(whole)]) + [BYE], ("pong", 10), OVER)
case("nothing in the middle", split(whole, [5, 0]) + [BYE], ("pong", 10), OVER)
case("three fragments of nothing", [frame(TEXT, b"", False), frame(MORE, b"", False), frame(MORE), BYE], ("refused", None), OVER)
parts = split(whole, [5, 7])
case("a ping between fragments", [parts[0], frame(PING, b"now"), parts[1], parts[2], BYE], (PONG, b"now"), ("pong", 10), OVER)
case("pings and pongs between all fragments", [parts[0], frame(PING, b"1"), frame(PONG, b"x"), parts[1], frame(PING, b"2"), frame(PONG), parts[2], BYE],
     (PONG, b"1"), (PONG, b"2"), ("pong", 10), OVER)
case("a close between fragments", [parts[0], BYE], OVER)
case("two messages in fragments", parts + parts + [BYE], ("pong", 10), ("pong", 10), OVER)
case("a message after one in fragments", parts + [frame(TEXT, message(11)), BYE], ("pong", 10), ("pong", 11), OVER)
case("a message between fragments", [parts[0], frame(TEXT, message(11)), parts[1]], (CLOSE, 1002))
case("a new message of fragments between fragments", [parts[0], frame(TEXT, b"{", False)], (CLOSE, 1002))
case("a binary message between fragments", [parts[0], frame(BINARY, b"x")], (CLOSE, 1002))
case("a last fragment without a first", frame(MORE, b"x"), (CLOSE, 1002))
case("a fragment without a first", frame(MORE, b"x", False), (CLOSE, 1002))
case("a fragment after a whole message", frame(TEXT, message(12)) + frame(MORE, b"x"), ("pong", 12), (CLOSE, 1002))
case("a fragment after the last one", parts + [frame(MORE, b"x")], ("pong", 10), (CLOSE, 1002))
case("a bad opcode between fragments", [parts[0], frame(5, b"x")], (CLOSE, 1002))

# ---- UTF-8 [8.1] ----
GOOD = ("\u007f", "\u0080", "\u07ff", "\u0800", "\ud7ff", "\ue000", "\ufdd0", "\ufffd", "\ufffe", "\uffff", "\U00010000", "\U0001fffe", "\U0010ffff", "κόσμε", "囲炉裏", "👨‍👩‍👧")
for text in GOOD:
    data = message(13, text)
    case("U+%04X" % ord(text[0]), frame(TEXT, data) + BYE, ("pong", 13), OVER)
    case("U+%04X, a fragment for each byte" % ord(text[0]), split(data, [1] * (len(data) - 1)) + [BYE], ("pong", 13), OVER)
BAD = (b"\x80", b"\xbf", b"\xc0\x80", b"\xc0\xaf", b"\xc1\xbf", b"\xc2", b"\xc2\x20", b"\xc2\xc0", b"\xdf\x7f", b"\xe0\x80\x80", b"\xe0\x9f\xbf", b"\xe0\xa0", b"\xe0\xa0\x20", b"\xe1\x80",
       b"\xed\xa0\x80", b"\xed\xad\xbf", b"\xed\xae\x80", b"\xed\xbf\xbf", b"\xed\xa0\x80\xed\xb0\x80", b"\xef\xbf", b"\xf0\x80\x80\x80", b"\xf0\x8f\xbf\xbf", b"\xf0\x90\x80",
       b"\xf0\x90\x80\x20", b"\xf4\x90\x80\x80", b"\xf5\x80\x80\x80", b"\xf7\xbf\xbf\xbf", b"\xf8\x88\x80\x80\x80", b"\xfc\x84\x80\x80\x80\x80", b"\xfe", b"\xff", b"\xfe\xfe\xff\xff")
for bad in BAD:
    start, end = b'{"type":"ping","id":1,"x":"', b'"}'
    case("bytes %s" % bad.hex(), frame(TEXT, start + bad + end), (CLOSE, 1007))
    case("bytes %s at the end" % bad.hex(), frame(TEXT, start + bad), (CLOSE, 1007))
    data = start + bad + end
    case("bytes %s, a fragment for each byte" % bad.hex(), split(data, [1] * (len(data) - 1)), (CLOSE, 1007))
# Without the rest of the message: the server must not wait for it.
case("a bad fragment is refused before the message is whole", frame(TEXT, b'{"\xff', False), (CLOSE, 1007))
case("a bad second fragment is refused before the message is whole", frame(TEXT, b'{"\xce', False) + frame(MORE, b"\x41", False), (CLOSE, 1007))
case("a surrogate is refused by its second byte", frame(TEXT, b'{"\xed', False) + frame(MORE, b"\xa0", False), (CLOSE, 1007))
case("a letter that is never finished", frame(TEXT, b'{"\xe2\x82', False) + frame(MORE, b"", False) + frame(MORE, b""), (CLOSE, 1007))
case("a ping does not disturb a letter cut in two", [frame(TEXT, message(14, "€")[:-4], False), frame(PING, b"p"), frame(MORE, message(14, "€")[-4:]), BYE], (PONG, b"p"), ("pong", 14), OVER)

# ---- closing [5.5.1, 7] ----
case("an empty close", close(), (CLOSE, None))
case("a close with a reason", close(1000, b"done"), OVER)
case("a close with the longest reason", close(1000, b"x" * 123), OVER)
case("a close with a reason in UTF-8", close(1000, "囲炉裏".encode()), OVER)
case("a close of one byte", frame(CLOSE, b"\x03"), (CLOSE, 1002))
case("a close whose reason is not UTF-8", close(1000, b"\xce\xba\xe1\xbd\xb9\xcf\x83\xce\xbc\xce\xb5\xed\xa0\x80"), (CLOSE, 1007))
case("a close whose reason ends in the middle of a letter", close(1000, b"\xe2\x82"), (CLOSE, 1007))
for code in (1000, 1001, 1002, 1003, 1007, 1008, 1009, 1010, 1011, 1012, 1013, 1014, 3000, 3999, 4000, 4999):
    case("code %d" % code, close(code), (CLOSE, code))
    case("code %d with a reason" % code, close(code, b"why"), (CLOSE, code))
for code in (0, 1, 999, 1004, 1005, 1006, 1015, 1016, 1100, 2000, 2999, 5000, 65535):
    case("code %d, which nobody may send" % code, close(code), (CLOSE, 1002))
    case("code %d with a reason" % code, close(code, b"why"), (CLOSE, 1002))
case("nothing after a close is heard: a message", BYE + frame(TEXT, message(15)), OVER)
case("nothing after a close is heard: a ping", BYE + frame(PING, b"x"), OVER)
case("nothing after a close is heard: another close", BYE + close(1001), OVER)
case("nothing after a fault is heard", frame(3) + frame(TEXT, message(15)), (CLOSE, 1002))


# ---- the client ----

def connect(port):
    s = socket.create_connection(("127.0.0.1", port), timeout=HANG)
    s.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    key = base64.b64encode(os.urandom(16)).decode()
    s.sendall(("GET /ws HTTP/1.1\r\nHost: 127.0.0.1:%d\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
               "Sec-WebSocket-Key: %s\r\nSec-WebSocket-Protocol: irori.1\r\n\r\n" % (port, key)).encode())
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        got = s.recv(1)
        assert got, head
        head += got
    assert head.startswith(b"HTTP/1.1 101 "), head
    assert base64.b64encode(hashlib.sha1((key + GUID).encode()).digest()) in head, head
    return s


def answers(s):
    """Everything the server says until it ends, frame by frame; its frames are checked as strictly as it checks ours."""
    data, said = b"", []
    while True:
        try:
            got = s.recv(65536)
        except ConnectionError:
            got = b""
        if not got:
            break
        data += got
    at = 0
    while at < len(data):
        first, n = data[at], data[at + 1]
        assert first & 0x80 and not first & 0x70 and not n & 0x80, "not a frame of a server: %s" % data[at:at + 2].hex()
        size = 2 if n == 126 else 8 if n == 127 else 0
        if size:
            n = int.from_bytes(data[at + 2:at + 2 + size], "big")
            assert n > (125 if size == 2 else 65535), "a length that could be shorter"
        body = data[at + 2 + size:at + 2 + size + n]
        assert len(body) == n, "the end of the stream in the middle of a frame"
        at += 2 + size + n
        op = first & 15
        if op == TEXT:
            m = json.loads(body.decode())
            said.append((m["type"], m.get("id")))
        elif op == CLOSE:
            assert n != 1 and at == len(data), "a close that is not the last frame, or has half a code"
            body[2:].decode()
            said.append((CLOSE, int.from_bytes(body[:2], "big") if n else None))
        else:
            said.append((op, body))
    return said


def pieces(data, way):
    if way == "whole":
        return [data]
    if way == "cut":
        return [data[:len(data) // 2], data[len(data) // 2:]]
    n = max(1, len(data) // 64) if len(data) > 2000 else 1
    return [data[i:i + n] for i in range(0, len(data), n)]


def run(port, way):
    wanted = [c for c in cases if not chosen or chosen in c[0]]
    wrong = []
    for name, sent, want in wanted:
        s = connect(port)
        try:
            for piece in pieces(sent, way):
                s.sendall(piece)
        except ConnectionError:
            pass  # it was refused before the end
        got = answers(s)
        s.close()
        if got != want:
            wrong.append("%s: %s, not %s" % (name, got[:4], want[:4]))
    assert wanted and not wrong, "%d of %d cases:\n%s" % (len(wrong), len(wanted), "\n".join(wrong[:20]))
    return "%d cases" % len(wanted)


binary, chosen = pathlib.Path(sys.argv[1]).resolve(), sys.argv[2] if len(sys.argv) > 2 else ""
server = Server(binary, "memory:", *MANY, "--message-bytes", str(LIMIT))


@test
def in_one_piece():
    return run(server.port, "whole")


@test
def byte_by_byte():
    return run(server.port, "bytes")


@test
def cut_in_the_middle():
    return run(server.port, "cut")


@test
def the_server_is_well_afterwards():
    server.check()
    assert server.process.poll() is None, "it is gone"
    assert server.get("/healthz") == "ok\n"
    return "%d MB" % (server.rss() >> 20)


try:
    main("websocket")
finally:
    server.__exit__()
