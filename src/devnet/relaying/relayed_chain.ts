/** Represents a chain with the relayer's account: it submits batches, and tracks their results. */
import type { Event } from '../../abci/application.js';
import type { Any } from '../../codec/cosmos/base.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import type { Batch } from '../../relayer/batch.js';
import type { Task } from '../../relayer/task.js';
import type { RelayChain } from '../../relayer/types.js';
import type { ChainNode } from '../chain_node.js';
import { stalled } from '../runtime/quorum.js';
import { isAdmitted } from '../runtime/tx_admission.js';
import { ChainAccount } from './account.js';
import { relayChain } from './relay_chain.js';

/** Gas that suffices for each message that `make` sends. */
const GAS_EACH = 500_000n;

/** Transaction whose result is not known yet. */
interface Sent {
  readonly hash: Bytes;
  readonly tasks: readonly Task[];
}

/** Messages that a block or the mempool refused. */
export interface Failed {
  readonly tasks: readonly Task[];
  readonly why: string;
}

export class RelayedChain {
  readonly port: RelayChain;
  readonly account: ChainAccount;
  #sent: readonly Sent[] = [];

  constructor(
    readonly node: ChainNode,
    key: Bytes,
    /** Encoded validator sets of heights below the first block. */
    past: readonly Bytes[] = [],
  ) {
    this.account = new ChainAccount(node.chain, key);
    this.port = relayChain(node.chain, node.clock, this.account.bech32, past);
  }

  get id(): string {
    return this.port.id;
  }

  /** Whether a block is made as soon as a transaction is pending. */
  get automine(): boolean {
    return this.node.loop.inside.automine;
  }

  /**
   * Submits batches to the mempool, in order, and returns those that it refuses. Only a command of the loop may call
   * it.
   */
  async send(batches: readonly Batch[]): Promise<readonly Failed[]> {
    const { inside } = this.node.loop;
    const failed: Failed[] = [];
    let behind = 0;
    for (const { messages, tasks, gas } of batches) {
      const tx = this.account.sign(messages, gas, behind);
      const admission = await inside.take(tx);
      if (isAdmitted(admission)) {
        behind++;
        this.#sent = [...this.#sent, { hash: txHash(tx), tasks }];
      } else failed.push({ tasks, why: admission.type === 'refused' ? admission.reason : admission.check.log });
    }
    return failed;
  }

  /**
   * Makes one block, and more while the relayer's transactions do not fit. Returns whether any was made. Only a command
   * of the loop may call it.
   */
  async produce(): Promise<boolean> {
    const { inside } = this.node.loop;
    const { height } = this.port;
    for (let most = 64; most > 0; most--) {
      const produced = await inside.produce();
      if (produced.type === 'stalled' || !this.account.isBusy) break;
    }
    inside.follow();
    return this.port.height > height;
  }

  /**
   * Sends a transaction in a block of its own, and returns the attribute of the event that names the created object.
   * Only a command of the loop may call it. Throws HalleyError: `conflict` when the chain refuses the transaction,
   * `unavailable` when no block can be decided.
   */
  async make(event: string, attribute: string, messages: readonly Any[]): Promise<string> {
    const events = await this.transact(messages);
    const made = events.find(({ type }) => type === event)?.attributes.find(({ key }) => key === attribute);
    invariant(made !== undefined, `a successful transaction has the event attribute ${event}.${attribute}`);
    return made.value;
  }

  /** Does the same, and returns all events. */
  async transact(messages: readonly Any[]): Promise<readonly Event[]> {
    if (this.account.isBusy) await this.produce();
    const tx = this.account.sign(messages, GAS_EACH * BigInt(messages.length));
    const admission = await this.node.loop.inside.take(tx);
    if (!isAdmitted(admission))
      throw new HalleyError(
        'conflict',
        `"${this.id}": ${admission.type === 'refused' ? admission.reason : admission.check.log}`,
      );
    await this.produce();
    const { blockStore } = this.node.chain;
    const position = blockStore.position(txHash(tx));
    const result = position && blockStore.results(position.height)?.txResults[position.index];
    if (result === undefined) throw this.stalled;
    if (result.code !== 0) throw new HalleyError('conflict', `"${this.id}": ${result.log}`);
    return result.events;
  }

  /** Makes the error for a block that the validators cannot decide. */
  get stalled(): HalleyError {
    return stalled(this.node.chain);
  }

  /** Returns the sent transactions that blocks have refused since. Those with a result are forgotten. */
  settle(): readonly Failed[] {
    const { blockStore, pool } = this.node.chain;
    const failed: Failed[] = [];
    this.#sent = this.#sent.filter(({ hash, tasks }) => {
      const position = blockStore.position(hash);
      const result = position && blockStore.results(position.height)?.txResults[position.index];
      if (result !== undefined && result.code !== 0) failed.push({ tasks, why: result.log });
      return result === undefined && pool.has(hash);
    });
    return failed;
  }

  /** Forgets the sent transactions; to be called when the chain was reverted. */
  forget(): void {
    this.#sent = [];
  }
}
