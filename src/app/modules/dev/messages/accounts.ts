/** Handles the messages of `halley.dev.v1` that change accounts. */
import type { LoadedAccount } from '../../../../codec/dev/accounts.js';
import * as messages from '../../../../codec/dev/accounts.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { to0x } from '../../../../kernel/hex.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { WORD_BYTES } from '../../../state/keys.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { isModuleAccount, readAccountRecord } from '../../auth/store.js';
import { changeSupply } from '../../bank/store.js';
import { accountAt, checkAddress, checkLength, defineDevMessage, devFailure } from '../define_dev_message.js';

/** Sets a balance to what `next` returns for it. The difference is minted or burned. Throws TxFailure. */
function changeBalance(
  { state, params, emit }: MessageContext,
  address: Bytes,
  next: (balance: bigint) => bigint,
): void {
  const account = accountAt(state, address);
  const balance = next(account.balance);
  if (balance < 0n || balance > MAX_UINT256)
    throw devFailure('invalid', `a balance is ${balance}, expected a whole number below 2^256`);
  const { module } = readAccountRecord(state, address);
  if (module !== undefined)
    throw devFailure(
      'refused',
      `${checksumAddress(address)} is the account of the module ${module.name}: the module computes its balance, so it cannot be set`,
    );
  state.setAccount(address, { ...account, balance });
  if (balance !== account.balance) changeSupply(state, params.baseDenom, balance - account.balance);
  emit(event('set_balance', { address: checksumAddress(address), balance: `${balance}${params.baseDenom}` }));
}

/** `halley.dev.v1.MsgSetBalance` sets an account's balance of the base denom. */
export const MsgSetBalance = defineDevMessage(messages.MsgSetBalance, ({ address, balance }, context) =>
  changeBalance(context, address, () => balance),
);

/**
 * `halley.dev.v1.MsgAddBalance` adds to the balance at the time when the message runs, so that no change in between is
 * lost.
 */
export const MsgAddBalance = defineDevMessage(messages.MsgAddBalance, ({ address, amount }, context) =>
  changeBalance(context, address, (balance) => balance + amount),
);

/**
 * `halley.dev.v1.MsgSetNonce` sets an account's nonce. A nonce never decreases, because hashes of transactions would
 * repeat.
 */
export const MsgSetNonce = defineDevMessage(messages.MsgSetNonce, ({ address, nonce }, { state, emit }) => {
  const account = accountAt(state, address);
  if (nonce < account.nonce)
    throw devFailure('refused', `New nonce (${nonce}) must not be smaller than the existing nonce (${account.nonce})`);
  state.setAccount(address, { ...account, nonce });
  emit(event('set_nonce', { address: checksumAddress(address), nonce: nonce.toString() }));
});

/** `halley.dev.v1.MsgSetCode` sets an account's code, of any size. No constructor runs, and storage does not change. */
export const MsgSetCode = defineDevMessage(messages.MsgSetCode, ({ address, code }, { state, emit }) => {
  const account = accountAt(state, address);
  const codeHash = state.setCode(code);
  state.setAccount(address, { ...account, codeHash });
  emit(event('set_code', { address: checksumAddress(address), code_hash: to0x(codeHash) }));
});

/** `halley.dev.v1.MsgSetStorageAt` sets a slot of an account's storage. */
export const MsgSetStorageAt = defineDevMessage(
  messages.MsgSetStorageAt,
  ({ address, slot, value }, { state, emit }) => {
    checkAddress(address);
    checkLength('a slot', slot, WORD_BYTES);
    checkLength('the value of a slot', value, WORD_BYTES);
    state.setStorage(address, slot, value);
    emit(event('set_storage', { address: checksumAddress(address), slot: to0x(slot), value: to0x(value) }));
  },
);

/**
 * `halley.dev.v1.MsgLoadAccounts` puts many accounts of a state file over those of the chain. It emits one event,
 * because an event for each account would cost more than the account.
 */
export const MsgLoadAccounts = defineDevMessage(messages.MsgLoadAccounts, ({ accounts }, context) => {
  let minted = 0n;
  for (const account of accounts) minted += loadAccount(account, context);
  if (minted !== 0n) changeSupply(context.state, context.params.baseDenom, minted);
  context.emit(event('load_accounts', { count: `${accounts.length}` }));
});

/** Writes an account. Returns by how much its balance rises. */
function loadAccount({ address, nonce, balance, code, storage }: LoadedAccount, { state }: MessageContext): bigint {
  const before = accountAt(state, address);
  if (balance < 0n || balance > MAX_UINT256)
    throw devFailure('invalid', `a balance is ${balance}, expected a whole number below 2^256`);
  if (isModuleAccount(state, address))
    throw devFailure('refused', `${checksumAddress(address)} is the account of a module, which computes its balance`);
  state.setAccount(address, {
    nonce: nonce > before.nonce ? nonce : before.nonce,
    balance,
    codeHash: state.setCode(code),
  });
  for (const { slot, value } of storage) {
    checkLength('a slot', slot, WORD_BYTES);
    checkLength('the value of a slot', value, WORD_BYTES);
    state.setStorage(address, slot, value);
  }
  return balance - before.balance;
}
