import { expect, test } from 'vitest';
import { Encoded, plainResult } from '../../../src/rpc/jsonrpc/encoded.js';
import { resultText } from '../../../src/rpc/jsonrpc/envelope.js';

test('is encoded once and reads like the plain value', () => {
  let made = 0;
  const encoded = new Encoded(() => ({ made: ++made, list: [1, 'x', null] }));
  const plain = resultText('7', { made: 1, list: [1, 'x', null] });
  expect([resultText('7', encoded), resultText('7', encoded)]).toEqual([plain, plain]);
  expect(made).toBe(1);
});

test('returns its own value to each caller in this process', () => {
  const encoded = new Encoded(() => ({ list: [1] }));
  const first = plainResult(encoded) as { list: number[] };
  first.list.push(2);
  expect(plainResult(encoded)).toEqual({ list: [1] });
  expect(plainResult('as it is')).toBe('as it is');
});
