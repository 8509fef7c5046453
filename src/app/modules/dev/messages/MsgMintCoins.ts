/** `halley.dev.v1.MsgMintCoins` mints new coins, with the events of a module that mints. */
import { MsgMintCoins as request } from '../../../../codec/dev/MsgMintCoins.js';
import { MAX_UINT256 } from '../../../../kernel/uint256.js';
import { bech32Address, checksumAddress } from '../../../types/address.js';
import { DENOM } from '../../../types/denom.js';
import { event } from '../../../types/events.js';
import { readAccountRecord } from '../../auth/store.js';
import { giveCoins } from '../../bank/send_coins.js';
import { balanceOf, changeSupply } from '../../bank/store.js';
import { checkAddress, defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgMintCoins = defineDevMessage(request, ({ address, denom, amount }, context) => {
  const { state, params, emit } = context;
  checkAddress(address);
  if (!DENOM.test(denom))
    throw devFailure(
      'invalid',
      `"${denom}" is not a denom: expected a letter, then 2 to 127 letters, digits or / : . _ -`,
    );
  const balance = balanceOf(state, address, denom) + amount;
  if (amount <= 0n || balance > MAX_UINT256)
    throw devFailure('invalid', `an amount is ${amount}, expected one from 1 that makes a balance below 2^256`);
  const { module } = readAccountRecord(state, address);
  if (module !== undefined)
    throw devFailure('refused', `${checksumAddress(address)} is the account of the module ${module.name}`);
  changeSupply(state, denom, amount);
  const minter = bech32Address(address, params.bech32Prefix);
  emit(giveCoins(context, address, [{ denom, amount }]), event('coinbase', { minter, amount: `${amount}${denom}` }));
});
