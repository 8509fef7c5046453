/** One operation of the library's interpreter as an observer sees it. */
import type { ExecResult } from '@ethereumjs/evm';
import type { Bytes } from '../../kernel/bytes.js';
import type { Step } from '../observer.js';
import type { MachineState } from '../state.js';
import type { StateAdapter } from './state_adapter.js';

export type RunState = NonNullable<ExecResult['runState']>;

const WORD_BYTES = 32;

export class ObservedStep implements Step {
  readonly pc: number;
  readonly op: number;
  readonly gas: bigint;
  gasCost = 0n;
  refund = 0n;
  error: string | undefined;
  readonly #memoryBytes: number;

  /** Made before the price is known: pricing makes the memory longer. Behind the end of the code there is a STOP. */
  constructor(private readonly runState: RunState) {
    this.pc = runState.programCounter;
    this.op = runState.code[this.pc] ?? 0;
    this.gas = runState.gasLeft;
    this.#memoryBytes = Number(runState.memoryWordCount) * WORD_BYTES;
  }

  get depth(): number {
    return this.runState.env.depth;
  }

  get address(): Bytes {
    return this.runState.env.address.bytes;
  }

  get returnData(): Bytes {
    return this.runState.returnBytes;
  }

  stack(): readonly bigint[] {
    return this.runState.stack.getStack();
  }

  storage(slot: Bytes): Bytes {
    return (this.runState.stateManager as unknown as StateAdapter<MachineState>).state.storage(this.address, slot);
  }

  memory(): Bytes {
    const { _store: held } = this.runState.memory;
    // What was paid for is held from the first use on.
    if (held.length >= this.#memoryBytes) return held.subarray(0, this.#memoryBytes);
    const whole = new Uint8Array(this.#memoryBytes);
    whole.set(held);
    return whole;
  }
}
