/**
 * The logs of one block. It reads them once, and matches them once for all filters and subscriptions with equal
 * criteria.
 */

import type { EvmBlock, EvmLog } from '../../../backend/evm/block.js';
import type { EvmEvent } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { logsOfBlock } from './get_logs.js';
import type { LogMatcher } from './log_matcher.js';

interface LogSource {
  readonly number: bigint;
  readonly logsBloom: Bytes;
  readonly logs: () => readonly EvmLog[];
}

export class BlockLogs {
  #all: readonly EvmLog[] | undefined;
  /** Logs that each matcher matched, by its key. */
  readonly #matched = new Map<string, readonly EvmLog[]>();

  #made: LogSource | undefined;

  private constructor(private readonly make: () => LogSource) {}

  static of(block: () => EvmBlock): BlockLogs {
    return new BlockLogs(() => {
      const view = block();
      return { number: view.number, logsBloom: view.logsBloom, logs: () => logsOfBlock(view) };
    });
  }

  /** Returns the logs of a block that a revert removes, with `removed` set to true. */
  static undone(evm: EvmBackend, number: bigint): BlockLogs {
    const logs = (): readonly EvmLog[] => evm.logs(number).map((log) => ({ ...log, removed: true }));
    return new BlockLogs(() => ({ number, logsBloom: evm.bloom(number), logs }));
  }

  get number(): bigint {
    return this.#source.number;
  }

  matching({ key, matches, mayMatch }: LogMatcher): readonly EvmLog[] {
    const known = this.#matched.get(key);
    if (known !== undefined) return known;
    const matched = mayMatch(this.#source.logsBloom) ? this.#gathered().filter(matches) : [];
    this.#matched.set(key, matched);
    return matched;
  }

  get #source(): LogSource {
    this.#made ??= this.make();
    return this.#made;
  }

  #gathered(): readonly EvmLog[] {
    this.#all ??= this.#source.logs();
    return this.#all;
  }
}

/** Yields the logs of each block that a revert removes, oldest first, as geth reports a chain that it leaves. */
export function* undoneLogs(
  evm: EvmBackend,
  { first, last }: Extract<EvmEvent, { type: 'undoing' }>,
): Generator<BlockLogs> {
  for (let number = first; number <= last; number++) yield BlockLogs.undone(evm, number);
}
