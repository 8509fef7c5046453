/** Makes snapshots of the state at regular heights, in time slices, while the chain continues. */
import { snapshotChunks } from '../../../app/state/snapshot/chunks.js';
import type { Client } from '../../../kernel/fair_scheduler.js';
import type { AppChain } from '../../chain/chain.js';
import { encodeSnapshotHead } from '../snapshot_head.js';
import type { SnapshotFolder } from './snapshot_folder.js';

/** Identifies the work among that of clients. */
const CLIENT: Client = { id: 'state sync snapshot' };

export interface SnapshotMakerOptions {
  readonly folder: SnapshotFolder;
  /** Makes a snapshot at each multiple of this height; 0n makes none. */
  readonly interval: bigint;
  /** Number of snapshots that are retained. */
  readonly keepRecent: number;
  /** Receives the error of a snapshot that could not be made. The chain continues. */
  readonly onFailure: (error: unknown) => void;
}

export class SnapshotMaker {
  #making: Promise<void> | undefined;

  constructor(private readonly options: SnapshotMakerOptions) {}

  /** Begins a snapshot of the newest block if one is due, unless another one is still being made. */
  onHeight(chain: AppChain): void {
    const { interval, onFailure } = this.options;
    const { height, base } = chain.blockStore;
    if (interval === 0n || height < base || height % interval !== 0n || this.#making !== undefined) return;
    this.#making = this.#make(chain, height)
      .catch(onFailure)
      .finally(() => {
        this.#making = undefined;
      });
  }

  /** Resolves when no snapshot is being made. */
  async settled(): Promise<void> {
    await this.#making;
  }

  async #make({ blockStore, genesis, scheduler, state }: AppChain, height: bigint): Promise<void> {
    const { folder, keepRecent } = this.options;
    const head = encodeSnapshotHead({ genesis, chainState: blockStore.state });
    const committed = state.at(height);
    const slice = await scheduler.begin(CLIENT);
    try {
      const writer = folder.begin(height);
      for (const chunk of snapshotChunks(committed, head)) {
        if (chunk !== undefined) writer.add(chunk);
        const rest = slice.yieldIfDue();
        if (rest !== undefined) await rest;
      }
      writer.finish();
      folder.prune(keepRecent);
    } finally {
      slice.end();
    }
  }
}
