/** Gives programs access to the wallet of pages. */
import type { WalletAnswer, WalletCall, WalletRequest, WalletSettings } from '../../backend/evm/wallet.js';
import type { Json } from '../../kernel/json.js';
import type { Host } from '../host.js';

/**
 * Wallet that pages and their tests use in place of an extension. It approves each request at once, until a test decides
 * otherwise. Neither a revert nor a reset changes it. Invalid values reject with HalleyError `invalid-argument`, and
 * change nothing.
 */
export interface DevnetWallet {
  /** Answers a request as it would that of a page. Rejects with RpcError. */
  request(call: WalletCall): Promise<Json>;
  /** Lists the last 1000 requests, oldest first. */
  requests(): Promise<readonly WalletRequest[]>;
  settings(): Promise<WalletSettings>;
  /**
   * Changes some settings: `{ locked: true }`. Pages learn of it by the events of their provider. A `mode`, also the same
   * one, drops the answers that were given to coming requests; `approve` and `reject` also answer those that wait.
   */
  set(settings: Partial<WalletSettings>): Promise<WalletSettings>;
  /** Approves the oldest request that waits (of the method); without one, the next that comes. */
  approve(method?: string): Promise<void>;
  /** Rejects a request, with 4001 or another error, as `approve` approves one. */
  reject(method?: string, error?: { readonly code: number; readonly message: string }): Promise<void>;
  /** Closes the window of a request without an answer of the user, as `approve` approves one. */
  close(method?: string): Promise<void>;
  /** Answers the request that waits under an id. Rejects with HalleyError `not-found`. */
  answer(id: number, answer: WalletAnswer): Promise<void>;
}

export function walletOf({ browserWallet }: Pick<Host, 'browserWallet'>): DevnetWallet {
  const next = async (answer: WalletAnswer, method: string | undefined): Promise<void> =>
    (await browserWallet()).answerNext(answer, method);
  return {
    request: async (call) => (await browserWallet()).request(call),
    requests: async () => (await browserWallet()).requests(),
    settings: async () => (await browserWallet()).settings,
    set: async (settings) => (await browserWallet()).set(settings),
    approve: (method) => next('approve', method),
    reject: (method, error) => next(error ?? 'reject', method),
    close: (method) => next('close', method),
    answer: async (id, answer) => (await browserWallet()).answer(id, answer),
  };
}
