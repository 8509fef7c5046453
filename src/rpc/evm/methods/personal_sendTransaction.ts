/**
 * Implements `personal_sendTransaction`: `eth_sendTransaction` with the account's password. The account stays locked.
 */
import { ALICE, BOB, SENT_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password } from '../params/account.js';
import { transactionObject } from '../params/call_object.js';
import { fillUnsigned } from '../signing/fill_transaction.js';
import { sendTransaction } from '../signing/send_transaction.js';
import { transactionSigner } from '../signing/transaction_signer.js';

export const personal_sendTransaction = evmMethod({
  name: 'personal_sendTransaction',
  summary: 'Signs a transaction with an account and its password, fills in missing members and sends it.',
  params: [transactionObject, password],
  result: 'transaction hash',
  trustedOnly: true,
  handler: async (context, transaction, secret) => {
    const signer = await transactionSigner(context.evm, transaction, secret);
    return sendTransaction(context, transaction, fillUnsigned, signer);
  },
  example: { params: [{ from: ALICE, to: BOB, value: '0x1' }, ''], result: SENT_HASH },
});
