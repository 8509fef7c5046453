/**
 * `halley.oracle.v1.MsgPrices` is the extended commit of the last block, which a proposer puts into its block. It has
 * no signer, and no account can send it.
 */
import { message } from '../../../../codec/protobuf/message.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { failure } from '../../../types/refusal.js';
import { PricesMessage } from '../prices.js';

export const MsgPrices = defineMessage({
  message: PricesMessage,
  response: message('halley.oracle.v1.MsgPricesResponse', {}),
  signers: () => [],
  handle() {
    throw failure('unauthorized', 'only the proposer of a block adds prices, outside of transactions: unauthorized');
  },
});
