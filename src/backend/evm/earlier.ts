/**
 * Reads the blocks below the first one of this chain, which another chain made: the live chain that this one was forked
 * from, or the chain of a state file. Answers are JSON, which the RPC passes on unchanged, because such blocks keep the
 * hashes and members that the other chain gave them.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { Client } from '../../kernel/fair_scheduler.js';
import type { EvmAccounts } from './accounts.js';
import type { EvmExecution } from './execution.js';
import type { EvmSimulation } from './simulation.js';
import type { EvmTracing } from './tracing.js';

/** Reads and executes on the state after an earlier block. The height that a caller names is ignored. */
export type EarlierState = Omit<EvmAccounts, 'proof'> & EvmExecution & EvmSimulation & Pick<EvmTracing, 'traceCall'>;

export interface EarlierHistory {
  /** Name of the source in errors. */
  readonly label: string;
  /** Number of the last earlier block; this chain began with the state after it. */
  readonly blockNumber: bigint;
  /** Hash of that block. */
  readonly blockHash: Bytes;
  /**
   * Resolves to the result of a method of the EVM JSON-RPC that reads. Rejects with HalleyError `remote-error`, whose
   * facts `code`, `message` and `data` are those of the other node's error, or `unavailable` when there is no answer.
   */
  request(method: string, params: readonly unknown[], client?: Client): Promise<unknown>;
  /**
   * Returns the state after an earlier block. It is undefined where `request` answers about states too. Throws
   * HalleyError `unavailable` for a state that is not known.
   */
  readonly stateAfter?: (number: bigint) => EarlierState;
}

export interface EvmEarlier {
  /** `undefined` on a chain that began with its own genesis. */
  readonly earlier: EarlierHistory | undefined;
}
