/**
 * Stores which denoms may be sent (SDK x/bank `SendEnabled`), and checks the coins and the recipient of a transfer. A
 * denom may have its own rule; the parameters decide for all others.
 */
import type { Coin } from '../../../codec/cosmos/base.js';
import { bool, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import { invalidArgument } from '../../sdk/query/failure.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { type Amount, coinsText, DENOM, tryParseCoins } from '../../types/coins.js';
import { failure, moduleFailure } from '../../types/refusal.js';
import { isModuleAccount } from '../auth/store.js';
import { readBankParams } from './store.js';

export const SEND_ENABLED_PREFIX = Uint8Array.of(4);
/** Code of the codespace `bank`. */
export const SEND_DISABLED_CODE = 5;

export const SendEnabled = message('cosmos.bank.v1beta1.SendEnabled', { denom: string(1), enabled: bool(2) });
export type SendEnabled = Of<typeof SendEnabled>;

const keyOf = (denom: string): Bytes => concatBytes(SEND_ENABLED_PREFIX, utf8(denom));
const truthOf = (value: Bytes): boolean => value[0] === 1;

/** Returns a denom's own rule. It is undefined where the parameters decide. */
export function readSendEnabled(state: StateReader, denom: string): boolean | undefined {
  const value = state.get('bank', keyOf(denom));
  return value && truthOf(value);
}

export const isSendEnabled = (state: StateReader, denom: string): boolean =>
  readSendEnabled(state, denom) ?? readBankParams(state).defaultSendEnabled;

export function writeSendEnabledOf(state: WorkingState, { denom, enabled }: SendEnabled): void {
  state.set('bank', keyOf(denom), Uint8Array.of(enabled ? 1 : 0));
}

/** Lets the parameters decide on a denom. */
export const deleteSendEnabledOf = (state: WorkingState, denom: string): void => state.delete('bank', keyOf(denom));

/** Returns all denoms that have their own rule, ascending. */
export const readAllSendEnabled = (state: StateReader): readonly SendEnabled[] =>
  [...state.entries('bank', SEND_ENABLED_PREFIX)].map(([key, value]) => ({
    denom: fromUtf8(key.subarray(SEND_ENABLED_PREFIX.length)),
    enabled: truthOf(value),
  }));

/** Parses the coins of a message. Throws TxFailure `invalidCoins`. */
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

/** Checks the denom that a bank query names (SDK `ValidateDenom`). */
export function checkDenom(denom: string): void {
  if (!DENOM.test(denom)) throw invalidArgument(`invalid denom: ${denom}`);
}
