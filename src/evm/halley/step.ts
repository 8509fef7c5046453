/** Implements the observer's `OpcodeStep` over the interpreter's memory. */
import { type Bytes, EMPTY_BYTES } from '../../kernel/bytes.js';
import type { OpcodeStep } from '../observer.js';
import type { Frame } from './frame.js';
import { stackLength } from './halts.js';
import * as layout from './layout.js';
import type { Instance } from './wasm_instance.js';

const WORD = 32;

export class InterpreterStep implements OpcodeStep {
  readonly pc: number;
  readonly op: number;
  readonly gas: bigint;

  constructor(
    private readonly wasm: Instance,
    private readonly frame: Frame,
    readonly gasCost: bigint,
    readonly refund: bigint,
    readonly error: string | undefined,
    private readonly storageOf: (slot: Bytes) => Bytes,
  ) {
    this.pc = wasm.number(layout.PC);
    this.op = wasm.number(layout.OP);
    this.gas = wasm.gas(layout.GAS);
  }

  get depth(): number {
    return this.frame.depth;
  }

  get address(): Bytes {
    return this.frame.address;
  }

  get returnData(): Bytes {
    const length = this.wasm.number(layout.RETURN_DATA_BYTES);
    return length === 0 ? EMPTY_BYTES : this.wasm.copy(this.wasm.number(layout.RETURN_DATA), length);
  }

  stack(): readonly bigint[] {
    const base = this.wasm.number(layout.STACK);
    return Array.from({ length: stackLength(this.wasm) }, (_, i) => this.wasm.valueAt(base + i * WORD));
  }

  storage(slot: Bytes): Bytes {
    return this.storageOf(slot);
  }

  memory(): Bytes {
    const at = this.wasm.number(layout.MEMORY);
    return this.wasm.bytes.subarray(at, at + this.wasm.number(layout.MEMORY_BYTES));
  }
}
