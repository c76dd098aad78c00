'use strict';
/*
 * The peers of a transport of your own in Node, without dependencies: what docs/peer-protocol.md asks of both.
 *
 *   require('ipcbench-peer').main({
 *     listen(session) {},           // returns the address, or a promise of it, as the others may
 *     accept(session) {},           // returns a channel
 *     connect(session, address) {}, // returns a channel
 *   });
 *
 * A channel has send(message), which returns false if the caller has to wait for a call of ondrain, and calls onmessage(message) for
 * each whole message. ByteStream makes one of a socket. The library proves the session's token by the first messages, counts, checks,
 * warms up, times and reports latency and throughput.
 */

const fs = require('fs');
const net = require('net');
const os = require('os');
const path = require('path');
const { isMainThread } = require('worker_threads');

const LAST = 1;
const LINE_BYTES = 64;
const PROOF_BYTES = 16;
const PAGE_BYTES = 4096;
const LAUNCHER_IS_GONE = 3;
const NO_BOUND = -1;
const TWO_32 = 2 ** 32;
const MAX_NS = 3.6e12;

/** CLOCK_MONOTONIC, as System.nanoTime() on Linux. */
function now() {
  const [seconds, nanos] = process.hrtime();
  return seconds * 1e9 + nanos;
}

class Failure extends Error {}

// ---- the content of messages ----

function put(message, at, value) {
  message.writeUInt32LE(value % TWO_32, at);
  message.writeUInt32LE(Math.floor(value / TWO_32), at + 4);
}

function get(message, at) {
  return message.readUInt32LE(at) + message.readUInt32LE(at + 4) * TWO_32;
}

function writeMessage(size, number, last, sentNs) {
  const word = (number + 1) * 2 + last;
  const message = Buffer.alloc(size);
  if (size < 8) {
    message[0] = word % 256;
    return message;
  }
  put(message, 0, word);
  if (size >= 16) {
    put(message, 8, sentNs);
  }
  for (let at = LINE_BYTES; at + 8 <= size; at += LINE_BYTES) {
    put(message, at, word);
  }
  return message;
}

/** Returns whether the message is the last of its batch, and the sum of what was read. */
function checkMessage(message, size, number) {
  if (message.length !== size) {
    throw new Failure(`message ${number} has ${message.length} bytes, expected ${size}`);
  }
  const word = size < 8 ? message[0] : get(message, 0);
  const last = word % 2;
  const expected = (number + 1) * 2 + last;
  if (word !== (size < 8 ? expected % 256 : expected)) {
    throw new Failure(`message ${number} is corrupt, lost or out of order: found ${word.toString(16)}`);
  }
  let sum = word;
  for (let at = LINE_BYTES; at + 8 <= size; at += LINE_BYTES) {
    if (get(message, at) !== word) {
      throw new Failure(`the payload of message ${number} is corrupt`);
    }
    sum += word;
  }
  return [last, sum];
}

function acknowledgement(number) {
  const low = ((number + 1) * 2 + LAST) % 128;
  const ones = low.toString(2).replace(/0/g, '').length;
  return low + (ones % 2 ? 0 : 128);
}

// ---- channels ----

/** A socket: whole messages of the sizes that the library expects. */
class ByteStream {
  constructor(socket) {
    this.socket = socket;
    this.expects = PROOF_BYTES;
    this.arrived = [];
    this.bytes = 0;
    socket.on('data', (part) => this.take(part));
    socket.on('drain', () => this.ondrain && this.ondrain());
    socket.on('close', () => this.onclose && this.onclose());
    socket.on('error', () => {}); // the close follows
  }

  send(message) {
    return this.socket.write(message);
  }

  take(part) {
    this.arrived.push(part);
    this.bytes += part.length;
    if (this.bytes < this.expects) {
      return;
    }
    let all = this.arrived.length === 1 ? part : Buffer.concat(this.arrived);
    while (all.length >= this.expects) {
      const message = all.subarray(0, this.expects);
      all = all.subarray(this.expects);
      this.onmessage(message);
    }
    this.arrived = all.length ? [all] : [];
    this.bytes = all.length;
  }
}

