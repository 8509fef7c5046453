/**
 * Implements `keccak256PreimageTracer`: the preimages of all hashes, by hash (go-ethereum
 * `eth/tracers/native/keccak256_preimage.go`).
 */
import type { OpcodeStep } from '../../../evm/observer.js';
import { opcodeOf } from '../../../evm/opcodes.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { sortedObject } from '../geth_error_text.js';
import type { TracedMessage, Tracer, TracerDefinition } from '../tracer.js';

const KECCAK256 = opcodeOf('KECCAK256');
/** Estimates the characters of an entry without the preimage. */
const ENTRY_LENGTH = 74;

export const tracer: TracerDefinition = {
  name: 'keccak256PreimageTracer',
  create({ budget }: TracedMessage): Tracer {
    const preimages = new Map<string, string>();
    const step = (taken: OpcodeStep): void => {
      // A step without an error has paid for its memory, so the memory to read is bounded.
      if (taken.op !== KECCAK256 || taken.error !== undefined || budget.isFull) return;
      const stack = taken.stack();
      const [offset = 0n, length = 0n] = [stack.at(-1), stack.at(-2)];
      const preimage = paddedCopy(taken.memory(), Number(offset), Number(length));
      const hash = to0x(keccak256(preimage));
      if (preimages.has(hash) || !budget.take(ENTRY_LENGTH + 2 * preimage.length)) return;
      preimages.set(hash, to0x(preimage));
    };
    return {
      observer: { step },
      result: () => sortedObject([...preimages].map(([hash, preimage]) => [hash, JSON.stringify(preimage)])),
    };
  },
};

/** Copies a part of the memory, padded with zeros: the operation extends the memory only when it executes. */
function paddedCopy(memory: Bytes, offset: number, length: number): Bytes {
  const out = new Uint8Array(length);
  if (offset < memory.length) out.set(memory.subarray(offset, offset + length));
  return out;
}
