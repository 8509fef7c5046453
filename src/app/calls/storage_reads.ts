/** Records which storage slots a run reads, of any contract, in the order of the first reads. */
import type { Observer, OpcodeStep } from '../../evm/observer.js';
import { opcodeOf } from '../../evm/opcodes.js';
import { type Bytes, bigintToBytes } from '../../kernel/bytes.js';
import { toHex } from '../../kernel/hex.js';

const SLOAD = opcodeOf('SLOAD');
const SLOT_BYTES = 32;

export interface StorageRead {
  readonly address: Bytes;
  readonly slot: Bytes;
}

export class StorageReads implements Observer {
  readonly #reads = new Map<string, StorageRead>();

  get all(): readonly StorageRead[] {
    return [...this.#reads.values()];
  }

  step(step: OpcodeStep): void {
    if (step.op !== SLOAD) return;
    const key = step.stack().at(-1);
    if (key === undefined) return;
    const { address } = step;
    const slot = bigintToBytes(key, SLOT_BYTES);
    this.#reads.set(`${toHex(address)}/${toHex(slot)}`, { address, slot });
  }
}