// ---- measuring ----

/** Values with three significant digits, as HdrHistogram divides them. */
class Histogram {
  constructor() {
    this.counts = new Map();
  }

  record(ns) {
    let value = Math.max(0, Math.min(ns, MAX_NS));
    let unit = 1;
    while (value / unit >= 2048) {
      unit *= 2;
    }
    value = Math.floor(value / unit) * unit;
    this.counts.set(value, (this.counts.get(value) || 0) + 1);
  }

  pairs() {
    return [...this.counts].sort((a, b) => a[0] - b[0]);
  }
}

/** 64-bit words that both peers share. Reads and writes of the file are those of the pages that others have mapped. */
class Page {
  constructor(file, makes) {
    if (makes) {
      fs.rmSync(file, { force: true });
    }
    this.file = fs.openSync(file, makes ? 'wx+' : 'r+', 0o600);
    if (makes) {
      fs.writeSync(this.file, Buffer.alloc(PAGE_BYTES), 0, PAGE_BYTES, 0);
    }
    this.word = Buffer.alloc(8);
  }

  get(entry) {
    fs.readSync(this.file, this.word, 0, 8, entry * 8);
    return Number(this.word.readBigInt64LE());
  }

  set(entry, value) {
    this.word.writeBigInt64LE(BigInt(value));
    fs.writeSync(this.file, this.word, 0, 8, entry * 8);
  }
}

function textOf(file) {
  try {
    return fs.readFileSync(file, 'utf8');
  } catch {
    return '';
  }
}

const [HERE, TURN, SERVER_NS, ENDED, BOUND, ANSWERING, CLOCK] = [0, 1, 2, 3, 4, 5, 6];
const UNTOLD = -1;
const WIDE_NS = 20_000;

/** How far the two clocks are apart: exchanges over a page that both peers share. */
class Clocks {
  constructor(directory, isServer) {
    this.isServer = isServer;
    this.series = this.turn = this.bound = 0;
    this.page = new Page(path.join(directory, 'clocks'), isServer);
    const own = Clocks.identity();
    if (isServer) {
      this.page.set(CLOCK, own);
    } else {
      this.page.set(HERE, 1);
      const servers = this.page.get(CLOCK);
      this.isTold = own !== UNTOLD && servers !== UNTOLD;
      this.mayBeOne = !this.isTold || own === servers;
    }
  }

  /** CRC-32C of the kernel's boot and this process's time namespace. */
  static identity() {
    let text = textOf('/proc/sys/kernel/random/boot_id');
    if (!text) {
      return UNTOLD;
    }
    if (fs.existsSync('/proc/self/ns/time')) {
      text += fs.readlinkSync('/proc/self/ns/time');
    }
    let crc = 0xffffffff;
    for (const byte of Buffer.from(text)) {
      crc ^= byte;
      for (let bit = 0; bit < 8; bit++) {
        crc = (crc >>> 1) ^ (crc & 1 ? 0x82f63b78 : 0);
      }
    }
    return ~crc >>> 0;
  }

  prove() {
    if (this.isServer) {
      this.answer();
      return;
    }
    if (this.bound !== NO_BOUND) {
      this.bound = this.reaches(ANSWERING, this.series + 1) ? this.ask() : NO_BOUND;
      this.page.set(BOUND, this.bound);
    }
    this.series++;
    this.page.set(ENDED, this.series);
  }

  reaches(entry, value) {
    const start = now();
    while (this.page.get(entry) < value) {
      if (now() - start > 1e9) {
        return false;
      }
    }
    return true;
  }

  ask() {
    let least = -Infinity;
    let most = Infinity;
    let first = 0;
    let heard = 0;
    const exchanges = this.isTold && this.mayBeOne ? 20 : 2000;
    for (let i = 0; i < exchanges && !(i && heard - first > 20e6); i++) {
      const asked = now();
      this.page.set(TURN, this.turn + 1);
      this.turn += 2;
      if (!this.reaches(TURN, this.turn)) {
        return NO_BOUND;
      }
      heard = now();
      first = first || heard;
      const told = this.page.get(SERVER_NS);
      least = Math.max(least, told - heard);
      most = Math.min(most, told - asked);
    }
    const bound = Math.max(Math.abs(least), Math.abs(most));
    const isOne = this.mayBeOne && least <= 0 && most >= 0 && (this.isTold || bound <= WIDE_NS);
    return isOne ? this.bound : Math.max(this.bound, bound);
  }

