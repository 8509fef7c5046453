/**
 * `halley.dev.v1.MsgLoadAccounts` puts many accounts of a state file over those of the chain. It emits one event, because
 * an event for each account would cost more than the account.
 */
import { type LoadedAccount, MsgLoadAccounts as request } from '../../../../codec/dev/MsgLoadAccounts.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { WORD_BYTES } from '../../../state/keys.js';
import { checksumAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { isModuleAccount } from '../../auth/store.js';
import { changeSupply } from '../../bank/store.js';
import { accountAt, checkLength, defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgLoadAccounts = defineDevMessage(request, ({ accounts }, context) => {
  let minted = 0n;
  for (const account of accounts) minted += load(account, context);
  if (minted !== 0n) changeSupply(context.state, context.params.baseDenom, minted);
  context.emit(event('load_accounts', { count: `${accounts.length}` }));
});

/** Writes an account. Returns by how much its balance rises. */
function load({ address, nonce, balance, code, storage }: LoadedAccount, { state }: MessageContext): bigint {
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
