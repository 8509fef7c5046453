/**
 * Simulates a transaction: delivers it on a fork of the latest state, with all checks of a delivery, also of nonce and
 * funds. The signature of an Ethereum transaction is checked too, because it alone identifies the sender.
 */
import type { ExecTxResult } from '../../abci/application.js';
import { CodecError } from '../../codec/codec_error.js';
import { decodeTxRaw } from '../../codec/cosmos/tx.js';
import { ProtoWriter } from '../../codec/protobuf/index.js';
import { CallTimeout } from '../../evm/execution_guard.js';
import { type Bytes, ZERO_HASH } from '../../kernel/bytes.js';
import type { MachinePool } from '../machine/machine_pool.js';
import type { WorkingState } from '../state/types.js';
import { isRefusal } from '../tx/tx.js';
import type { TxReader } from '../tx/tx_reader.js';
import { refuse } from '../types/refusal.js';
import type { BlockRun } from './block_run.js';
import { deliverCosmosTx } from './deliver_cosmos.js';
import { deliverTx, failed } from './deliver_tx.js';
import type { OpenBlock } from './open_block.js';
import { noTotals } from './totals.js';

export interface SimulationDeps {
  /** Returns a temporary state on top of the chain. */
  readonly fork: () => WorkingState;
  readonly reader: TxReader;
  readonly pool: MachinePool;
  readonly timeoutMs: number;
  /** Next block, by whose rules the transaction is checked. */
  readonly next: OpenBlock;
}

/** All simulations count as one client, because ABCI does not identify the caller. */
const QUERIES = { id: 'queries' };

/** Result out of a machine that must not be reused. */
class MachineBroke extends Error {
  constructor(readonly result: ExecTxResult) {
    super(result.log);
  }
}

export async function simulateTx(tx: Bytes, deps: SimulationDeps): Promise<ExecTxResult> {
  const { reader, pool, timeoutMs, next } = deps;
  const fork = deps.fork();
  const known = reader.read(tx, next.params);
  try {
    return await pool.use(QUERIES, timeoutMs, async (machine) => {
      machine.attach(fork);
      const run: BlockRun = {
        ...next,
        state: fork,
        machine: () => machine,
        hash: ZERO_HASH,
        totals: noTotals(),
      };
      const result =
        !isRefusal(known) && known.type === 'cosmos'
          ? await deliverCosmosTx(known, { ...run, mode: 'simulate' })
          : await deliverTx(withoutEmptySignatures(tx), run, reader);
      if (machine.broken) throw new MachineBroke(result);
      return result;
    });
  } catch (error) {
    if (error instanceof MachineBroke) return error.result;
    if (!(error instanceof CallTimeout)) throw error;
    return failed(refuse('panic', `recovered: execution aborted (timeout = ${timeoutMs} ms)`), 0n);
  }
}

/**
 * Removes the signatures if all are empty. Wallets that estimate gas add one empty signature, which the wrapper of an
 * Ethereum transaction must not have.
 */
function withoutEmptySignatures(tx: Bytes): Bytes {
  try {
    const { bodyBytes, authInfoBytes, signatures } = decodeTxRaw(tx);
    if (signatures.some(({ length }) => length > 0)) return tx;
    return new ProtoWriter().bytes(1, bodyBytes).bytes(2, authInfoBytes).finish();
  } catch (error) {
    if (error instanceof CodecError) return tx;
    throw error;
  }
}
