/**
 * What contracts say to the console's address (Hardhat's and Foundry's console.log; evm-json-rpc.md 11.8). Nothing lives
 * there: such a call succeeds and does nothing, as a call of any empty account, and is only overheard.
 */
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';

export const CONSOLE_ADDRESS = fromHex('000000000000000000636f6e736f6c652e6c6f67');
const LAST_BYTE = CONSOLE_ADDRESS.length - 1;
/** Bytes of a run that are kept. */
const MAX_BYTES = 262_144;
/** Calls of a run that are kept. */
const MAX_CALLS = 10_000;

/** The inputs of such calls in order, also of those that are undone later. */
export interface ConsoleCalls {
  readonly inputs: readonly Bytes[];
  /** How many more there were than a run keeps. */
  readonly dropped: number;
}

/** Nearly every call has another last byte. */
export const isConsole = (address: Bytes): boolean =>
  address[LAST_BYTE] === CONSOLE_ADDRESS[LAST_BYTE] && equalBytes(address, CONSOLE_ADDRESS);

export class ConsoleLogCollector implements ConsoleCalls {
  readonly inputs: Bytes[] = [];
  dropped = 0;
  #bytes = 0;

  add(input: Bytes): void {
    this.#bytes += input.length;
    if (this.#bytes > MAX_BYTES || this.inputs.length >= MAX_CALLS) this.dropped++;
    // Part of the caller's memory, which changes.
    else this.inputs.push(input.slice());
  }
}
