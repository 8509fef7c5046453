/** The logs of a new block, gathered once and matched once for all whose criteria are equal. */
import type { EvmBlock, EvmLog } from '../ports/evm/block.js';
import type { LogMatcher } from './log_matcher.js';
import { logsOfBlock } from './logs.js';

export class BlockLogs {
  #all: readonly EvmLog[] | undefined;
  /** By the matchers' keys. */
  readonly #matched = new Map<string, readonly EvmLog[]>();

  constructor(readonly block: EvmBlock) {}

  matching({ key, matches, mayMatch }: LogMatcher): readonly EvmLog[] {
    const known = this.#matched.get(key);
    if (known !== undefined) return known;
    const matched = mayMatch(this.block.logsBloom) ? this.#gathered().filter(matches) : [];
    this.#matched.set(key, matched);
    return matched;
  }

  #gathered(): readonly EvmLog[] {
    this.#all ??= logsOfBlock(this.block);
    return this.#all;
  }
}
