"""A WebSocket over loopback TCP: binary messages, not compressed."""

import queue
import threading

import ipcbench_peer
from websockets.sync import client, server

PLAIN = {"compression": None, "max_size": None, "ping_interval": None}


class WebSocket:
    def listen(self, session):
        password = session["clientProof"].hex()
        self.connected = queue.SimpleQueue()

        def check(connection, request):
            if request.headers.get("Authorization") != password:
                return connection.respond(401, "strangers are not served\n")

        def hand_over(connection):
            self.connected.put(connection)
            threading.Event().wait()  # the library closes a connection whose function returns

        self.server = server.serve(hand_over, "127.0.0.1", 0, process_request=check, **PLAIN)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return "ws://127.0.0.1:%d" % self.server.socket.getsockname()[1]

    def accept(self, session):
        self.open(self.connected.get())

    def connect(self, session, address):
        password = session["clientProof"].hex()
        self.open(client.connect(address, additional_headers={"Authorization": password}, proxy=None, **PLAIN))

    def open(self, connection):
        self.send, self.take = connection.send, connection.recv

    def receive(self, size):
        return self.take()


ipcbench_peer.main(WebSocket)
