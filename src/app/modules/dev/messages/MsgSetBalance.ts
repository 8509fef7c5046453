/** `halley.dev.v1.MsgSetBalance`. */
import { MsgSetBalance as request } from '../../../../codec/dev/MsgSetBalance.js';
import { changeBalance } from '../balance.js';
import { defineDevMessage } from '../define_dev_message.js';

export const MsgSetBalance = defineDevMessage(request, ({ address, balance }, context) =>
  changeBalance(context, address, () => balance),
);
