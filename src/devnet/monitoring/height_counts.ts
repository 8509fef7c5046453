/** Tallies what the heights of a chain contain, from the moment when it begins to listen. */
import type { Metric } from '../../backend/monitoring.js';
import { Histogram } from '../../rpc/monitoring/histogram.js';
import type { CoreChain } from '../chain/chain.js';

const NANOS_PER_SECOND = 1e9;

export class HeightCounts {
  readonly #intervals = new Histogram();
  #txs = 0;
  #bytes = 0;
  #gasUsed = 0n;
  #validatorUpdates = 0;
  #paramUpdates = 0;
  /** Stops counting. */
  readonly close: () => void;

  constructor(private readonly chain: CoreChain) {
    this.close = chain.publishedHeights.listen((height) => this.#count(height));
  }

  metrics(labels: Readonly<Record<string, string>>): readonly Metric[] {
    const one = (type: 'counter' | 'gauge', name: string, help: string, value: number): Metric => ({
      ...{ name, help, type },
      samples: [{ labels, value }],
    });
    return [
      {
        name: 'cometbft_consensus_block_interval_seconds',
        help: 'Time between this and the last block.',
        type: 'histogram',
        samples: this.#intervals.samples(labels),
      },
      one('gauge', 'cometbft_consensus_total_txs', 'Total number of transactions.', this.#txs),
      one('counter', 'cometbft_consensus_chain_size_bytes', 'Size of the chain in bytes.', this.#bytes),
      one(
        'counter',
        'cometbft_state_validator_set_updates',
        'Number of validator set updates returned by the application since process start.',
        this.#validatorUpdates,
      ),
      one(
        'counter',
        'cometbft_state_consensus_param_updates',
        'Number of consensus parameter updates returned by the application since process start.',
        this.#paramUpdates,
      ),
      one('counter', 'halley_gas_used_total', 'Gas used by the transactions of all blocks.', Number(this.#gasUsed)),
    ];
  }

  #count(height: bigint): void {
    const { blockStore } = this.chain;
    const stored = blockStore.block(height);
    const results = blockStore.results(height);
    if (stored === undefined || results === undefined) return;
    this.#txs += stored.block.txs.length;
    this.#bytes += stored.size;
    for (const { gasUsed } of results.txResults) this.#gasUsed += gasUsed;
    if (results.validatorUpdates.length > 0) this.#validatorUpdates += 1;
    if (results.consensusParamUpdates !== undefined) this.#paramUpdates += 1;
    const before = blockStore.block(height - 1n);
    if (before !== undefined)
      this.#intervals.observe(Number(stored.block.header.time - before.block.header.time) / NANOS_PER_SECOND);
  }
}
