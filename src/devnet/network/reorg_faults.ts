/** Reorganises the chain while faults ask for it. It listens to new heights only then. */
import type { EvmReorg } from '../../backend/evm/snapshots.js';
import { HalleyError } from '../../kernel/errors.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { CommandRunner } from '../runtime/loop.js';
import type { ActiveFault } from './network_record.js';

/** Reorganisations of a chain that has them. */
export interface Reorgs {
  /** Throws HalleyError on a chain whose blocks others know. */
  check(): void;
  /** Reorganises within a command. */
  run(request: EvmReorg): Promise<void>;
}

export class ReorgFaults {
  #stop: (() => void) | undefined;
  /** Whether a reorganisation is due or running, whose own blocks count for none. */
  #isBusy = false;

  constructor(
    private readonly node: { readonly chain: SimulatedChain; readonly loop: CommandRunner },
    private readonly reorgs: Reorgs | undefined,
  ) {}

  /** Throws HalleyError where the chain cannot be reorganised. */
  check(): void {
    if (this.reorgs !== undefined) this.reorgs.check();
    else
      throw new HalleyError(
        'unavailable',
        'a reorganisation is not possible on this chain: its application is another program',
      );
  }

  /** Follows the active faults. */
  follow(active: readonly ActiveFault[]): void {
    this.#stop?.();
    const faults = active.flatMap(({ fault, since }) =>
      fault.type === 'reorg' ? [{ ...fault, since: since.height }] : [],
    );
    if (faults.length === 0) {
      this.#stop = undefined;
      return;
    }
    this.#stop = this.node.chain.publishedHeights.listen((height) => {
      const due = faults.find(({ every, since }) => height > since && (height - since) % BigInt(every) === 0n);
      if (due !== undefined && !this.#isBusy) this.#reorganise(due.depth ?? 1, due.transactions !== 'dropped');
    });
  }

  #reorganise(depth: number, keepsTxs: boolean): void {
    const { chain, loop } = this.node;
    this.#isBusy = true;
    const reorganising = loop.run(async () => {
      const most = chain.blockStore.height - chain.blockStore.base;
      try {
        await this.reorgs?.run({ depth: BigInt(depth) < most ? BigInt(depth) : most, txs: [], keepsTxs });
      } catch (error) {
        // Validators that cannot decide now make no new branch.
        if (!(error instanceof HalleyError)) throw error;
      } finally {
        this.#isBusy = false;
      }
    });
    // A failure of the chain reaches the callers of the loop.
    reorganising.catch(() => undefined);
  }
}
