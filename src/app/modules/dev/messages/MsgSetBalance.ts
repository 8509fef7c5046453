/** `halley.dev.v1.MsgSetBalance` sets an account's balance of the base denom. */
import { MsgSetBalance as request } from '../../../../codec/dev/MsgSetBalance.js';
import { changeBalance } from '../balance.js';
import { defineDevMessage } from '../define_dev_message.js';

export const MsgSetBalance = defineDevMessage(request, ({ address, balance }, context) =>
  changeBalance(context, address, () => balance),
);
