"""Redis's lists, one for each direction, in its own protocol. The server starts Redis, which keeps nothing and ends with it."""

import ctypes
import signal
import socket
import subprocess
import sys
import time

import ipcbench_peer

BY_TCP = sys.argv[1] == "--tcp" and bool(sys.argv.pop(1))
PR_SET_PDEATHSIG = 1


def command(*words):
    return b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words)


class Connection:
    def __init__(self, address, password):
        host, _, port = address.rpartition(":")
        self.socket = socket.create_connection((host, int(port))) if port.isdigit() else socket.socket(socket.AF_UNIX)
        if port.isdigit():
            self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        else:
            self.socket.connect(address)
        self.answers = self.socket.makefile("rb", 1 << 16)
        self.call(b"AUTH", password)

    def call(self, *words):
        self.socket.sendall(command(*words))
        return self.answer()

    def answer(self):
        line = self.answers.readline()
        if line[:1] == b"*":
            return [self.answer() for _ in range(int(line[1:]))]
        if line[:1] == b"$":
            return self.answers.read(int(line[1:]) + 2)[:-2]
        if line[:1] not in (b":", b"+"):
            raise ipcbench_peer.Failure("Redis: " + (line.decode().strip() or "has closed the connection"))
        return line


class Redis:
    def listen(self, session):
        directory, password = session["scratchDirectory"], session["clientProof"].hex()
        if BY_TCP:
            with socket.create_server(("127.0.0.1", 0)) as free:
                address = "127.0.0.1:%d" % free.getsockname()[1]
            where = ["--port", address.rpartition(":")[2], "--bind", "127.0.0.1"]
        else:
            address = directory + "/redis.socket"
            where = ["--port", "0", "--unixsocket", address, "--unixsocketperm", "600"]
        self.redis = subprocess.Popen(
            ["redis-server", *where, "--save", "", "--dir", directory, "--daemonize", "no", "--requirepass", password],
            stdout=subprocess.DEVNULL,
            preexec_fn=lambda: ctypes.CDLL(None).prctl(PR_SET_PDEATHSIG, signal.SIGKILL),
        )
        ipcbench_peer.HELPERS.append(self.redis.pid)
        self.open(session, address, b"server", b"client")
        return address

    def connect(self, session, address):
        self.open(session, address, b"client", b"server")

    def open(self, session, address, own, others):
        password, deadline = session["clientProof"].hex().encode(), time.monotonic() + 10
        while True:
            try:
                self.out, self.into = Connection(address, password), Connection(address, password)
                break
            except (ConnectionError, FileNotFoundError):
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.005)
        self.own, self.others = own, others

    def send(self, message):
        self.out.call(b"RPUSH", self.others, message)

    def receive(self, size):
        return self.into.call(b"BLPOP", self.own, b"0")[1]

    def close(self):
        if hasattr(self, "redis"):
            self.redis.kill()
            self.redis.wait()


ipcbench_peer.main(Redis)
