"""Calls without an answer over a D-Bus of its own, which the server starts: each message goes to dbus-daemon, and from there on."""

import ipcbench_peer
from jeepney import DBusAddress, HeaderFields, MessageFlag, MessageType, new_method_call
from jeepney.io.blocking import open_dbus_connection

# the daemon stops reading from a peer of which more bytes have not been delivered
CONFIGURATION = """<!DOCTYPE busconfig PUBLIC "-//freedesktop//DTD D-Bus Bus Configuration 1.0//EN"
  "http://www.freedesktop.org/standards/dbus/1.0/busconfig.dtd">
<busconfig>
  <listen>unix:path=%s</listen>
  <auth>EXTERNAL</auth>
  <policy context="default"><allow send_destination="*"/><allow receive_sender="*"/></policy>
  <limit name="max_incoming_bytes">%d</limit>
</busconfig>"""


class DBus:
    def open(self, session, daemon=None):
        bus = "unix:path=%s/dbus.socket" % session["scratchDirectory"]
        self.bus = ipcbench_peer.until(lambda: open_dbus_connection(bus), daemon)

    def listen(self, session):
        directory = session["scratchDirectory"]
        with open(directory + "/dbus.conf", "w") as file:
            file.write(CONFIGURATION % (directory + "/dbus.socket", (1 << 20) + 4 * session["maxMessageBytes"]))
        self.open(session, ipcbench_peer.start(["dbus-daemon", "--nofork", "--config-file=" + file.name]))
        return self.bus.unique_name

    def connect(self, session, address):
        self.open(session)
        self.set_partner(address)

    def set_partner(self, name):
        self.partner = DBusAddress("/org/ipcbench", bus_name=name, interface="org.ipcbench.Peer")

    def send(self, message):
        call = new_method_call(self.partner, "Take", "ay", (bytes(message),))
        call.header.flags = MessageFlag.no_reply_expected
        self.bus.send(call)

    def receive(self, size):
        while True:
            message = self.bus.receive()
            if message.header.message_type == MessageType.method_call:
                break
        if not hasattr(self, "partner"):
            self.set_partner(message.header.fields[HeaderFields.sender])
        return message.body[0]


ipcbench_peer.main(DBus)
