/** `eth_sendTransaction`: acts with the node's keys, so it answers trusted callers only. */
import { ALICE, BOB, SENT_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { fillTransaction } from '../fill_transaction.js';
import { submittedHash } from '../outcomes.js';
import { transactionObject } from '../params/call_object.js';

export const eth_sendTransaction = evmMethod({
  name: 'eth_sendTransaction',
  summary: 'Signs with an account of the node and sends; absent members are filled in.',
  params: [transactionObject],
  result: 'transaction hash',
  trustedOnly: true,
  handler: async ({ evm }, transaction) => {
    const send = async (): Promise<string> => {
      const { from, tx } = await fillTransaction(evm, transaction);
      return submittedHash(await evm.send(from, tx));
    };
    const { from, nonce } = transaction;
    // Whoever names the nonce takes care of the order too.
    return from === undefined || nonce !== undefined ? send() : evm.inOrder(from, send);
  },
  example: { params: [{ from: ALICE, to: BOB, value: '0x1' }], result: SENT_HASH },
});
