/**
 * What `eth_simulateV1` asks for and gets back (execution-apis `src/eth/execute.yaml`): blocks that follow one another on
 * top of a state, with calls that nobody signed. Shapes that interface A's port shares are kept equal by the compiler
 * where the two are joined.
 */

import type { EthereumHeaderFacts } from '../../../codec/ethereum/header.js';
import type { EthereumLog } from '../../../codec/ethereum/log.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { Client } from '../../../kernel/fair_scheduler.js';
import type { BlockOverrides, EvmCallOutcome, EvmCallRequest, StateOverrides } from '../outcome.js';

export interface BlockToSimulate {
  readonly block: BlockOverrides;
  readonly state: StateOverrides | undefined;
  readonly calls: readonly EvmCallRequest[];
}

export interface SimulationRequest {
  readonly blocks: readonly BlockToSimulate[];
  /** Logs also tell of coins that move, as an ERC-20 would (ERC-7528). */
  readonly traceTransfers: boolean;
  /** Calls are held to nonces, base fee and funds, as transactions are. */
  readonly validation: boolean;
  readonly client?: Client;
}

/** Why nothing is simulated. */
export type SimulationProblem =
  | 'nonce too low'
  | 'nonce too high'
  | 'base fee too low'
  | 'intrinsic gas'
  | 'insufficient funds'
  | 'block gas limit'
  | 'block number'
  | 'block timestamp'
  | 'init code size'
  | 'limit exceeded'
  | 'invalid fees'
  | 'refused';

export interface SimulationRefused {
  readonly type: 'refused';
  readonly problem: SimulationProblem;
  readonly reason: string;
}

export const refusedFor = (problem: SimulationProblem, reason: string): SimulationRefused => ({
  type: 'refused',
  problem,
  reason,
});

export interface SimulatedCall {
  readonly from: Bytes;
  /** As a transaction whose signature is zero, and its hash. */
  readonly raw: Bytes;
  readonly hash: Bytes;
  readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
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
