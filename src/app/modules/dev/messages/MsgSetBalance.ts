/** `halley.dev.v1.MsgSetBalance`. */
import { MsgSetBalance as request } from '../../../../codec/steering/MsgSetBalance.js';
import { changeBalance } from '../balance.js';
import { defineSteering } from '../steering.js';

export const MsgSetBalance = defineSteering(request, ({ address, balance }, context) =>
  changeBalance(context, address, () => balance),
);
