/**
 * Implements `eth_signTransaction`. It returns only the signed bytes, as Anvil does and as viem and ethers expect. geth
 * and the execution APIs return an object around them, which `personal_signTransaction` returns here.
 */
import { ALICE, BOB } from '../../examples.js';
import { evmMethod } from '../context.js';
import { transactionObject } from '../params/call_object.js';
import { checkUnlockAllowed } from '../signing/account_unlock.js';
import { fillUnsigned } from '../signing/fill_transaction.js';
import { signedTransaction } from '../signing/send_transaction.js';
import { transactionSigner } from '../signing/transaction_signer.js';

export const eth_signTransaction = evmMethod({
  name: 'eth_signTransaction',
  summary: 'Signs a transaction with an account of the node without sending it; missing members are filled in.',
  params: [transactionObject],
  result: 'signed transaction, raw',
  trustedOnly: true,
  handler: async (context, transaction) => {
    checkUnlockAllowed(context);
    const { evm, limits } = context;
    const signer = await transactionSigner(evm, transaction, undefined);
    const { from, tx } = await fillUnsigned(evm, transaction);
    return signedTransaction(signer, from, tx, limits.txFeeCap).raw;
  },
  example: {
    params: [{ from: ALICE, to: BOB, value: '0x1', nonce: '0x2', gas: '0x5208', gasPrice: '0x3b9aca00' }],
    result:
      '0xf86502843b9aca008252089470997970c51812dc3a010c7d01b50e0d17dc79c8018082f4f6a0bf5b236a6da51bcfee361626c14a84c3c604507fa41bfc0743408c249ae0384ea0762c33315b79db6df0a405c02dff2b9759c6125ab4c8d8ff467b3f0594559722',
  },
});
