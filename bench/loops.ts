/**
 * Loops that do one thing, as many times as the call data says. A word goes through every iteration and is returned, so
 * that who answers can be held to the answer.
 */

export interface Loop {
  readonly name: string;
  readonly code: string;
  /** Of an iteration. */
  readonly gas: number;
}

/** JUMPDEST, what the loop does, and one less on the counter. */
const AROUND_GAS = 26;

/** The counter is on top, the word below it; a body leaves them so. */
const around = (body: string, prologue = '', at = 3): string =>
  `${prologue}5f5f355b${body}600190038060${at.toString(16).padStart(2, '0')}57505f5260205ff3`;

const loop = (name: string, gas: number, body: string): Loop => ({ name, code: around(body), gas: gas + AROUND_GAS });

/** Called without data it returns at once. */
const CALL_ITSELF: Loop = {
  name: 'call of itself',
  code: around('905f5f5f5f5f305af10190', '36600557005b', 9),
  gas: 138 + AROUND_GAS,
};

export const LOOPS: readonly Loop[] = [
  // word = (word * i + 7) ^ i, and its upper bits added to it
  loop('arithmetic', 38, '908102600701811880600d1c0190'),
  // word = word² mod ~i, and an i-th of it added to it
  loop('mulmod and division', 40, '9081199080098181040190'),
  // word = keccak(word, i)
  loop('keccak of 64 bytes', 67, '905f528060205260405f2090'),
  // A store here, a load there
  loop('memory', 54, '9080826103ff1660051b52816103ff1660041b5101810190'),
  // One of four slots
  loop('warm SLOAD', 124, '90816003165401810190'),
  loop('cold SLOAD', 2118, '90815401810190'),
  loop('new SSTORE', 22_118, '80805590810190'),
  CALL_ITSELF,
];
