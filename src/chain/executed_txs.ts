/**
 * Reads the Ethereum transactions of a block from its bytes and from the results that the application returned. Every
 * transaction whose result has the `ethereum_tx` event is one; EVM clients do not see the others.
 */
import type { ExecTxResult } from '../abci/application.js';
import type { ExecutedTx } from '../codec/cosmos/executed_tx.js';
import { decodeMsgEthereumTxResult, unwrapEthereumTx } from '../codec/cosmos/tx.js';
import { decodeEthereumTx } from '../codec/ethereum/tx.js';
import { type Bytes, EMPTY_BYTES } from '../kernel/bytes.js';
import { invariant } from '../kernel/errors.js';
import { ethereumHashOf } from './ethereum_hash.js';

export function executedIn(txs: readonly Bytes[], results: readonly ExecTxResult[]): readonly ExecutedTx[] {
  const executed: ExecutedTx[] = [];
  results.forEach((result, index) => {
    const hash = ethereumHashOf(result);
    if (hash === undefined) return;
    const message = unwrapEthereumTx(txs[index] ?? EMPTY_BYTES);
    invariant(message !== undefined, `transaction ${index} of a block holds an Ethereum transaction`);
    const { from, raw } = message;
    const { logs, ret, vmError, gasUsed } = decodeMsgEthereumTxResult(result.data);
    executed.push({
      index,
      hash,
      from,
      raw,
      ethereum: decodeEthereumTx(raw),
      outcome: { logs, ret, vmError, gasUsed },
    });
  });
  return executed;
}
