/** Checks the accounts and the channel ends of token transfers, compares denoms, and makes the module's failures. */
import { denomPath } from '../../../codec/ibc/denom.js';
import type { Denom, Hop } from '../../../codec/ibc/transfer.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { moduleAccount } from '../../sdk/module/module_account.js';
import type { StateReader } from '../../state/types.js';
import { parseAddress } from '../../types/address.js';
import { moduleFailure, type TxFailure } from '../../types/refusal.js';
import { isModuleAccount } from '../auth/store.js';
import { ibcFailure, within } from '../ibc/failure.js';
import { checkChannelId, checkPortId } from '../ibc/identifiers.js';

/** Account through which vouchers are minted and burned. */
export const TRANSFER_ACCOUNT = moduleAccount('transfer', ['minter', 'burner']);

/** Throws TxFailure for an account of a module other than this one. `text` is its address as the packet has it. */
export function checkParty(state: StateReader, address: Bytes, text: string, what: 'send' | 'receive'): void {
  if (equalBytes(address, TRANSFER_ACCOUNT.address) || !isModuleAccount(state, address)) return;
  throw ibcFailure('unauthorized', `${text} is not allowed to ${what} funds`);
}

/** Parses an address in bech32 or, as on every Cosmos chain with an EVM, in 0x hex. Throws TxFailure. */
export function readParty(text: string, prefix: string, what: string): Bytes {
  const address = parseAddress(text, prefix);
  if (address instanceof Uint8Array) return address;
  throw ibcFailure('invalidAddress', `failed to decode ${what} address: ${text}`);
}

/** Throws TxFailure for invalid ids. `what` names the end in the error, for instance `source`. */
export function checkEnd({ portId, channelId }: Hop, what: string): void {
  within(`invalid ${what} port ID ${portId}`, () => checkPortId(portId));
  within(`invalid ${what} channel ID ${channelId}`, () => checkChannelId(channelId));
}

/**
 * Compares denoms for lists (ibc-go transfer/types `Denoms.Less`): by base, then by the number of hops, then by path.
 */
export function compareDenoms(a: Denom, b: Denom): number {
  if (a.base !== b.base) return a.base < b.base ? -1 : 1;
  return a.trace.length - b.trace.length || (denomPath(a) < denomPath(b) ? -1 : 1);
}

const REASONS = {
  invalidDenom: [3, 'invalid denomination for cross-chain transfer'],
  invalidVersion: [4, 'invalid ICS20 version'],
  invalidAmount: [5, 'invalid token amount'],
  denomNotFound: [6, 'denomination not found'],
  sendDisabled: [7, 'fungible token transfers from this chain are disabled'],
  receiveDisabled: [8, 'fungible token transfers to this chain are disabled'],
  maxTransferChannels: [9, 'max transfer channels'],
  invalidMemo: [11, 'invalid memo'],
} as const;

/**
 * Makes a failure of a token transfer (ibc-go transfer/types `errors.go`). `ibc/failure.ts` has those that all of IBC
 * shares. `text` precedes the reason's own text.
 */
export function transferFailure(reason: keyof typeof REASONS, text?: string): TxFailure {
  const [code, own] = REASONS[reason];
  return moduleFailure('transfer', code, text === undefined ? own : `${text}: ${own}`);
}
