/**
 * Defines what a machine reports of a run while it executes: every operation before it acts, every frame when it begins
 * and ends, and every log. The events and their texts are those of geth's tracing hooks, so tracers can follow geth's
 * documentation. Events arrive in order, and their data is read-only.
 */
import type { EthereumLog } from '../codec/ethereum/receipt.js';
import type { Bytes } from '../kernel/bytes.js';

export type FrameType = 'CALL' | 'CALLCODE' | 'DELEGATECALL' | 'STATICCALL' | 'CREATE' | 'CREATE2' | 'SELFDESTRUCT';

/**
 * Start of a frame. Precompiles, accounts without code, and calls that fail by their depth or value have frames too.
 * Self-destructs have them, so that their transfers are visible. Each start is followed by an end.
 */
export interface FrameStart {
  readonly type: FrameType;
  /** 0 for the transaction's own frame. */
  readonly depth: number;
  /** Address whose code made the call. In a delegate call it is not the caller that CALLER returns. */
  readonly from: Bytes;
  /** Address whose code runs, the created contract, or the beneficiary of a self-destruct. */
  readonly to: Bytes;
  readonly input: Bytes;
  /** Gas of the frame with the stipend. The intrinsic gas is not included. */
  readonly gas: bigint;
  readonly value: bigint;
}

export interface FrameEnd {
  readonly depth: number;
  /** Bytes that the frame returned, deployed or reverted with. */
  readonly output: Bytes;
  readonly gasUsed: bigint;
  /** geth's error text; `undefined` when the frame succeeded. The writes of a failed frame are already undone. */
  readonly error: string | undefined;
}

/** Operation whose price is known and which has not acted yet. */
export interface OpcodeStep {
  readonly pc: number;
  readonly op: number;
  /** Gas before the operation pays. */
  readonly gas: bigint;
  /**
   * Whole gas cost, including the gas that a call passes on. It is only the constant part when the cost cannot be
   * computed.
   */
  readonly gasCost: bigint;
  /** Depth of the operation's frame. */
  readonly depth: number;
  /** Account whose storage the operation accesses. */
  readonly address: Bytes;
  /** Transaction's refund counter, including what this operation adds. */
  readonly refund: bigint;
  /** geth's error text when the operation is known to fail; otherwise `undefined`. */
  readonly error: string | undefined;
  /** Return data of the last call. */
  readonly returnData: Bytes;
  /** Returns a copy of the stack. The top is the last item. */
  stack(): readonly bigint[];
  /** Returns the memory before the operation extends it. The bytes are valid until the event handler returns. */
  memory(): Bytes;
  /**
   * Returns the current value of a slot of `address`, without leading zeros. The state may not have it yet: a machine
   * may buffer writes to storage until the run ends.
   */
  storage(slot: Bytes): Bytes;
}

export interface Observer {
  step?(step: OpcodeStep): void;
  enter?(frame: FrameStart): void;
  exit?(end: FrameEnd): void;
  /** Runs also for logs of frames that are undone later. */
  log?(log: EthereumLog): void;
  /**
   * Runs before the end of each frame with code, unless steps are reported too: how often the operation at each position
   * of the code began since the last report of the same code. The numbers are valid until the handler returns. Only
   * Halley's own EVM counts.
   */
  counts?(counts: Uint32Array): void;
  /** Runs after each step. Returns undefined to go on, or a promise that the run awaits before the operation acts. */
  rest?(): Promise<void> | undefined;
}

/** Returns true if each operation must be reported. Frames and logs alone cost the interpreter nothing. */
export const observesSteps = (observer: Observer | undefined): boolean =>
  observer?.step !== undefined || observer?.rest !== undefined;

/** Combines observers into one, with only the hooks that at least one of them has. */
export function observedTogether(observers: readonly Observer[]): Observer {
  const asks = (hook: keyof Observer): boolean => observers.some((observer) => observer[hook] !== undefined);
  const all: Required<Omit<Observer, 'rest'>> = {
    counts(counts) {
      for (const observer of observers) observer.counts?.(counts);
    },
    step(step) {
      for (const observer of observers) observer.step?.(step);
    },
    enter(frame) {
      for (const observer of observers) observer.enter?.(frame);
    },
    exit(end) {
      for (const observer of observers) observer.exit?.(end);
    },
    log(log) {
      for (const observer of observers) observer.log?.(log);
    },
  };
  return {
    counts: asks('counts') ? all.counts : undefined,
    step: asks('step') ? all.step : undefined,
    enter: asks('enter') ? all.enter : undefined,
    exit: asks('exit') ? all.exit : undefined,
    log: asks('log') ? all.log : undefined,
  };
}
