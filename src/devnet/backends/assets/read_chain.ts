/**
 * One chain, read again when another height is its newest or when a light client may have expired meanwhile. Only what
 * differs becomes another object: heights that move no supply and no channel leave the graph as it is.
 */
import type { CommittedState } from '../../../app/state/types.js';
import type { ChainAssets } from '../../../backend/assets.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { chainAssets } from './chain_assets.js';
import { type ClientLives, clientLives } from './client_life.js';
import { sameValue } from './same_value.js';
import type { AssetSource } from './source.js';

/** What an answer holds for. */
interface At {
  readonly committed: CommittedState;
  /** What waits on top of it ends here. */
  readonly steered: bigint;
  readonly evmChainId: bigint;
}

export class ReadChain {
  #read: (At & { readonly lives: ClientLives }) | undefined;
  #assets: ChainAssets | undefined;

  constructor(readonly source: AssetSource) {}

  assets(): ChainAssets {
    const { state, evmChainId, blockStore, app } = this.source.chain;
    const at: At = { committed: state.latest, steered: app.devTxs.sequence, evmChainId };
    // What is sent now is judged by the header to come.
    const now = this.source.clock.peek(blockStore.state.lastBlockTime);
    if (this.#assets !== undefined && this.#isCurrent(at, now)) return this.#assets;
    const lives = clientLives(app.devTxs.latest, now);
    const assets = chainAssets(this.source, lives.statusOf);
    this.#read = { ...at, lives };
    if (this.#assets === undefined || !sameValue(this.#assets, assets)) this.#assets = assets;
    return this.#assets;
  }

  #isCurrent({ committed, steered, evmChainId }: At, now: UnixNanos): boolean {
    const read = this.#read;
    return (
      read?.committed === committed &&
      read.steered === steered &&
      read.evmChainId === evmChainId &&
      read.lives.holdAt(now)
    );
  }
}
