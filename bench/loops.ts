/**
 * Defines loops that do one thing, as many times as the call data says. Each iteration changes a word, which is
 * returned, so that the answers of the targets can be compared.
 */

export interface Loop {
  readonly name: string;
  readonly code: string;
  /** Gas of an iteration. */
  readonly gas: number;
}

/** Gas of JUMPDEST and the decrement of the counter, around the body. */
const AROUND_GAS = 26;

/** Builds a loop. The counter is on top of the stack and the word below it; a body leaves them there. */
const around = (body: string, prologue = '', at = 3): string =>
  `${prologue}5f5f355b${body}600190038060${at.toString(16).padStart(2, '0')}57505f5260205ff3`;

const loop = (name: string, gas: number, body: string): Loop => ({ name, code: around(body), gas: gas + AROUND_GAS });

/** Returns at once when it is called without data. */
const CALL_ITSELF: Loop = {
  name: 'call of itself',
  code: around('905f5f5f5f5f305af10190', '36600557005b', 9),
  gas: 138 + AROUND_GAS,
};

export const LOOPS: readonly Loop[] = [
  // It computes word = (word * i + 7) ^ i, and adds the upper bits of the word.
  loop('arithmetic', 38, '908102600701811880600d1c0190'),
  // It computes word = word² mod ~i, and adds the word divided by i.
  loop('mulmod and division', 40, '9081199080098181040190'),
  // It computes word = keccak(word, i).
  loop('keccak of 64 bytes', 67, '905f528060205260405f2090'),
  // It stores at one position, and loads from another.
  loop('memory', 54, '9080826103ff1660051b52816103ff1660041b5101810190'),
  // It reads one of four slots.
  loop('warm SLOAD', 124, '90816003165401810190'),
  loop('cold SLOAD', 2118, '90815401810190'),
  loop('new SSTORE', 22_118, '80805590810190'),
  CALL_ITSELF,
];
