/**
 * Stores which denoms may be sent (SDK x/bank `SendEnabled`). A denom may have its own rule; the parameters decide for
 * all others.
 */
import { bool, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { fromUtf8, utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
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

/** Returns all denoms that have their own rule, ascending. */
export const readAllSendEnabled = (state: StateReader): readonly SendEnabled[] =>
  [...state.entries('bank', SEND_ENABLED_PREFIX)].map(([key, value]) => ({
    denom: fromUtf8(key.subarray(SEND_ENABLED_PREFIX.length)),
    enabled: truthOf(value),
  }));
