/** A chain with the relayer's account on it: takes batches, and knows what became of them. */
import type { Any } from '../../codec/cosmos/base.js';
import { txHash } from '../../codec/tx_hash.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError, invariant } from '../../kernel/errors.js';
import type { Batch } from '../../relayer/batch.js';
import type { Task } from '../../relayer/task.js';
import type { RelayChain } from '../../relayer/types.js';
import type { ChainRuntime } from '../chain_runtime.js';
import { stalled } from '../runtime/loop.js';
import { isAdmitted } from '../runtime/tx_admission.js';
import { ChainAccount } from './account.js';
import { relayChain } from './relay_chain.js';

/** Enough for any message that makes something. */
const GAS_EACH = 500_000n;

/** A transaction that no block has said anything of yet. */
interface Sent {
  readonly hash: Bytes;
  readonly tasks: readonly Task[];
}

/** What a block, or the mempool, said no to. */
export interface Failed {
  readonly tasks: readonly Task[];
  readonly why: string;
}

export class RelayedChain {
  readonly port: RelayChain;
  readonly account: ChainAccount;
  #sent: readonly Sent[] = [];

  constructor(
    readonly node: ChainRuntime,
    key: Bytes,
    /** Validator sets of heights below the first block, encoded. */
    past: readonly Bytes[] = [],
  ) {
    this.account = new ChainAccount(node.chain, key);
    this.port = relayChain(node.chain, node.clock, this.account.bech32, past);
  }

  get id(): string {
    return this.port.id;
  }

  /** Whether blocks are made as soon as something waits for one. */
  get automine(): boolean {
    return this.node.loop.inside.automine;
  }

  /** Into the mempool, in order; those that it refuses come back. For a command of the loop alone. */
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

  /** One block, and more as long as what was sent does not fit; whether any. For a command of the loop alone. */
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
   * A transaction in a block of its own making; what an event of it says was made. For a command of the loop alone. Throws
   * HalleyError: `conflict` for what the chain refuses, `unavailable` when no block can be decided.
   */
  async make(event: string, attribute: string, messages: readonly Any[]): Promise<string> {
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
    if (result === undefined) throw stalled();
    if (result.code !== 0) throw new HalleyError('conflict', `"${this.id}": ${result.log}`);
    const made = result.events.find(({ type }) => type === event)?.attributes.find(({ key }) => key === attribute);
    invariant(made !== undefined, `a transaction that succeeds says ${event}.${attribute}`);
    return made.value;
  }

  /** Of what was sent, what blocks have refused since; the rest that is decided is forgotten. */
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

  /** The chain went back. */
  forget(): void {
    this.#sent = [];
  }
}
