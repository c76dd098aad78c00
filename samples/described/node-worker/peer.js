'use strict';
/*
 * A MessageChannel between the main thread of a Node program and its worker. It joins threads of one process, which is the client's: its
 * worker plays the server. The process that the launcher has started for the server passes the launcher's messages on to the worker.
 */

const net = require('net');
const path = require('path');
const { MessageChannel, Worker, isMainThread, parentPort, workerData } = require('worker_threads');
const peer = require('ipcbench-peer');

const MOST_ON_THE_WAY = 128; // a port has no limit
const [control, role] = process.argv.slice(2);
const meeting = path.join(path.dirname(control), 'node-worker.socket');

/** One end. What it has taken it tells by a number, which makes room for more. */
class Port {
  constructor(port) {
    this.port = port;
    this.onTheWay = this.taken = 0;
    port.on('message', (message) => (typeof message === 'number' ? this.makeRoom(message) : this.take(message)));
    port.on('close', () => this.onclose && this.onclose());
  }

  send(message) {
    this.port.postMessage(message);
    return ++this.onTheWay < MOST_ON_THE_WAY;
  }

  take(message) {
    if (++this.taken === MOST_ON_THE_WAY / 2) {
      this.port.postMessage(this.taken);
      this.taken = 0;
    }
    this.onmessage(Buffer.from(message.buffer, message.byteOffset, message.length));
  }

  makeRoom(taken) {
    this.onTheWay -= taken;
    this.ondrain?.();
  }
}

const transportOf = (port) => ({ listen: () => 'node-worker', accept: () => new Port(port), connect: () => new Port(port) });

if (!isMainThread) {
  const server = net.createServer((launcher) => {
    server.close();
    peer.main(transportOf(workerData), { launcher });
  });
  server.listen(meeting, () => parentPort.postMessage(peer.threadId()));
} else if (role === 'server') {
  peer.standFor(meeting);
} else {
  const { port1, port2 } = new MessageChannel();
  const argv = [path.join(path.dirname(control), 'server.control'), 'server'];
  const worker = new Worker(__filename, { argv, workerData: port2, transferList: [port2] });
  worker.once('message', (id) => peer.main(transportOf(port1), { workers: [id] }));
}
