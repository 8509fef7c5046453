/** A block during its execution: its opening, its working state, its machine and its totals. */
import type { Execute, Machine } from '../../evm/machine.js';
import type { Observer } from '../../evm/observer.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { DevTxDecoder } from '../dev_txs/dev_tx_decoder.js';
import type { MachinePool } from '../machine/machine_pool.js';
import type { AppState, WorkingState } from '../state/types.js';
import type { TxReader } from '../tx/tx_reader.js';
import type { OpenBlock } from './open_block.js';
import type { BlockTotals } from './totals.js';

export interface BlockReaders {
  readonly txs: TxReader;
  readonly devTxs: DevTxDecoder;
}

/** State, readers and machines for runs of transactions on a fork of the state. */
export interface ForkedRuns {
  readonly state: AppState;
  readonly readers: BlockReaders;
  readonly pool: MachinePool;
}

export interface BlockRun extends OpenBlock {
  readonly state: WorkingState;
  /** Returns a machine with `on` attached: a new one if the last one broke. Only a block with transactions needs it. */
  readonly machine: (on: WorkingState) => Machine<WorkingState> | Promise<Machine<WorkingState>>;
  /** Hash of the consensus header. */
  readonly hash: Bytes;
  readonly totals: BlockTotals;
  /** Observes the run of the next Ethereum transaction. Is undefined unless a client traces it. */
  readonly observer?: Observer;
  /** Runs the transactions in place of the machine's own `execute`. */
  readonly execute?: Execute;
}
