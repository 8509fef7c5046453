/** Reads the state of a forked chain at the block of the fork, from the cache or in one batch from the node. */
import type { RemoteEntry, RemoteSource } from '../../app/state/remote_source.js';
import type { RemoteNode } from '../../client/remote_node.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import { HalleyError } from '../../kernel/errors.js';
import { fetchState } from './fetch_state.js';
import type { PointGuard } from './point_guard.js';
import type { SlotReads } from './slot_reads.js';
import type { StateCache } from './state_cache.js';

/** Matches errors of nodes that have deleted the state of the block. */
const NO_STATE = /missing trie node|state (?:is )?(?:not |un)available|historical state|pruned|archive/i;

const isSlot = (key: RemoteKey): key is Extract<RemoteKey, { type: 'slot' }> => key.type === 'slot';

export class ForkedState implements RemoteSource {
  constructor(
    private readonly node: RemoteNode,
    private readonly number: bigint,
    private readonly guard: PointGuard,
    private readonly cache: StateCache,
    private readonly reads: SlotReads,
  ) {}

  peek(key: RemoteKey): readonly RemoteEntry[] {
    return this.cache.read(key);
  }

  async fetch(keys: readonly RemoteKey[]): Promise<readonly RemoteEntry[]> {
    const cached = keys.map((key) => this.cache.read(key));
    const missing = keys.filter((_, i) => cached[i]?.length === 0);
    const hints = missing.length === 0 ? [] : this.#hints(keys);
    this.reads.add(keys.filter(isSlot));
    if (missing.length === 0) return cached.flat();
    const [fetched] = await Promise.all([
      fetchState(this.node, [...missing, ...hints], this.number),
      this.guard.check(),
    ]).catch((error: unknown) => {
      throw unavailable(error);
    });
    this.cache.write(fetched);
    return [...cached.flat(), ...fetched];
  }

  /** Returns slots that earlier calls read from the accounts among the keys. */
  #hints(keys: readonly RemoteKey[]): readonly RemoteKey[] {
    return keys
      .flatMap((key) => (key.type === 'account' ? [key] : []))
      .flatMap(({ address }) => this.reads.of(address).map((slot) => ({ type: 'slot' as const, address, slot })))
      .filter(({ address, slot }) => !this.cache.hasSlot(address, slot));
  }
}

/** The application treats every failure of a fetch in one way. */
function unavailable(error: unknown): unknown {
  if (!(error instanceof HalleyError) || error.code === 'unavailable') return error;
  const advice = NO_STATE.test(error.message)
    ? '; the node may have deleted the state of the block: use an archive node, or fork a newer block'
    : '';
  return new HalleyError('unavailable', `${error.message}${advice}`, error.facts, { cause: error });
}
