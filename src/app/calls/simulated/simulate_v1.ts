/**
 * Defines the request and the result of `eth_simulateV1` (execution-apis `src/eth/execute.yaml`): consecutive blocks on
 * top of a state, with unsigned calls. The backend of the EVM JSON-RPC has types of the same shapes. The code that
 * joins the two fails to compile when they differ.
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
  /** Adds logs of coin transfers, as an ERC-20 would emit them (ERC-7528). */
  readonly traceTransfers: boolean;
  /** Checks nonces, base fee and funds of calls as those of transactions. */
  readonly validation: boolean;
  readonly client?: Client;
}

/** Names why a simulation is refused. */
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
  /** Is the call as a transaction with a zero signature; `hash` is the hash of it. */
  readonly raw: Bytes;
  readonly hash: Bytes;
  readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
  /** Is the highest gas use of the run, before refunds. */
  readonly maxUsedGas: bigint;
  readonly effectiveGasPrice: bigint;
  /** Holds the logs that contracts emitted. */
  readonly logs: readonly EthereumLog[];
  /** Holds the logs to report: `logs`, with coin transfers if the request asks for them. */
  readonly told: readonly EthereumLog[];
}

export interface SimulatedBlock extends EthereumHeaderFacts {
  /** Is the Keccak-256 of its Ethereum header. Consensus has no such block. */
  readonly hash: Bytes;
  readonly calls: readonly SimulatedCall[];
}

export type SimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly SimulatedBlock[] }
  | SimulationRefused;
