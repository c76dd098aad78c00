"""Both ends of multiprocessing.Pipe(): its connections, between processes that no parent has made."""

from multiprocessing.connection import Client, Listener

import ipcbench_peer


class Pipe:
    def listen(self, session):
        self.listener = Listener(session["scratchDirectory"] + "/py-pipe.socket", "AF_UNIX")
        return self.listener.address

    def accept(self, session):
        self.open(self.listener.accept())
        self.listener.close()

    def connect(self, session, address):
        self.open(Client(address, "AF_UNIX"))

    def open(self, connection):
        self.send, self.take = connection.send_bytes, connection.recv_bytes

    def receive(self, size):
        return self.take()


ipcbench_peer.main(Pipe)