  answer() {
    let alone = this.page.get(HERE) === 0;
    this.series++;
    this.page.set(ANSWERING, this.series);
    let heard = now();
    while (!alone && this.page.get(ENDED) < this.series) {
      if (this.page.get(TURN) > this.turn) {
        heard = now();
        this.page.set(SERVER_NS, heard);
        this.turn += 2;
        this.page.set(TURN, this.turn);
      } else {
        alone = now() - heard > 1e9;
      }
    }
    this.bound = alone ? NO_BOUND : this.page.get(BOUND);
  }
}

const PARTS = 16;
const MIN_STEP_NS = 350_000;
const MAX_MARKS = 33;
const TICK_MICROS = 10_000;

/** The kernel's number of the calling thread. */
function threadId() {
  return Number(path.basename(fs.readlinkSync('/proc/thread-self')));
}

/** The CPU time of a thread. */
function threadNs(id) {
  return Number(textOf(`/proc/self/task/${id}/schedstat`).split(' ')[0]) || 0;
}

/** What the kernel counts of a thread, as process.resourceUsage() tells it of all. Its memory is the process's. */
function threadUsage(id) {
  const stat = textOf(`/proc/self/task/${id}/stat`).split(') ')[1].split(' ').map(Number); // from the state, which is field 3
  const switches = textOf(`/proc/self/task/${id}/status`).match(/(?<=ctxt_switches:\s*)\d+/g).map(Number);
  return {
    userCPUTime: stat[14 - 3] * TICK_MICROS,
    systemCPUTime: stat[15 - 3] * TICK_MICROS,
    minorPageFault: stat[10 - 3],
    majorPageFault: stat[12 - 3],
    voluntaryContextSwitches: switches[0],
    involuntaryContextSwitches: switches[1],
  };
}

/**
 * What is counted once: a worker counts its thread, the main thread everything else.
 *
 * @param workers numbers of the threads that count for themselves
 */
class Meter {
  constructor(workers) {
    this.workers = workers;
    this.thread = threadId();
  }

  /** The CPU time of all that counts, and of the measuring thread. */
  cpuTimes() {
    const own = threadNs(this.thread);
    if (!isMainThread) {
      return [own, own];
    }
    const used = process.cpuUsage();
    return [(used.user + used.system) * 1000 - this.workers.reduce((sum, id) => sum + threadNs(id), 0), own];
  }

  usage() {
    if (!isMainThread) {
      return threadUsage(this.thread);
    }
    const all = process.resourceUsage();
    for (const other of this.workers.map(threadUsage)) {
      Object.keys(other).forEach((count) => (all[count] -= other[count]));
    }
    return all;
  }
}

/** What is timed: marks at every sixteenth, looks at the clock in between. */
class Part {
  constructor(progress, meter) {
    this.progress = progress;
    this.meter = meter;
    this.messages = 0; // since the connection was opened, or the warm-up ended
  }

  begin(expectedNs, parts, isAwaited) {
    this.marks = [];
    this.step = Math.max(MIN_STEP_NS, Math.floor(expectedNs / parts));
    this.before = this.messages;
    this.isAwaited = isAwaited;
    this.longestGap = this.gaps = 0;
    this.usage = this.meter.usage();
    this.startCosts();
    this.start = this.first = this.looked = now();
    if (!isAwaited) {
      this.mark(this.start);
    }
  }

  startCosts() {
    [this.cpuStart, this.threadStart] = this.meter.cpuTimes();
  }

  mark(ns) {
    const cpu = Number(textOf('/proc/thread-self/stat').split(') ')[1]?.split(' ')[36] ?? -1);
    this.marks.push({ nanos: ns, messages: this.messages - this.before, cpu });
  }

