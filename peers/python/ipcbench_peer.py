"""A peer in Python, with the standard library alone: what docs/peer-protocol.md asks of one.

As a program, it measures transports of the suite:

    ipcbench_peer.py DIRECTORY/NAME.control client|server [--streams]

As a library, it has the peers of a transport of your own, see docs/your-own-transport.md:

    class Mine:
        def listen(self, session): ...  # returns the address
        def accept(self, session): ...  # may be omitted
        def connect(self, session, address): ...
        def send(self, message): ...
        def receive(self, size): ...  # the next whole message

    ipcbench_peer.main(Mine)

A session is a dict: scratchDirectory, maxMessageBytes, bufferSizeBytes, timeoutNanos and more. If accept and connect return
something, that sends and receives. The library proves the session's token by the first messages, counts, checks, warms up, times and
reports. A method close, if there is one, removes what is not in the scratch directory; it is called at every end but a kill.

For such a class: start(words, text) starts a program that the transport needs, at_free_port(start) one that listens at a port,
until(attempt, program) waits for somebody, dial(address) connects a socket, remove_memory(session) removes what a library leaves in
/dev/shm. A library with which both sides do the same is a subclass of Symmetric.
"""

import contextlib
import ctypes
import fcntl
import glob
import hmac
import json
import math
import mmap
import os
import platform
import queue
import random
import re
import resource
import select
import shutil
import socket
import struct
import subprocess
import sys
import threading
import time
import uuid

PROTOCOL = 1
LAST = 1
SEED = 20230815
LINE_BYTES = 64
PROOF_BYTES = 16
PAGE_BYTES = 4096
LAUNCHER_IS_GONE = 3
NO_BOUND = -1
SIOCGIFMTU = 0x8921
MASK = (1 << 64) - 1
LIBC = ctypes.CDLL(None, use_errno=True)
MAX_PENDING = 64
MIN_HEARING_NS = 1_000_000_000


def message_queues():
    """The library that has POSIX message queues: before glibc 2.34 it was not the C library; None if there is none."""
    for name in (None, "librt.so.1"):
        with contextlib.suppress(OSError, AttributeError):
            library = ctypes.CDLL(name, use_errno=True)
            if library.mq_open and library.mq_timedreceive:
                return library
    return None


QUEUES = message_queues()

now_ns = time.monotonic_ns  # CLOCK_MONOTONIC, as System.nanoTime() on Linux


class Failure(Exception):
    """The launcher is told why."""


# ---- the control link ----


class Link:
    """One thread reads the launcher's lines, the other one measures and answers."""

    def __init__(self, source, sink, directory):
        self.source, self.sink, self.directory = source, sink, directory
        self.messages = queue.SimpleQueue()
        self.expecting = threading.Condition()
        self.ticks_left = None
        for work in (self.read, self.watch):
            threading.Thread(target=work, daemon=True).start()

    def read(self):
        """A launcher that dies before it has read all that was sent resets the connection, instead of ending it."""
        try:
            for line in self.source:
                with self.expecting:
                    self.ticks_left = None
                message = json.loads(line)
                stops = message["type"] == "Stop"
                self.messages.put(message)
                if stops:
                    return
        except (OSError, ValueError, TypeError, KeyError):
            pass
        end_without_launcher(self.directory)

    def watch(self):
        """Counts ticks only while something is expected, and so not in the measured part."""
        while True:
            with self.expecting:
                while self.ticks_left is None:
                    self.expecting.wait()
                self.expecting.wait(0.1)
                if self.ticks_left is not None:
                    self.ticks_left -= 1
                    if self.ticks_left < 0:
                        clean_up()
                        os._exit(LAUNCHER_IS_GONE)

    def expect_within(self, ns):
        with self.expecting:
            self.ticks_left = ns // 100_000_000
            self.expecting.notify()

    def expect_nothing(self):
        with self.expecting:
            self.ticks_left = None

    def take(self):
        message = self.messages.get()
        if message["type"] == "Stop":
            clean_up()
            os._exit(0)
        return message

    def expect(self, kind):
        message = self.take()
        if message["type"] != kind:
            raise Failure("expected '%s', the launcher sent '%s'" % (kind, message["type"]))

    def say(self, kind, **components):
        try:
            self.sink.write(json.dumps({"type": kind, **components}).encode() + b"\n")
            self.sink.flush()
        except OSError:
            end_without_launcher(self.directory)


AT_END = []


def clean_up():
    while AT_END:
        with contextlib.suppress(Exception):  # an end is an end
            AT_END.pop()()


def end_without_launcher(directory):
    """Nobody else removes what this peer has made, nor what a partner that was killed has."""
    clean_up()
    hide_queue()
    if os.path.basename(directory).startswith("ipcbench-"):
        remove_recorded_queues(directory)
        shutil.rmtree(directory, ignore_errors=True)
    os._exit(LAUNCHER_IS_GONE)


# ---- the content of messages ----


