/** Tests the log for people. */
import { describe, expect, it } from 'vitest';
import { type LogEntry, logText } from '../../../src/devnet/index.js';
import { COLOURED } from '../../../src/devnet/log/paint.js';

const BLOCK: LogEntry = {
  type: 'block',
  number: 7,
  hash: '0xb1',
  timestamp: 1,
  baseFeePerGas: '875000000',
  gasUsed: '21000',
  gasLimit: '30000000',
  transactions: [],
  others: 0,
};
const TX = { hash: '0x7a', from: '0xa', value: '0', gasUsed: '21000', gasLimit: '30000', console: [] };

const textOf = (entry: LogEntry): string[] => logText(entry).split('\n');

describe('the log’s text', () => {
  it('says which transaction took the nonce of a dropped one, as far as it is known', () => {
    const dropped = { type: 'dropped', hash: '0x7a', from: '0xa', nonce: '5' } as const;
    expect(textOf({ ...dropped, by: '0x7b' })).toEqual([
      '  Dropped:          0x7a of 0xa with nonce 5: 0x7b took its nonce',
    ]);
    expect(textOf(dropped)).toEqual(['  Dropped:          0x7a of 0xa with nonce 5: the chain no longer accepts it']);
  });

  it('shows a transaction in rows, and its block below', () => {
    const call = { selector: '0xa9059cbb', signature: 'transfer(address,uint256)' };
    const transactions = [{ ...TX, to: '0xb', call, value: '1500000000000000000' }];
    expect(textOf({ ...BLOCK, transactions })).toEqual([
      '  Transaction:      0x7a',
      '  Contract call:    transfer(address,uint256)',
      '  From:             0xa',
      '  To:               0xb',
      '  Value:            1.5 coins',
      '  Gas used:         21000 of 30000',
      '  Block:            #7 0xb1 (base fee 875000000 wei)',
    ]);
  });

  it('shows created contracts, small values, reasons and console lines', () => {
    const transactions = [{ ...TX, created: '0xc', value: '7', error: 'out of gas', console: ['one', 'two\nthree'] }];
    expect(textOf({ ...BLOCK, transactions }).slice(2, -1)).toEqual([
      '  Contract created: 0xc',
      '  Value:            7 wei',
      '  Gas used:         21000 of 30000',
      '  Error:            out of gas',
      '  console.log:',
      '    one',
      '    two',
      '    three',
    ]);
  });

  it('counts transactions that are not Ethereum’s', () => {
    expect(textOf(BLOCK)).toEqual(['  Block:            #7 0xb1 (empty, base fee 875000000 wei)']);
    expect(textOf({ ...BLOCK, others: 2 })).toEqual([
      '  Block:            #7 0xb1 (2 Cosmos transactions, base fee 875000000 wei)',
    ]);
  });

  it('shows the progress of a long call', () => {
    expect(textOf({ type: 'mining', mined: 3000, of: 10_000 })).toEqual(['  Mining:           3000 of 10000 blocks']);
  });

  it('escapes control characters in text from outside', () => {
    expect(textOf({ type: 'call', method: 'eth\u001b[2J\u0007\r\n\u202e' })).toEqual([
      'eth\\u001b[2J\\u0007\\u000d\\u000a\\u202e',
    ]);
    expect(textOf({ type: 'console', method: 'eth_call', lines: ['a\tb\u001b]0;x'] })).toEqual([
      '  console.log:',
      '    a\tb\\u001b]0;x',
    ]);
    const [shown] = textOf({ type: 'call', method: 'x'.repeat(1_000_000) });
    expect(shown).toMatch(/^x{2000}… \(1000000 characters\)$/);
  });

  it('has colours on a terminal that supports them, and nowhere else', () => {
    const failure: LogEntry = { type: 'failure', method: 'eth_x', code: -32601, message: 'no' };
    expect(logText(failure)).toBe('  eth_x failed: no');
    expect(logText(failure, COLOURED)).toBe('  \u001b[31meth_x failed: no\u001b[39m');
  });

  it('replaces control characters in the names of validators', () => {
    const validator = '\u001b[2Jeve';
    const entries: LogEntry[] = [
      { type: 'node', action: 'crashed', validator },
      { type: 'link', action: 'cut', validators: [validator, 'validator-1'] },
      {
        type: 'fault',
        action: 'began',
        id: 1,
        fault: { type: 'skew', node: 0, ms: 1 },
        text: `skew node=${validator}`,
      },
      { type: 'conflict', height: 2, branches: [{ block: 'A1', round: 0, signers: [validator] }] },
    ];
    for (const entry of entries) expect(logText(entry)).not.toContain('\u001b');
  });
});
