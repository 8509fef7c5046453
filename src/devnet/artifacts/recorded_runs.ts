/**
 * Records which code the transactions and calls of a chain run, and its gas, so that reports can be made of it.
 * Contracts are recognised only for a report: artifacts may appear after the first transaction.
 */
import type { Execute } from '../../evm/machine.js';
import { type FrameEnd, type FrameStart, type Observer, observedTogether } from '../../evm/observer.js';
import { type AccountsReader, delegateOf } from '../../evm/state.js';
import { whenKnown } from '../../kernel/awaitable.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { SELECTOR_BYTES } from '../../solidity/abi_names.js';
import { isCreation } from '../../solidity/call_recorder.js';
import type { RecordedCalls, RecordedCreation, RecordedTransactions } from '../../solidity/gas_report.js';
import type { RecordedCode } from '../../solidity/recorded_code.js';

/** Most bytes of code and of counters; codes that run first later are not recorded. */
const MAX_BYTES = 256 * 1024 * 1024;
/** Bytes of a gas amount with its number of calls. */
const GAS_BYTES = 64;

/** Reports that are made of the runs. */
export interface ReportChoice {
  readonly coverage: boolean;
  readonly gas: boolean;
}

/** Frame of a run, with how often each operation of its code began. */
interface RunFrame {
  readonly code: RecordedCode | undefined;
  /** Program counters and counts in turn. */
  readonly counted: readonly number[];
}

/** Frame of a run that a report of gas has. */
interface MeasuredFrame {
  readonly start: FrameStart;
  /** Code that ran, and behind it those to which it passed the call on. */
  readonly codes: readonly [RecordedCode, ...RecordedCode[]];
  readonly gas: number;
  readonly output: Bytes;
  readonly failed: boolean;
}

export class RecordedRuns {
  readonly #codes = new Map<string, RecordedCode>();
  /** By the hash of the initcode, the newest last. */
  readonly #creations = new Map<string, RecordedCreation>();
  readonly #calls = new Map<string, RecordedCalls & { readonly gas: Map<number, number> }>();
  readonly #transactions = new Map<string, RecordedTransactions & { readonly gas: Map<number, number> }>();
  #bytes = 0;

  /** `onFull` runs once when the limit is reached. */
  constructor(
    private readonly choice: ReportChoice,
    private readonly onFull: (text: string) => void,
  ) {}

  get codes(): Iterable<RecordedCode> {
    return this.#codes.values();
  }

  get creations(): Iterable<RecordedCreation> {
    return this.#creations.values();
  }

  get calls(): Iterable<RecordedCalls> {
    return this.#calls.values();
  }

  get transactions(): Iterable<RecordedTransactions> {
    return this.#transactions.values();
  }

  reset(): void {
    this.#codes.clear();
    this.#creations.clear();
    this.#calls.clear();
    this.#transactions.clear();
    this.#bytes = 0;
  }

  /** Runs a message, and records the run when it ends. A run that ends with an error is repeated, or nobody sees it. */
  readonly execute: Execute = (machine, context, message, gas, observer) => {
    const run = new WatchedRun(machine.state, this.choice, (code, isInitcode, hash) =>
      this.#codeOf(code, isInitcode, hash),
    );
    const observers = observer === undefined ? run : observedTogether([observer, run]);
    return whenKnown(machine.execute(context, message, gas, observers), (execution) => {
      for (const { code, counted } of run.frames) if (code !== undefined) this.#count(code, counted);
      const isRead = message.isDiscarded === true;
      for (const frame of run.measured) {
        this.#measure(frame, isRead, frame.start.depth > 0 || isRead ? frame.gas : Number(execution.gasUsed));
        if (frame.start.depth === 0 && !frame.failed) this.#measureWhole(frame, isRead, Number(execution.gasUsed));
      }
      return execution;
    });
  };

