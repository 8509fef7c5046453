/**
 * Implements `eth_resend`: replaces a pending transaction by one with another price or gas limit (evm-json-rpc.md 1.3).
 */

import type { EvmPool } from '../../../backend/evm/pool.js';
import {
  decodeEthereumTx,
  encodeEthereumTx,
  signingHash,
  type UnsignedEthereumTx,
} from '../../../codec/ethereum/tx.js';
import { type Bytes, equalBytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { ALICE, BOB } from '../../examples.js';
import { refusal } from '../../jsonrpc/errors.js';
import { optional } from '../../jsonrpc/method.js';
import { evmMethod } from '../context.js';
import { checkTxFee } from '../fees/tx_fee_cap.js';
import { submittedHash } from '../outcomes.js';
import { transactionObject } from '../params/call_object.js';
import { decodeBig, decodeUint64 } from '../params/numbers.js';
import { checkUnlockAllowed } from '../signing/account_unlock.js';
import { fillTransaction } from '../signing/fill_transaction.js';

const TRANSFER = { from: ALICE, to: BOB, nonce: '0x3', gas: '0x5208', gasPrice: '0x77359400' };

const gasPrice = optional('gasPrice', 'quantity: wei for a unit of gas', (value) => decodeBig(value));
const gasLimit = optional('gasLimit', 'quantity', (value) => decodeUint64(value));

export const eth_resend = evmMethod({
  name: 'eth_resend',
  summary: 'Sends a pending transaction again with another gas price or gas limit.',
  params: [transactionObject, gasPrice, gasLimit],
  result: 'transaction hash',
  trustedOnly: true,
  handler: async (context, request, price, gas) => {
    checkUnlockAllowed(context);
    const { evm, limits, compat } = context;
    if (request.nonce === undefined) throw refusal('missing transaction nonce in transaction spec');
    const { from, tx } = await fillTransaction(evm, request);
    const renewed = { ...tx, ...priced(tx, price), gas: gas ?? tx.gas };
    checkTxFee(renewed.gasPrice ?? renewed.maxFeePerGas ?? 0n, renewed.gas, limits.txFeeCap);
    if (!isWaiting(evm, from, tx)) throw refusal(`transaction ${unsignedHash(tx)} not found`);
    return submittedHash(evm, compat, await evm.send(from, renewed));
  },
  example: {
    first: [['eth_sendTransaction', TRANSFER]],
    params: [TRANSFER, '0xee6b2800'],
    result: '0x3c51ccf564ee69563fe39b2dccc1a8e7cf7dd46d1f733976279c1dcf4d7de525',
  },
});

/** Sets both fees of EIP-1559 to the gas price, as a legacy transaction implies. */
function priced({ type }: UnsignedEthereumTx, price: bigint | undefined): Partial<UnsignedEthereumTx> {
  if (price === undefined) return {};
  return type === 0 || type === 1 ? { gasPrice: price } : { maxFeePerGas: price, maxPriorityFeePerGas: price };
}

function isWaiting(evm: EvmPool, from: Bytes, tx: UnsignedEthereumTx): boolean {
  const wanted = signingHash(tx);
  const { pending, queued } = evm.pooledOf(from);
  return [...pending, ...queued].some(
    ({ nonce, raw }) => nonce === tx.nonce && equalBytes(signingHash(decodeEthereumTx(raw)), wanted),
  );
}

/** Returns the hash that geth shows for a transaction without a signature. */
const unsignedHash = (tx: UnsignedEthereumTx): string =>
  to0x(keccak256(encodeEthereumTx({ ...tx, v: 0n, r: 0n, s: 0n })));
