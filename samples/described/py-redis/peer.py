"""Redis's lists, one for each direction, in its own protocol. The server starts Redis, which keeps nothing and ends with it."""

import sys

import ipcbench_peer

BY_TCP = sys.argv[1] == "--tcp" and bool(sys.argv.pop(1))


class Connection:
    def __init__(self, address, password):
        self.socket = ipcbench_peer.dial(address)
        self.answers = self.socket.makefile("rb", 1 << 16)
        self.call(b"AUTH", password.encode())

    def call(self, *words):
        self.socket.sendall(b"*%d\r\n" % len(words) + b"".join(b"$%d\r\n%b\r\n" % (len(word), word) for word in words))
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
        self.own, self.others = b"server", b"client"
        if BY_TCP:
            return ipcbench_peer.at_free_port(lambda port: self.start(session, port, "port %d\nbind 127.0.0.1" % port))
        path = session["scratchDirectory"] + "/redis.socket"
        return self.start(session, path, 'port 0\nunixsocket "%s"\nunixsocketperm 600' % path)

    def start(self, session, address, place):
        directory, password = session["scratchDirectory"], session["clientProof"].hex()
        settings = '%s\nsave ""\ndir "%s"\nrequirepass %s\n' % (place, directory, password)
        self.open(address, password, ipcbench_peer.start(["redis-server", "-"], settings))
        return address

    def connect(self, session, address):
        self.own, self.others = b"client", b"server"
        self.open(address, session["clientProof"].hex())

    def open(self, address, password, program=None):
        self.out, self.into = (ipcbench_peer.until(lambda: Connection(address, password), program) for _ in range(2))

    def send(self, message):
        self.out.call(b"RPUSH", self.others, message)

    def receive(self, size):
        return self.into.call(b"BLPOP", self.own, b"0")[1]


ipcbench_peer.main(Redis)
