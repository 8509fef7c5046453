/**
 * Checks what may be sent to whom (SDK x/bank): coins that may be sent, and accounts of modules that may not receive
 * any.
 */
import type { Coin } from '../../../codec/cosmos/base.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { StateReader } from '../../state/types.js';
import { type Amount, coinsText, tryParseCoins } from '../../types/coins.js';
import { failure, moduleFailure } from '../../types/tx_failure.js';
import { isModuleAccount } from '../auth/store.js';
import { isSendEnabled, SEND_DISABLED_CODE } from './send_enabled.js';

/** Parses coins. Throws TxFailure `invalidCoins`. */
export function readCoins(coins: readonly Coin[]): readonly Amount[] {
  const parsed = tryParseCoins(coins);
  if (parsed === undefined || parsed.length === 0) throw failure('invalidCoins', `${coinsText(coins)}: invalid coins`);
  return parsed;
}

/** Throws TxFailure for a denom that may not be sent. */
export function checkSendEnabled(state: StateReader, coins: readonly Amount[]): void {
  const refused = coins.find(({ denom }) => !isSendEnabled(state, denom));
  if (refused === undefined) return;
  const text = `${refused.denom} transfers are currently disabled: send transactions are disabled`;
  throw moduleFailure('bank', SEND_DISABLED_CODE, text);
}

/** Throws TxFailure for an account of a module. `text` is its address as the message has it. */
export function checkRecipient(state: StateReader, address: Bytes, text: string): void {
  if (isModuleAccount(state, address))
    throw failure('unauthorized', `${text} is not allowed to receive funds: unauthorized`);
}
