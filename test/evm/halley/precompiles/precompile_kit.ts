/** Calls a precompile as a machine does, without a machine. */
import { InputError } from '../../../../src/crypto/curves/input_error.js';
import { precompiledOf } from '../../../../src/evm/halley/precompiles/index.js';
import type { Precompiled } from '../../../../src/evm/halley/precompiles/precompiled.js';
import type { Hardfork } from '../../../../src/evm/hardfork.js';
import type { Bytes } from '../../../../src/kernel/bytes.js';
import { toHex } from '../../../../src/kernel/hex.js';

/** Output in hex, or the error's text. */
export type Outcome = { readonly output: string; readonly pauses: number } | { readonly error: string };

/** Returns a loaded precompile. */
export async function contractAt(fork: Hardfork, address: number): Promise<Precompiled> {
  const contract = precompiledOf(fork).get(address);
  if (contract === undefined) throw new Error(`no contract at ${address} in ${fork}`);
  await contract.prepare?.();
  return contract;
}

/** Returns the outcome of a run; rethrows any error that is not an InputError. */
export function outcomeOf(run: () => Bytes | Generator<void, Bytes>): Outcome {
  try {
    const answer = run();
    if (answer instanceof Uint8Array) return { output: toHex(answer), pauses: 0 };
    for (let pauses = 0; ; pauses++) {
      const step = answer.next();
      if (step.done) return { output: toHex(step.value), pauses };
    }
  } catch (error) {
    if (error instanceof InputError) return { error: error.message };
    throw error;
  }
}
