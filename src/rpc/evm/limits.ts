/** Named limits of interface A. Defaults are those of a node's `[json-rpc]` table (evm-json-rpc.md 2.2). */
import { DEFAULT_JSON_RPC_LIMITS, type JsonRpcLimits } from '../jsonrpc/limits.js';

export interface EvmLimits extends JsonRpcLimits {
  /**
   * Caps the gas of a call; 0n is no limit. Without it a call may have as much as a block, and at least 25,000,000.
   */
  readonly gasCap?: bigint;
  /** Milliseconds that a call or an estimate may run; 0 for any time. */
  readonly evmTimeMs: number;
  /** Wei of fee that `eth_resend` and methods that sign without sending may offer; 0n is no limit. */
  readonly txFeeCap: bigint;
  /** Polling filters, over all clients. */
  readonly filters: number;
  /** Milliseconds without a poll after which a filter is dropped. */
  readonly filterIdleMs: number;
  /** Milliseconds between two looks for such filters; 0: they are gone at once. */
  readonly filterCleanupMs: number;
  /** Entries that a filter keeps for its next poll; one that overflows fails its next poll. */
  readonly filterEntries: number;
  /** Subscriptions of one connection. */
  readonly subscriptions: number;
  /** Notifications that wait until the reply that names their subscription has been sent. */
  readonly pushesHeld: number;
  /** Calls of one WebSocket connection that wait for their answers. */
  readonly callsInFlight: number;
  /** `toBlock − fromBlock` of a log query. */
  readonly logBlockRange: number;
  /** Logs in one answer. */
  readonly logResults: number;
  /** Addresses in a log filter, and alternatives at each topic position. */
  readonly logAlternatives: number;
  /** Blocks in one fee history; a longer request is shortened. */
  readonly feeHistoryBlocks: number;
  readonly feeHistoryPercentiles: number;
  /** Storage keys in one `eth_getProof`. */
  readonly proofKeys: number;
}

export const DEFAULT_EVM_LIMITS: EvmLimits = {
  ...DEFAULT_JSON_RPC_LIMITS,
  evmTimeMs: 5000,
  txFeeCap: 10n ** 18n,
  filters: 200,
  filterIdleMs: 300_000,
  filterCleanupMs: 30_000,
  filterEntries: 65_536,
  subscriptions: 100,
  pushesHeld: 10_000,
  callsInFlight: 1000,
  logBlockRange: 10_000,
  logResults: 10_000,
  logAlternatives: 1000,
  feeHistoryBlocks: 100,
  feeHistoryPercentiles: 100,
  proofKeys: 1024,
};
