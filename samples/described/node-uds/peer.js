'use strict';
/* A Unix domain stream socket by Node's own module. */

const net = require('net');
const peer = require('ipcbench-peer');

let accepted;

peer.main({
  listen(session) {
    const address = `${session.scratchDirectory}/node-uds.socket`;
    return new Promise((resolve) => {
      const server = net.createServer();
      accepted = new Promise((accept) => server.once('connection', accept)).finally(() => server.close());
      server.listen(address, () => resolve(address));
    });
  },

  async accept() {
    return new peer.ByteStream(await accepted);
  },

  connect(session, address) {
    return new Promise((resolve, reject) => {
      const socket = net.connect(address, () => resolve(new peer.ByteStream(socket)));
      socket.once('error', reject);
    });
  },
});
