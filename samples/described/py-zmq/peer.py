"""libzmq over a Unix socket."""

import zmq

import ipcbench_peer


class Zmq:
    def open(self, session):
        self.socket = zmq.Context().socket(zmq.PAIR)
        self.socket.linger = 0

    def listen(self, session):
        self.open(session)
        address = "ipc://%s/py-zmq.socket" % session["scratchDirectory"]
        self.socket.bind(address)
        return address

    def connect(self, session, address):
        self.open(session)
        self.socket.connect(address)

    def send(self, message):
        self.socket.send(message)

    def receive(self, size):
        return self.socket.recv()


ipcbench_peer.main(Zmq)
