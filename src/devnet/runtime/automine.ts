/**
 * Makes heights for pending transactions while the mining mode is automine or mixed. The loop calls it after commands;
 * without automine nothing is due.
 */
import type { Bytes } from '../../kernel/bytes.js';
import type { MiningModeData } from '../../simulation/index.js';
import type { SimulatedChain } from '../chain/chain.js';
import { modeDefinitionOf } from '../mining/mining_mode.js';
import type { BlockProducer, Produced } from './block_producer.js';
import { hasQuorum, heightsBehind, quorumOf } from './quorum.js';

export class Automine {
  constructor(
    private readonly chain: SimulatedChain,
    private readonly producer: BlockProducer,
  ) {}

  get isOn(): boolean {
    return modeDefinitionOf(this.chain.simNetwork.miningMode as MiningModeData).automine === true;
  }

  /** Whether a pending transaction can pay the next base fee. */
  get #isDue(): boolean {
    return this.isOn && this.chain.pool.hasReady(this.chain.nextBaseFee);
  }

  /**
   * Makes the height that a transaction started. Where earlier ones were left pending and fill that height, more follow
   * until the transaction is mined, as in Hardhat.
   */
  async mineDue(hash?: Bytes): Promise<void> {
    const { pool } = this.chain;
    let before: number;
    do {
      before = pool.size;
      if (!this.#isDue || !(await this.completes())) return;
      await this.mineThrough();
    } while (hash !== undefined && pool.has(hash) && pool.size < before);
  }

  /** Makes heights until no transaction is due, or the number of pending ones no longer falls. */
  async mineAll(): Promise<void> {
    const { pool } = this.chain;
    for (let before = pool.size + 1; this.#isDue && pool.size < before; ) {
      before = pool.size;
      if (!(await this.completes())) return;
      await this.mineThrough();
    }
  }

  /**
   * Completes the height that has started, which was proposed without what arrived since. Returns whether the next one
   * can start. A height that is stuck stays as it is.
   */
  async completes(): Promise<boolean> {
    if (!this.chain.simNetwork.isHeightStarted) return true;
    return !this.producer.isStuck && (await this.producer.produce()).type === 'decided';
  }

  /** Makes one height, or as many as the pending dev transactions fill; in any mining mode. */
  async mineThrough(): Promise<Produced> {
    for (;;) {
      const before = this.chain.waitingDevTxs;
      const produced = await this.producer.produce();
      const { waitingDevTxs } = this.chain;
      if (waitingDevTxs === 0 || waitingDevTxs >= before) return produced;
    }
  }

  /** Decides what can be decided now, and lets nodes that were away receive the blocks that they missed. */
  async goOn(): Promise<void> {
    const { simNetwork } = this.chain;
    const quorum = quorumOf(this.chain);
    // Without a quorum, the attempt would only use up virtual time.
    if (!hasQuorum(quorum)) return;
    if (simNetwork.isHeightStarted && (await this.producer.produce()).type === 'stalled') return;
    await this.mineAll();
    let before = Number.POSITIVE_INFINITY;
    for (let behind = heightsBehind(simNetwork, quorum); behind > 0 && behind < before; ) {
      before = behind;
      await this.producer.settle();
      behind = heightsBehind(simNetwork, quorum);
    }
  }
}
