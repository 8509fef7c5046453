/**
 * The limits of the EVM JSON-RPC. The defaults are those of a node's `[json-rpc]` table (evm-json-rpc.md 2.2), except
 * that test suites may leave many more filters behind.
 */
import { DEFAULT_JSON_RPC_LIMITS, type JsonRpcLimits } from '../jsonrpc/limits.js';

export interface EvmLimits extends JsonRpcLimits {
  /** Caps the gas of a call; 0n is no limit. If absent, a call may use the gas of a block, and at least 25,000,000. */
  readonly gasCap?: bigint;
  /** Timeout of a call or an estimate, in milliseconds; 0 means none. */
  readonly evmTimeMs: number;
  /** Highest fee, in wei, for `eth_resend` and for methods that sign without sending; 0n means no limit. */
  readonly txFeeCap: bigint;
  /** Most polling filters of all clients together. A new one replaces the least recently polled; 0 allows none. */
  readonly filters: number;
  /** Milliseconds without a poll after which a filter is dropped. */
  readonly filterIdleMs: number;
  /** Milliseconds between two cleanups of idle filters; at 0 they are dropped at once. */
  readonly filterCleanupMs: number;
  /** Most entries that a filter holds for its next poll. A filter that overflows fails that poll. */
  readonly filterEntries: number;
  /** Most entries of all filters together. Beyond them, the least recently polled filters are dropped. */
  readonly filterEntriesInAll: number;
  /** Most subscriptions of one connection. */
  readonly subscriptions: number;
  /** Most notifications that are queued until the reply with their subscription's id is sent. */
  readonly pushesHeld: number;
  /** Most unanswered calls of one WebSocket connection. */
  readonly callsInFlight: number;
  /** Greatest `toBlock − fromBlock` of a log query. */
  readonly logBlockRange: number;
  /** Most logs of one answer. */
  readonly logResults: number;
  /** Most addresses of a log filter, and most alternatives at each topic position. */
  readonly logAlternatives: number;
  /** Most blocks of one fee history. A longer request is shortened. */
  readonly feeHistoryBlocks: number;
  readonly feeHistoryPercentiles: number;
  /** Most storage keys of one `eth_getProof`. */
  readonly proofKeys: number;
}

export const DEFAULT_EVM_LIMITS: EvmLimits = {
  ...DEFAULT_JSON_RPC_LIMITS,
  evmTimeMs: 5000,
  txFeeCap: 10n ** 18n,
  filters: 10_000,
  filterIdleMs: 300_000,
  filterCleanupMs: 30_000,
  filterEntries: 65_536,
  filterEntriesInAll: 500_000,
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
