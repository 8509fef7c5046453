/**
 * `halley.dev.v1.MsgAddBalance` adds to the balance at the time when the message runs, so that no change in between is
 * lost.
 */
import { MsgAddBalance as request } from '../../../../codec/dev/MsgAddBalance.js';
import { changeBalance } from '../balance.js';
import { defineDevMessage } from '../define_dev_message.js';

export const MsgAddBalance = defineDevMessage(request, ({ address, amount }, context) =>
  changeBalance(context, address, (balance) => balance + amount),
);
