/** Implements the methods of `personal` that sign, or read a signature. */
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB, SENT_HASH } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { required } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { optionalPassword, password } from '../params/account.js';
import { transactionObject } from '../params/call_object.js';
import { decodeData } from '../params/data.js';
import { address, data } from '../params/values.js';
import { fillUnsigned } from '../signing/fill_transaction.js';
import { signerWith } from '../signing/password_signer.js';
import { sendTransaction, signedTransaction } from '../signing/send_transaction.js';
import { personalHash, signMessage } from '../signing/sign.js';
import { transactionSigner } from '../signing/transaction_signer.js';

const signature = required('signature', '65-byte data', (value) => decodeData(value));

export const personal_ecRecover = evmMethod({
  name: 'personal_ecRecover',
  summary: 'Returns the account that signed a message with personal_sign.',
  params: [data, signature],
  result: 'address',
  handler: ({ evm }, message, signed) => {
    if (signed.length !== 65) throw refusal('signature must be 65 bytes long');
    const v = signed[64] as number;
    if (v !== 27 && v !== 28) throw refusal('invalid Ethereum signature (V is not 27 or 28)');
    const account = evm.recoverSigner(personalHash(message), signed);
    if (account === undefined) throw refusal('recovery failed: no key can have made this signature');
    return to0x(account);
  },
  example: {
    params: [
      '0x68656c6c6f',
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
    ],
    result: ALICE,
  },
});

/** The method is `eth_sendTransaction` with the password of the account, which stays locked. */
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

/** The method is `eth_sign` with its first two arguments swapped, as wallets call it. */
export const personal_sign = evmMethod({
  name: 'personal_sign',
  summary: 'Signs a message with an account of the node; a locked account needs its password.',
  params: [data, address, optionalPassword],
  result: '65-byte signature',
  trustedOnly: true,
  handler: async ({ evm }, message, account, secret) => signMessage(await signerWith(evm, account, secret), message),
  example: {
    params: ['0x68656c6c6f', ALICE],
    result:
      '0xf16ea9a3478698f695fd1401bfe27e9e4a7e8e3da94aa72b021125e31fa899cc573c48ea3fe1d4ab61a9db10c19032026e3ed2dbccba5a178235ac27f94504311c',
  },
});

/** The result has the form of geth's. */
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