  /**
   * Adds a frame as Foundry does: the gas of a transaction has what it pays before its first operation. Calls and
   * creations by contracts have no gas of their own, but delegate and static calls do. A read has its own frame alone,
   * because the transaction that it tries may follow.
   */
  #measure({ start, codes: [code] }: MeasuredFrame, isRead: boolean, gas: number): void {
    const isInner = start.depth > 0;
    if (isInner && (isRead || start.type === 'CALL' || start.type === 'SELFDESTRUCT')) return;
    if (isCreation(start)) {
      if (isRead) return;
      const known = this.#creations.get(code.hash);
      this.#creations.delete(code.hash);
      this.#creations.set(code.hash, { code, gas: isInner ? known?.gas : gas });
      return;
    }
    const selector = start.input.slice(0, SELECTOR_BYTES);
    const key = `${code.hash} ${toHex(selector)} ${isRead}`;
    const calls = this.#calls.get(key) ?? { code, selector, isRead, gas: new Map<number, number>() };
    this.#calls.set(key, calls);
    this.#countGas(calls.gas, gas);
  }

  /** Adds a transaction as Hardhat 3 does. */
  #measureWhole({ start, codes, output }: MeasuredFrame, isRead: boolean, gas: number): void {
    const isNew = isCreation(start);
    if (isNew && isRead) return;
    const selector = isNew ? undefined : start.input.slice(0, SELECTOR_BYTES);
    const key = `${codes.map(({ hash }) => hash).join()} ${selector && toHex(selector)} ${isRead}`;
    const runtimeSize = isNew ? output.length : 0;
    const known = this.#transactions.get(key) ?? { codes, selector, isRead, runtimeSize, gas: new Map() };
    this.#transactions.set(key, known);
    this.#countGas(known.gas, gas);
  }

  #countGas(counts: Map<number, number>, gas: number): void {
    if (!counts.has(gas)) this.#take(GAS_BYTES);
    counts.set(gas, (counts.get(gas) ?? 0) + 1);
  }

  #take(bytes: number): void {
    const isFirst = this.#bytes < MAX_BYTES;
    this.#bytes += bytes;
    if (isFirst && this.#bytes >= MAX_BYTES)
      this.onFull('reports leave out contracts that run first from now on: 256 MiB of code and counts are recorded');
  }

  #count(code: RecordedCode, counted: readonly number[]): void {
    // Of a creation only the constructor runs, at the beginning of the code.
    const length = (counted.at(-2) ?? -1) + 1;
    if (length > code.counts.length) {
      const longer = new Float64Array(length);
      longer.set(code.counts);
      this.#take(longer.byteLength - code.counts.byteLength);
      code.counts = longer;
    }
    for (let i = 0; i < counted.length; i += 2) {
      const pc = counted[i] as number;
      code.counts[pc] = (code.counts[pc] as number) + (counted[i + 1] as number);
    }
  }

  #codeOf(bytes: Bytes, isInitcode: boolean, hash: Bytes): RecordedCode | undefined {
    const key = toHex(hash);
    const known = this.#codes.get(key);
    if (known !== undefined) return known;
    if (this.#bytes >= MAX_BYTES) return undefined;
    this.#take(bytes.length);
    const code: RecordedCode = { hash: key, bytes: bytes.slice(), isInitcode, counts: new Float64Array() };
    this.#codes.set(key, code);
    return code;
  }
}

/** Frame that has not ended, with the delegate calls of the same function that it made. */
interface OpenFrame {
  readonly start: FrameStart;
  readonly delegates: MeasuredFrame[];
}

class WatchedRun implements Observer {
  readonly frames: RunFrame[] = [];
  readonly measured: MeasuredFrame[] = [];
  /** `undefined` where no report needs it, so that the machine does not count. */
  readonly counts: Observer['counts'];
  readonly #open: OpenFrame[] = [];

  constructor(
    private readonly state: AccountsReader,
    private readonly choice: ReportChoice,
    private readonly recorded: (code: Bytes, isInitcode: boolean, hash: Bytes) => RecordedCode | undefined,
  ) {
    this.counts = choice.coverage ? (counts) => this.#count(counts) : undefined;
  }

  enter(start: FrameStart): void {
    this.#open.push({ start, delegates: [] });
  }

  exit({ gasUsed, error, output }: FrameEnd): void {
    const { start, delegates } = this.#open.pop() ?? {};
    if (start === undefined || !this.choice.gas || (isCreation(start) && error !== undefined)) return;
    const code = this.#codeOf(start);
    if (code === undefined) return;
    // A proxy returns what the code returns to which it passes the call on.
    const passedOn = delegates?.find((other) => equalBytes(other.output, output));
    const codes: MeasuredFrame['codes'] = [code, ...(passedOn?.codes ?? [])];
    const frame = { start, codes, gas: Number(gasUsed), output, failed: error !== undefined };
    this.measured.push(frame);
    const caller = this.#open.at(-1);
    if (start.type === 'DELEGATECALL' && caller !== undefined && hasSameSelector(start, caller.start))
      caller.delegates.push(frame);
  }

  #count(counts: Uint32Array): void {
    const frame = this.#open.at(-1)?.start;
    if (frame === undefined) return;
    const counted: number[] = [];
    for (let pc = 0; pc < counts.length; pc++) {
      const count = counts[pc] as number;
      if (count > 0) counted.push(pc, count);
    }
    this.frames.push({ code: this.#codeOf(frame), counted });
  }

  #codeOf(frame: FrameStart): RecordedCode | undefined {
    if (isCreation(frame)) return this.recorded(frame.input, true, keccak256(frame.input));
    const runs = runningCode(this.state, frame.to);
    return runs && runs.code.length > 0 ? this.recorded(runs.code, false, runs.hash) : undefined;
  }
}

const hasSameSelector = (a: FrameStart, b: FrameStart): boolean =>
  a.input.length >= SELECTOR_BYTES &&
  equalBytes(a.input.subarray(0, SELECTOR_BYTES), b.input.subarray(0, SELECTOR_BYTES));

interface RunningCode {
  readonly hash: Bytes;
  readonly code: Bytes;
}

/** Returns the code that runs in a call of an account, which may be that of another one. */
export function runningCode(state: AccountsReader, address: Bytes): RunningCode | undefined {
  const own = codeAt(state, address);
  const delegate = own && delegateOf(own.code);
  return delegate === undefined ? own : codeAt(state, delegate);
}

function codeAt(state: AccountsReader, address: Bytes): RunningCode | undefined {
  const hash = state.account(address)?.codeHash;
  return hash && { hash, code: state.code(hash) };
}
