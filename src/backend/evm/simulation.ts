/** Blocks with calls that nobody signed, one after another on top of a state (execution-apis, `eth_simulateV1`). */
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
  /** Logs also tell of coins that move, as an ERC-20 would (ERC-7528). */
  readonly traceTransfers: boolean;
  /** Calls are held to nonces, base fee and funds, as transactions are. */
  readonly validation: boolean;
  readonly client?: Client;
}

/** Why nothing is simulated; `refused` for what has no code of its own. */
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
  /** At its highest, before refunds. */
  readonly maxUsedGas: bigint;
  /** With what moved, where that was asked for. */
  readonly logs: readonly EvmLog[];
}

export interface EvmSimulatedBlock {
  /** Its hash is Keccak-256 of its Ethereum header; its transactions have zeros for signatures. */
  readonly block: EvmBlock;
  readonly calls: readonly EvmSimulatedCall[];
}

export type EvmSimulationOutcome =
  | { readonly type: 'simulated'; readonly blocks: readonly EvmSimulatedBlock[] }
  | { readonly type: 'refused'; readonly problem: EvmSimulationProblem; readonly reason: string };

export interface EvmSimulation {
  /** With the gaps between blocks filled. */
  simulate(request: EvmSimulationRequest, at: StateAt): Promise<EvmSimulationOutcome>;
}
