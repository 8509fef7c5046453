/** Checks which accounts may send and receive tokens of other chains. */
import type { Bytes } from '../../../kernel/bytes.js';
import { equalBytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { parseAddress } from '../../types/address.js';
import { isModuleAccount } from '../auth/store.js';
import { ibcFailure } from '../ibc/failure.js';
import { TRANSFER_ACCOUNT } from './account.js';

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