def write_message(size, sequence, last, sent_ns):
    word = (sequence + 1) << 1 | last
    if size < 8:
        return bytes([word & 0xFF]) + bytes(size - 1)
    message = struct.pack("=QQ", word, sent_ns) + bytes(LINE_BYTES - 16)
    if size > LINE_BYTES:
        line = struct.pack("=Q", word) + bytes(LINE_BYTES - 8)
        message += line * ((size - 1) // LINE_BYTES)
    return message[:size]


def check_message(message, size, sequence):
    """Returns whether the message is the last of its batch, and the sum of what was read."""
    if size < 8:
        word, further = message[0], 0
        expected = ((sequence + 1) << 1 | word & LAST) & 0xFF
    else:
        longs = memoryview(message)[: size // 8 * 8].cast("Q")
        word, further = longs[0], sum(longs[8::8])
        expected = (sequence + 1) << 1 | word & LAST
        if word == expected and further != word * ((size - 8) // LINE_BYTES):
            raise Failure("the payload of message %d is corrupt" % sequence)
    if word != expected:
        raise Failure("message %d is corrupt, lost or out of order: found %x" % (sequence, word))
    return word & LAST, word + further


def acknowledgement(sequence):
    number = ((sequence + 1) << 1 | LAST) & 0x7F
    return bytes([number | (~bin(number).count("1") & 1) << 7])


# ---- objects: messages that are JSON, of 16 documents in turn that are the same ones in every language ----

DOCUMENTS = 16
FIRST_ID = 1_000_000_000_000_000
CODECS = ["json", "json:text"]
WORDS = (
    "the order of a process and its message is read by peers which wait for data that no copy keeps "
    '"quoted" naïve Größe € café path/to line\n value memory kernel call server'
).split(" ")


class Numbers:
    """SplitMix64."""

    def __init__(self, seed):
        self.state = seed

    def any(self):
        z = self.state = (self.state + 0x9E3779B97F4A7C15) & MASK
        z = (z ^ z >> 30) * 0xBF58476D1CE4E5B9 & MASK
        z = (z ^ z >> 27) * 0x94D049BB133111EB & MASK
        return z ^ z >> 31

    def below(self, bound):
        return (self.any() >> 1) % bound

    def one(self, texts):
        return texts[self.below(len(texts))]

    def time(self):
        return 1_700_000_000_000_000_000 + self.below(31_536_000_000_000_000)

    def quantity(self):
        return 1 + self.below(1_000_000)

    def price(self):
        return (1 + self.below(10_000_000)) / 100

    def words(self, size):
        text, left = [], size
        while True:
            word = self.one(WORDS) + " "
            left -= len(word.encode())
            if left < 0:
                return "".join(text) + "." * (left + len(word.encode()))
            text.append(word)


def order(numbers, size):
    return {
        "placed": numbers.time(),
        "side": numbers.one(["BUY", "SELL"]),
        "kind": numbers.one(["LIMIT", "MARKET", "STOP"]),
        "price": numbers.price(),
        "quantity": numbers.quantity(),
        "account": "ACC-%08d" % numbers.below(100_000_000),
        "symbol": "".join(chr(65 + numbers.below(26)) for _ in range(7 + numbers.below(2))),
        "currency": numbers.one(["EUR", "USD", "GBP", "JPY", "CHF", "SEK"]),
        "venue": numbers.one(["XETR", "XLON", "XNAS", "XNYS", "XPAR", "XSWX"]),
        "reference": str(uuid.UUID(int=numbers.any() << 64 | numbers.any())),
        "positions": [
            {"instrument": 1 + numbers.below(10_000_000), "quantity": numbers.quantity(), "price": numbers.price()}
            for _ in range((size - 104) // 24)
        ],
    }


def text(numbers, size):
    return {
        "written": numbers.time(),
        "language": numbers.one(["en", "de", "fr", "es"]),
        "title": numbers.words(24),
        "author": "AUTHOR-%07d" % numbers.below(10_000_000),
        "body": numbers.words(size - 64),
    }


def integers(value):
    if isinstance(value, dict):
        return sum(map(integers, value.values()))
    if isinstance(value, list):
        return sum(map(integers, value))
    return value if isinstance(value, int) else 0


class Objects:
    """The messages of one size, in bytes before they are JSON. Each is compared as a whole with the one that is expected."""

    def __init__(self, codec, size):
        make = text if codec == "json:text" else order
        made = [make(Numbers(SEED + i), size) for i in range(DOCUMENTS)]
        self.sums = [integers(document) for document in made]
        self.documents = [{"id": FIRST_ID, "state": 1, **document} for document in made]
        self.lengths = [len(self.write(i, 0)) for i in range(DOCUMENTS)]

    def length(self, sequence):
        return self.lengths[sequence % DOCUMENTS]

    def write(self, sequence, last):
        document = self.documents[sequence % DOCUMENTS]
        document["id"], document["state"] = FIRST_ID + sequence, 1 + last
        return json.dumps(document, separators=(",", ":"), ensure_ascii=False).encode()

    def check(self, message, sequence):
        """Returns whether the message is the last of its batch, and the sum of all integers but its state."""
        document, found = self.documents[sequence % DOCUMENTS], json.loads(bytes(message))
        last = found.get("state") == 2
        document["id"], document["state"] = FIRST_ID + sequence, 1 + last
        if found != document:
            raise Failure("message %d is corrupt, lost or out of order" % sequence)
        return int(last), found["id"] + self.sums[sequence % DOCUMENTS]


class CallParts:
    """The parts of some of the calls: the other side times other ones."""

    def __init__(self, side, written):
        self.random, self.side = random.Random(SEED + side), side
        self.bytes = sum(written.lengths) / DOCUMENTS
        self.next = side  # so that a batch of a few calls has a sample
        self.reset()

    def reset(self):
        self.parts = [Histogram(), Histogram(), Histogram()]

    def record(self, sequence, *times):
        for part, start, end in zip(self.parts, times, times[1:]):
            part.record(end - start)
        self.next = sequence + self.random.randint(1, 31)

    def report(self):
        reading = min(-(now_ns() - now_ns()) for _ in range(1000))
        request, between, answer = (max(0, part.percentile(0.5) - reading) for part in self.parts)
        return {
            "samples": sum(self.parts[0].counts.values()),
            "bytes": self.bytes,
            "requestNanos": request,
            "betweenNanos": between,
            "answerNanos": answer,
            "readingNanos": reading,
        }


# ---- channels ----


class Stream:
    """Messages over a byte stream: a message is one write; a read takes one, or as many as have arrived."""

    def __init__(self, source, sink, session, reads_in_bulk):
        self.source, self.sink = source, sink
        self.read_bytes = max(65536 if reads_in_bulk else 0, session["maxMessageBytes"])
        self.arrived, self.start = b"", 0

    def send(self, message):
        sent = os.write(self.sink, message)
        while sent < len(message):
            sent += os.write(self.sink, message[sent:])

    def receive(self, size):
        if len(self.arrived) - self.start < size:
            self.fill(size)
        start = self.start
        self.start += size
        return self.arrived if size == len(self.arrived) else self.arrived[start : start + size]

    def fill(self, size):
        rest = self.arrived[self.start :]
        while len(rest) < size:
            got = os.read(self.source, self.read_bytes // size * size - len(rest))
            if not got:
                raise Failure("the other side has closed the connection")
            rest = rest + got if rest else got
        self.arrived, self.start = rest, 0


def read_proof(file, deadline_ns):
    proof = b""
    while len(proof) < PROOF_BYTES:
        left = (deadline_ns - now_ns()) / 1e9
        if left <= 0 or not select.select([file], [], [], left)[0]:
            return b""
        got = os.read(file, PROOF_BYTES - len(proof))
        if not got:
            return b""
        proof += got
    return proof


def prove_to_server(source, sink, session):
    os.write(sink, session["clientProof"])
    if not hmac.compare_digest(read_proof(source, now_ns() + session["timeoutNanos"]), session["serverProof"]):
        raise Failure("peer failed authentication")


def no_client():
    return Failure("no client has proved the session's token")


class Sockets:
    """Sockets that listen and connect; subclasses know the kind."""

    def accept(self, session):
        """Hears all side by side, so that silent strangers keep nobody out; one too many takes the place of the first."""
        deadline = now_ns() + session["timeoutNanos"]
        self.listening.setblocking(False)  # who has left meanwhile is not waited for
        pending = {}  # connections that have not proved the token, with their time and what they have shown; the oldest first
        while now_ns() < deadline:
            room_at = 0 if len(pending) < MAX_PENDING else next(iter(pending.values()))[0] + MIN_HEARING_NS
            heard = [*pending] + ([self.listening] if room_at <= now_ns() else [])
            until = min(deadline, room_at) if room_at > now_ns() else deadline
            for ready in select.select(heard, [], [], max(0, (until - now_ns()) / 1e9))[0]:
                if ready is self.listening:
                    self.accept_one(pending)
                elif self.has_proved(ready, pending, session):
                    return self.let_in(ready, pending, session)
        raise no_client()

    def accept_one(self, pending):
        try:
            connected = self.listening.accept()[0]
        except (BlockingIOError, ConnectionAbortedError):
            return
        if len(pending) == MAX_PENDING:
            first = next(iter(pending))
            del pending[first]
            first.close()
        pending[connected] = (now_ns(), b"")

    @staticmethod
    def has_proved(connected, pending, session):
        since, proof = pending[connected]
        try:
            got = connected.recv(PROOF_BYTES - len(proof))
        except OSError:
            got = b""
        proof += got
        pending[connected] = (since, proof)
        if hmac.compare_digest(proof, session["clientProof"]):
            return True
        if not got or len(proof) == PROOF_BYTES:
            del pending[connected]
            connected.close()  # a stranger
        return False

    def let_in(self, client, pending, session):
        del pending[client]
        for stranger in pending:
            stranger.close()
        self.stop_listening()
        client.sendall(session["serverProof"])
        return self.channel(client, session)

    def stop_listening(self):
        self.listening.close()

    def prove(self, connected, session):
        prove_to_server(connected.fileno(), connected.fileno(), session)
        return self.channel(connected, session)

    def channel(self, connected, session):
        self.socket = connected
        size = session["bufferSizeBytes"]
        for name in ("SO_SNDBUF", "SO_RCVBUF") if size else ():
            option = getattr(socket, name)
            connected.setsockopt(socket.SOL_SOCKET, option, size)
            granted = connected.getsockopt(socket.SOL_SOCKET, option) // 2
            if granted < size:
                raise Failure("--buffer %d: the kernel grants %s of %d bytes here" % (size, name, granted))
        return Stream(connected.fileno(), connected.fileno(), session, self.reads_in_bulk or size > 0)


class Tcp(Sockets):
    reads_in_bulk = False

    def listen(self, session):
        host = session["host"] or "127.0.0.1"
        self.listening = socket.create_server((host, 0), family=socket.AF_INET6 if ":" in host else socket.AF_INET)
        return str(self.listening.getsockname()[1])

    def connect(self, session, address):
        return self.prove(socket.create_connection((session["host"] or "127.0.0.1", int(address))), session)

    def channel(self, connected, session):
        connected.setblocking(True)
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        return super().channel(connected, session)


class Uds(Sockets):
    reads_in_bulk = True

    def listen(self, session):
        self.path = os.path.join(session["scratchDirectory"], "uds.socket")
        self.listening = socket.socket(socket.AF_UNIX)
        self.listening.bind(self.path)
        self.listening.listen(MAX_PENDING)
        return self.path

    def stop_listening(self):
        self.listening.close()
        os.unlink(self.path)

    def connect(self, session, address):
        connected = socket.socket(socket.AF_UNIX)
        connected.connect(address)
        return self.prove(connected, session)


class Pipe:
    """The server's standard input and output, which the client opens through /proc."""

    def listen(self, session):
        return str(os.getpid())

    @staticmethod
    def set_capacity(session, *ends):
        size = session["bufferSizeBytes"]
        for end in ends if size else ():
            try:
                fcntl.fcntl(end, 1031, size)  # F_SETPIPE_SZ, which the module names from Python 3.10 on
            except OSError as e:
                raise Failure("--buffer %d: the kernel refuses a pipe of this capacity: %s" % (size, e)) from e

    def accept(self, session):
        self.set_capacity(session, 0, 1)
        deadline = now_ns() + session["timeoutNanos"]
        proof = read_proof(0, deadline)
        while proof and not hmac.compare_digest(proof, session["clientProof"]):
            more = select.select([0], [], [], max(0, (deadline - now_ns()) / 1e9))[0]
            proof = proof[1:] + os.read(0, 1) if more else b""  # what a stranger has written is skipped
        if not proof:
            raise no_client()
        os.write(1, session["serverProof"])
        return Stream(0, 1, session, False)

    def connect(self, session, address):
        source = os.open("/proc/%s/fd/1" % address, os.O_RDONLY)
        sink = os.open("/proc/%s/fd/0" % address, os.O_WRONLY)
        self.set_capacity(session, source, sink)
        prove_to_server(source, sink, session)
        return Stream(source, sink, session, False)


# ---- POSIX message queues, by the C library ----

END, DATA, HELLO = 0, 1, 2
HELLO_BYTES = 64
hidden = threading.Lock()
own_queue = None  # name and record, as long as the queue has its name


def hide_queue():
    global own_queue
    with hidden:
        if own_queue:
            QUEUES.mq_unlink(own_queue[0])
            with contextlib.suppress(FileNotFoundError):  # the partner may have removed the directory
                os.unlink(own_queue[1])
            own_queue = None


def remove_recorded_queues(directory):
    with contextlib.suppress(FileNotFoundError):
        for name in os.listdir(directory):
            record = re.fullmatch("posix-mq\\.([0-9a-f]{16})", name)
            if record and QUEUES:
                QUEUES.mq_unlink(b"/ipcbench-" + record[1].encode())


def checked(result, call):
    if result < 0:
        raise Failure("%s: %s" % (call, os.strerror(ctypes.get_errno())))
    return result


def in_time(ns):
    return struct.pack("=qq", int(time.time()) + ns // 1_000_000_000, 0)


class Queues:
    """Each side makes the queue that it reads; priorities tell the kinds of messages."""

    def make(self, session):
        global own_queue
        number = os.urandom(8).hex()
        record = os.path.join(session["scratchDirectory"], "posix-mq." + number)
        os.close(os.open(record, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600))  # who deletes the directory finds the queue
        self.capacity = max(HELLO_BYTES, session["maxMessageBytes"])
        self.incoming = ctypes.create_string_buffer(self.capacity)
        self.message = memoryview(self.incoming).cast("B")
        self.kind = ctypes.c_uint()
        name = b"/ipcbench-" + number.encode()
        own_queue = (name, record)
        attributes = struct.pack("=8q", 0, self.length(session), self.capacity, 0, 0, 0, 0, 0)
        flags = os.O_RDWR | os.O_CREAT | os.O_EXCL | os.O_CLOEXEC
        self.source = checked(QUEUES.mq_open(name, flags, 0o600, attributes), "mq_open")
        return name

    def length(self, session):
        if session["bufferSizeBytes"]:
            return session["bufferSizeBytes"] // self.capacity
        limit = resource.getrlimit(12)[0]  # RLIMIT_MSGQUEUE, which the module has no name for
        allowed = 10 if limit < 0 else max(1, limit // 2 // (self.capacity + 96))
        most = line_of("/proc/sys/fs/mqueue/msg_max", "")  # empty where it is hidden
        return min(10, int(most or 10), allowed)

    def open(self, address):
        return checked(QUEUES.mq_open(address, os.O_WRONLY | os.O_CLOEXEC), "mq_open")

    def send_hello(self, proof, address, session):
        hello = proof + address
        deadline = in_time(session["timeoutNanos"])
        checked(QUEUES.mq_timedsend(self.sink, hello, len(hello), HELLO, deadline), "mq_timedsend")

    def await_hello(self, proof, deadline):
        """Waits for this proof, and returns the address behind it."""
        while True:
            got = QUEUES.mq_timedreceive(self.source, self.incoming, self.capacity, ctypes.byref(self.kind), deadline)
            hello = self.incoming.raw[: checked(got, "mq_timedreceive")]
            if self.kind.value == HELLO and hmac.compare_digest(hello[:PROOF_BYTES], proof):
                return hello[PROOF_BYTES:]

    def listen(self, session):
        return self.make(session).decode()

    def accept(self, session):
        self.sink = self.open(self.await_hello(session["clientProof"], in_time(session["timeoutNanos"])))
        while QUEUES.mq_timedreceive(self.source, self.incoming, self.capacity, None, bytes(16)) >= 0:
            pass  # strangers'
        self.send_hello(session["serverProof"], b"", session)
        hide_queue()
        return self

    def connect(self, session, address):
        self.sink = self.open(address.encode())
        self.send_hello(session["clientProof"], self.make(session), session)
        self.await_hello(session["serverProof"], in_time(session["timeoutNanos"]))
        hide_queue()
        return self

    def send(self, message):
        checked(QUEUES.mq_send(self.sink, message, len(message), DATA), "mq_send")

    def receive(self, size):
        self.kind.value = HELLO
        while self.kind.value > DATA:
            got = QUEUES.mq_receive(self.source, self.incoming, self.capacity, ctypes.byref(self.kind))
            checked(got, "mq_receive")
        if self.kind.value == END:
            raise Failure("the other side has closed the queue")
        if got != size:
            raise Failure("a message of %d bytes arrived, expected %d" % (got, size))
        return self.message if got == self.capacity else self.message[:got]


class Ring:
    """ring-spin: a ring of slots in each direction, in one file that both processes map; peers/c/ring.c has the layout."""

    MAGIC = 0x6970636272696E67
    HEADER_BYTES = 512
    FREE, SHOWN, CHECKED, REFUSED, ACCEPTED = range(5)
    PHASE, SLOTS, STRIDE = 2, 4, 5  # ints of the first page
    CLIENT_PROOF, SERVER_PROOF = slice(32, 48), slice(48, 64)
    HEAD, TAIL = 0, 32  # longs of a ring; behind each of them its side says that it has closed

    @staticmethod
    def pages(size):
        return (size + PAGE_BYTES - 1) // PAGE_BYTES * PAGE_BYTES

    def listen(self, session):
        size = session["bufferSizeBytes"]
        stride = (session["maxMessageBytes"] + LINE_BYTES - 1) // LINE_BYTES * LINE_BYTES
        if size and size < stride:
            raise Failure("--buffer %d holds no message" % size)
        slots = 1 if size else 4
        while 2 * slots * stride <= size if size else slots * stride < 1 << 20:
            slots *= 2
        while slots > 1 and slots * stride > 1 << 30:
            slots //= 2
        self.file = os.memfd_create("ipcbench-ring")  # has no name: others find it through this process's entry
        os.posix_fallocate(self.file, 0, PAGE_BYTES + 2 * self.pages(self.HEADER_BYTES + slots * stride))
        self.map()
        struct.pack_into("=q8xii", self.memory, 0, self.MAGIC, slots, stride)
        return "/proc/%d/fd/%d" % (os.getpid(), self.file)

    def map(self):
        self.memory = memoryview(mmap.mmap(self.file, 0))
        self.ints = self.memory[:PAGE_BYTES].cast("i")

    def await_phase(self, phases, deadline):
        while self.ints[self.PHASE] not in phases:
            if now_ns() > deadline:
                raise Failure("no partner has proved the session's token")
            time.sleep(0.001)
        return self.ints[self.PHASE]

    def accept(self, session):
        deadline = now_ns() + session["timeoutNanos"]
        while self.await_phase((self.SHOWN,), deadline):
            self.ints[self.PHASE] = self.CHECKED
            known = hmac.compare_digest(bytes(self.memory[self.CLIENT_PROOF]), session["clientProof"])
            if known:
                self.memory[self.SERVER_PROOF] = session["serverProof"]
            self.ints[self.PHASE] = self.ACCEPTED if known else self.REFUSED
            if known:
                return self.open(1, 0)

    def connect(self, session, address):
        deadline = now_ns() + session["timeoutNanos"]
        self.file = os.open(address, os.O_RDWR)
        fcntl.lockf(self.file, fcntl.LOCK_EX, PAGE_BYTES)  # one client at a time shows its proof
        self.map()
        if struct.unpack_from("=q", self.memory)[0] != self.MAGIC:
            raise Failure("%s is no ring" % address)
        self.memory[self.CLIENT_PROOF] = session["clientProof"]
        self.ints[self.PHASE] = self.SHOWN
        phase = self.await_phase((self.REFUSED, self.ACCEPTED), deadline)
        proof = bytes(self.memory[self.SERVER_PROOF])
        if phase != self.ACCEPTED or not hmac.compare_digest(proof, session["serverProof"]):
            raise Failure("peer failed authentication")
        fcntl.lockf(self.file, fcntl.LOCK_UN, PAGE_BYTES)
        return self.open(0, 1)

    def open(self, out, into):
        self.slots, self.stride = self.ints[self.SLOTS], self.ints[self.STRIDE]
        size = self.HEADER_BYTES + self.slots * self.stride
        rings = [self.memory[PAGE_BYTES + i * self.pages(size) :][:size] for i in (0, 1)]
        self.out, self.into = rings[out][self.HEADER_BYTES :], rings[into][self.HEADER_BYTES :]
        self.out_cursors, self.into_cursors = (rings[i][: self.HEADER_BYTES].cast("q") for i in (out, into))
        self.sent = self.taken = self.received = self.seen = 0
        return self

    @staticmethod
    def await_move(cursors, entry, seen):
        while cursors[entry] == seen:
            if cursors[entry + 1]:
                raise Failure("the other side has closed the ring")
        return cursors[entry]

    def send(self, message):
        if self.sent - self.taken >= self.slots:
            self.taken = self.await_move(self.out_cursors, self.TAIL, self.sent - self.slots)
        start = (self.sent & self.slots - 1) * self.stride
        self.out[start : start + len(message)] = message
        self.sent += 1
        self.out_cursors[self.HEAD] = self.sent

    def receive(self, size):
        self.into_cursors[self.TAIL] = self.received  # the last one is done with
        if self.received == self.seen:
            self.seen = self.await_move(self.into_cursors, self.HEAD, self.received)
        start = (self.received & self.slots - 1) * self.stride
        self.received += 1
        return self.into[start : start + size]


TRANSPORTS = {"tcp": Tcp, "uds": Uds, "pipe": Pipe, "posix-mq": Queues, "ring-spin": Ring}


# ---- measuring ----


class Histogram:
    """Values with three significant digits, as HdrHistogram divides them."""

    MAX_NS = 3_600_000_000_000

    def __init__(self):
        self.counts = {}

    def record(self, ns):
        shift = max(0, min(ns, self.MAX_NS).bit_length() - 11)
        value = max(0, min(ns, self.MAX_NS)) >> shift << shift
        self.counts[value] = self.counts.get(value, 0) + 1

    def pairs(self):
        return sorted(self.counts.items())

    def percentile(self, share):
        due, seen = math.ceil(share * sum(self.counts.values())), 0
        for value, count in self.pairs():
            seen += count
            if seen >= due:
                return value
        return 0


def make_page(path, makes=True):
    if makes and os.path.exists(path):
        os.unlink(path)
    file = os.open(path, os.O_RDWR | (os.O_CREAT | os.O_EXCL if makes else 0), 0o600)
    if makes:
        os.write(file, bytes(PAGE_BYTES))
    page = memoryview(mmap.mmap(file, PAGE_BYTES)).cast("q")
    os.close(file)
    return page


def process_ns():
    ns = time.process_time_ns()
    for program in PROGRAMS:
        for thread in os.listdir("/proc/%d/task" % program.pid):
            ns += int(line_of("/proc/%d/task/%s/schedstat" % (program.pid, thread), "").split(" ")[0] or 0)
    return ns


class Part:
    """What is timed: marks at every sixteenth, looks at the clock in between."""

    PARTS = 16
    MIN_STEP_NS = 350_000
    MAX_MARKS = 33

    def __init__(self, progress):
        self.progress = progress
        self.messages = 0  # since the connection was opened, or the warm-up ended

    def begin(self, expected_ns, parts, is_awaited):
        self.marks, self.step = [], max(self.MIN_STEP_NS, expected_ns // parts)
        self.before, self.is_awaited = self.messages, is_awaited
        self.longest_gap, self.gaps = 0, 0
        self.usage = resource.getrusage(resource.RUSAGE_THREAD)
        self.cpu_start, self.process_start = time.thread_time_ns(), process_ns()
        self.start = self.first = self.looked = now_ns()
        if not is_awaited:
            self.mark(self.start)

    def mark(self, ns):
        self.marks.append({"nanos": ns, "messages": self.messages - self.before, "cpu": LIBC.sched_getcpu()})

    def look(self):
        ns = now_ns()
        if not self.marks:  # of a server, after its first message: what it has waited before is no cost
            self.cpu_start, self.process_start, self.first = time.thread_time_ns(), process_ns(), ns
            self.mark(ns)
        else:
            self.note_gap(ns)
            if ns - self.marks[-1]["nanos"] >= self.step:
                self.mark(ns)
                if len(self.marks) > self.MAX_MARKS:
                    self.marks, self.step = self.marks[::2], 2 * self.step
        self.looked = ns
        self.progress[0] = self.messages
        return ns

    def note_gap(self, ns):
        self.longest_gap = max(self.longest_gap, ns - self.looked)
        self.gaps += 1

    def finish(self):
        self.end = now_ns()
        if self.gaps and self.is_awaited:
            self.note_gap(self.end)
        self.cpu_end, self.process_end = time.thread_time_ns(), process_ns()
        self.usage_end = resource.getrusage(resource.RUSAGE_THREAD)
        if len(self.marks) > 1 and 2 * (self.end - self.marks[-1]["nanos"]) < self.step:
            self.marks.pop()
        self.mark(self.end)
        self.progress[0] = self.messages

    @staticmethod
    def messages_per_look(batch_ns, message_ns):
        return max(1, int(max(100_000, min(1_000_000, batch_ns / 1000)) / max(1, message_ns)))


class Clocks:
    """How far the two clocks are apart: exchanges over a page that both peers share."""

    HERE, TURN, SERVER_NS, ENDED, BOUND, ANSWERING, CLOCK = range(7)
    UNTOLD = -1
    WIDE_NS = 20_000

    def __init__(self, directory, is_server):
        self.is_server, self.series, self.turn, self.bound = is_server, 0, 0, 0
        self.page = make_page(os.path.join(directory, "clocks"), is_server)
        own = self.identity()
        if is_server:
            self.page[self.CLOCK] = own
        else:
            self.page[self.HERE] = 1
            self.is_told = self.UNTOLD not in (own, self.page[self.CLOCK])
            self.may_be_one = not self.is_told or own == self.page[self.CLOCK]

    @staticmethod
    def identity():
        """CRC-32C of the kernel's boot and this process's time namespace."""
        try:
            with open("/proc/sys/kernel/random/boot_id") as boot:
                text = boot.read()
        except OSError:
            text = ""
        if not text:
            return Clocks.UNTOLD
        if os.path.lexists("/proc/self/ns/time"):
            text += os.readlink("/proc/self/ns/time")
        crc = 0xFFFFFFFF
        for byte in text.encode():
            crc ^= byte
            for _ in range(8):
                crc = crc >> 1 ^ (0x82F63B78 if crc & 1 else 0)
        return crc ^ 0xFFFFFFFF

    def prove(self):
        if self.is_server:
            self.answer()
        elif self.bound != NO_BOUND:
            self.bound = self.ask() if self.reaches(self.ANSWERING, self.series + 1) else NO_BOUND
            self.page[self.BOUND] = self.bound
        if not self.is_server:
            self.series += 1
            self.page[self.ENDED] = self.series

    def reaches(self, entry, value):
        start = now_ns()
        while self.page[entry] < value:
            if now_ns() - start > 1_000_000_000:
                return False
            os.sched_yield()
        return True

    def ask(self):
        least, most, first, heard = -math.inf, math.inf, 0, 0
        for i in range(20 if self.is_told and self.may_be_one else 2000):
            if i and heard - first > 20_000_000:
                break
            asked = now_ns()
            self.page[self.TURN] = self.turn + 1
            self.turn += 2
            if not self.reaches(self.TURN, self.turn):
                return NO_BOUND
            heard = now_ns()
            first = first or heard
            told = self.page[self.SERVER_NS]
            least, most = max(least, told - heard), min(most, told - asked)
        bound = max(abs(least), abs(most))
        if self.may_be_one and least <= 0 <= most and (self.is_told or bound <= self.WIDE_NS):
            return self.bound
        return max(self.bound, bound)

    def answer(self):
        alone = self.page[self.HERE] == 0
        self.series += 1
        self.page[self.ANSWERING] = self.series
        heard = now_ns()
        while not alone and self.page[self.ENDED] < self.series:
            if self.page[self.TURN] > self.turn:
                self.page[self.SERVER_NS] = heard = now_ns()
                self.turn += 2
                self.page[self.TURN] = self.turn
            else:
                alone = now_ns() - heard > 1_000_000_000
                os.sched_yield()
        self.bound = NO_BOUND if alone else self.page[self.BOUND]


class Half:
    """One side of a question: the messages, the warm-up, the measured part, the report."""

    def __init__(self, assign, session, is_server, progress):
        work = assign["workload"]
        self.question = {"PingPong": "latency", "MessageStream": "throughput"}.get(work["type"], "load")
        shape = work.get("call") or work
        self.request_bytes = shape["requestBytes"]
        self.answer_bytes = shape.get("ownAnswerBytes") or self.request_bytes
        self.extent = work["extent"]
        self.extent_ns = self.extent.get("nanos", 0)
        self.is_server = is_server
        self.in_turns = self.question == "latency"
        self.clocks = None if self.in_turns else Clocks(session["scratchDirectory"], is_server)
        self.part = Part(progress)
        self.latencies, self.lateness = Histogram(), Histogram()
        self.sequence, self.payload_sum, self.interval = 0, 0, 16
        self.sample_cost, self.sampled_ns, self.message_ns, self.steady = 0, 1, 0.0, True
        self.random = random.Random(SEED)
        self.offer = self.parts = None
        codec = shape.get("codec", "raw")
        if codec != "raw":
            self.requests = Objects(codec, self.request_bytes)
            self.answers = Objects(codec, self.answer_bytes)
            self.parts = CallParts(int(is_server), self.answers if is_server else self.requests)
        if self.question == "load":
            self.pacing, self.gap_ns = work["pacing"], 1e9 / work["ratePerSecond"]
            self.arrivals, self.round = work["arrivals"], work["sender"]["round"]

    def open(self, channel, connect_ns):
        self.channel, self.connect_ns = channel, connect_ns
        self.earliest_ns = now_ns() - Histogram.MAX_NS
        self.other_ns = 0  # the latest send time that cannot be this clock's
        self.step = self.call_of_objects if self.parts else self.call if self.in_turns else self.stream
        self.begin_samples()

    def prove_clocks(self):
        if self.clocks:
            self.clocks.prove()

    # -- samples: the gaps between them are random, because a fixed gap can hit the same message of a period again --

    def next_gap(self):
        return self.random.randint(1, 2 * self.interval - 1)

    def takes_samples(self):
        return self.in_turns or self.request_bytes >= 16

    def begin_samples(self):
        """Unless every message is sampled, the first one of a batch is not: it wakes an idle pair."""
        gap = 0 if self.interval == 1 else self.next_gap()
        self.next_sample = self.sequence + gap if self.takes_samples() else -1

    def choose_interval(self, message_ns, number):
        unused, best = Histogram(), math.inf
        for _ in range(20):
            start = now_ns()
            for _ in range(200):
                sent = now_ns() if self.in_turns else start
                unused.record(now_ns() - sent + (self.next_gap() & 1))
            best = min(best, (now_ns() - start) / 200)
        self.sample_cost, self.sampled_ns, self.interval = best, message_ns, 1
        headroom = {"latency": 2, "throughput": 4, "load": 1}[self.question]
        widest = min(1 << 20, 1 << max(0, int(number / 5000).bit_length() - 1))
        while self.interval < widest and best / self.interval > 0.01 * message_ns / headroom:
            self.interval *= 2
        self.begin_samples()

    # -- the client --

    def call(self, last):
        sampled = self.sequence == self.next_sample
        start = now_ns() if sampled else 0
        self.channel.send(write_message(self.request_bytes, self.sequence, last, 0))
        answer = self.channel.receive(self.answer_bytes)
        answered, read = check_message(answer, self.answer_bytes, self.sequence)
        if sampled:
            self.latencies.record(now_ns() - start)
            self.next_sample += self.next_gap()
        if answered != last:
            raise Failure("the answer to message %d disagrees on whether it is the last one" % self.sequence)
        self.payload_sum += read
        self.sequence += 1
        self.part.messages += 1
        if last:
            self.begin_samples()

    def call_of_objects(self, last):
        number = self.sequence
        sampled, timed = number == self.next_sample, number == self.parts.next
        start = now_ns()
        message = self.requests.write(number, last)
        written = now_ns() if timed else 0
        self.channel.send(message)
        answer = self.channel.receive(self.answers.length(number))
        received = now_ns() if timed else 0
        answered, read = self.answers.check(answer, number)
        if sampled or timed:
            end = now_ns()
        if sampled:
            self.latencies.record(end - start)
            self.next_sample += self.next_gap()
        if timed:
            self.parts.record(number, start, written, received, end)
        if answered != last:
            raise Failure("the answer to message %d disagrees on whether it is the last one" % number)
        self.payload_sum += read
        self.sequence += 1
        self.part.messages += 1
        if last:
            self.begin_samples()

    def send(self, last, time_ns):
        sampled = self.sequence == self.next_sample
        if sampled:
            self.next_sample += self.next_gap()
        self.channel.send(write_message(self.request_bytes, self.sequence, last, time_ns if sampled else 0))
        self.sequence += 1
        self.part.messages += 1

    def stream(self, last):
        self.send(last, now_ns() if self.sequence == self.next_sample else 0)
        if last:
            self.await_acknowledgement()

    def await_acknowledgement(self):
        if self.channel.receive(1)[:1] != acknowledgement(self.sequence - 1):
            raise Failure("the acknowledgement of message %d is corrupt" % (self.sequence - 1))
        self.begin_samples()

    def batch(self, number):
        parts = max(1, min(Part.PARTS, int(number * self.message_ns / Part.MIN_STEP_NS), number))
        done = 0
        self.part.begin(0, 1, False)
        for part in range(1, parts + 1):
            due = number * part // parts - (part == parts)
            for _ in range(due - done):
                self.step(0)
            done = due
            if part < parts:
                self.part.mark(now_ns())
                self.part.progress[0] = self.part.messages
        self.step(LAST)
        self.part.finish()

    def batch_lasting(self, ns):
        at_once = Part.messages_per_look(ns, self.message_ns)
        self.part.begin(ns, Part.PARTS, False)
        while True:
            for _ in range(at_once):
                self.step(0)
            if self.part.look() - self.part.start >= ns:
                break
        self.step(LAST)
        self.part.finish()

    def schedule(self):
        """The times at which messages are due, from the beginning."""
        if self.arrivals["type"] == "Poisson":
            gaps, due = random.Random(SEED + 1000003 * self.round), 0.0
            while True:
                due += gaps.expovariate(1) * self.gap_ns
                yield int(due)
        at_once, number = self.arrivals.get("messages", 1), 0
        while True:
            yield int((number // at_once + 0.5) * self.gap_ns * at_once)
            number += 1

    def await_time(self, until):
        now = now_ns()
        if self.pacing == "SLEEP" and now < until:
            before = time.thread_time_ns()
            while now < until:
                time.sleep((until - now) / 1e9)
                now = now_ns()
            self.waited_ns += time.thread_time_ns() - before
            return now_ns()
        while now < until:
            next_now = now_ns()
            if next_now - now < 10_000:  # else this thread had lost its CPU
                self.waited_ns += next_now - now
            now = next_now
        return now

    def load_lasting(self, ns):
        times, grace, self.waited_ns, sent, last = self.schedule(), max(250_000_000, ns // 10), 0, 0, 0
        at_once = Part.messages_per_look(ns, self.gap_ns)
        self.part.begin(ns, Part.PARTS, False)
        self.next_sample = self.sequence + self.next_gap() - 1
        start = free = self.part.start
        due = start + next(times)
        while not last:
            intended, began = due, self.await_time(due)
            due = start + next(times)
            last = int(due >= start + ns or began > start + ns + grace)
            possible = max(intended, free)
            self.lateness.record(began - possible)
            self.send(last, intended)
            free = possible + (now_ns() - began)
            sent += 1
            if sent % at_once == 0:
                self.part.look()
        self.await_acknowledgement()
        self.part.finish()
        not_sent = 0
        while due < start + ns:
            due, not_sent = start + next(times), not_sent + 1
        late = {"p50Nanos": 0.5, "p99Nanos": 0.99, "p999Nanos": 0.999, "maximumNanos": 1}
        self.offer = {
            "messages": sent + not_sent,
            "notSent": not_sent,
            "scheduleNanos": ns,
            "waitCpuNanos": self.waited_ns,
            "lateness": {name: self.lateness.percentile(share) for name, share in late.items()},
        }

    # -- the server --

    def answer(self):
        last, read = check_message(self.channel.receive(self.request_bytes), self.request_bytes, self.sequence)
        self.channel.send(write_message(self.answer_bytes, self.sequence, last, 0))
        self.payload_sum += read
        self.sequence += 1
        self.part.messages += 1
        return last

    def answer_objects(self):
        number = self.sequence
        timed = number == self.parts.next
        message = self.channel.receive(self.requests.length(number))
        received = now_ns() if timed else 0
        last, read = self.requests.check(message, number)
        checked_at = now_ns() if timed else 0
        answer = self.answers.write(number, last)
        if timed:
            self.parts.record(number, received, checked_at, checked_at, now_ns())
        self.channel.send(answer)
        self.payload_sum += read
        self.sequence += 1
        self.part.messages += 1
        return last

    def take(self):
        message = self.channel.receive(self.request_bytes)
        sent = struct.unpack_from("=q", message, 8)[0] if self.request_bytes >= 16 else 0
        last, read = check_message(message, self.request_bytes, self.sequence)
        if sent:
            ns = now_ns() - sent
            if ns < 0 or sent < self.earliest_ns:
                self.require_other_clock(sent, ns)
            else:
                self.latencies.record(ns)
        self.payload_sum += read
        self.part.messages += 1
        if last:
            self.channel.send(acknowledgement(self.sequence))
        self.sequence += 1
        return last

    def require_other_clock(self, sent, ns):
        """Times of another clock only have to ascend; the launcher drops what is recorded of two clocks."""
        if self.clocks.bound == 0:
            raise Failure("by its send time, message %d took %d ns" % (self.sequence, ns))
        if sent < self.other_ns:
            raise Failure("message %d was sent %d ns before the one before it" % (self.sequence, self.other_ns - sent))
        self.other_ns = sent

    def serve_batch(self, expected_ns, message_ns):
        handle = self.answer_objects if self.parts else self.answer if self.in_turns else self.take
        at_once = Part.messages_per_look(expected_ns, message_ns)
        look_at = self.part.messages + 1
        self.part.begin(int(expected_ns), 4 * Part.PARTS, True)
        while not handle():
            if self.part.messages >= look_at:
                self.part.look()
                look_at = self.part.messages + at_once
        self.part.finish()
        return self.part.messages - self.part.before

    # -- the warm-up: batches of the same messages over the same connection, until their rate is steady --

    def warm_up(self, limit_ns):
        start, number, recent = now_ns(), 2, []
        least = min(limit_ns // 2, 300_000_000)
        while True:
            began = now_ns()
            self.batch(number)
            took = now_ns() - began
            self.message_ns = took / number
            recent = (recent + [self.message_ns])[-8:]
            if took < 25_000_000:
                number *= 2
            before, after = sorted(recent[:4])[1:2], sorted(recent[4:])[1:2]
            self.steady = len(recent) == 8 and abs(after[0] - before[0]) <= 0.1 * before[0]
            spent = now_ns() - start
            if spent >= limit_ns * 0.9 or spent > least and (self.steady or spent > 500_000_000):
                break
        self.message_ns = min(recent[-4:])
        self.batch(1)  # a single message ends the warm-up for both sides
        measured_ns = self.gap_ns if self.question == "load" else self.message_ns
        self.choose_interval(measured_ns, self.extent_ns / measured_ns or self.extent.get("messages", 0))
        self.reset()

    def serve_warm_up(self):
        number = 2
        while number > 1:
            number = self.serve_batch(0, self.message_ns)
            if number > 1:
                self.message_ns = (self.part.end - self.part.first) / (number - 1)
        self.reset()

    def reset(self):
        """Forgets the warm-up. Sequence numbers go on."""
        self.latencies, self.lateness = Histogram(), Histogram()
        self.warm_messages, self.part.messages, self.payload_sum = self.part.messages, 0, 0
        if self.parts:
            self.parts.reset()
        self.part.progress[0] = 0

    def measure(self):
        if self.question == "load":
            self.load_lasting(self.extent_ns)
        elif self.extent_ns:
            self.batch_lasting(self.extent_ns)
        else:
            self.batch(self.extent["messages"])

    def serve(self):
        each = self.gap_ns if self.question == "load" else self.message_ns
        self.serve_batch(self.extent_ns or self.extent["messages"] * each, each)

    # -- the report --

    def cost(self, ns):
        if self.part.is_awaited and self.part.messages > 1:
            ns = ns * self.part.messages // (self.part.messages - 1)
        return max(0, ns - self.waited_ns) if self.offer else ns

    def report(self):
        part = self.part
        number = part.messages
        measuring = self.cost(part.cpu_end - part.cpu_start)
        cpu = max(measuring, self.cost(part.process_end - part.process_start))  # a library may have threads of its own
        a, b = part.usage, part.usage_end
        connection = {
            "messages": number,
            "losses": {"lost": 0, "duplicated": 0, "reordered": 0, "corrupt": 0},
            "startNanos": part.start,
            "elapsedNanos": part.end - part.start,
            "latencies": self.latencies.pairs(),
            "contents": [],
            "payloadSum": struct.unpack("=q", struct.pack("=Q", self.payload_sum & MASK))[0],
        }
        if self.offer:
            connection["offer"] = self.offer
        if self.parts and self.parts.parts[0].counts:
            connection["parts"] = self.parts.report()
        samples = self.takes_samples() and not self.is_server
        return {
            "connections": [connection],
            "cost": {
                "cpuNanos": cpu,
                "measuringNanos": measuring,
                "userNanos": int((b.ru_utime - a.ru_utime) * 1e9),
                "systemNanos": int((b.ru_stime - a.ru_stime) * 1e9),
                "allocatedBytes": 0,
                "kernel": {
                    "ioCalls": -1,
                    "voluntarySwitches": b.ru_nvcsw - a.ru_nvcsw,
                    "involuntarySwitches": b.ru_nivcsw - a.ru_nivcsw,
                    "migrations": -1,
                    "minorFaults": b.ru_minflt - a.ru_minflt,
                    "majorFaults": b.ru_majflt - a.ru_majflt,
                    "peakResidentBytes": b.ru_maxrss * 1024,
                },
                "jvm": {"collections": 0, "collectionNanos": 0, "compilationNanos": 0},
            },
            "sampling": {
                "interval": self.interval if samples else 1,
                "sampleCostNanos": self.sample_cost if samples else 0,
                "messageNanos": self.sampled_ns if samples else 1,
            },
            "connectNanos": self.connect_ns,
            "circumstances": {
                "warmUp": {
                    "messageNanos": self.message_ns,
                    "messages": self.warm_messages,
                    "steady": self.steady,
                    "compiled": True,
                },
                "marks": part.marks,
                "machine": {"cpus": 0, "busyNanos": 0, "stealNanos": 0, "throttledNanos": 0},
                "clockBoundNanos": self.clocks.bound if self.clocks else NO_BOUND,
                "strangers": 0,
                "gaps": {"longestNanos": part.longest_gap, "count": part.gaps},
            },
        }


# ---- the messages of the launcher, one after the other ----


def line_of(path, name):
    """The rest of the line that begins with this name."""
    try:
        with open(path) as lines:
            return next((line[len(name) :].strip() for line in lines if line.startswith(name)), "")
    except OSError:
        return ""


def is_marked(probe):
    try:
        with open(os.open(probe, os.O_WRONLY | os.O_APPEND), "w") as file:
            file.write("seen\n")
        return True
    except OSError:
        return False


def lacks():
    """What this program cannot do here: it has no barriers, without which a ring needs a CPU that keeps the order of stores."""
    machine = platform.machine()
    lacking = {}
    if machine not in ("x86_64", "i686"):
        lacking["ring-spin"] = "has no memory barriers, which a ring needs on %s; use c or java" % machine
    if QUEUES is None:
        lacking["posix-mq"] = "finds no message queues in the C library and in librt.so.1; use java"
    return lacking


def loopback_mtu():
    """The MTU of the loopback interface of this network namespace; empty if it has none."""
    try:
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as any_socket:
            answer = fcntl.ioctl(any_socket, SIOCGIFMTU, struct.pack("16si12x", b"lo", 0))
        return str(struct.unpack_from("16xi", answer)[0])
    except OSError:
        return ""


def describe(link, message):
    names = [name for name in os.listdir("/proc/self/ns") if not name.endswith("_for_children")]
    link.say(
        "Described",
        surroundings={
            "protocol": PROTOCOL,
            "program": "",
            "javaHome": "",
            "javaVersion": "",
            "temporary": os.path.abspath(os.environ.get("TMPDIR") or "/tmp"),
            "facts": {
                "Python": platform.python_version(),
                "CPUs": line_of("/proc/self/status", "Cpus_allowed_list:"),
                "kernel": platform.release(),
                "loopback mtu": loopback_mtu(),
            },
            "namespaces": {name: os.readlink("/proc/self/ns/" + name) for name in names},
            "boot": line_of("/proc/sys/kernel/random/boot_id", ""),
            "addresses": [],
            "seen": [probe for probe in message["probes"] if is_marked(probe)],
            "speaks": {
                "transports": [name for name in TRANSPORTS if name not in lacks()],
                "questions": ["latency", "throughput", "load"],
                "lacks": lacks(),
                "codecs": CODECS,
                "options": ["--buffer"],
            },
        },
    )


def nanos(duration):
    """ISO 8601, such as PT1M or PT60.5S."""
    units = {"H": 3600, "M": 60, "S": 1}
    return int(sum(float(n) * units[unit] for n, unit in re.findall(r"([\d.]+)([HMS])", duration)) * 1e9)


def ready(link, addresses):
    policy = line_of("/proc/self/numa_maps", "").split(" ")
    link.say(
        "Ready",
        addresses=addresses,
        cpus=line_of("/proc/thread-self/status", "Cpus_allowed_list:"),
        memoryPolicy=policy[1] if len(policy) > 1 else "",
    )


# ---- transports of others ----

PROGRAMS = []  # what transports have started; its CPU time counts as this peer's

START = """
import ctypes, os, signal, sys
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
if os.getppid() == int(sys.argv[1]):
    os.execvp(sys.argv[2], sys.argv[2:])
"""


def start(words, text=""):
    """Starts a program that ends with this peer, even if that is killed, and gives it this text, which no command line shows to others."""
    program = subprocess.Popen(
        [sys.executable, "-c", START, str(os.getpid()), *words], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL
    )
    AT_END.append(lambda: (program.kill(), program.wait()))
    with contextlib.suppress(BrokenPipeError):
        program.stdin.write(text.encode())
        program.stdin.close()
    PROGRAMS.append(program)
    return program


def until(attempt, program=None):
    """Tries until there is a result, which may be that a connection is not refused any more."""
    deadline = now_ns() + 60_000_000_000
    while now_ns() < deadline:
        with contextlib.suppress(ConnectionError, FileNotFoundError):
            result = attempt()
            if result:
                return result
        if program and program.poll() is not None:
            PROGRAMS.remove(program)
            raise Failure("%s has ended with exit code %d" % (program.args[4], program.returncode))
        time.sleep(0.001)
    raise Failure("nobody is there after a minute")


def at_free_port(start, attempts=5):
    """What start(port) returns, with a port of loopback that was free; with another one if it fails, as a program may have taken it."""
    while True:
        with socket.create_server(("127.0.0.1", 0)) as free:
            port = free.getsockname()[1]
        try:
            return start(port)
        except Failure:
            attempts -= 1
            if not attempts:
                raise


def dial(address):
    """A stream socket that is connected to a port of loopback, or to a path."""
    if str(address).isdigit():
        connected = socket.create_connection(("127.0.0.1", int(address)))
        connected.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    else:
        connected = socket.socket(socket.AF_UNIX)
        connected.connect(address)
    return connected


def remove_memory(session):
    """Files in /dev/shm whose names begin with that of the scratch directory; the other peer may do the same."""
    for file in glob.glob("/dev/shm/" + glob.escape(os.path.basename(session["scratchDirectory"])) + "*"):
        with contextlib.suppress(FileNotFoundError):
            os.unlink(file)


class Symmetric:
    """Both sides open what has the names of what they receive and send, and wait for each other."""

    def listen(self, session):
        self.open(session, "to_server", "to_client")
        return "open"

    def accept(self, session):
        until(self.has_partner)

    def connect(self, session, address):
        self.open(session, "to_client", "to_server")
        until(self.has_partner)


class Own:
    """A transport of somebody else, over which the first messages prove the token."""

    def __init__(self, made):
        self.made = made
        if hasattr(made, "close"):
            AT_END.append(made.close)

    def listen(self, session):
        return str(self.made.listen(session))

    def accept(self, session):
        channel = getattr(self.made, "accept", lambda _: None)(session) or self.made
        if not hmac.compare_digest(bytes(channel.receive(PROOF_BYTES)), session["clientProof"]):
            raise no_client()
        channel.send(session["serverProof"])
        return channel

    def connect(self, session, address):
        channel = self.made.connect(session, address) or self.made
        channel.send(session["clientProof"])
        if not hmac.compare_digest(bytes(channel.receive(PROOF_BYTES)), session["serverProof"]):
            raise Failure("peer failed authentication")
        return channel


def perform(link, assign, is_server, progress_page, own):
    session = assign["session"]
    token = bytes.fromhex(session["token"]["hex"])
    session["clientProof"], session["serverProof"] = token[:PROOF_BYTES], token[PROOF_BYTES:]
    session["timeoutNanos"] = nanos(session["connectTimeout"])
    if own:
        session["maxMessageBytes"] = max(PROOF_BYTES, session["maxMessageBytes"])
    transport = Own(own()) if own else TRANSPORTS[assign["transport"]]()
    half = Half(assign, session, is_server, make_page(progress_page))
    if is_server:
        address = transport.listen(session)
        ready(link, [address])
    else:
        ready(link, [])
    if own:
        link.expect_within(session["timeoutNanos"])  # the library knows no deadline for the partner's proof
    start = now_ns()
    channel = transport.accept(session) if is_server else transport.connect(session, assign["share"]["addresses"][0])
    half.open(channel, now_ns() - start)
    link.expect_nothing()
    half.prove_clocks()
    if is_server:
        half.serve_warm_up()
    else:
        link.expect_within(session["timeoutNanos"])
        link.say("Connected")
        link.expect("AllConnected")
        half.warm_up(assign["warmUpNanos"])
    link.expect_within(session["timeoutNanos"])
    link.say("Armed")
    if is_server:
        half.serve()  # receives at once: the client may begin before the Go arrives here
        link.expect("Go")
    else:
        link.expect("Go")
        half.measure()
    half.prove_clocks()
    link.say("Finished", measurement=half.report())


def main(own=None):
    """Plays a peer of the suite's transports, or of this class of a transport."""
    control, role, *ways = sys.argv[1:]
    if "--streams" in ways:
        source, sink = sys.stdin.buffer, sys.stdout.buffer
    else:
        connected = socket.socket(socket.AF_UNIX)
        connected.connect(control)
        source, sink = connected.makefile("rb"), connected.makefile("wb")
    link = Link(source, sink, os.path.dirname(control))
    while True:
        message = link.take()
        try:
            if message["type"] == "Describe":
                describe(link, message)
            elif message["type"] == "Identify":
                link.say("Identified", threadId=threading.get_native_id())
            elif message["type"] == "Assign":
                perform(link, message, role == "server", control[: -len(".control")] + ".progress", own)
            elif message["type"] != "Go":
                raise Failure("expected 'Assign', the launcher sent '%s'" % message["type"])
        except Exception as failure:  # whatever it is, the launcher has to be told
            link.say("Failed", reason="%s: %s" % (type(failure).__name__, failure))


if __name__ == "__main__":
    main()
