/**
 * Observes a run, and keeps what is needed to tell where it failed: for each open frame the calls between its functions
 * and its last places. Memory depends on the depth of the run, not on its length.
 */
import type { FrameEnd, FrameStart, Observer, OpcodeStep } from '../evm/observer.js';
import { type CodeMarks, IN, marksOf, OUT, SHARED } from './code_marks.js';
import type { KnownContract } from './contract_index.js';
import type { SourceMap } from './source_map.js';

/** Most nested calls between functions of a frame that are remembered. */
const MAX_CALLS = 2000;

const EXTCODESIZE = 0x3b;
const JUMP = 0x56;
const JUMPI = 0x57;
const JUMPDEST = 0x5b;

/** Instruction of a run. */
export interface CodePlace {
  readonly pc: number;
  /** Last instruction of a function's text before `pc` in the same function call, or `pc`; negative for none. */
  readonly user: number;
  /** Whether the instruction is in a block that optimizers may have merged with others, so that `user` is more certain. */
  readonly isMerged: boolean;
}

/** Call of a function by a jump. */
export interface FunctionCall {
  readonly site: CodePlace;
  /** Program counter of the first instruction of the function; negative before it runs. */
  entry: number;
  /** Items on the stack at the entry; negative where nobody has counted them. */
  height: number;
}

/** Frame of an account that runs. */
export interface RunningFrame {
  readonly start: FrameStart;
  readonly known: KnownContract | undefined;
  /** Calls of functions that have not returned, the outermost first. */
  readonly calls: readonly FunctionCall[];
  readonly place: CodePlace;
}

/** Failed frame of the run. */
export interface FailedFrame extends RunningFrame {
  readonly end: FrameEnd;
  /** Whether the frame runs code, unlike a precompile. */
  readonly hasCode: boolean;
  readonly lastCall: LastCall | undefined;
  /** Last place that read the size of another account's code, and the number of steps since. */
  readonly lastSize: { readonly place: CodePlace; readonly steps: number } | undefined;
}

/** Last call or creation by a frame. */
export interface LastCall {
  readonly place: CodePlace;
  /** Frame of the call, if it failed. */
  readonly failed: FailedFrame | undefined;
  /** Whether the called account has code. */
  readonly hasCode: boolean;
  /** Calls of functions at the time. */
  readonly calls: readonly FunctionCall[];
  /** Number of steps since. */
  readonly steps: number;
}

/** Returns the contract whose code an account runs, or that initcode creates. */
export type Recognise = (frame: FrameStart) => KnownContract | undefined;

class OpenFrame implements RunningFrame {
  known: KnownContract | undefined;
  isLookedUp = false;
  #map: SourceMap | undefined;
  #marks: CodeMarks | undefined;
  readonly calls: FunctionCall[] = [];
  /** Calls beyond those that are remembered. */
  #deeper = 0;
  #lastCall: LastCall | undefined;
  #stepsAtCall = 0;
  #lastSize: { readonly place: CodePlace; readonly step: number } | undefined;
  #steps = 0;
  #pc = -1;
  #op = 0;
  #user = -1;
  #isMerged = false;
  /** Start of the merged block. */
  #merged = -1;

  constructor(readonly start: FrameStart) {}

  lookUp(known: KnownContract | undefined): void {
    this.isLookedUp = true;
    this.known = known;
    this.#marks = known && marksOf(known);
    this.#map = known?.code.map;
  }

  step(pc: number, op: number): void {
    this.#steps++;
    if (this.#marks !== undefined) this.#follow(this.#marks, pc, op);
    this.#pc = pc;
    this.#op = op;
    if (op === EXTCODESIZE) this.#lastSize = { place: this.place, step: this.#steps };
  }

  #follow({ bits, functions }: CodeMarks, pc: number, op: number): void {
    const before = this.#pc;
    // The jump before is followed here, so that its own place is that of the code before it.
    const left = bits[before] ?? 0;
    if ((left & OUT) !== 0) this.#return();
    else if ((left & IN) !== 0) this.#enter(pc);
    const bit = bits[pc] ?? 0;
    if (op === JUMPDEST && (bit & SHARED) !== 0 && (left & IN) === 0 && pc !== before + 1) {
      const isJump = this.#op === JUMP || this.#op === JUMPI;
      if (isJump && !this.#isMerged && this.#user >= 0) [this.#isMerged, this.#merged] = [true, pc];
    }
    const inside = functions[pc] ?? 0;
    if (inside === 0) return;
    // Blocks of one function that lead to another statement are not merged: branches meet there.
    if (this.#isMerged && inside === functions[this.#user] && this.#map?.overlaps(pc, this.#merged) === false)
      this.#isMerged = false;
    if (!this.#isMerged) this.#user = pc;
  }

  #enter(entry: number): void {
    if (this.calls.length < MAX_CALLS) this.calls.push({ site: this.place, entry, height: -1 });
    else this.#deeper++;
    this.#user = -1;
    this.#isMerged = false;
  }

  #return(): void {
    const { site } = (this.#deeper > 0 ? undefined : this.calls.pop()) ?? {};
    if (this.#deeper > 0) this.#deeper--;
    this.#user = site?.user ?? -1;
    this.#isMerged = site?.isMerged ?? false;
  }

  get place(): CodePlace {
    return { pc: this.#pc, user: this.#user, isMerged: this.#isMerged };
  }

  called(failed: FailedFrame | undefined, hasCode: boolean): void {
    this.#lastCall = { place: this.place, failed, hasCode, calls: [...this.calls], steps: 0 };
    this.#stepsAtCall = this.#steps;
  }

  failed(end: FrameEnd): FailedFrame {
    const { start, known, calls, place, isLookedUp: hasCode } = this;
    const size = this.#lastSize;
    const lastSize = size && { place: size.place, steps: this.#steps - size.step };
    const lastCall = this.#lastCall && { ...this.#lastCall, steps: this.#steps - this.#stepsAtCall };
    return { start, end, known, hasCode, calls, place, lastCall, lastSize };
  }
}

export class CallRecorder implements Observer {
  /** Failure of the whole run, after its end. */
  failure: FailedFrame | undefined;
  readonly #frames: OpenFrame[] = [];

  constructor(private readonly recognise: Recognise) {}

  /** Frames that have not ended, the outermost first. */
  get frames(): readonly RunningFrame[] {
    return this.#frames;
  }

  get running(): RunningFrame | undefined {
    return this.#frames.at(-1);
  }

  enter = (start: FrameStart): void => {
    this.#frames.push(new OpenFrame(start));
  };

  step = ({ pc, op }: OpcodeStep): void => {
    const frame = this.#frames.at(-1);
    if (frame === undefined) return;
    // The code of a frame is certain to be loaded when it runs.
    if (!frame.isLookedUp) frame.lookUp(this.recognise(frame.start));
    frame.step(pc, op);
  };

  exit = (end: FrameEnd): void => {
    const frame = this.#frames.pop();
    if (frame === undefined || frame.start.type === 'SELFDESTRUCT') return;
    const failed = end.error === undefined ? undefined : frame.failed(end);
    const parent = this.#frames.at(-1);
    if (parent === undefined) this.failure = failed;
    else parent.called(failed, frame.isLookedUp);
  };
}

export const isCreation = ({ type }: FrameStart): boolean => type === 'CREATE' || type === 'CREATE2';
