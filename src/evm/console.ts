/**
 * Collects the calls of contracts to the console's address (console.log of Hardhat and Foundry; evm-json-rpc.md 11.8).
 * No account exists there. Such a call succeeds without effect, as a call of any empty account does, and is only
 * recorded.
 */
import { type Bytes, equalBytes } from '../kernel/bytes.js';
import { fromHex } from '../kernel/hex.js';

export const CONSOLE_ADDRESS = fromHex('000000000000000000636f6e736f6c652e6c6f67');
const LAST_BYTE = CONSOLE_ADDRESS.length - 1;
/** Most bytes of input that are collected in a run. */
const MAX_BYTES = 262_144;
/** Most calls that are collected in a run. */
const MAX_CALLS = 10_000;

/** Inputs of console calls in order. Calls of reverted frames are included. */
export interface ConsoleCalls {
  readonly inputs: readonly Bytes[];
  /** Number of calls that were not collected because a run had reached its limits. */
  readonly dropped: number;
}

/** Compares the last byte first, because it differs for nearly every other address. */
export const isConsole = (address: Bytes): boolean =>
  address[LAST_BYTE] === CONSOLE_ADDRESS[LAST_BYTE] && equalBytes(address, CONSOLE_ADDRESS);

export class ConsoleLogCollector implements ConsoleCalls {
  readonly inputs: Bytes[] = [];
  dropped = 0;
  #bytes = 0;

  add(input: Bytes): void {
    this.#bytes += input.length;
    if (this.#bytes > MAX_BYTES || this.inputs.length >= MAX_CALLS) this.dropped++;
    // Copies the input: it is part of the caller's memory, which changes.
    else this.inputs.push(input.slice());
  }
}
