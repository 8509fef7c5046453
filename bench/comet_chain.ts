/** Watches a running chain through CometBFT RPC over WebSocket, and fills one block with many transactions. */
import { WebSocket } from 'ws';
import { call } from './client.js';
import type { Target } from './targets.js';

/** Transactions in Base64, in lists whose transactions are sent in order. */
export type Lanes = readonly (readonly string[])[];

interface SeenBlock {
  readonly height: string;
  readonly txs: number;
}

interface BlockEvent {
  readonly result?: {
    readonly data?: {
      readonly value: {
        readonly block: { readonly header: { readonly height: string }; readonly data: { readonly txs: string[] } };
      };
    };
  };
}

const BLOCK_TIMEOUT_MS = 20_000;
/** Most attempts to fill a block: a busy machine may be too slow for one interval. */
export const ATTEMPTS = 5;
export const SOCKET_PATH = '/websocket';

export class CometChain {
  #onBlock: (block: SeenBlock) => void = () => undefined;

  private constructor(
    readonly target: Target,
    readonly socket: WebSocket,
    readonly makeTransactions: (count: number) => Lanes,
  ) {}

  static async watch(target: Target, makeTransactions: (count: number) => Lanes): Promise<CometChain> {
    const socket = new WebSocket(`ws://127.0.0.1:${target.port}${SOCKET_PATH}`, { perMessageDeflate: false });
    await new Promise((resolve, reject) => socket.once('open', resolve).once('error', reject));
    const chain = new CometChain(target, socket, makeTransactions);
    socket.on('message', (data) => {
      const { block } = (JSON.parse(data.toString()) as BlockEvent).result?.data?.value ?? {};
      if (block !== undefined) chain.#onBlock({ height: block.header.height, txs: block.data.txs.length });
    });
    socket.send(
      JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'subscribe', params: { query: "tm.event='NewBlock'" } }),
    );
    return chain;
  }

  /** Returns the height of a block that holds all of `count` new transactions. */
  async fullBlock(count: number): Promise<string> {
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const height = await this.tryFullBlock(count);
      if (height !== undefined) return height;
    }
    throw new Error(`${this.target.name}: no block held all ${count} transactions in ${ATTEMPTS} attempts`);
  }

  /**
   * Tries to fill one block. Resolves to undefined when the transactions ended up in several blocks. Calls `onReady`
   * before the first is sent.
   */
  async tryFullBlock(count: number, onReady: () => void = () => undefined): Promise<string | undefined> {
    const workers = this.makeTransactions(count);
    // It starts right after a block, so that a whole interval lies ahead.
    await this.#blockWhere(() => true);
    onReady();
    let fullest: SeenBlock = { height: '0', txs: 0 };
    let seen = 0;
    const all = this.#blockWhere((block) => {
      if (block.txs > fullest.txs) fullest = block;
      seen += block.txs;
      return seen >= count;
    });
    await Promise.all([all, ...workers.map((worker) => this.#send(worker))]);
    return fullest.txs === count ? fullest.height : undefined;
  }

  close(): void {
    this.socket.terminate();
  }

  async #send(worker: readonly string[]): Promise<void> {
    for (const tx of worker) {
      const { code, log } = await call<{ code: number; log: string }>(this.target.port, 'broadcast_tx_sync', [tx]);
      if (code !== 0) throw new Error(`${this.target.name}: a transaction was refused: ${log}`);
    }
  }

  #blockWhere(found: (block: SeenBlock) => boolean): Promise<void> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error(`${this.target.name}: no block in time`)), BLOCK_TIMEOUT_MS);
      this.#onBlock = (block) => {
        if (!found(block)) return;
        clearTimeout(timer);
        resolve();
      };
    });
  }
}
