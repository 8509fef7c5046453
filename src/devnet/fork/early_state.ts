/** Fetches accounts at a numbered block together with the block itself, so that both take one round trip. */
import type { RemoteEntry } from '../../app/state/remote_source.js';
import type { RemoteNode } from '../../client/remote_node.js';
import type { RemoteKey } from '../../evm/absent_remote.js';
import { HalleyError } from '../../kernel/errors.js';
import { to0x } from '../../kernel/hex.js';
import { isRecord } from '../../settings/reader.js';
import { fetchState } from './fetch_state.js';
import { type ForkPoint, quantityText } from './fork_point.js';

type Outcome =
  | { readonly entries: readonly RemoteEntry[]; readonly hash: string }
  /** Is the reason why nothing was fetched. */
  | { readonly failure: unknown };

export class EarlyState {
  readonly #outcome: Promise<Outcome>;

  /** Sends the request in this turn of the event loop. */
  constructor(node: RemoteNode, keys: readonly RemoteKey[], number: bigint) {
    const block = { method: 'eth_getBlockByNumber', params: [quantityText(number), false] };
    this.#outcome = Promise.all([fetchState(node, keys, number), node.calls([block])]).then(
      ([entries, [answer]]) => ({ entries, hash: isRecord(answer) ? String(answer['hash']).toLowerCase() : '' }),
      (failure: unknown) => ({ failure }),
    );
  }

  /**
   * Returns the accounts at the block of the fork. Returns nothing if the node had another block or returned an error,
   * which a later read reports. Rejects with HalleyError `unavailable` after all retries.
   */
  async of({ hash }: ForkPoint): Promise<readonly RemoteEntry[]> {
    const outcome = await this.#outcome;
    if ('entries' in outcome) return outcome.hash === to0x(hash) ? outcome.entries : [];
    const { failure } = outcome;
    if (failure instanceof HalleyError && failure.code !== 'unavailable') return [];
    throw failure;
  }
}
