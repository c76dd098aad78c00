'use strict';
/* The IPC channel between a Node program and one that it has forked. The server has the parent's end, the client the child's. */

const childProcess = require('child_process');
const path = require('path');
const peer = require('ipcbench-peer');

const MOST_ON_THE_WAY = 64;

/** One end: a ChildProcess, or the process itself. */
class Ipc {
  constructor(end) {
    this.end = end;
    this.onTheWay = 0;
    end.on('message', (message) => this.onmessage(Buffer.from(message.buffer, message.byteOffset, message.length)));
    end.on('disconnect', () => this.onclose && this.onclose());
    end.on('error', () => {}); // the disconnect follows
  }

  send(message) {
    this.onTheWay++;
    this.end.send(message, () => {
      if (--this.onTheWay === 0 && this.ondrain) {
        this.ondrain();
      }
    });
    return this.onTheWay < MOST_ON_THE_WAY;
  }
}

const [control, role] = process.argv.slice(2);
const child =
  role === 'server' &&
  childProcess.fork(path.join(__dirname, 'channel.py'), ['--give', path.dirname(control)], {
    execPath: 'python3',
    execArgv: [],
    serialization: 'advanced',
  });
const channel = new Ipc(child || process);

peer.main({
  listen: () => 'node-ipc',
  accept: () => channel,
  connect: () => channel,
});
