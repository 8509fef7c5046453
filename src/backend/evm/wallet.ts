/** Defines the wallet that pages and tests use in place of a browser's extension. All chains of a devnet share it. */
import type { Json } from '../../kernel/json.js';

/** Request of a page to the wallet, as EIP-1193 and Keplr's API have them. */
export interface WalletCall {
  /** Origin of the page, such as `http://localhost:3000`. */
  readonly origin: string;
  /** For example `eth_requestAccounts`, or `keplr_` and the name of a function of Keplr. */
  readonly method: string;
  readonly params?: unknown;
}

/** End of a request: `close` is a user who closes the window of the wallet. Another error has its code and text. */
export type WalletAnswer = 'approve' | 'reject' | 'close' | { readonly code: number; readonly message: string };

export interface WalletRequest {
  /** Number of the request, from 1. */
  readonly id: number;
  readonly origin: string;
  readonly method: string;
  /** Parameters; text that begins with their JSON where they are long. */
  readonly params: Json;
  /** Height of the chosen chain when the request came. */
  readonly height: string;
  /** `waiting` for an answer in the mode `ask`, and `running` for anything else until it has ended. */
  readonly status: 'running' | 'waiting' | 'done' | 'failed';
  readonly error?: { readonly code: number; readonly message: string };
}

export interface WalletSettings {
  /** Answers requests that a user would see at once, or lets them wait for an answer (`ask`). */
  readonly mode: 'approve' | 'reject' | 'ask';
  /** Milliseconds before each answer. */
  readonly delayMs: number;
  /** A locked wallet shows no accounts, and requests to connect wait until it is unlocked. */
  readonly locked: boolean;
  /** `no` answers requests with 4900, and `other-chain` those that need the chain with 4901. */
  readonly connected: 'yes' | 'no' | 'other-chain';
  /** Addresses that a connected page sees, the selected one first. */
  readonly accounts: readonly string[];
  /** EIP-155 id of the selected chain, such as `0x7a69`. */
  readonly chainId: string;
  /** Ids of the chains that the wallet knows before a page adds them. */
  readonly knownChains: readonly string[];
  /** Whether several calls may become one transaction by EIP-7702. */
  readonly atomic: boolean;
}

/** View that a page has of the wallet. A change of it is an event of the page's provider. */
export interface WalletState {
  readonly chainId: string;
  /** Empty for a page that is not connected. */
  readonly accounts: readonly string[];
  readonly connected: boolean;
  /** Changes when the chain begins anew. */
  readonly instanceId: string;
  /** Number of reverts of the chain, after which nonces may be lower. */
  readonly reverts: number;
  /** Address of the selected account, also for a page that is not connected to an Ethereum account. */
  readonly key: string;
  /** Whether the page may read the chain itself: it is connected, and the chain's JSON-RPC serves the page. */
  readonly own: boolean;
}

export interface BrowserWallet {
  /** Answers a request of a page. Rejects with RpcError. */
  request(call: WalletCall): Promise<Json>;
  /** Lists the last requests, oldest first. */
  requests(): readonly WalletRequest[];
  /** Answers a waiting request. Throws HalleyError `not-found`. */
  answer(id: number, answer: WalletAnswer): void;
  /** Decides the next request that asks the user, or the next one of a method. */
  answerNext(answer: WalletAnswer, method?: string): void;
  readonly settings: WalletSettings;
  /**
   * Changes some settings. `mode` drops the answers to coming requests, and `approve` and `reject` answer those that wait.
   * Throws HalleyError `invalid-argument`; then nothing has changed.
   */
  set(settings: unknown): WalletSettings;
  /**
   * Reports what a page sees, now and after each change, until the returned function is called. `rpc` is the slot of
   * the chain whose JSON-RPC serves the page; the devnet's own by default.
   */
  listen(origin: string, listener: (state: WalletState) => void, rpc?: object): () => void;
}

export interface EvmBrowserWallet {
  /** Loads the wallet at the first call. Rejects with HalleyError `unavailable` on a node without one. */
  browserWallet(): Promise<BrowserWallet>;
  /** Does what `listen` of the wallet does. */
  listenToWallet(origin: string, listener: (state: WalletState) => void): () => void;
}
