/**
 * Records the steps of a run for the debugger: program counter, account and depth of each step, and the steps at which
 * a line begins. Stack, memory and storage are not kept: the debugger runs the transaction again to show them.
 */
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../evm/observer.js';
import type { Bytes } from '../kernel/bytes.js';
import { to0x } from '../kernel/hex.js';
import type { CallRecorder } from './call_recorder.js';
import { LineTable } from './line_table.js';

/** Most steps of a run that is debugged. They take 8 bytes each. */
const MAX_STEPS = 12_000_000;
const MAX_LEVEL = 0xffff;
const MAX_ACCOUNTS = 0xffff;

/** Marks of a stop, as bits. */
export const FRESH = 1;
export const RETURNED = 2;
export const ENTRY = 4;
export const FAILED = 8;

const CHUNK = 1 << 16;

type Numbers = Uint8Array | Uint16Array | Uint32Array;

/** List of small numbers in typed arrays, which grows without copies. */
class NumberList {
  readonly #chunks: Numbers[] = [];
  #length = 0;

  constructor(private readonly kind: new (length: number) => Numbers) {}

  get length(): number {
    return this.#length;
  }

  push(value: number): void {
    const at = this.#length++ % CHUNK;
    if (at === 0) this.#chunks.push(new this.kind(CHUNK));
    (this.#chunks.at(-1) as Numbers)[at] = value;
  }

  /** Returns a number; undefined outside of the list. */
  at(index: number): number | undefined {
    return index < 0 || index >= this.#length ? undefined : this.#chunks[Math.floor(index / CHUNK)]?.[index % CHUNK];
  }

  set(index: number, value: number): void {
    const chunk = this.#chunks[Math.floor(index / CHUNK)];
    if (chunk !== undefined) chunk[index % CHUNK] = value;
  }

  /** Returns the position of the first number that is at least `value`; the length for none. The numbers ascend. */
  firstAtLeast(value: number): number {
    let [low, high] = [0, this.#length];
    while (low < high) {
      const middle = Math.floor((low + high) / 2);
      if ((this.at(middle) as number) < value) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** Frame of the run that has not ended. */
interface OpenFrame {
  readonly start: FrameStart;
  /** Level of its first step. */
  readonly base: number;
  readonly account: number;
  /** Gas before its last step, and the gas of the frames that this step began. */
  gas: number;
  inner: number;
  line: number;
}

export class DebugRecorder implements Observer {
  readonly lines = new LineTable();
  readonly pcs = new NumberList(Uint32Array);
  /** Number of the account whose code runs at each step; an index of `accounts`. */
  readonly owners = new NumberList(Uint16Array);
  /** Number of frames and of calls between functions around each step. */
  readonly levels = new NumberList(Uint16Array);
  /** Steps at which a line begins, is continued after a call, or fails; with its number and marks. */
  readonly stops = new NumberList(Uint32Array);
  readonly stopLines = new NumberList(Uint32Array);
  readonly stopMarks = new NumberList(Uint8Array);
  readonly accounts: string[] = [];
  readonly #accountNumbers = new Map<string, number>();
  readonly #frames: OpenFrame[] = [];
  /** Line of each level, 0 before the first one. */
  #current: number[] = [];
  #isReturned = false;

  constructor(private readonly calls: CallRecorder) {}

  /** Whether the run has more steps than are recorded. */
  get isFull(): boolean {
    return this.pcs.length >= MAX_STEPS;
  }

  enter = (start: FrameStart): void => {
    this.calls.enter(start);
    const below = this.levels.at(this.levels.length - 1);
    this.#frames.push({
      start,
      base: below === undefined ? 0 : Math.min(MAX_LEVEL, below + 1),
      account: this.#accountOf(start.to),
      gas: Number(start.gas),
      inner: 0,
      line: 0,
    });
  };

  step = (step: OpcodeStep): void => {
    this.calls.step(step);
    const frame = this.#frames.at(-1);
    const running = this.calls.running;
    if (frame === undefined || running === undefined || this.isFull) return;
    const level = Math.min(MAX_LEVEL, frame.base + running.calls.length);
    const { known, place } = running;
    const line = known === undefined || place.isMerged ? 0 : this.lines.lineAt(known, step.pc);
    this.#follow(level, line);
    const gas = Number(step.gas);
    this.#charge(frame, gas);
    frame.line = this.#current[level] ?? 0;
    this.pcs.push(step.pc);
    this.owners.push(frame.account);
    this.levels.push(level);
  };

  exit = (end: FrameEnd): void => {
    this.calls.exit(end);
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    const used = Number(end.gasUsed);
    this.#charge(frame, Number(frame.start.gas) - used);
    const around = this.#frames.at(-1);
    if (around !== undefined) around.inner += used;
    if (end.error !== undefined && this.pcs.length > 0) this.#stop(this.pcs.length - 1, frame.line, FAILED);
  };

  #follow(level: number, line: number): void {
    const current = this.#current;
    if (level < current.length - 1) {
      current.length = level + 1;
      this.#isReturned = true;
    }
    while (current.length <= level) current.push(0);
    if (line === 0) return;
    const before = current[level];
    if (line !== before) this.#stop(this.pcs.length, line, before === 0 ? FRESH | ENTRY : FRESH);
    else if (this.#isReturned) this.#stop(this.pcs.length, line, RETURNED);
    current[level] = line;
    this.#isReturned = false;
  }

  #stop(step: number, line: number, mark: number): void {
    const last = this.stops.length - 1;
    if (last >= 0 && this.stops.at(last) === step) {
      this.stopMarks.set(last, (this.stopMarks.at(last) ?? 0) | mark);
      return;
    }
    this.stops.push(step);
    this.stopLines.push(line);
    this.stopMarks.push(mark);
  }

  /** Adds the gas of the last step of a frame to its line. */
  #charge(frame: OpenFrame, gas: number): void {
    this.lines.charge(frame.line, frame.gas - gas - frame.inner);
    frame.gas = gas;
    frame.inner = 0;
  }

  #accountOf(address: Bytes): number {
    const text = to0x(address);
    const known = this.#accountNumbers.get(text);
    if (known !== undefined) return known;
    const number = Math.min(MAX_ACCOUNTS, this.accounts.length);
    if (number === this.accounts.length) this.accounts.push(text);
    this.#accountNumbers.set(text, number);
    return number;
  }
}
