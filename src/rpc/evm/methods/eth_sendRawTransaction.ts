/** Implements `eth_sendRawTransaction`. In automine the receipt exists when this responds. */

import { RAW_TRANSACTION, RAW_TRANSACTION_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { submittedHash } from '../outcomes.js';
import { data } from '../params/values.js';

export const eth_sendRawTransaction = evmMethod({
  name: 'eth_sendRawTransaction',
  summary: 'Sends a signed transaction.',
  params: [data],
  result: 'transaction hash',
  kind: 'send',
  handler: async ({ evm, compat }, raw) => submittedHash(evm, compat, await evm.sendRaw(raw)),
  example: { params: [RAW_TRANSACTION], result: RAW_TRANSACTION_HASH },
});
