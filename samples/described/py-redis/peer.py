"""Redis's lists, one for each direction, in its own protocol. The server starts Redis, which keeps nothing and ends with it."""

import socket
import subprocess
import sys
import time

import ipcbench_peer

BY_TCP = sys.argv[1] == "--tcp" and bool(sys.argv.pop(1))
ATTEMPTS = 5

# ends with this process, also if that is killed
START = "import ctypes, os, signal; ctypes.CDLL(None).prctl(1, signal.SIGKILL); os.execvp('redis-server', ['redis-server', '-'])"


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
            for _ in range(ATTEMPTS):  # another program may take the port that was free
                with socket.create_server(("127.0.0.1", 0)) as free:
                    port = free.getsockname()[1]
                self.start(directory, password, "port %d" % port, "bind 127.0.0.1")
                address = "127.0.0.1:%d" % port
                opened = self.opens(session, address)
                if opened:
                    break
        else:
            address = directory + "/redis.socket"
            self.start(directory, password, "port 0", 'unixsocket "%s"' % address, "unixsocketperm 600")
            opened = self.opens(session, address)
        if not opened:
            raise ipcbench_peer.Failure("redis-server has ended with exit code %d" % self.redis.returncode)
        ipcbench_peer.HELPERS.append(self.redis.pid)
        self.own, self.others = b"server", b"client"
        return address

    def start(self, directory, password, *where):
        """The password is no word of a command line, which other users see."""
        settings = [*where, 'save ""', 'dir "%s"' % directory, "daemonize no", "requirepass " + password]
        self.redis = subprocess.Popen([sys.executable, "-c", START], stdin=subprocess.PIPE, stdout=subprocess.DEVNULL)
        self.redis.stdin.write("".join(line + "\n" for line in settings).encode())
        self.redis.stdin.close()

    def connect(self, session, address):
        self.opens(session, address)
        self.own, self.others = b"client", b"server"

    def opens(self, session, address):
        """Whether Redis is there; false if this peer's has ended."""
        password, deadline = session["clientProof"].hex().encode(), time.monotonic() + 10
        while True:
            try:
                self.out, self.into = Connection(address, password), Connection(address, password)
                return True
            except (ConnectionError, FileNotFoundError):
                if hasattr(self, "redis") and self.redis.poll() is not None:
                    return False
                if time.monotonic() > deadline:
                    raise
                time.sleep(0.005)

    def send(self, message):
        self.out.call(b"RPUSH", self.others, message)

    def receive(self, size):
        return self.into.call(b"BLPOP", self.own, b"0")[1]

    def close(self):
        if hasattr(self, "redis"):
            self.redis.kill()
            self.redis.wait()


ipcbench_peer.main(Redis)
