/** Implements `eth_sendTransaction`. It signs with the node's keys, so only trusted callers may call it. */
import { ALICE, BOB, SENT_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionObject } from '../params/call_object.js';
import { checkUnlockAllowed } from '../signing/account_unlock.js';
import { fillTransaction } from '../signing/fill_transaction.js';
import { sendTransaction } from '../signing/send_transaction.js';

export const eth_sendTransaction = evmMethod({
  name: 'eth_sendTransaction',
  summary: 'Signs a transaction with an account of the node and sends it; missing members are filled in.',
  params: [transactionObject],
  result: 'transaction hash',
  trustedOnly: true,
  handler: (context, transaction) => {
    checkUnlockAllowed(context);
    return sendTransaction(context, transaction, fillTransaction);
  },
  example: { params: [{ from: ALICE, to: BOB, value: '0x1' }], result: SENT_HASH },
});
