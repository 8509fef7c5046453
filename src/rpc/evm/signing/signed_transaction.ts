/** Signs a transaction without sending it, and returns it in geth's form. */

import type { EvmSigner } from '../../../backend/evm/wallet.js';
import { decodeEthereumTx, type UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import { checkTxFee } from '../fees/tx_fee_cap.js';
import type { JsonObject } from '../views/json.js';
import { transactionView } from '../views/transaction.js';

/** Signs the transaction. Throws RpcError when its fee exceeds `feeCap`, which is in wei. */
export function signedTransaction(
  signer: EvmSigner,
  from: Bytes,
  tx: UnsignedEthereumTx,
  feeCap: bigint,
): { readonly raw: string; readonly tx: JsonObject } {
  checkTxFee(tx.gasPrice ?? tx.maxFeePerGas ?? 0n, tx.gas, feeCap);
  const raw = signer.signTransaction(tx);
  const signed = { ...decodeEthereumTx(raw), raw, hash: keccak256(raw), from, inclusion: undefined };
  return { raw: to0x(raw), tx: transactionView(signed) };
}
