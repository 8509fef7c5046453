/**
 * Changes balances by dev transactions. The difference is minted or burned, so that the supply stays the sum of all
 * balances.
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { MAX_UINT256 } from '../../../kernel/uint256.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { checksumAddress } from '../../types/address.js';
import { event } from '../../types/events.js';
import { readAccountRecord } from '../auth/store.js';
import { changeSupply } from '../bank/store.js';
import { accountAt, devFailure } from './define_dev_message.js';

/** Changes a balance. `next` computes the new balance from the old one. Throws TxFailure when it is out of range. */
export function changeBalance(
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
