/**
 * Checks conversions between coins and tokens of contracts, and makes an address the contract of a coin (cosmos/evm
 * x/erc20).
 */
import { EMPTY_ACCOUNT } from '../../../evm/state.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { utf8 } from '../../../kernel/text.js';
import { moduleAccount } from '../../sdk/module/module_account.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { tryHexAddress } from '../../types/address.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { isModuleAccount } from '../auth/store.js';
import { isSendEnabled, SEND_DISABLED_CODE } from '../bank/send_enabled.js';
import { erc20Failure } from './failure.js';
import { isErc20Enabled } from './params.js';
import { type NativeKind, pairOf, writeNative } from './store.js';
import type { TokenPair } from './token_pair.js';

/**
 * Returns the pair, if its asset may be converted for the receiver (cosmos/evm x/erc20 `MintingEnabled`). `token` is a
 * contract's address or a denom; `receiverText` names the receiver in errors. Throws TxFailure.
 */
export function convertiblePair(state: StateReader, receiver: Bytes, receiverText: string, token: string): TokenPair {
  if (!isErc20Enabled(state)) throw erc20Failure('erc20Disabled', 'module is currently disabled by governance');
  const pair = pairOf(state, token);
  if (pair === undefined) throw erc20Failure('tokenPairNotFound', `token '${token}' not registered by id`);
  if (!pair.enabled) throw erc20Failure('tokenPairDisabled', `minting token '${token}' is not enabled by governance`);
  if (isModuleAccount(state, receiver))
    throw failure('unauthorized', `${receiverText} is not allowed to receive transactions: unauthorized`);
  if (!isSendEnabled(state, pair.denom))
    throw moduleFailure(
      'bank',
      SEND_DISABLED_CODE,
      `minting '${token}' coins to an external address is currently disabled: send transactions are disabled`,
    );
  return pair;
}

/**
 * Code of a coin's contract. It never runs: with it the address has code for Solidity and wallets, and a mark for the
 * EVM. Cosmos/evm puts the code of an ERC-20 there.
 */
export const NATIVE_CODE = concatBytes(Uint8Array.of(0xfe), utf8('ERC-20 of a coin'));

/** Makes an address the contract of its pair's coin. */
export function enableNative(state: WorkingState, kind: NativeKind, address: Bytes): void {
  const account = state.account(address) ?? EMPTY_ACCOUNT;
  state.setAccount(address, { ...account, codeHash: state.setCode(NATIVE_CODE) });
  writeNative(state, kind, address);
}

/** Account that owns the contract tokens that were converted to coins, and calls contracts. */
export const ERC20_ACCOUNT = moduleAccount('erc20', ['minter', 'burner']);

/**
 * Reads an address. `what` names the field in the error, for instance `sender hex address`. Throws TxFailure
 * `invalidAddress`.
 */
export function readHexAddress(what: string, text: string): Bytes {
  const address = tryHexAddress(text);
  if (address === undefined) throw failure('invalidAddress', `invalid ${what} '${text}': invalid address`);
  return address;
}
