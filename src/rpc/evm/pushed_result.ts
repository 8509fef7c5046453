/** What a notice means to each kind of subscription. Every result is made once and spelled once. */

import { to0x } from '../../kernel/hex.js';
import { Encoded } from '../jsonrpc/encoded.js';
import type { EvmLog, EvmNotice, EvmPort } from '../ports/evm.js';
import { logsOfBlock } from './logs.js';
import type { SubscriptionKind } from './subscription_kind.js';
import { headerView } from './views/header.js';
import type { Json } from './views/json.js';
import { logView } from './views/log.js';
import { transactionView } from './views/transaction.js';

/** A result that goes to many. */
export type PushedResult = Encoded<Json>;

/** The results of one notice. */
export class NoticeResults {
  #head: readonly PushedResult[] | undefined;
  #hash: readonly PushedResult[] | undefined;
  #transaction: readonly PushedResult[] | undefined;
  readonly #logs = new Map<EvmLog, PushedResult>();

  constructor(
    readonly notice: EvmNotice,
    readonly evm: EvmPort,
  ) {}

  of(kind: SubscriptionKind): readonly PushedResult[] {
    const { notice } = this;
    switch (kind.type) {
      case 'newHeads':
        if (notice.type !== 'block') return [];
        this.#head ??= [new Encoded(() => headerView(notice.block))];
        return this.#head;
      case 'logs':
        if (notice.type !== 'block' || !kind.matcher.mayMatch(notice.block.logsBloom)) return [];
        return logsOfBlock(notice.block)
          .filter(kind.matcher.matches)
          .map((log) => this.#log(log));
      case 'newPendingTransactions':
        if (notice.type !== 'pendingTransaction') return [];
        return kind.full ? this.#fullTransaction(notice.hash) : this.#transactionHash(notice.hash);
    }
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