  look() {
    const ns = now();
    if (!this.marks.length) {
      // of a server, after its first message: what it has waited before is no cost
      this.startCosts();
      this.first = ns;
      this.mark(ns);
    } else {
      this.noteGap(ns);
      if (ns - this.marks[this.marks.length - 1].nanos >= this.step) {
        this.mark(ns);
        if (this.marks.length > MAX_MARKS) {
          this.marks = this.marks.filter((_, i) => i % 2 === 0);
          this.step *= 2;
        }
      }
    }
    this.looked = ns;
    this.progress.set(0, this.messages);
    return ns;
  }

  noteGap(ns) {
    this.longestGap = Math.max(this.longestGap, ns - this.looked);
    this.gaps++;
  }

  finish() {
    this.end = now();
    if (this.gaps && this.isAwaited) {
      this.noteGap(this.end);
    }
    [this.cpuEnd, this.threadEnd] = this.meter.cpuTimes();
    this.usageEnd = this.meter.usage();
    if (this.marks.length > 1 && 2 * (this.end - this.marks[this.marks.length - 1].nanos) < this.step) {
      this.marks.pop();
    }
    this.mark(this.end);
    this.progress.set(0, this.messages);
  }

  /** Looks are system calls here: a hundred of a sixteenth at most. */
  static messagesPerLook(batchNs, messageNs) {
    return Math.max(1, Math.floor(Math.max(1e6, Math.min(4e6, batchNs / 1000)) / Math.max(1, messageNs)));
  }
}

/** One side of a question: the messages, the warm-up, the measured part, the report. */
class Half {
  constructor(assign, session, isServer, progress, meter) {
    const work = assign.workload;
    this.inTurns = work.type === 'PingPong';
    const shape = work.call || work;
    this.requestBytes = shape.requestBytes;
    this.answerBytes = shape.ownAnswerBytes || this.requestBytes;
    this.extent = work.extent;
    this.extentNs = work.extent.nanos || 0;
    this.isServer = isServer;
    this.clocks = this.inTurns ? null : new Clocks(session.scratchDirectory, isServer);
    this.part = new Part(progress, meter);
    this.latencies = new Histogram();
    this.number = 0;
    this.sum = 0;
    this.sums = 0n;
    this.interval = 16;
    this.sampleCost = 0;
    this.sampledNs = 1;
    this.messageNs = 0;
    this.steady = true;
    this.warmMessages = 0;
  }

  open(channel, connectNs) {
    this.channel = channel;
    this.connectNs = connectNs;
    this.earliestNs = now() - MAX_NS;
    this.otherNs = 0;
    channel.expects = this.isServer ? this.requestBytes : this.inTurns ? this.answerBytes : 1;
    channel.ondrain = () => this.resume && this.resume();
    const handle = this.isServer ? (this.inTurns ? 'answer' : 'take') : this.inTurns ? 'answered' : 'acknowledged';
    channel.onmessage = (message) => {
      try {
        this[handle](message);
      } catch (failure) {
        this.fail(failure);
      }
    };
    channel.onclose = () => this.fail(new Failure('the other side has closed the connection'));
    this.beginSamples();
  }

  fail(failure) {
    if (this.reject) {
      this.reject(failure);
    }
  }

  /** A promise of the end of a batch; messages that arrive move it on. */
  batchOf(begin) {
    return new Promise((resolve, reject) => {
      this.resolve = resolve;
      this.reject = reject;
      begin();
    });
  }

  add(read) {
    this.sum += read;
    if (this.sum > 2 ** 51) {
      this.sums += BigInt(this.sum);
      this.sum = 0;
    }
  }

  // -- samples: the gaps between them are random, because a fixed gap can hit the same message of a period again --

  nextGap() {
    return 1 + Math.floor(Math.random() * (2 * this.interval - 1));
  }

  takesSamples() {
    return this.inTurns || this.requestBytes >= 16;
  }

  beginSamples() {
    this.nextSample = this.takesSamples() ? this.number + (this.interval === 1 ? 0 : this.nextGap()) : -1;
  }

