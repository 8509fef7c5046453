/** Tests that a frame which reverts also reverts its sets of destroyed contracts and of touched accounts. */
import { describe, expect, it } from 'vitest';
import { createAddress } from '../../src/codec/ethereum/tx.js';
import { MACHINE_KINDS } from '../../src/evm/machines.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import { call, create, REVERT } from '../app/traces/tracer_kit.js';
import { at, Bench } from './machine_kit.js';

const OUTER = at(0xc0de);
const MIDDLE = at(0xbeef);
const EMPTY = at(0xe0);
/** Deploys PUSH0, SELFDESTRUCT. */
const MORTAL = '615fff5f526002601ef3';
const CHILD = createAddress(OUTER, 1n);

describe.each(MACHINE_KINDS)('on the machine %s', (kind) => {
  it.each([
    ['goes when the frame that destroyed it succeeds', '', false],
    ['stays when the frame that destroyed it reverts', REVERT, true],
  ])('a contract of this transaction %s', async (_, end, stays) => {
    const bench = await Bench.open([], kind);
    bench.place(MIDDLE, `${call(CHILD)}${end}`);
    bench.place(OUTER, `${create(MORTAL, 7)}${call(MIDDLE, { gas: 100_000 })}`, 7n);
    const { error, burned } = await bench.run();
    expect(error).toBeUndefined();
    expect(burned).toBe(0n);
    const child = bench.state.account(CHILD);
    expect(child === undefined ? undefined : bench.state.code(child.codeHash)).toEqual(
      stays ? Uint8Array.of(0x5f, 0xff) : undefined,
    );
    expect(child?.balance).toBe(stays ? 7n : undefined);
  });

  it.each([
    ['goes when the frame that called it succeeds', '', false],
    ['stays when the frame that called it reverts', REVERT, true],
  ])('an empty account %s', async (_, end, stays) => {
    const bench = await Bench.open([], kind);
    bench.state.setAccount(EMPTY, { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH });
    bench.place(MIDDLE, `${call(EMPTY)}${end}`);
    bench.place(OUTER, call(MIDDLE, { gas: 100_000 }));
    expect((await bench.run()).error).toBeUndefined();
    expect(bench.state.account(EMPTY) !== undefined).toBe(stays);
  });
});
