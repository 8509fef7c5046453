/**
 * Reports a chain's state and metrics. Names and meanings are those of CometBFT (`metrics.gen.go` of its packages)
 * where it has the metric; ours begin with `halley_`. Counters begin when the servers open.
 */
import type { CometBackend } from '../../backend/comet.js';
import type { Labels, Metric, Monitoring } from '../../backend/monitoring.js';
import { BlockIdFlag } from '../../consensus/types/commit.js';
import { powerOf } from '../../consensus/types/validator_set.js';
import type { RequestMeter } from '../../rpc/monitoring/request_meter.js';
import type { SimulatedChain } from '../chain/chain.js';
import type { Ticker } from '../platform.js';
import type { Loop } from '../runtime/loop.js';
import { canDecide, stalled } from '../runtime/quorum.js';
import { gauge } from './executed_metrics.js';
import { monitoringOf } from './monitoring_of.js';

export interface MonitoredChain {
  readonly chain: SimulatedChain;
  readonly loop: Loop;
  readonly comet: CometBackend;
  readonly requests: RequestMeter;
}

/** Begins to count the heights of a chain. `nowMs` returns milliseconds of a clock that never goes back. */
export const chainMonitoring = (
  { chain, loop, comet, requests }: MonitoredChain,
  nowMs: () => number,
  every: Ticker,
): Monitoring =>
  monitoringOf({
    ...{ chain, requests, nowMs, every },
    peers: () => comet.net().peers.length,
    problem: () => problemOf(chain, loop),
    ofEngine: (labels) => decidedBlock(chain, labels),
  });

function problemOf(chain: SimulatedChain, { failure }: Loop): string | undefined {
  if (failure !== undefined) return failure.message;
  return chain.simNetwork.conflict !== undefined || !canDecide(chain) ? stalled(chain).message : undefined;
}

/** Describes the newest block by what only the engine of this process knows: its commit, evidence and size. */
function decidedBlock({ blockStore }: SimulatedChain, labels: Labels): readonly Metric[] {
  const { height } = blockStore;
  const stored = blockStore.block(height);
  if (stored === undefined) return [];
  return [
    gauge('cometbft_consensus_rounds', 'Number of rounds.', labels, blockStore.commit(height)?.commit.round ?? 0),
    gauge('cometbft_consensus_block_size_bytes', 'Size of the block.', labels, stored.size),
    ...missingValidators(blockStore, labels),
    ...byzantineValidators(blockStore, labels),
  ];
}

/** Returns metrics of who did not sign the last commit of the newest block. */
function missingValidators(blockStore: SimulatedChain['blockStore'], labels: Labels): readonly Metric[] {
  const { height } = blockStore;
  const { signatures = [] } = blockStore.block(height)?.block.lastCommit ?? {};
  const signers = blockStore.validators(height - 1n)?.validators ?? [];
  const missing = signers.filter((_, i) => signatures[i]?.blockIdFlag === BlockIdFlag.Absent);
  const power = missing.reduce((sum, { votingPower }) => sum + votingPower, 0n);
  return [
    gauge('cometbft_consensus_missing_validators', 'Number of validators who did not sign.', labels, missing.length),
    gauge('cometbft_consensus_missing_validators_power', 'Total power of the missing validators.', labels, power),
  ];
}

/** Returns metrics of the validators that evidence of the newest block accuses of two votes. */
function byzantineValidators(blockStore: SimulatedChain['blockStore'], labels: Labels): readonly Metric[] {
  const { height } = blockStore;
  const validators = blockStore.validators(height);
  const powers = (blockStore.block(height)?.block.evidence ?? [])
    .flatMap((evidence) => (evidence.type === 'duplicate-vote' ? [evidence.voteA.validatorAddress] : []))
    .map((address) => (validators === undefined ? 0n : powerOf(validators, address)))
    .filter((power) => power > 0n);
  const power = powers.reduce((sum, one) => sum + one, 0n);
  return [
    gauge(
      'cometbft_consensus_byzantine_validators',
      'Number of validators who tried to double sign.',
      labels,
      powers.length,
    ),
    gauge('cometbft_consensus_byzantine_validators_power', 'Total power of the byzantine validators.', labels, power),
  ];
}
