/** Results of a height between its execution and Commit. */
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import type { Account } from '../../evm/state.js';
import { invariant } from '../../kernel/errors.js';
import type { WriteOp } from '../../storage/store.js';
import type { DevTx } from '../dev_txs/dev_tx_decoder.js';
import type { EvmRecord } from './evm_record.js';

interface StagedBlock {
  readonly evm: EvmRecord;
  readonly executed: readonly ExecutedTx[];
  readonly accounts: ReadonlyMap<string, Account>;
  readonly devTxs: readonly DevTx[];
}

export class StagedHeight {
  /** Stage without a height: none was executed since the last Commit or revert. */
  static readonly NONE = new StagedHeight([]);

  /** Ethereum transactions of the block. */
  readonly executed: readonly ExecutedTx[];
  /** Each account that the block changes, by the sender that CheckTx names. */
  readonly accounts: ReadonlyMap<string, Account>;
  /** Dev transactions that lead the block. */
  readonly devTxs: readonly DevTx[];
  readonly #evm: EvmRecord | undefined;

  /** `writes` are the state's part of the height's single batch. Without `block`, the state is that of InitChain. */
  constructor(
    readonly writes: readonly WriteOp[],
    block?: StagedBlock,
  ) {
    this.executed = block?.executed ?? [];
    this.accounts = block?.accounts ?? new Map();
    this.devTxs = block?.devTxs ?? [];
    this.#evm = block?.evm;
  }

  /** Record of the block for the EVM JSON-RPC. */
  get evm(): EvmRecord {
    invariant(this.#evm !== undefined, 'no height is staged');
    return this.#evm;
  }
}
