/** Implements `eth_sendUnsignedTransaction` (Anvil). It impersonates the sender for this transaction only. */
import { BOB, CAROL, UNSIGNED_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionObject } from '../params/call_object.js';
import { fillUnsigned } from '../signing/fill_transaction.js';
import { sendTransaction } from '../signing/send_transaction.js';

export const eth_sendUnsignedTransaction = evmMethod({
  name: 'eth_sendUnsignedTransaction',
  namespace: 'anvil',
  summary: 'Sends a transaction as any account, without its key; missing members are filled in.',
  params: [transactionObject],
  result: 'transaction hash',
  trustedOnly: true,
  handler: (context, transaction) => sendTransaction(context, transaction, fillUnsigned),
  example: { params: [{ from: CAROL, to: BOB, value: '0x1' }], result: UNSIGNED_HASH },
});
