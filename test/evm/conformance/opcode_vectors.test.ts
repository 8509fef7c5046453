/** Geth's vectors of operations on two words, as programs in every machine. */
import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import type { WorkingState } from '../../../src/app/state/types.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { Guard } from '../../../src/evm/guard.js';
import { MACHINE_KINDS, type MachineKind, Machines } from '../../../src/evm/machines.js';
import { EMPTY_BYTES, ZERO_HASH } from '../../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { at } from '../machine_kit.js';

beforeAll(installFastCrypto);

type Vector = readonly [x: string, y: string, expected: string];

const FILE = new URL('../../vectors/go-ethereum-02b73d4/opcodes.json.gz', import.meta.url);
const VECTORS: Readonly<Record<string, readonly Vector[]>> = JSON.parse(gunzipSync(readFileSync(FILE)).toString());

/** By geth's names of its files. */
const OPCODES: Readonly<Record<string, string>> = {
  ...{ add: '01', mul: '02', sub: '03', div: '04', sdiv: '05', mod: '06', smod: '07', exp: '0a', signext: '0b' },
  ...{ lt: '10', gt: '11', slt: '12', sgt: '13', eq: '14', and: '16', or: '17', xor: '18', byte: '1a' },
  ...{ shl: '1b', shr: '1c', sar: '1d' },
};

const BLOCK = {
  ...{ evmChainId: 1n, number: 1n, timestamp: 1n, coinbase: at(0xc0), prevRandao: ZERO_HASH },
  ...{ gasLimit: 30_000_000n, baseFeePerGas: 0n },
};

const push2 = (number: number): string => `61${number.toString(16).padStart(4, '0')}`;

/** All of an operation's vectors one after the other: each result is a word of what it returns. */
function programOf(opcode: string, vectors: readonly Vector[]): string {
  const each = vectors.map(([x, y], i) => `7f${x}7f${y}${opcode}${push2(32 * i)}52`);
  return `${each.join('')}${push2(32 * vectors.length)}5ff3`;
}

async function resultsOf(kind: MachineKind, program: string): Promise<readonly string[]> {
  const state = (await openAppState(undefined)).begin(0n);
  const rules = { natives: [], blockHash: () => ZERO_HASH };
  const machine = await new Machines<WorkingState>(() => rules, kind).create(new Guard());
  machine.attach(state);
  const to = at(0xc0de);
  state.setAccount(to, { nonce: 1n, balance: 0n, codeHash: state.setCode(fromHex(program)) });
  const plain = { value: 0n, input: EMPTY_BYTES, gasPrice: 0n, accessList: undefined, authorizationList: undefined };
  const message = { ...plain, from: at(0xaaaa), to, gasLimit: 1_000_000n };
  const { error, output } = await machine.execute(BLOCK, message, { intrinsic: 21_000n, floor: 0n });
  expect(error).toBeUndefined();
  return toHex(output).match(/.{64}/g) ?? [];
}

describe.each(MACHINE_KINDS)('%s', (kind) => {
  it.each(Object.entries(VECTORS))('%s', async (name, vectors) => {
    const opcode = OPCODES[name];
    expect(opcode, `the opcode of ${name}`).toBeDefined();
    const results = await resultsOf(kind, programOf(opcode as string, vectors));
    expect(vectors.map(([x, y], i) => [x, y, results[i]])).toEqual(vectors);
  });
});

it('is geth’s whole set', () => {
  const counts = Object.values(VECTORS).map(({ length }) => length);
  expect([counts.length, counts.reduce((sum, count) => sum + count)]).toEqual([21, 1701]);
});
