/** Sends transfers to the nodes of a network without a pause, as clients that try again at another node. */
import { type Hex, parseGwei } from 'viem';
import type { RandomStream } from '../../../src/kernel/random.js';
import { pause } from '../peers/cometbft.js';
import { accountOf } from './clients.js';
import type { Node } from './node.js';

const RETRY_MS = 50;
/** Most transactions of an account that are in no block yet. */
const AHEAD = 4;

/** Returns the signed transfer of one wei, whose bytes depend on nothing else. */
export const signedTransfer = (account: number, nonce: number): Promise<Hex> =>
  accountOf(account).signTransaction({
    ...{ type: 'eip1559', chainId: 31_337, nonce, to: accountOf(19).address, value: 1n, gas: 21_000n },
    ...{ maxFeePerGas: parseGwei('10'), maxPriorityFeePerGas: parseGwei('1') },
  });

/** Returns whether an error says that the node has or had the transaction. */
const isKnown = (error: unknown): boolean => /already known|nonce too low/.test(String(error));

export class Traffic {
  readonly acknowledged: Hex[] = [];
  /** Attempts that failed because a node or its engine was away. */
  failed = 0;
  readonly #sent = new Map<number, number>();
  readonly #loops: Promise<void>[];
  #isOver = false;

  constructor(
    private readonly nodes: readonly Node[],
    accounts: readonly number[],
    private readonly draws: RandomStream,
  ) {
    this.#loops = accounts.map((account) => this.#run(account));
  }

  /** Returns how many transactions an account has sent. */
  sentBy = (account: number): number => this.#sent.get(account) ?? 0;

  /** Resolves when every transaction that was begun has been acknowledged. Throws for an unexpected error. */
  async stop(): Promise<void> {
    this.#isOver = true;
    await Promise.all(this.#loops);
  }

  async #run(account: number): Promise<void> {
    for (let nonce = 0; !this.#isOver; nonce++) {
      while (!this.#isOver && nonce >= (await this.#nonceInBlocks(account)) + AHEAD) await pause(RETRY_MS);
      if (this.#isOver) return;
      const raw = await signedTransfer(account, nonce);
      await this.#send(account, raw);
      this.#sent.set(account, nonce + 1);
    }
  }

  async #send(account: number, raw: Hex): Promise<void> {
    for (;;) {
      const node = this.#draw();
      try {
        this.acknowledged.push(await node.evmCall<Hex>('eth_sendRawTransaction', raw));
        return;
      } catch (error) {
        if (isKnown(error)) return;
        if (!isAway(error)) throw new Error(`account ${account} at ${node.name}`, { cause: error });
        this.failed += 1;
        await pause(RETRY_MS);
      }
    }
  }

  async #nonceInBlocks(account: number): Promise<number> {
    try {
      return Number(await this.#draw().evmCall('eth_getTransactionCount', accountOf(account).address, 'latest'));
    } catch (error) {
      if (!isAway(error)) throw error;
      return -AHEAD;
    }
  }

  #draw(): Node {
    return this.nodes[this.draws.below(this.nodes.length)] as Node;
  }
}

/** Returns whether an error says that the node or its engine is away, or that the node ends as its disk is full. */
export const isAway = (error: unknown): boolean =>
  error instanceof TypeError ||
  /no CometBFT node is connected|cannot be reached|is closed|cannot be written/.test(String(error));
