/** Checks whether a pair's asset may be converted for a receiver (cosmos/evm x/erc20 `MintingEnabled`). */
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { failure, moduleFailure } from '../../types/tx_failure.js';
import { isModuleAccount } from '../auth/store.js';
import { isSendEnabled, SEND_DISABLED_CODE } from '../bank/send_enabled.js';
import { erc20Failure } from './failure.js';
import { isErc20Enabled } from './params.js';
import { pairOf } from './store.js';
import type { TokenPair } from './token_pair.js';

/**
 * Returns the pair. `token` is a contract's address or a denom; `receiverText` names the receiver in errors. Throws
 * TxFailure.
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
