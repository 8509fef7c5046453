/** Simulates blocks with unsigned calls, one after another on top of a state (execution-apis, `eth_simulateV1`). */
import type { Client } from '../../kernel/fair_scheduler.js';
import type { StateAt } from './accounts.js';
import type { EvmBlock, EvmLog } from './block.js';
import type { BlockOverrides, EvmCallOutcome, EvmCallRequest, StateOverrides } from './execution.js';

export interface EvmBlockToSimulate {
  readonly block: BlockOverrides;
  readonly state: StateOverrides | undefined;
  readonly calls: readonly EvmCallRequest[];
}

export interface EvmSimulationRequest {
  readonly blocks: readonly EvmBlockToSimulate[];
  /** Adds logs for coins that move, as an ERC-20 would emit them (ERC-7528). */
  readonly traceTransfers: boolean;
  /** Checks nonces, base fee and funds of calls, as for transactions. */
  readonly validation: boolean;
  readonly client?: Client;
}

/** Reason why nothing is simulated; `refused` is for reasons without a code of their own. */
export type EvmSimulationProblem =
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

export interface EvmSimulatedCall {
  readonly outcome: Exclude<EvmCallOutcome, { readonly type: 'refused' }>;
  /** Highest gas use, before refunds. */
  readonly maxUsedGas: bigint;
  /** Includes transfer logs where they were requested. */
  readonly logs: readonly EvmLog[];
}

export interface EvmSimulatedBlock {
  /** Block whose hash is the Keccak-256 of its Ethereum header. Its transactions have zeros as signatures. */
  readonly block: EvmBlock;
  readonly calls: readonly EvmSimulatedCall[];
}

export type EvmSimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly EvmSimulatedBlock[] }
  | { readonly type: 'refused'; readonly problem: EvmSimulationProblem; readonly reason: string };

export interface EvmSimulation {
  /** Simulates the blocks, and fills the gaps between them. */
  simulate(request: EvmSimulationRequest, at: StateAt): Promise<EvmSimulationOutcome>;
}
