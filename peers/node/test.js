'use strict';

const assert = require('assert');
const test = require('node:test');
const { ByteStream, Histogram, acknowledgement, checkMessage, writeMessage } = require('./ipcbench-peer.js');

test('messages of any size are what their receiver expects', () => {
  for (const size of [1, 7, 8, 15, 16, 64, 71, 72, 127, 128, 136, 4096]) {
    for (const number of [0, 62, 63, 126, 127, 2 ** 33]) {
      const [last, sum] = checkMessage(writeMessage(size, number, 1, 5), size, number);
      assert.strictEqual(last, 1);
      const words = size < 8 ? 1 : 1 + Math.floor((size - 8) / 64);
      const word = (number + 1) * 2 + 1;
      assert.strictEqual(sum, size < 8 ? word % 256 : word * words);
    }
  }
});

test('words have native byte order', () => {
  const message = writeMessage(80, 2 ** 33, 0, 7);
  assert.strictEqual(message.readBigUInt64LE(0), 2n ** 34n + 2n);
  assert.strictEqual(message.readBigUInt64LE(8), 7n);
  assert.strictEqual(message.readBigUInt64LE(64), 2n ** 34n + 2n);
});

test('a wrong number, a wrong length and a wrong line are refused', () => {
  const message = writeMessage(128, 5, 0, 0);
  assert.throws(() => checkMessage(message, 128, 6), /corrupt, lost or out of order/);
  assert.throws(() => checkMessage(message.subarray(0, 100), 128, 5), /has 100 bytes, expected 128/);
  message[70] ^= 1;
  assert.throws(() => checkMessage(message, 128, 5), /payload of message 5/);
});

test('an acknowledgement has odd parity', () => {
  for (let number = 0; number < 200; number++) {
    const ones = acknowledgement(number).toString(2).replace(/0/g, '').length;
    assert.strictEqual(ones % 2, 1);
    assert.strictEqual(acknowledgement(number) & 0x7f, (((number + 1) << 1) | 1) & 0x7f);
  }
});

test('values keep three significant digits', () => {
  const histogram = new Histogram();
  [0, 2047, 2049, 1e6 + 1].forEach((value) => histogram.record(value));
  assert.deepStrictEqual(histogram.pairs(), [[0, 1], [2047, 1], [2048, 1], [999936, 1]]);
});

test('a byte stream is cut into messages of the expected size', () => {
  const handlers = {};
  const stream = new ByteStream({ on: (name, handler) => (handlers[name] = handler) });
  const got = [];
  stream.expects = 3;
  stream.onmessage = (message) => {
    got.push(message.toString());
    stream.expects = 2;
  };
  handlers.data(Buffer.from('ab'));
  handlers.data(Buffer.from('cdef'));
  handlers.data(Buffer.from('g'));
  assert.deepStrictEqual(got, ['abc', 'de', 'fg']);
});