  chooseInterval(number) {
    const unused = new Histogram();
    let best = Infinity;
    for (let i = 0; i < 20; i++) {
      const start = now();
      for (let j = 0; j < 200; j++) {
        const sent = this.inTurns ? now() : start;
        unused.record(now() - sent + (this.nextGap() & 1));
      }
      best = Math.min(best, (now() - start) / 200);
    }
    this.sampleCost = best;
    this.sampledNs = this.messageNs;
    this.interval = 1;
    const widest = Math.min(1 << 20, 2 ** Math.max(0, Math.floor(Math.log2(Math.max(1, number / 5000)))));
    while (this.interval < widest && best / this.interval > (0.01 * this.messageNs) / (this.inTurns ? 2 : 4)) {
      this.interval *= 2;
    }
    this.beginSamples();
  }

  // -- the client --

  /** Sends the next request of a batch of calls. */
  call() {
    this.last = this.isLastNext() ? LAST : 0;
    this.sampled = this.number === this.nextSample;
    this.sentAt = this.sampled ? now() : 0;
    this.channel.send(writeMessage(this.requestBytes, this.number, this.last, 0));
  }

  answered(message) {
    const [last, read] = checkMessage(message, this.answerBytes, this.number);
    if (this.sampled) {
      this.latencies.record(now() - this.sentAt);
      this.nextSample += this.nextGap();
    }
    if (last !== this.last) {
      throw new Failure(`the answer to message ${this.number} disagrees on whether it is the last one`);
    }
    this.add(read);
    this.number++;
    this.part.messages++;
    if (last) {
      this.endBatch();
    } else {
      this.call();
    }
  }

  /** Sends messages in one direction until the channel is full, or others should have their turn. */
  stream() {
    for (let turn = 0; turn < 64; turn++) {
      const last = this.isLastNext() ? LAST : 0;
      const sampled = this.number === this.nextSample;
      if (sampled) {
        this.nextSample += this.nextGap();
      }
      const hasRoom = this.channel.send(writeMessage(this.requestBytes, this.number, last, sampled ? now() : 0));
      this.number++;
      this.part.messages++;
      if (last) {
        this.resume = null;
        return; // the acknowledgement ends the batch
      }
      if (!hasRoom) {
        this.resume = () => {
          this.resume = null;
          this.stream();
        };
        return;
      }
    }
    setImmediate(() => this.stream());
  }

  acknowledged(message) {
    if (message.length !== 1 || message[0] !== acknowledgement(this.number - 1)) {
      throw new Failure(`the acknowledgement of message ${this.number - 1} is corrupt`);
    }
    this.endBatch();
  }

  isLastNext() {
    const sent = this.part.messages - this.part.before;
    if (sent >= this.lookAt) {
      const ns = this.part.look();
      this.lookAt = sent + this.atOnce;
      if (this.lastingNs && ns - this.part.start >= this.lastingNs) {
        return true;
      }
    }
    return sent + 1 === this.due;
  }

  endBatch() {
    this.beginSamples();
    this.part.finish();
    this.resolve();
  }

  /** A batch of this number of messages, or for this time. */
  batch(number, lastingNs) {
    const expectedNs = lastingNs || number * this.messageNs;
    this.due = number;
    this.lastingNs = lastingNs;
    this.atOnce = Part.messagesPerLook(expectedNs, this.messageNs);
    this.lookAt = this.atOnce;
    this.part.begin(expectedNs, PARTS, false);
    return this.batchOf(() => (this.inTurns ? this.call() : this.stream()));
  }

  // -- the server --

  answer(message) {
    const [last, read] = checkMessage(message, this.requestBytes, this.number);
    this.channel.send(writeMessage(this.answerBytes, this.number, last, 0));
    this.received(last, read);
  }

  take(message) {
    const sent = this.requestBytes >= 16 ? get(message, 8) : 0;
    const [last, read] = checkMessage(message, this.requestBytes, this.number);
    if (sent) {
      const ns = now() - sent;
      if (ns < 0 || sent < this.earliestNs) {
        this.requireOtherClock(sent, ns);
      } else {
        this.latencies.record(ns);
      }
    }
    if (last) {
      this.channel.send(Buffer.from([acknowledgement(this.number)]));
    }
    this.received(last, read);
  }

