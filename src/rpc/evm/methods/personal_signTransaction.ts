/** Implements `personal_signTransaction`, which sends nothing and returns what geth returns. */
import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { password } from '../params/account.js';
import { transactionObject } from '../params/call_object.js';
import { fillUnsigned } from '../signing/fill_transaction.js';
import { signedTransaction } from '../signing/signed_transaction.js';
import { transactionSigner } from '../signing/transaction_signer.js';

export const personal_signTransaction = evmMethod({
  name: 'personal_signTransaction',
  summary: 'Signs a transaction with an account of the node and its password, and fills in missing members.',
  params: [transactionObject, password],
  result: 'object: `raw`, and the transaction as `tx`',
  trustedOnly: true,
  handler: async ({ evm, limits }, transaction, secret) => {
    const signer = await transactionSigner(evm, transaction, secret);
    const { from, tx } = await fillUnsigned(evm, transaction);
    return signedTransaction(signer, from, tx, limits.txFeeCap);
  },
  example: {
    params: [{ from: ALICE, to: BOB, value: '0x1', nonce: '0x2', gas: '0x5208', gasPrice: '0x3b9aca00' }, ''],
    result: {
      raw: '0xf86502843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c8018082f4f6a0bf5b236a6da51bcfee361626c14a84c3c604507fa41bfc0743408c249ae0384ea0762c33315b79db6df0a405c02dff2b9759c6125ab4c8d8ff467b3f0594559722',
      tx: { from: ALICE, to: BOB, nonce: '0x2', gasPrice: '0x3b9aca00', type: '0x0', blockHash: null },
    },
  },
});
