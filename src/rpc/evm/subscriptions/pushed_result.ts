/** What a notice means to each kind of subscription. Every result is made once and spelled once. */

import type { EvmLog } from '../../../backend/evm/block.js';
import type { EvmEvent } from '../../../backend/evm/events.js';
import type { EvmBackend } from '../../../backend/evm/evm_backend.js';
import { to0x } from '../../../kernel/hex.js';
import { Encoded } from '../../jsonrpc/encoded.js';
import { BlockLogs } from '../logs/block_logs.js';
import type { LogMatcher } from '../logs/log_matcher.js';
import { headerView } from '../views/header.js';
import type { Json } from '../views/json.js';
import { logView } from '../views/log.js';
import { transactionView } from '../views/transaction.js';
import type { SubscriptionKind } from './subscription_kind.js';

/** A result that goes to many. */
export type PushedResult = Encoded<Json>;

/** The results of one notice, or of a block that it is about. */
export class EventResults {
  #head: readonly PushedResult[] | undefined;
  #hash: readonly PushedResult[] | undefined;
  #transaction: readonly PushedResult[] | undefined;
  readonly #blockLogs: BlockLogs | undefined;
  readonly #logs = new Map<EvmLog, PushedResult>();
  /** By what the block's logs are for equal criteria. */
  readonly #matching = new Map<readonly EvmLog[], readonly PushedResult[]>();

  constructor(
    readonly notice: EvmEvent,
    readonly evm: EvmBackend,
    /** Those of one of the blocks that are taken back, where the notice tells of that. */
    undone?: BlockLogs,
  ) {
    this.#blockLogs = notice.type === 'block' ? BlockLogs.of(() => notice.block) : undone;
  }

  of(kind: SubscriptionKind): readonly PushedResult[] {
    const { notice } = this;
    switch (kind.type) {
      case 'newHeads':
        if (notice.type !== 'block') return [];
        this.#head ??= [new Encoded(() => headerView(notice.block))];
        return this.#head;
      case 'logs':
        return this.#logsFor(kind.matcher);
      case 'newPendingTransactions':
        if (notice.type !== 'pendingTransaction') return [];
        return kind.full ? this.#fullTransaction(notice.hash) : this.#transactionHash(notice.hash);
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

  /** Nothing when the transaction has left the mempool already. */
  #fullTransaction(hash: Uint8Array): readonly PushedResult[] {
    if (this.#transaction === undefined) {
      const tx = this.evm.transaction(hash);
      this.#transaction = tx === undefined ? [] : [new Encoded(() => transactionView(tx))];
    }
    return this.#transaction;
  }
}
