/**
 * Implements `eth_sendRawTransactionSync` (EIP-7966). It returns the receipt, or an error with code 4 after the
 * timeout, or with code 5 behind a nonce gap.
 */
import { keccak256 } from '../../../kernel/hash.js';
import { BOB, RAW_TRANSACTION, RAW_TRANSACTION_HASH } from '../../examples.js';
import { evmMethod } from '../context.js';
import { submittedHash } from '../outcomes.js';
import { syncTimeout } from '../params/sync_timeout.js';
import { data } from '../params/values.js';
import { receiptOf } from '../signing/receipt_wait.js';
import { receiptView } from '../views/receipt.js';

export const eth_sendRawTransactionSync = evmMethod({
  name: 'eth_sendRawTransactionSync',
  summary: 'Sends a signed transaction and waits for its receipt.',
  params: [data, syncTimeout],
  result: 'receipt',
  handler: async (context, raw, timeoutMs) => {
    const { evm, compat } = context;
    submittedHash(evm, compat, await evm.sendRaw(raw));
    return receiptView(await receiptOf(context, keccak256(raw), timeoutMs));
  },
  example: {
    first: [['evm_setAutomine', true]],
    params: [RAW_TRANSACTION],
    result: { transactionHash: RAW_TRANSACTION_HASH, to: BOB, status: '0x1' },
  },
});
