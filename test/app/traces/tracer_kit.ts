/** Runs a message on a bench under one of our tracers, and builds a few pieces of code. */
import { expect } from 'vitest';
import { SizeBudget } from '../../../src/app/traces/size_budget.js';
import type { TraceOutput } from '../../../src/app/traces/trace_output.js';
import type { TracedPlace } from '../../../src/app/traces/tracer.js';
import { tracerOf } from '../../../src/app/traces/tracing.js';
import type { Message } from '../../../src/evm/machine.js';
import { isPrecompile } from '../../../src/evm/precompiled.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { to0x, toHex } from '../../../src/kernel/hex.js';
import { at, type Bench, SENDER } from '../../evm/machine_kit.js';

// biome-ignore lint/suspicious/noExplicitAny: traces of any shape
export type Json = any;

export const CODE = at(0xc0de);
export const CHILD = at(0xbeef);
export const COINBASE = at(0xc0);
export const [CODE_0X, CHILD_0X, SENDER_0X, COINBASE_0X] = [CODE, CHILD, SENDER, COINBASE].map(to0x) as [
  string,
  string,
  string,
  string,
];

const byte = (value: number): string => value.toString(16).padStart(2, '0');
export const push = (address: Bytes): string => `73${toHex(address)}`;
/** Calls an address with an empty input or the first bytes of the memory, and drops the result. */
export const call = (to: Bytes, { gas = 50_000, value = 0, input = 0 } = {}): string =>
  `5f5f60${byte(input)}5f60${byte(value)}${push(to)}62${gas.toString(16).padStart(6, '0')}f150`;
export const peek = (to: Bytes, input = 0): string => `5f5f60${byte(input)}5f${push(to)}61c350fa50`;
export const delegate = (to: Bytes): string => `5f5f5f5f${push(to)}61c350f450`;
/** Creates a contract from up to 32 bytes of code. */
export const create = (code: string, value = 0): string =>
  `7f${code.padEnd(64, '0')}5f5260${byte(code.length / 2)}5f60${byte(value)}f050`;
export const create2 = (code: string, salt: number): string =>
  `7f${code.padEnd(64, '0')}5f5260${byte(salt)}60${byte(code.length / 2)}5f5ff550`;
/** Stores up to 32 bytes in the memory. */
export const keep = (bytes: string, offset = 0): string => `7f${bytes.padEnd(64, '0')}60${byte(offset)}52`;
export const log = (): string => '5f5fa0';
export const store = (slot: number, value: number): string => `60${byte(value)}60${byte(slot)}55`;
export const REVERT = '5f5ffd';
export const slot = (number: number): string => `0x${number.toString(16).padStart(64, '0')}`;

export const NO_STRUCT_LOGS = {
  disableStack: false,
  disableStorage: false,
  enableMemory: false,
  enableReturnData: false,
  limit: 0,
};

/** Output of a tracer whose trace is not streamed. */
export const NOBODY_READS: TraceOutput = {
  begun: false,
  write: () => expect.fail('a tracer that is held to its end wrote before it'),
  flush: () => {},
  yieldIfDue: () => undefined,
};

export interface How {
  readonly config?: Readonly<Record<string, unknown>>;
  readonly message?: Partial<Message>;
  readonly gas?: bigint;
  readonly place?: TracedPlace;
  readonly logsBefore?: number;
  readonly budget?: SizeBudget;
}

/** Returns the text of the result. */
export async function traceText(bench: Bench, name: string, how: How = {}): Promise<string> {
  const {
    config = {},
    message = {},
    gas = 1_000_000n,
    place,
    logsBefore = 0,
    budget = new SizeBudget(1_000_000),
  } = how;
  const to = 'to' in message ? message.to : CODE;
  const tracer = tracerOf({ tracer: name })({
    from: SENDER,
    to,
    gas: 21_000n + gas,
    authorizationList: message.authorizationList,
    coinbase: COINBASE,
    place,
    state: bench.state,
    logsBefore,
    isPrecompile,
    config,
    structLogs: NO_STRUCT_LOGS,
    budget,
    out: NOBODY_READS,
  });
  const { gasUsed, error, output } = await bench.run({ ...message, to }, gas, tracer.observer);
  return tracer.result({ gasUsed, error, output });
}

export const trace = async (bench: Bench, name: string, how: How = {}): Promise<Json> =>
  JSON.parse(await traceText(bench, name, how));
