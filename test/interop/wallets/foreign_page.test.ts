/** A page whose origin is not of this machine loads the wallet's script, and gets nothing by it or without it. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { BROWSERS, FOREIGN_HOST } from './browsers.js';
import { DappKit, dappsAreAbsent } from './dapp_kit.js';

const ALICE = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266';

/** Sends a request of JSON-RPC over HTTP from the page, and returns the text of the answer or of the failure. */
const posted = (url: string, method: string, params: readonly unknown[]): string => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return `fetch(${JSON.stringify(url)}, {
    method: 'POST', headers: { 'content-type': 'application/json' }, body: ${JSON.stringify(body)},
  }).then((response) => response.text(), String)`;
};

/** Sends a request of JSON-RPC over a WebSocket of the page's own. */
const overWebSocket = (url: string, method: string, params: readonly unknown[]): string => {
  const text = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
  return `new Promise((resolve) => {
    const socket = new WebSocket(${JSON.stringify(url.replace(/^http/, 'ws'))});
    socket.onopen = () => socket.send(${JSON.stringify(text)});
    socket.onmessage = ({ data }) => resolve(data);
    socket.onerror = () => resolve('refused');
  })`;
};

// WebKit resolves no host of our own.
describe.each(BROWSERS.filter(({ name }) => name !== 'WebKit'))('a foreign page in $name', (browser) => {
  describe.skipIf(browser.isAbsent || dappsAreAbsent)('with the wallet', () => {
    let kit: DappKit;
    beforeAll(async () => {
      kit = await DappKit.start(browser);
      // The user has connected a page of this machine.
      await kit.devnet.wallet.request({ origin: 'http://localhost:3000', method: 'eth_requestAccounts' });
      const url = new URL(await kit.dapps.page('wagmi.js', kit.walletScript));
      url.hostname = FOREIGN_HOST;
      url.search = `${new URLSearchParams({ rpcUrls: JSON.stringify([[31337, kit.devnet.urls.evmHttp]]), fresh: 'true' })}`;
      await kit.browser.goTo(url.href);
    });
    afterAll(() => kit?.close());

    const asked = (method: string, params: readonly unknown[] = []): Promise<unknown> =>
      kit.browser.evaluate(
        `ethereum.request(${JSON.stringify({ method, params })}).then(
          (value) => ({ value }),
          ({ code, message }) => ({ code, message }),
        )`,
      );

    it('is foreign, and has loaded the script', async () => {
      expect(await kit.browser.evaluate('location.hostname')).toBe(FOREIGN_HOST);
      expect(await kit.browser.evaluate('ethereum.isHalley')).toBe(true);
    });

    it.each([
      ['eth_requestAccounts', []],
      ['eth_accounts', []],
      ['wallet_getPermissions', []],
      ['personal_sign', ['0x00', ALICE]],
      ['eth_sendTransaction', [{ from: ALICE, to: ALICE, value: '0x1' }]],
      ['wallet_switchEthereumChain', [{ chainId: '0x7a69' }]],
      ['eth_chainId', []],
    ])('gets an error for %s', async (method, params) => {
      expect(await asked(method, params)).toEqual({ code: 4900, message: expect.any(String) });
    });

    it('sees no account, and hears of no change', async () => {
      expect(await kit.browser.evaluate('ethereum.selectedAddress')).toBeNull();
      await kit.browser.evaluate(
        `(window.heard = [], ethereum.on('accountsChanged', (list) => heard.push(list)), true)`,
      );
      await kit.devnet.wallet.set({ accounts: ['0x70997970c51812dc3a010c7d01b50e0d17dc79c8'] });
      await kit.devnet.wallet.set({ accounts: [ALICE] });
      expect(await asked('eth_accounts')).toMatchObject({ code: 4900 });
      expect(await kit.browser.evaluate('window.heard')).toEqual([]);
    });

    it('gets nothing by requests of its own', async () => {
      const url = String(kit.devnet.urls.evmHttp);
      const before = await kit.devnet.wallet.requests();
      for (const [method, params] of [
        ['halley_wallet', []],
        ['halley_walletRequests', []],
        ['halley_setWallet', [{ locked: true }]],
        ['halley_answerNextWalletRequest', ['approve']],
        ['halley_walletRequest', [{ origin: 'http://localhost:3000', method: 'eth_accounts' }]],
        [
          'halley_walletRequest',
          [{ origin: 'http://localhost:3000', method: 'personal_sign', params: ['0x00', ALICE] }],
        ],
        ['eth_subscribe', ['halley_wallet', { origin: 'http://localhost:3000' }]],
        ['eth_accounts', []],
      ] as const) {
        const answer = await kit.browser.evaluate<string>(posted(url, method, params));
        expect(answer, method).not.toMatch(/0xf39fd6e5|"mode"|"result":(null|true|"0x)/i);
      }
      // Firefox waits ever longer before it opens a WebSocket to a server that refused one: this is the only one.
      expect(await kit.browser.evaluate(overWebSocket(url, 'halley_wallet', []))).toBe('refused');
      expect(await kit.devnet.wallet.requests()).toEqual(before);
      expect(await kit.devnet.wallet.settings()).toMatchObject({ locked: false });
    });
  });
});
