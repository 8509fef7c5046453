/**
 * Connects a page with the JSON-RPC of its devnet over one WebSocket, and connects again when it is lost. The node says
 * whether the page may use its wallet: the answer to the subscription `halley_wallet` decides it.
 */
import type { WalletState } from '../backend/evm/wallet.js';
import { type Page, type PageSocket, ProviderError } from './page.js';

export interface LinkListener {
  /** Receives the first state of each connection, and each change. */
  state(state: WalletState): void;
  /** The connection was lost. */
  lost(): void;
  /** Receives the notifications of other subscriptions. */
  notified(params: unknown): void;
}

interface Call {
  readonly resolve: (result: unknown) => void;
  readonly reject: (error: ProviderError) => void;
}

interface Answer {
  readonly id?: number;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
  readonly params?: { readonly subscription: string; readonly result: unknown };
}

const FIRST_RETRY_MS = 100;
const LAST_RETRY_MS = 3000;

const gone = (url: string): ProviderError =>
  new ProviderError(4900, `The provider is disconnected from all chains: the devnet at ${url} does not answer.`);

/** Reads a message of the node; undefined for one that is not JSON. */
function answerIn(text: string): Answer | undefined {
  try {
    return JSON.parse(text) as Answer;
  } catch {
    return undefined;
  }
}

export class NodeLink {
  #socket: PageSocket | undefined;
  #ready: Promise<void>;
  #refused: ProviderError | undefined;
  #retryMs = FIRST_RETRY_MS;
  #ids = 0;
  readonly #calls = new Map<number, Call>();
  #subscription: string | undefined;

  constructor(
    private readonly page: Page,
    private readonly url: string,
    readonly origin: string,
    private readonly listener: LinkListener,
  ) {
    this.#ready = this.#open();
  }

  /** Calls a method of the node. Rejects with ProviderError. */
  async call(method: string, params: unknown): Promise<unknown> {
    await this.#ready;
    return this.#send(method, params);
  }

  /** Resolves when the first state is known. Rejects with ProviderError. */
  ready(): Promise<void> {
    return this.#ready;
  }

  #send(method: string, params: unknown): Promise<unknown> {
    const socket = this.#socket;
    if (socket === undefined) return Promise.reject(gone(this.url));
    return new Promise((resolve, reject) => this.#post(socket, method, params, { resolve, reject }));
  }

  #post(socket: PageSocket, method: string, params: unknown, call: Call): void {
    const id = ++this.#ids;
    this.#calls.set(id, call);
    socket.send(JSON.stringify({ jsonrpc: '2.0', id, method, params }));
  }

  #open(): Promise<void> {
    const ready = new Promise<void>((resolve, reject) => {
      const socket = new this.page.WebSocket(this.url);
      socket.onmessage = ({ data }) => {
        const answer = answerIn(String(data));
        // A call whose answer is cut off would wait for ever.
        if (answer === undefined) socket.close();
        else this.#receive(answer);
      };
      socket.onopen = () => {
        this.#socket = socket;
        this.#post(socket, 'eth_subscribe', ['halley_wallet', { origin: this.origin }], {
          resolve: (id) => {
            this.#subscription = id as string;
            this.#retryMs = FIRST_RETRY_MS;
            // The first state follows the answer.
            this.#begun = resolve;
          },
          reject: (error) => {
            if (error.code !== 4900) this.#refused = new ProviderError(4100, error.message);
            reject(this.#refused ?? error);
            socket.close();
          },
        });
      };
      socket.onclose = () => {
        reject(this.#refused ?? gone(this.url));
        this.#lose();
      };
    });
    // A page may never call, and then nobody sees that the devnet is not there.
    ready.catch(() => undefined);
    return ready;
  }

  #begun: (() => void) | undefined;

  #receive({ id, result, error, params }: Answer): void {
    if (params === undefined) {
      const call = this.#calls.get(id ?? 0);
      this.#calls.delete(id ?? 0);
      if (error === undefined) call?.resolve(result);
      else call?.reject(new ProviderError(error.code, error.message, error.data));
    } else if (params.subscription === this.#subscription) {
      this.listener.state(params.result as WalletState);
      this.#begun?.();
      this.#begun = undefined;
    } else this.listener.notified(params);
  }

  /** Fails all calls, and connects again after a while unless the node has refused the page. */
  #lose(): void {
    const wasOpen = this.#subscription !== undefined;
    this.#socket = undefined;
    this.#subscription = undefined;
    const failed = [...this.#calls.values()];
    this.#calls.clear();
    for (const { reject } of failed) reject(gone(this.url));
    if (wasOpen) this.listener.lost();
    if (this.#refused !== undefined) return;
    this.page.setTimeout(() => {
      this.#ready = this.#open();
    }, this.#retryMs);
    this.#retryMs = Math.min(2 * this.#retryMs, LAST_RETRY_MS);
  }
}
