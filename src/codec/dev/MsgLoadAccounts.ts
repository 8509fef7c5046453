/**
 * Defines `halley.dev.v1.MsgLoadAccounts`, which puts accounts of a state file over those of the chain, as Anvil does:
 * balance and code are replaced, the higher nonce stays, and slots that are not listed stay. Words have 32 bytes.
 */
import { bytes, integer, repeated, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

const LoadedSlot = message('halley.dev.v1.LoadedSlot', { slot: bytes(1), value: bytes(2) });

const LoadedAccount = message('halley.dev.v1.LoadedAccount', {
  address: bytes(1),
  nonce: uint(2),
  balance: integer(3),
  code: bytes(4),
  storage: repeated(5, LoadedSlot),
});
export type LoadedAccount = Of<typeof LoadedAccount>;

export const MsgLoadAccounts = message('halley.dev.v1.MsgLoadAccounts', { accounts: repeated(1, LoadedAccount) });
export type MsgLoadAccounts = Of<typeof MsgLoadAccounts>;
