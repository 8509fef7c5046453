/** Translates geth's errors of frames to Parity's (go-ethereum `eth/tracers/native/call_flat.go`). */
const OUT_OF_GAS = 'Out of gas';
const BUILT_IN_FAILED = 'Built-in failed';

const TEXTS: ReadonlyMap<string, string> = new Map([
  ['contract creation code storage out of gas', OUT_OF_GAS],
  ['out of gas', OUT_OF_GAS],
  ['gas uint64 overflow', OUT_OF_GAS],
  ['max code size exceeded', OUT_OF_GAS],
  ['invalid jump destination', 'Bad jump destination'],
  ['execution reverted', 'Reverted'],
  ['return data out of bounds', 'Out of bounds'],
  ['stack limit reached 1024 (1023)', 'Out of stack'],
  ['precompiled failed', BUILT_IN_FAILED],
  ['invalid input length', BUILT_IN_FAILED],
]);

const BEGINNINGS: readonly (readonly [geth: string, parity: string])[] = [
  ['out of gas:', OUT_OF_GAS],
  ['invalid opcode:', 'Bad instruction'],
  ['stack underflow', 'Stack underflow'],
];

/** Returns Parity's text, or `error` itself when Parity has none. */
export const parityError = (error: string): string =>
  TEXTS.get(error) ?? BEGINNINGS.find(([beginning]) => error.startsWith(beginning))?.[1] ?? error;
