/** Tests the formats of chain ids, store keys and packet commitments in IBC. */
import { describe, expect, it } from 'vitest';
import { sha256 } from '../../src/kernel/hash.js';
import { utf8 } from '../../src/kernel/text.js';
import { lastPart, packetCommitment, revisionOf } from '../../src/relayer/paths.js';

describe('revisionOf', () => {
  it.each([
    ['hub-1', 1n],
    ['cosmoshub-4', 4n],
    ['evmos_9001-2', 2n],
    ['hub', 0n],
    ['hub-01', 0n],
    ['hub--1', 0n],
    ['Oraichain', 0n],
  ])('of %s is %s', (id, revision) => {
    expect(revisionOf(id)).toBe(revision);
  });
});

it('reads the sequence at the end of a key', () => {
  expect(lastPart(utf8('commitments/ports/transfer/channels/channel-0/sequences/12'))).toBe('12');
});

it('commits to a packet by its timeouts and the hash of its data, each number in eight bytes', () => {
  const data = utf8('{}');
  const numbers = new Uint8Array(24);
  new DataView(numbers.buffer).setBigUint64(0, 7n);
  new DataView(numbers.buffer).setBigUint64(8, 1n);
  new DataView(numbers.buffer).setBigUint64(16, 300n);
  const expected = sha256(new Uint8Array([...numbers, ...sha256(data)]));
  expect(packetCommitment(7n, { revisionNumber: 1n, revisionHeight: 300n }, data)).toEqual(expected);
});
