/**
 * Tests that machines act as the table of opcodes says. Each disagreement names the opcode and what the machine did; to
 * agree, edit the row in `src/evm/opcodes.ts` or the case in `src/evm/halley/interpreter/run.ts`.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { installFastCrypto } from '../../src/crypto/install.js';
import { HARDFORKS } from '../../src/evm/hardfork.js';
import { MACHINE_KINDS, type MachineKind } from '../../src/evm/machines.js';
import type { OpcodeStep } from '../../src/evm/observer.js';
import { forkOf, OPCODES, type Opcode, opcodeAt, undefinedOpcode } from '../../src/evm/opcodes.js';
import { at, Bench } from './machine_kit.js';

const PUSH0 = 0x5f;
const PUSH0_GAS = 2;
const STACK_LIMIT = 1024;
/** Operations after which the code does not go on to the next operation. */
const ENDS = new Set(['STOP', 'JUMP', 'RETURN', 'REVERT', 'SELFDESTRUCT']);

interface Ran {
  readonly error: string | undefined;
  /** Items after the operation; `undefined` when no operation follows or nobody observes. */
  readonly items: number | undefined;
}

beforeAll(installFastCrypto);

/** Runs the operation on a stack of so many zeros. `gas` is what is left for it, if it is limited. */
async function ran(bench: Bench, code: number, items: number, isObserved: boolean, gas?: number): Promise<Ran> {
  const bytes = [...Array<number>(items).fill(PUSH0), code, ...Array<number>(40).fill(0)];
  bench.place(at(0xc0de), Buffer.from(bytes).toString('hex'));
  let steps = 0;
  let after: number | undefined;
  const step = (step: OpcodeStep): void => {
    if (step.depth === 0 && ++steps === items + 2) after = step.stack().length;
  };
  const limit = gas === undefined ? 1_000_000n : BigInt(items * PUSH0_GAS + gas);
  const { error } = await bench.run({}, limit, isObserved ? { step } : undefined);
  return { error, items: after };
}

/** Lists where a machine does not act as the row says. */
async function disagreements(bench: Bench, opcode: Opcode, isObserved: boolean): Promise<string[]> {
  const { name, code, takes, leaves, gas, isDynamic = false } = opcode;
  const act = (items: number, limit?: number): Promise<Ran> => ran(bench, code, items, isObserved, limit);
  const found: string[] = [];
  const claim = (holds: boolean, what: string, { error, items }: Ran): void => {
    if (!holds) found.push(`${name}: ${what}, but the machine ended with ${error ?? 'no error'}, ${items} items`);
  };
  const enough = await act(takes);
  claim(!/stack|opcode|out of gas/.test(enough.error ?? ''), `takes ${takes} items`, enough);
  if (isObserved && !ENDS.has(name)) claim(enough.items === leaves, `leaves ${leaves} items`, enough);
  if (takes > 0) {
    const few = await act(takes - 1);
    // EthereumJS takes the first two items of a LOG before it misses the others.
    const isShort = few.error?.startsWith('stack underflow (') && few.error.endsWith(` <=> ${takes})`);
    claim(isShort === true, `takes ${takes} items`, few);
  }
  const full = await act(STACK_LIMIT);
  claim((full.error === 'stack limit reached 1024 (1023)') === leaves > takes, `leaves ${leaves} items`, full);
  if (gas > 0) {
    const unpaid = await act(takes, gas - 1);
    claim(unpaid.error === 'out of gas', `costs at least ${gas} gas`, unpaid);
  }
  if (!isDynamic) {
    const paid = await act(takes, gas);
    claim(paid.error !== 'out of gas', `costs ${gas} gas`, paid);
  }
  return found;
}

const builds: readonly (readonly [MachineKind, boolean])[] = MACHINE_KINDS.flatMap((kind) => [
  [kind, false],
  [kind, true],
]);

describe.each(builds)('the machine of the kind %s, observed: %s', (kind, isObserved) => {
  it('takes and leaves the items, and costs the gas, that the table states', async () => {
    const bench = await Bench.open([], kind);
    const found: string[] = [];
    for (const opcode of OPCODES) found.push(...(await disagreements(bench, opcode, isObserved)));
    expect(found, 'edit src/evm/opcodes.ts or src/evm/halley/interpreter/run.ts').toEqual([]);
  });

  it.each(HARDFORKS)('has the operations of %s and no others', async (hardfork) => {
    const bench = await Bench.open([], kind, undefined, hardfork);
    const found: string[] = [];
    for (let code = 0; code < 256; code++) {
      const { error } = await ran(bench, code, opcodeAt(code)?.takes ?? 0, isObserved);
      const opcode = opcodeAt(code);
      const isDefined = opcode !== undefined && forkOf(opcode) <= HARDFORKS.indexOf(hardfork);
      if (isDefined !== !error?.startsWith('invalid opcode'))
        found.push(`${opcode?.name ?? undefinedOpcode(code)} in ${hardfork}: ${error ?? 'no error'}`);
    }
    expect(found, 'edit `since` in src/evm/opcodes.ts or the case in src/evm/halley/interpreter/run.ts').toEqual([]);
  });
});
