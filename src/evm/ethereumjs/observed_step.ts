/** Presents one operation of the library's interpreter to an observer. */
import type { ExecResult } from '@ethereumjs/evm';
import type { Bytes } from '../../kernel/bytes.js';
import type { OpcodeStep } from '../observer.js';
import type { MachineState } from '../state.js';
import type { StateAdapter } from './state_adapter.js';

export type RunState = NonNullable<ExecResult['runState']>;

const WORD_BYTES = 32;

export class ObservedStep implements OpcodeStep {
  readonly pc: number;
  readonly op: number;
  readonly gas: bigint;
  gasCost = 0n;
  refund = 0n;
  error: string | undefined;
  readonly #memoryBytes: number;

  /**
   * Reads what changes before the price is known, since pricing extends the memory. After the end of the code there is
   * an implicit STOP.
   */
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
    // The library's buffer has all bytes that were paid for once the memory has been used.
    if (held.length >= this.#memoryBytes) return held.subarray(0, this.#memoryBytes);
    const whole = new Uint8Array(this.#memoryBytes);
    whole.set(held);
    return whole;
  }
}
