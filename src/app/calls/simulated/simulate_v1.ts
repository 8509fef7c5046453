/**
 * Defines the result of a simulation of blocks (execution-apis `src/eth/execute.yaml`, `eth_simulateV1`).
 * `backend/evm/simulation.ts` defines the request and the reasons of a refusal.
 */
import type { EvmSimulatedCall, EvmSimulationOutcome, EvmSimulationProblem } from '../../../backend/evm/execution.js';
import type { EthereumHeaderFacts } from '../../../codec/ethereum/header.js';
import type { EthereumLog } from '../../../codec/ethereum/receipt.js';
import type { Bytes } from '../../../kernel/bytes.js';

export type SimulationRefused = Extract<EvmSimulationOutcome, { readonly type: 'refused' }>;

export const refusedFor = (problem: EvmSimulationProblem, reason: string): SimulationRefused => ({
  type: 'refused',
  problem,
  reason,
});

export interface SimulatedCall {
  readonly from: Bytes;
  /** Call encoded as a transaction with a zero signature; `hash` is its hash. */
  readonly raw: Bytes;
  readonly hash: Bytes;
  readonly outcome: EvmSimulatedCall['outcome'];
  /** Highest gas use of the run, before refunds. */
  readonly maxUsedGas: bigint;
  readonly effectiveGasPrice: bigint;
  /** Logs that contracts emitted. */
  readonly logs: readonly EthereumLog[];
  /** Logs to report: `logs`, with coin transfers if the request asks for them. */
  readonly reportedLogs: readonly EthereumLog[];
}

export interface SimulatedBlock extends EthereumHeaderFacts {
  /** Keccak-256 of its Ethereum header. Consensus has no such block. */
  readonly hash: Bytes;
  readonly calls: readonly SimulatedCall[];
}

export type SimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly SimulatedBlock[] }
  | SimulationRefused;
