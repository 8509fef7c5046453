/** Holds what a height leaves between its execution and Commit. */
import type { ExecutedTx } from '../../codec/cosmos/executed_tx.js';
import type { Account } from '../../evm/account.js';
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
  /** No height: none was executed since the last Commit or revert. */
  static readonly NONE = new StagedHeight([]);

  constructor(
    /** The state's part of the height's single batch. */
    readonly writes: readonly WriteOp[],
    private readonly block?: StagedBlock,
  ) {}

  /** What the EVM JSON-RPC shows of the block. */
  get evm(): EvmRecord {
    invariant(this.block !== undefined, 'no height is staged');
    return this.block.evm;
  }

  /** Ethereum transactions of the block. */
  get executed(): readonly ExecutedTx[] {
    return this.block?.executed ?? [];
  }

  /** Each account that the block changes, by the sender that CheckTx names. */
  get accounts(): ReadonlyMap<string, Account> {
    return this.block?.accounts ?? new Map();
  }

  /** Dev transactions that lead the block. */
  get devTxs(): readonly DevTx[] {
    return this.block?.devTxs ?? [];
  }
}
