/**
 * Defines what a simulation of blocks has made (execution-apis `src/eth/execute.yaml`, `eth_simulateV1`). What it is asked
 * for, and why it refuses, stands in `backend/evm/simulation.ts`.
 */
import type { EvmSimulatedCall, EvmSimulationOutcome, EvmSimulationProblem } from '../../../backend/evm/simulation.js';
import type { EthereumHeaderFacts } from '../../../codec/ethereum/header.js';
import type { EthereumLog } from '../../../codec/ethereum/log.js';
import type { Bytes } from '../../../kernel/bytes.js';

export type SimulationRefused = Extract<EvmSimulationOutcome, { readonly type: 'refused' }>;

export const refusedFor = (problem: EvmSimulationProblem, reason: string): SimulationRefused => ({
  type: 'refused',
  problem,
  reason,
});

export interface SimulatedCall {
  readonly from: Bytes;
  /** As a transaction whose signature is zero, and its hash. */
  readonly raw: Bytes;
  readonly hash: Bytes;
  readonly outcome: EvmSimulatedCall['outcome'];
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  readonly effectiveGasPrice: bigint;
  /** What contracts have logged. */
  readonly logs: readonly EthereumLog[];
  /** The same with what moved, where that was asked for. */
  readonly told: readonly EthereumLog[];
}

export interface SimulatedBlock extends EthereumHeaderFacts {
  /** Keccak-256 of its Ethereum header: consensus has none of it. */
  readonly hash: Bytes;
  readonly calls: readonly SimulatedCall[];
}

export type SimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly SimulatedBlock[] }
  | SimulationRefused;
