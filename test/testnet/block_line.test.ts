/** Tests the lines of blocks. */
import { expect, it } from 'vitest';
import { blockLine, readBlockMeta } from '../../src/cli/testnet/block_line.js';

const meta = (header: object, txs = '0') => ({
  header: { height: '7', time: '2026-01-02T03:04:05.123456789Z', proposer_address: 'ab', ...header },
  num_txs: txs,
});
const line = (json: unknown, round?: bigint): string | undefined => {
  const block = readBlockMeta(json, new Map([['AB', 'node3']]));
  return block && blockLine(block, round);
};

it('shows height, time, proposer and transactions, and the round above 0', () => {
  expect(line(meta({}))).toBe('height 7  2026-01-02T03:04:05.123Z  node3  0 txs');
  expect(line(meta({}, '1'), 0n)).toBe('height 7  2026-01-02T03:04:05.123Z  node3  1 tx');
  expect(line(meta({}, '20'), 2n)).toBe('height 7  2026-01-02T03:04:05.123Z  node3  20 txs  round 2');
});

it('shows milliseconds of every time, and the address of a proposer without a name', () => {
  expect(line(meta({ time: '2026-01-02T03:04:05.9Z' }))).toContain('05.900Z');
  expect(line(meta({ time: '2026-01-02T03:04:05Z', proposer_address: 'cd' }))).toBe(
    'height 7  2026-01-02T03:04:05.000Z  CD  0 txs',
  );
});

it('prints nothing that a terminal could interpret, and skips what is no block', () => {
  expect(line(meta({ proposer_address: '\u001b[2J' }))).not.toContain('\u001b');
  expect(line({ header: {} })).toBeUndefined();
  expect(line(undefined)).toBeUndefined();
});
