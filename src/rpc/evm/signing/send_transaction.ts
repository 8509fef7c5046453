/** Fills, signs and sends the transaction of a request. */
import type { EvmSigner } from '../../../backend/evm/accounts.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { EvmCallRequest } from '../../../backend/evm/execution.js';
import { decodeEthereumTx, type UnsignedEthereumTx } from '../../../codec/ethereum/tx.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { keccak256 } from '../../../kernel/hash.js';
import { to0x } from '../../../kernel/hex.js';
import type { JsonObject } from '../../../kernel/json.js';
import type { RpcError } from '../../jsonrpc/errors.js';
import type { EvmContext } from '../context.js';
import { checkTxFee } from '../fees/tx_fee_cap.js';
import { refusalFor, submittedHash } from '../outcomes.js';
import { transactionView } from '../views/transaction.js';
import type { FilledTransaction } from './fill_transaction.js';

/**
 * Resolves to the transaction hash. Requests without a nonce run one after another for each account. Requests without
 * gas run one after another for all accounts, so that each estimate sees the transactions before it. Clients take
 * turns, no matter how many requests each has.
 */
export function sendTransaction(
  { evm, compat, peer }: EvmContext,
  request: EvmCallRequest,
  fill: (evm: EvmBackend, request: EvmCallRequest, refuse: (reason: string) => RpcError) => Promise<FilledTransaction>,
  signer?: EvmSigner,
): Promise<string> {
  // Funds are checked after all members are filled in, so that the refusal names the whole cost.
  const asked = compat.runsAsHardhat ? { ...request, assumeFunds: true } : request;
  const refuse = (reason: string): RpcError => refusalFor(compat, reason);
  const { from, nonce, gas } = request;
  const work = async (): Promise<string> => {
    const filled = await fill(evm, asked, refuse);
    return submittedHash(
      evm,
      compat,
      await evm.send(filled.from, filled.tx, { signer, isNonceChosen: nonce === undefined }),
    );
  };
  const estimating = gas === undefined ? () => evm.inTurn(peer.id, work) : work;
  return from === undefined || nonce !== undefined ? estimating() : evm.inOrder(from, estimating);
}

/**
 * Signs a transaction without sending it, and returns it in geth's form. Throws RpcError when its fee exceeds `feeCap`,
 * which is in wei.
 */
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
