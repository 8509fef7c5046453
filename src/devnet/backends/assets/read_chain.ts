/**
 * Reads one chain again when it has a new height, or when a light client may have expired. The result is a new object
 * only if something differs, so heights that change no supply and no channel do not change the graph.
 */
import type { CommittedState } from '../../../app/state/types.js';
import type { ChainAssets } from '../../../backend/assets.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { type AssetSource, chainAssets } from './chain_assets.js';
import { type ClientLives, clientLives } from './client_life.js';

/** Identifies the state for which a result is valid. */
interface At {
  readonly committed: CommittedState;
  /** Is the sequence after the pending dev transactions. */
  readonly devTxSequence: bigint;
  readonly evmChainId: bigint;
}

export class ReadChain {
  #read: (At & { readonly lives: ClientLives }) | undefined;
  #assets: ChainAssets | undefined;

  constructor(readonly source: AssetSource) {}

  assets(): ChainAssets {
    const { state, evmChainId, blockStore, app } = this.source.chain;
    const at: At = { committed: state.latest, devTxSequence: app.devTxs.sequence, evmChainId };
    // A transfer that is sent now is checked at the time of the next header.
    const now = this.source.clock.peek(blockStore.state.lastBlockTime);
    if (this.#assets !== undefined && this.#isCurrent(at, now)) return this.#assets;
    const lives = clientLives(app.devTxs.latest, now);
    const assets = chainAssets(this.source, lives.statusOf);
    this.#read = { ...at, lives };
    if (this.#assets === undefined || !sameValue(this.#assets, assets)) this.#assets = assets;
    return this.#assets;
  }

  #isCurrent({ committed, devTxSequence, evmChainId }: At, now: UnixNanos): boolean {
    const read = this.#read;
    return (
      read?.committed === committed &&
      read.devTxSequence === devTxSequence &&
      read.evmChainId === evmChainId &&
      read.lives.holdAt(now)
    );
  }
}

/** Returns whether two plain values are equal, member by member. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map || b instanceof Map)
    return a instanceof Map && b instanceof Map && sameValue([...a].sort(byKey), [...b].sort(byKey));
  const [mine, others] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    mine.length === others.size && mine.every(([name, value]) => others.has(name) && sameValue(value, others.get(name)))
  );
}

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]): number => (String(a) < String(b) ? -1 : 1);
