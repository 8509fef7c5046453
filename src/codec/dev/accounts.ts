/** Defines the messages of `halley.dev.v1` that change accounts. */
import { bytes, integer, repeated, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

/** Defines `halley.dev.v1.MsgSetBalance`, which sets an account's balance of the base denom, in its smallest unit. */
export const MsgSetBalance = message('halley.dev.v1.MsgSetBalance', { address: bytes(1), balance: integer(2) });

/**
 * Defines `halley.dev.v1.MsgAddBalance`, which adds an amount of the base denom, in its smallest unit, to an account.
 */
export const MsgAddBalance = message('halley.dev.v1.MsgAddBalance', { address: bytes(1), amount: integer(2) });

/** Defines `halley.dev.v1.MsgSetNonce`, which sets an account's next nonce. */
export const MsgSetNonce = message('halley.dev.v1.MsgSetNonce', { address: bytes(1), nonce: uint(2) });

/**
 * Defines `halley.dev.v1.MsgSetCode`, which sets the code of an account. Empty code turns a contract into a plain
 * account.
 */
export const MsgSetCode = message('halley.dev.v1.MsgSetCode', { address: bytes(1), code: bytes(2) });

/** Defines `halley.dev.v1.MsgSetStorageAt`, which sets a slot of an account's storage. Both words have 32 bytes. */
export const MsgSetStorageAt = message('halley.dev.v1.MsgSetStorageAt', {
  address: bytes(1),
  slot: bytes(2),
  value: bytes(3),
});

const LoadedSlot = message('halley.dev.v1.LoadedSlot', { slot: bytes(1), value: bytes(2) });

const LoadedAccount = message('halley.dev.v1.LoadedAccount', {
  address: bytes(1),
  nonce: uint(2),
  balance: integer(3),
  code: bytes(4),
  storage: repeated(5, LoadedSlot),
});
export type LoadedAccount = Of<typeof LoadedAccount>;

/**
 * Defines `halley.dev.v1.MsgLoadAccounts`, which puts accounts of a state file over those of the chain, as Anvil does:
 * balance and code are replaced, the higher nonce stays, and slots that are not listed stay. Words have 32 bytes.
 */
export const MsgLoadAccounts = message('halley.dev.v1.MsgLoadAccounts', { accounts: repeated(1, LoadedAccount) });
export type MsgLoadAccounts = Of<typeof MsgLoadAccounts>;
