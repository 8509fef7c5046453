/**
 * Waits for the blocks of transactions. A wait ends with the block, at its deadline, when the transaction is dropped,
 * or when the chain is reverted to before it was sent.
 */

import type { BusEvent, TxLocation } from '../../backend/comet.js';
import type { EventBus } from '../../chain/event_bus.js';
import { txHash } from '../../codec/tx_hash.js';
import { type Bytes, equalBytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { hostSchedule } from '../platform.js';

export interface TxWait {
  /** Resolves to undefined at the deadline, or after `cancel`. */
  readonly location: Promise<TxLocation | undefined>;
  cancel(): void;
}

interface Waiter {
  readonly hash: Bytes;
  readonly fail: (reason: HalleyError) => void;
}

const WENT_BACK = 'the chain was reverted to a block before this transaction';

export class TxWaits {
  readonly #waiters = new Set<Waiter>();

  constructor(private readonly events: EventBus<BusEvent>) {}

  /** Starts to wait. Call it before the transaction is sent, so that its block cannot be missed. */
  forTx(hash: Bytes, timeoutMs: number): TxWait {
    let cancel: () => void = () => undefined;
    const location = new Promise<TxLocation | undefined>((resolve, reject) => {
      const stop = this.events.listen((event) => {
        if (event.type === 'Tx' && equalBytes(txHash(event.location.tx), hash)) end(() => resolve(event.location));
      });
      const cancelTimer = hostSchedule(timeoutMs, () => cancel());
      const waiter: Waiter = { hash, fail: (reason) => end(() => reject(reason)) };
      this.#waiters.add(waiter);
      const end = (settle: () => void): void => {
        cancelTimer();
        stop();
        this.#waiters.delete(waiter);
        settle();
      };
      cancel = () => end(() => resolve(undefined));
    });
    return { location, cancel };
  }

  /** Ends all waits. */
  end(why: HalleyError): void {
    for (const { fail } of [...this.#waiters]) fail(why);
  }

  /**
   * Notes which transactions exist; call it before some are removed. The returned function ends the waits for those
   * that were removed.
   */
  watch(isThere: (hash: Bytes) => boolean, why = WENT_BACK): () => void {
    // A transaction that was not sent yet cannot be lost.
    const sent = [...this.#waiters].filter(({ hash }) => isThere(hash));
    return () => {
      for (const { hash, fail } of sent) if (!isThere(hash)) fail(new HalleyError('unavailable', why));
    };
  }
}