  received(last, read) {
    this.add(read);
    this.number++;
    this.part.messages++;
    if (last) {
      this.part.finish();
      this.resolve();
    } else if (this.part.messages >= this.lookAt) {
      this.part.look();
      this.lookAt = this.part.messages + this.atOnce;
    }
  }

  /** Times of another clock only have to ascend; the launcher drops what is recorded of two clocks. */
  requireOtherClock(sent, ns) {
    if (this.clocks.bound === 0) {
      throw new Failure(`by its send time, message ${this.number} took ${ns} ns`);
    }
    if (sent < this.otherNs) {
      throw new Failure(`message ${this.number} was sent ${this.otherNs - sent} ns before the one before it`);
    }
    this.otherNs = sent;
  }

  async serveBatch(expectedNs) {
    this.atOnce = Part.messagesPerLook(expectedNs, this.messageNs);
    this.lookAt = this.part.messages + 1;
    this.part.begin(expectedNs, 4 * PARTS, true);
    await this.batchOf(() => {});
    return this.part.messages - this.part.before;
  }

  // -- the warm-up: batches of the same messages over the same connection, until their rate is steady --

  async warmUp(limitNs) {
    const start = now();
    const least = Math.min(limitNs / 2, 300e6);
    let number = 2;
    let recent = [];
    for (let spent = 0; spent < limitNs * 0.9 && !(spent > least && (this.steady || spent > 500e6)); spent = now() - start) {
      const began = now();
      await this.batch(number, 0);
      const took = now() - began;
      this.messageNs = took / number;
      recent = [...recent, this.messageNs].slice(-8);
      if (took < 25e6) {
        number *= 2;
      }
      const [before, after] = [recent.slice(0, 4), recent.slice(4)].map((each) => each.sort((a, b) => a - b)[1]);
      this.steady = recent.length === 8 && Math.abs(after - before) <= 0.1 * before;
    }
    this.messageNs = Math.min(...recent.slice(-4));
    await this.batch(1, 0); // a single message ends the warm-up for both sides
    this.chooseInterval(this.extentNs / this.messageNs || this.extent.messages || 0);
    this.reset();
  }

  async serveWarmUp() {
    for (let number = 2; number > 1; ) {
      number = await this.serveBatch(0);
      if (number > 1) {
        this.messageNs = (this.part.end - this.part.first) / (number - 1);
      }
    }
    this.reset();
  }

  /** Forgets the warm-up. Numbers of messages go on. */
  reset() {
    this.latencies = new Histogram();
    this.warmMessages = this.part.messages;
    this.part.messages = 0;
    this.sum = 0;
    this.sums = 0n;
    this.part.progress.set(0, 0);
  }

  measure() {
    return this.batch(this.extentNs ? -1 : this.extent.messages, this.extentNs);
  }

  serve() {
    return this.serveBatch(this.extentNs || this.extent.messages * this.messageNs);
  }

  // -- the report --

