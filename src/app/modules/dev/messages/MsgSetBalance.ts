/** `halley.dev.v1.MsgSetBalance`: the difference is made or destroyed, so that the supply stays the sum of all balances. */
import { MsgSetBalance as request } from '../../../../codec/steering/MsgSetBalance.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import { checksumAddress } from '../../../address.js';
import { event } from '../../../events.js';
import { readAccountRecord } from '../../auth/store.js';
import { changeSupply } from '../../bank/store.js';
import { accountAt, defineSteering, steeringFailure } from '../steering.js';

export const MsgSetBalance = defineSteering(request, ({ address, balance }, { state, params, emit }) => {
  const account = accountAt(state, address);
  if (balance < 0n || balance > MAX_UINT256)
    throw steeringFailure('invalid', `a balance is ${balance}, expected a whole number below 2^256`);
  const { module } = readAccountRecord(state, address);
  if (module !== undefined)
    throw steeringFailure(
      'refused',
      `${checksumAddress(address)} is the account of the module ${module.name}: its balance follows from what that module holds for others`,
    );
  state.setAccount(address, { ...account, balance });
  if (balance !== account.balance) changeSupply(state, params.baseDenom, balance - account.balance);
  emit(event('set_balance', { address: checksumAddress(address), balance: `${balance}${params.baseDenom}` }));
});
