/**
 * Gives tests in vitest's browser mode a wallet and a chain. Servers come from the global set-up, in Node.js.
 *
 * ```ts
 * import { test } from 'halley-devnet/vitest/browser';
 *
 * test('pays', async ({ wallet }) => {
 *   await wallet.reject(); // the user rejects the next request
 * });
 * ```
 */
import { test as base, inject } from 'vitest';
import type { WalletRequest, WalletSettings } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import { type InstalledWallet, installWallet } from '../wallet/index.js';
import { inTest } from './in_test.js';
import { requester, type ServerRequest } from './request.js';
import type { ServerFacts } from './server.js';

/** Server of the global set-up, as a page uses it. */
export type PageServer = Omit<ServerFacts, 'logFile'> & { readonly request: ServerRequest };

/** Wallet of the page, and what its user does. */
export interface PageWallet extends InstalledWallet {
  /** Changes some settings: `{ locked: true }`. They are set back after the test. */
  set(settings: Partial<WalletSettings>): Promise<void>;
  /** Approves the oldest request that waits (of the method); without one, the next that comes. */
  approve(method?: string): Promise<void>;
  /** Rejects a request, as `approve` approves one. */
  reject(method?: string): Promise<void>;
  /** Closes the window of a request, as `approve` approves one. */
  close(method?: string): Promise<void>;
  /** Lists the requests of this test. */
  requests(): Promise<readonly WalletRequest[]>;
}

/** Wallet of the file's page. A page has one, whatever tests it runs. */
let installed: InstalledWallet | undefined;

export const test = base
  /** The server of the page, whose chain is reverted after each test. */
  // biome-ignore lint/correctness/noEmptyPattern: vitest reads from the text which fixtures this one needs
  .extend('server', async ({}, { onCleanup }): Promise<PageServer> => {
    const facts = inject('halleyServers')?.[0];
    if (facts?.urls.evmHttp === undefined)
      throw new HalleyError(
        'unavailable',
        "no server is running: add globalSetup: 'halley-devnet/vitest/server' to the configuration",
      );
    const request = requester(facts.urls.evmHttp);
    onCleanup(
      await inTest({
        snapshot: async () => (await request('evm_snapshot')) as string,
        revert: async (id: string, options = {}) => (await request('evm_revert', id, options)) as boolean,
      }),
    );
    return { ...facts, request };
  })
  /** The wallet of the page. Each test begins without a connection, and requests are approved until it decides otherwise. */
  .extend('wallet', { auto: true }, async ({ server }, { onCleanup }): Promise<PageWallet> => {
    const { request, urls } = server;
    installed ??= installWallet({ url: urls.evmHttp as string });
    const before = await request('halley_wallet');
    await installed.ethereum.request({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
    const [last] = ((await request('halley_walletRequests')) as WalletRequest[]).slice(-1);
    onCleanup(async () => {
      // No request of this test waits in the next one.
      await request('halley_setWallet', { mode: 'reject', locked: false });
      await request('halley_setWallet', before);
    });
    const next = (answer: string) => async (method?: string) => {
      await request('halley_answerNextWalletRequest', ...(method === undefined ? [answer] : [answer, method]));
    };
    return {
      ...installed,
      set: async (settings) => {
        await request('halley_setWallet', settings);
      },
      ...{ approve: next('approve'), reject: next('reject'), close: next('close') },
      requests: async () =>
        ((await request('halley_walletRequests')) as WalletRequest[]).filter(({ id }) => id > (last?.id ?? 0)),
    };
  });
