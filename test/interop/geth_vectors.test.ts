/** Runs geth's vectors: those of operations on two words, as programs on every machine, and those of precompiles. */
import { beforeAll, describe, expect, it, vi } from 'vitest';
import { openAppState } from '../../src/app/state/open.js';
import type { WorkingState } from '../../src/app/state/types.js';
import { InputError } from '../../src/crypto/curves/input_error.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { ExecutionGuard } from '../../src/evm/execution_guard.js';
import { precompiledOf } from '../../src/evm/halley/precompiles/index.js';
import type { Precompiled } from '../../src/evm/halley/precompiles/precompiled.js';
import type { Hardfork } from '../../src/evm/hardfork.js';
import { MACHINE_KINDS, type MachineKind, Machines } from '../../src/evm/machines.js';
import { type Bytes, EMPTY_BYTES, ZERO_HASH } from '../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../src/kernel/hex.js';
import { at } from '../evm/machine_kit.js';
import { type OpcodeVector, opcodeVectors, precompileVectors, testdataIsAbsent } from './peers/geth_testdata.js';

/** Allows for precompiles that compute for many seconds. */
vi.setConfig({ testTimeout: 300_000, hookTimeout: 300_000 });

beforeAll(installFastCrypto);

const OPERATIONS = opcodeVectors();

/** Opcodes by geth's names of its files. */
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

/** Returns a program that runs all vectors of an operation in order. Each result is a word of its output. */
function programOf(opcode: string, vectors: readonly OpcodeVector[]): string {
  const each = vectors.map(({ X, Y }, i) => `7f${X}7f${Y}${opcode}${push2(32 * i)}52`);
  return `${each.join('')}${push2(32 * vectors.length)}5ff3`;
}

async function resultsOf(kind: MachineKind, program: string): Promise<readonly string[]> {
  const state = (await openAppState(undefined)).begin(0n);
  const rules = { natives: [], blockHash: () => ZERO_HASH };
  const machine = await new Machines<WorkingState>(() => rules, kind).create(new ExecutionGuard());
  machine.attach(state);
  const to = at(0xc0de);
  state.setAccount(to, { nonce: 1n, balance: 0n, codeHash: state.setCode(fromHex(program)) });
  const plain = { value: 0n, input: EMPTY_BYTES, gasPrice: 0n, accessList: undefined, authorizationList: undefined };
  const message = { ...plain, from: at(0xaaaa), to, gasLimit: 1_000_000n };
  const { error, output } = await machine.execute(BLOCK, message, { intrinsic: 21_000n, floor: 0n });
  expect(error).toBeUndefined();
  return toHex(output).match(/.{64}/g) ?? [];
}

describe.skipIf(testdataIsAbsent).each(MACHINE_KINDS)('operations on %s', (kind) => {
  it.each(Object.keys(OPCODES))('%s', async (name) => {
    const vectors = OPERATIONS[name] ?? [];
    expect(vectors.length).toBeGreaterThan(10);
    const results = await resultsOf(kind, programOf(OPCODES[name] as string, vectors));
    expect(results).toEqual(vectors.map(({ Expected }) => Expected));
  });

  it('are geth’s whole set', () => {
    expect(Object.keys(OPERATIONS).sort()).toEqual(Object.keys(OPCODES).sort());
  });
});

/** Precompile, and the newest fork with its prices, by geth's names of its files. */
const PRECOMPILED: Readonly<Record<string, readonly [address: number, fork: Hardfork]>> = {
  ecRecover: [0x01, 'osaka'],
  modexp_eip2565: [0x05, 'prague'],
  modexp_eip7883: [0x05, 'osaka'],
  bn256Add: [0x06, 'osaka'],
  bn256ScalarMul: [0x07, 'osaka'],
  bn256Pairing: [0x08, 'osaka'],
  blake2F: [0x09, 'osaka'],
  pointEvaluation: [0x0a, 'osaka'],
  blsG1Add: [0x0b, 'osaka'],
  blsG1Mul: [0x0c, 'osaka'],
  blsG1MultiExp: [0x0c, 'osaka'],
  blsG2Add: [0x0d, 'osaka'],
  blsG2Mul: [0x0e, 'osaka'],
  blsG2MultiExp: [0x0e, 'osaka'],
  blsPairing: [0x0f, 'osaka'],
  blsMapG1: [0x10, 'osaka'],
  blsMapG2: [0x11, 'osaka'],
  p256Verify: [0x100, 'osaka'],
  'fail-blake2f': [0x09, 'osaka'],
  'fail-blsG1Add': [0x0b, 'osaka'],
  'fail-blsG1Mul': [0x0c, 'osaka'],
  'fail-blsG1MultiExp': [0x0c, 'osaka'],
  'fail-blsG2Add': [0x0d, 'osaka'],
  'fail-blsG2Mul': [0x0e, 'osaka'],
  'fail-blsG2MultiExp': [0x0e, 'osaka'],
  'fail-blsPairing': [0x0f, 'osaka'],
  'fail-blsMapG1': [0x10, 'osaka'],
  'fail-blsMapG2': [0x11, 'osaka'],
};

describe.skipIf(testdataIsAbsent)('precompiles', () => {
  it.each(Object.entries(PRECOMPILED))('%s', async (name, [address, fork]) => {
    const contract = precompiledOf(fork).get(address) as Precompiled;
    await contract.prepare?.();
    const vectors = precompileVectors(name);
    expect(vectors.length).toBeGreaterThan(0);
    for (const { Name, Input, Expected, Gas } of vectors) {
      const { output, gas } = answerOf(contract, fromHex(Input));
      expect({ Name, output }).toEqual({ Name, output: Expected });
      if (Gas !== undefined && Gas > 0) expect({ Name, gas }).toEqual({ Name, gas: Gas });
    }
  });
});

/** Returns the output and the gas of a precompile. The output is undefined when it refuses the input. */
function answerOf(contract: Precompiled, input: Bytes): { readonly output: string | undefined; readonly gas: number } {
  const gas = contract.gasOf(input);
  try {
    const result = contract.run(input);
    if (result instanceof Uint8Array) return { output: toHex(result), gas };
    let step = result.next();
    while (step.done !== true) step = result.next();
    return { output: toHex(step.value), gas };
  } catch (error) {
    if (!(error instanceof InputError)) throw error;
    return { output: undefined, gas };
  }
}
