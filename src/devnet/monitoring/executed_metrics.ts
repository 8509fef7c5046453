/** Makes the metrics of a chain that follow from executed blocks and from the mempool, under any engine. */
import type { Labels, Metric, Sample } from '../../backend/monitoring.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { CoreChain } from '../chain/chain.js';

/** Makes a gauge of one value. */
export const gauge = (name: string, help: string, labels: Labels, value: number | bigint): Metric => ({
  ...{ name, help, type: 'gauge' },
  samples: [{ labels, value: Number(value) }],
});

/** Describes the newest block by what the application knows of it. */
export function executedBlock({ blockStore }: CoreChain, labels: Labels): readonly Metric[] {
  const { height } = blockStore;
  const stored = blockStore.block(height);
  const validators = blockStore.validators(height);
  const record = blockStore.evmRecord(height);
  const heights = [
    // The engine works on the next height.
    gauge('cometbft_consensus_height', 'Height of the chain.', labels, height + 1n),
    gauge('cometbft_consensus_latest_block_height', 'The latest block height.', labels, height),
  ];
  if (stored === undefined || validators === undefined) return heights;
  const { block } = stored;
  const gasUsed = blockStore.results(height)?.txResults.reduce((sum, result) => sum + result.gasUsed, 0n) ?? 0n;
  const powers = validators.validators.map(
    ({ address, votingPower }): Sample => ({
      labels: { ...labels, validator_address: toUpperHex(address) },
      value: Number(votingPower),
    }),
  );
  return [
    ...heights,
    gauge('cometbft_consensus_validators', 'Number of validators.', labels, validators.validators.length),
    gauge('cometbft_consensus_validators_power', 'Total power of all validators.', labels, validators.totalVotingPower),
    { name: 'cometbft_consensus_validator_power', help: 'Power of a validator.', type: 'gauge', samples: powers },
    gauge('cometbft_consensus_num_txs', 'Number of transactions.', labels, block.txs.length),
    gauge('halley_gas_used', 'Gas used by the transactions of the newest block.', labels, gasUsed),
    ...(record === undefined
      ? []
      : [
          gauge('halley_evm_base_fee_wei', 'Base fee of the newest block, in wei.', labels, record.baseFeePerGas),
          gauge('halley_evm_gas_limit', 'Gas limit of the newest block.', labels, record.gasLimit),
        ]),
  ];
}

/** Describes this node's mempool. */
export function mempool({ pool }: CoreChain, labels: Labels): readonly Metric[] {
  const help = 'Number of transactions in the mempool that a block could include (pending) or that wait (queued).';
  const samples = [
    { labels: { ...labels, state: 'pending' }, value: pool.size - pool.queued },
    { labels: { ...labels, state: 'queued' }, value: pool.queued },
  ];
  return [
    gauge('cometbft_mempool_size', 'Number of uncommitted transactions in the mempool.', labels, pool.size),
    gauge('cometbft_mempool_size_bytes', 'Total size of the mempool in bytes.', labels, pool.bytes),
    { name: 'halley_mempool_txs', help, type: 'gauge', samples },
  ];
}
