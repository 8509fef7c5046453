/**
 * Records which code the transactions and calls of a chain run, so that reports can be made of it. Contracts are
 * recognised only for a report: artifacts may appear after the first transaction.
 */
import type { Execute } from '../../evm/machine.js';
import { type FrameStart, type Observer, observedTogether } from '../../evm/observer.js';
import { type AccountsReader, delegateOf } from '../../evm/state.js';
import { whenKnown } from '../../kernel/awaitable.js';
import type { Bytes } from '../../kernel/bytes.js';
import { keccak256 } from '../../kernel/hash.js';
import { toHex } from '../../kernel/hex.js';
import { isCreation } from '../../solidity/call_recorder.js';
import type { RecordedCode } from '../../solidity/recorded_code.js';

/** Most bytes of code and of counters; codes that run first later are not recorded. */
const MAX_BYTES = 256 * 1024 * 1024;

/** Frame of a run, with how often each operation of its code began. */
interface RunFrame {
  readonly code: RecordedCode | undefined;
  /** Program counters and counts in turn. */
  readonly counted: readonly number[];
}

export class RecordedRuns {
  readonly #codes = new Map<string, RecordedCode>();
  #bytes = 0;

  /** `onFull` runs once when the limit is reached. */
  constructor(private readonly onFull: (text: string) => void) {}

  get codes(): Iterable<RecordedCode> {
    return this.#codes.values();
  }

  reset(): void {
    this.#codes.clear();
    this.#bytes = 0;
  }

  /** Runs a message, and records the run when it ends. A run that ends with an error is repeated, or nobody sees it. */
  readonly execute: Execute = (machine, context, message, gas, observer) => {
    const run = new WatchedRun(machine.state, (code, isInitcode, hash) => this.#codeOf(code, isInitcode, hash));
    const observers = observer === undefined ? run : observedTogether([observer, run]);
    return whenKnown(machine.execute(context, message, gas, observers), (execution) => {
      for (const { code, counted } of run.frames) if (code !== undefined) this.#count(code, counted);
      return execution;
    });
  };

  #count(code: RecordedCode, counted: readonly number[]): void {
    // Of a creation only the constructor runs, at the beginning of the code.
    const length = (counted.at(-2) ?? -1) + 1;
    if (length > code.counts.length) {
      const longer = new Float64Array(length);
      longer.set(code.counts);
      this.#bytes += longer.byteLength - code.counts.byteLength;
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
    this.#bytes += bytes.length;
    if (this.#bytes >= MAX_BYTES)
      this.onFull('the coverage leaves out contracts that run first from now on: 256 MiB of code ran before');
    const code: RecordedCode = { hash: key, bytes: bytes.slice(), isInitcode, counts: new Float64Array() };
    this.#codes.set(key, code);
    return code;
  }
}

class WatchedRun implements Observer {
  readonly frames: RunFrame[] = [];
  readonly #open: FrameStart[] = [];

  constructor(
    private readonly state: AccountsReader,
    private readonly recorded: (code: Bytes, isInitcode: boolean, hash: Bytes) => RecordedCode | undefined,
  ) {}

  enter(frame: FrameStart): void {
    this.#open.push(frame);
  }

  exit(): void {
    this.#open.pop();
  }

  counts(counts: Uint32Array): void {
    const frame = this.#open.at(-1);
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
    return runs && this.recorded(runs.code, false, runs.hash);
  }
}

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
