/** Turns an event into the results for each kind of subscription. Every result is made and encoded once. */
import type { EvmLog } from '../../../backend/evm/block.js';
import type { EvmEvent } from '../../../backend/evm/blocks.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { to0x } from '../../../kernel/hex.js';
import type { Json } from '../../../kernel/json.js';
import { Encoded } from '../../jsonrpc/encoded.js';
import { BlockLogs } from '../logs/block_logs.js';
import type { LogMatcher } from '../logs/log_matcher.js';
import { headerView } from '../views/block.js';
import { logView } from '../views/receipt.js';
import { transactionView } from '../views/transaction.js';
import type { SubscriptionKind } from './subscription_kind.js';

/** One result that is sent to many subscriptions. */
export type PushedResult = Encoded<Json>;

/** Makes the result of a line of a trace, which is JSON already. */
export const lineResult = (line: string): PushedResult => Encoded.of(line) as PushedResult;

/** Results of one event, or of one block that the event is about. */
export class EventResults {
  #head: readonly PushedResult[] | undefined;
  #hash: readonly PushedResult[] | undefined;
  #transaction: readonly PushedResult[] | undefined;
  readonly #blockLogs: BlockLogs | undefined;
  readonly #logs = new Map<EvmLog, PushedResult>();
  /** Results by the block's logs that match certain criteria. */
  readonly #matching = new Map<readonly EvmLog[], readonly PushedResult[]>();

  constructor(
    readonly event: EvmEvent,
    readonly evm: EvmBackend,
    /** Logs of one of the blocks that a revert removes, where the event reports a revert. */
    undone?: BlockLogs,
  ) {
    this.#blockLogs = event.type === 'block' ? BlockLogs.of(() => event.block) : undone;
  }

  of(kind: SubscriptionKind): readonly PushedResult[] {
    const { event } = this;
    switch (kind.type) {
      case 'newHeads':
        if (event.type !== 'block' && event.type !== 'reverted') return [];
        this.#head ??= [new Encoded(() => headerView(event.block))];
        return this.#head;
      case 'logs':
        return this.#logsFor(kind.matcher);
      case 'newPendingTransactions':
        if (event.type !== 'pendingTransaction') return [];
        return kind.full ? this.#fullTransaction(event.hash) : this.#transactionHash(event.hash);
      case 'halley_trace':
      case 'halley_wallet':
        // The chain and the wallet feed these subscriptions themselves.
        return [];
    }
  }

  #logsFor(matcher: LogMatcher): readonly PushedResult[] {
    const logs = this.#blockLogs?.matching(matcher) ?? [];
    let results = this.#matching.get(logs);
    if (results === undefined) {
      results = logs.map((log) => this.#log(log));
      this.#matching.set(logs, results);
    }
    return results;
  }

  #log(log: EvmLog): PushedResult {
    let result = this.#logs.get(log);
    if (result === undefined) {
      result = new Encoded(() => logView(log));
      this.#logs.set(log, result);
    }
    return result;
  }

  #transactionHash(hash: Uint8Array): readonly PushedResult[] {
    this.#hash ??= [new Encoded(() => to0x(hash))];
    return this.#hash;
  }

  /** Returns no result when the transaction has already left the mempool. */
  #fullTransaction(hash: Uint8Array): readonly PushedResult[] {
    if (this.#transaction === undefined) {
      const tx = this.evm.transaction(hash);
      this.#transaction = tx === undefined ? [] : [new Encoded(() => transactionView(tx))];
    }
    return this.#transaction;
  }
}
