/**
 * Implements `4byteTracer`: counts the called functions, by the first four bytes of the input and the number of bytes
 * after them (go-ethereum `eth/tracers/native/4byte.go`). Calls of stateful precompiles count, calls of Ethereum's
 * precompiles do not.
 */
import type { FrameStart } from '../../../evm/observer.js';
import { to0x } from '../../../kernel/hex.js';
import { sortedObject } from '../geth_error_text.js';
import type { TracedMessage, Tracer, TracerDefinition } from '../tracer.js';

const SELECTOR_BYTES = 4;
/** Estimates the characters of an entry. */
const ENTRY_LENGTH = 32;

export const tracer: TracerDefinition = {
  name: '4byteTracer',
  create({ isPrecompile, budget }: TracedMessage): Tracer {
    const counts = new Map<string, number>();
    const enter = ({ type, to, input }: FrameStart): void => {
      if (budget.isFull || input.length < SELECTOR_BYTES || isPrecompile(to)) return;
      if (type === 'CREATE' || type === 'CREATE2' || type === 'SELFDESTRUCT') return;
      const id = `${to0x(input.subarray(0, SELECTOR_BYTES))}-${input.length - SELECTOR_BYTES}`;
      const count = counts.get(id);
      if (count !== undefined || budget.take(ENTRY_LENGTH)) counts.set(id, (count ?? 0) + 1);
    };
    return {
      observer: { enter },
      result: () => sortedObject([...counts].map(([id, count]) => [id, count.toString()])),
    };
  },
};