  report() {
    const part = this.part;
    const whole = part.isAwaited && part.messages > 1 ? part.messages / (part.messages - 1) : 1;
    const measuring = Math.round((part.threadEnd - part.threadStart) * whole);
    const [a, b] = [part.usage, part.usageEnd];
    const grown = (count) => Math.max(0, b[count] - a[count]); // those of a worker have another step
    const samples = this.takesSamples() && !this.isServer;
    const sum = BigInt.asIntN(64, this.sums + BigInt(this.sum));
    const measurement = {
      connections: [
        {
          messages: part.messages,
          losses: { lost: 0, duplicated: 0, reordered: 0, corrupt: 0 },
          startNanos: part.start,
          elapsedNanos: part.end - part.start,
          latencies: this.latencies.pairs(),
          contents: [],
          payloadSum: 'PAYLOAD-SUM',
        },
      ],
      cost: {
        cpuNanos: Math.max(measuring, Math.round((part.cpuEnd - part.cpuStart) * whole)),
        measuringNanos: measuring,
        userNanos: grown('userCPUTime') * 1000,
        systemNanos: grown('systemCPUTime') * 1000,
        allocatedBytes: 0,
        kernel: {
          ioCalls: -1,
          voluntarySwitches: grown('voluntaryContextSwitches'),
          involuntarySwitches: grown('involuntaryContextSwitches'),
          migrations: -1,
          minorFaults: grown('minorPageFault'),
          majorFaults: grown('majorPageFault'),
          peakResidentBytes: b.maxRSS ? b.maxRSS * 1024 : -1,
        },
        jvm: { collections: 0, collectionNanos: 0, compilationNanos: 0 },
      },
      sampling: {
        interval: samples ? this.interval : 1,
        sampleCostNanos: samples ? this.sampleCost : 0,
        messageNanos: samples ? this.sampledNs : 1,
      },
      connectNanos: this.connectNs,
      circumstances: {
        warmUp: { messageNanos: this.messageNs, messages: this.warmMessages, steady: this.steady },
        marks: part.marks,
        machine: { cpus: 0, busyNanos: 0, stealNanos: 0, throttledNanos: 0 },
        clockBoundNanos: this.clocks ? this.clocks.bound : NO_BOUND,
        strangers: 0,
        gaps: { longestNanos: part.longestGap, count: part.gaps },
      },
    };
    return JSON.stringify(measurement).replace('"PAYLOAD-SUM"', sum.toString()); // a number of JavaScript has 53 bits
  }
}

// ---- the control link, and the messages of the launcher ----

class Link {
  constructor(socket, directory) {
    this.directory = directory;
    this.waiting = [];
    this.messages = [];
    this.rest = '';
    this.socket = socket;
    this.socket.setEncoding('utf8');
    this.socket.on('data', (text) => this.read(text));
    this.socket.on('close', () => this.endWithoutLauncher());
    this.socket.on('error', () => {}); // the close follows
  }

  read(text) {
    const lines = (this.rest + text).split('\n');
    this.rest = lines.pop();
    for (const line of lines) {
      const message = JSON.parse(line);
      if (message.type === 'Stop') {
        process.exit(0);
      }
      clearTimeout(this.deadline);
      const waiting = this.waiting.shift();
      if (waiting) {
        waiting(message);
      } else {
        this.messages.push(message);
      }
    }
  }

  /** Nobody else removes what this peer has made. A worker ends alone, and its process sees its own end of the launcher. */
  endWithoutLauncher() {
    if (isMainThread && path.basename(this.directory).startsWith('ipcbench-')) {
      fs.rmSync(this.directory, { recursive: true, force: true });
    }
    process.exit(LAUNCHER_IS_GONE);
  }

  expectWithin(ms) {
    clearTimeout(this.deadline);
    this.deadline = setTimeout(() => process.exit(LAUNCHER_IS_GONE), ms);
  }

  take() {
    return this.messages.length
      ? Promise.resolve(this.messages.shift())
      : new Promise((resolve) => this.waiting.push(resolve));
  }

  async expect(type) {
    const message = await this.take();
    if (message.type !== type) {
      throw new Failure(`expected '${type}', the launcher sent '${message.type}'`);
    }
  }

  say(type, components) {
    this.write(JSON.stringify({ type, ...components }));
  }

  write(line) {
    this.socket.write(line + '\n');
  }
}

/** ISO 8601, such as PT1M or PT60.5S, in milliseconds. */
function millis(duration) {
  const units = { H: 3600, M: 60, S: 1 };
  return [...duration.matchAll(/([\d.]+)([HMS])/g)].reduce((sum, [, n, unit]) => sum + n * units[unit] * 1000, 0);
}

function ready(link, addresses) {
  const cpus = /^Cpus_allowed_list:\s*(.*)$/m.exec(textOf('/proc/thread-self/status'));
  const policy = textOf('/proc/self/numa_maps').split('\n')[0].split(' ')[1];
  link.say('Ready', { addresses, cpus: cpus ? cpus[1] : '', memoryPolicy: policy || '' });
}

