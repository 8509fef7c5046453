/** Moves a contract's tokens between holders, and makes its port, events and errors (wasmd). */
import type { Event } from '../../../abci/application.js';
import { decodeBech32 } from '../../../codec/bech32.js';
import { CodecError } from '../../../codec/codec_error.js';
import type { WorkingState } from '../../state/types.js';
import { event } from '../../types/events.js';
import { moduleFailure, type TxFailure } from '../../types/refusal.js';
import { readBalance, writeBalance } from './store.js';

/** Makes the failure of a contract that refuses a call. `text` is the contract's own. */
export const executeFailed = (text: string): TxFailure =>
  moduleFailure('wasm', 5, `${text}: execute wasm contract failed`);

export const noSuchContract = (address: string): TxFailure =>
  moduleFailure('wasm', 22, `address ${address}: no such contract`);

/** Moves tokens. Throws TxFailure where `from` has less. */
export function moveTokens(state: WorkingState, token: string, from: string, to: string, amount: bigint): void {
  const held = readBalance(state, token, from);
  if (held < amount) throw executeFailed(`Overflow: Cannot Sub with ${held} and ${amount}`);
  writeBalance(state, token, from, held - amount);
  writeBalance(state, token, to, readBalance(state, token, to) + amount);
}

/** Prefix of the port of a contract; its address follows. */
const PREFIX = 'wasm.';

export const portOf = (contract: string): string => PREFIX + contract;

/** Returns the contract of a port. It is undefined for any other port. */
export const contractOf = (portId: string): string | undefined =>
  portId.startsWith(PREFIX) ? portId.slice(PREFIX.length) : undefined;

/**
 * Builds the events of a contract call (wasmd): that the contract was called, and the contract's own attributes, under
 * its address.
 */
export const calledEvents = (contract: string, attributes: Readonly<Record<string, string>>): Event[] => [
  event('execute', { _contract_address: contract }),
  wasmEvent(contract, attributes),
];

export const wasmEvent = (contract: string, attributes: Readonly<Record<string, string>>): Event =>
  event('wasm', { _contract_address: contract, ...attributes });

const LENGTHS = [20, 32];

/** Returns what is wrong with `text` as an address; undefined for a valid one. */
export function addressProblem(text: string, prefix: string): string | undefined {
  try {
    const decoded = decodeBech32(text);
    if (decoded.prefix !== prefix) return `invalid Bech32 prefix; expected ${prefix}, got ${decoded.prefix}`;
    if (!LENGTHS.includes(decoded.bytes.length)) return `an address has 20 or 32 bytes, not ${decoded.bytes.length}`;
    // Each holder has only one valid text, because balances are stored under it.
    return text === text.toLowerCase() ? undefined : 'it is not in lower case';
  } catch (error) {
    if (error instanceof CodecError) return error.message;
    throw error;
  }
}