/** The next message of a channel that has just been opened. */
function firstMessage(channel) {
  return new Promise((resolve, reject) => {
    channel.expects = PROOF_BYTES;
    channel.onmessage = (message) => resolve(Buffer.from(message));
    channel.onclose = () => reject(new Failure('the other side has closed the connection'));
  });
}

async function opened(transport, session, isServer, address) {
  const token = Buffer.from(session.token.hex, 'hex');
  const [clients, servers] = [token.subarray(0, PROOF_BYTES), token.subarray(PROOF_BYTES)];
  const channel = await (isServer ? transport.accept(session) : transport.connect(session, address));
  const proof = firstMessage(channel);
  if (!isServer) {
    channel.send(clients);
  }
  if (!(await proof).equals(isServer ? clients : servers)) {
    throw new Failure('peer failed authentication');
  }
  return [channel, () => isServer && channel.send(servers)];
}

async function perform(link, assign, isServer, progressFile, transport, workers) {
  const session = assign.session;
  const timeout = millis(session.connectTimeout);
  session.maxMessageBytes = Math.max(PROOF_BYTES, session.maxMessageBytes);
  const half = new Half(assign, session, isServer, new Page(progressFile, true), new Meter(workers));
  ready(link, isServer ? [String(await transport.listen(session))] : []);
  link.expectWithin(timeout);
  const start = now();
  const [channel, show] = await opened(transport, session, isServer, assign.share.addresses[0]);
  half.open(channel, now() - start);
  clearTimeout(link.deadline);
  show(); // the server's proof, once its half can take messages
  half.clocks?.prove();
  if (isServer) {
    await half.serveWarmUp();
  } else {
    link.expectWithin(timeout);
    link.say('Connected');
    await link.expect('AllConnected');
    await half.warmUp(assign.warmUpNanos);
  }
  const served = isServer ? half.serve() : null; // receives at once: the client may begin before the Go arrives here
  link.expectWithin(timeout);
  link.say('Armed');
  await link.expect('Go');
  await (served || half.measure());
  half.clocks?.prove();
  link.write(`{"type":"Finished","measurement":${half.report()}}`);
}

/**
 * Plays a peer of a transport.
 *
 * @param launcher has the launcher's messages; in a worker it comes from the process that stands for the worker
 * @param workers numbers of this process's threads that play another peer
 */
async function main(transport, { launcher, workers = [] } = {}) {
  const [control, role] = process.argv.slice(2);
  const link = new Link(launcher || net.connect(control), path.dirname(control));
  for (;;) {
    const message = await link.take();
    try {
      if (os.endianness() !== 'LE') {
        throw new Failure('words of messages have another byte order here');
      } else if (message.type === 'Identify') {
        link.say('Identified', { threadId: threadId() });
      } else if (message.type === 'Assign') {
        await perform(link, message, role === 'server', control.replace(/\.control$/, '.progress'), transport, workers);
      } else if (message.type !== 'Go') {
        throw new Failure(`expected 'Assign', the launcher sent '${message.type}'`);
      }
    } catch (failure) {
      link.say('Failed', { reason: `${failure.constructor.name}: ${failure.message}` });
    }
  }
}

/** Stands for a peer that is a worker of another process, and passes messages on as soon as the worker listens at this socket. */
async function standFor(meeting) {
  const [control] = process.argv.slice(2);
  const link = new Link(net.connect(control), path.dirname(control));
  const worker = await met(meeting);
  worker.on('data', (text) => link.socket.write(text));
  worker.on('close', () => link.say('Failed', { reason: 'the process of its worker has ended' }));
  for (;;) {
    worker.write(JSON.stringify(await link.take()) + '\n');
  }
}

function met(meeting) {
  return new Promise((resolve) => {
    const tryAgain = () => setTimeout(connect, 5);
    const connect = () => {
      const socket = net.connect(meeting, () => {
        socket.off('error', tryAgain).on('error', () => {}); // a close follows
        resolve(socket);
      });
      socket.on('error', tryAgain);
    };
    connect();
  });
}

module.exports = { main, standFor, threadId, ByteStream, Histogram, writeMessage, checkMessage, acknowledgement };
