/**
 * Serves dapps that others wrote, or that are made of what they wrote (`test/compat/wallets`), and opens them in a
 * browser with the wallet of a devnet in a script tag.
 */
import { existsSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { build } from 'esbuild';
import { vi } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { COMPAT } from '../peers/tools.js';
import type { Browser, OpenBrowser } from './browsers.js';

const FOLDER = join(COMPAT, 'wallets');

export const TEST_DAPP = join(FOLDER, 'node_modules/@metamask/test-dapp/dist');

/** Whether the tests of dapps are skipped; a message is printed. */
export const dappsAreAbsent = !existsSync(TEST_DAPP) && process.env['CI'] !== 'true';
if (dappsAreAbsent)
  console.warn('the dapps are not installed (npm ci --prefix test/compat/wallets): their tests are skipped');

/** Packages of wallets that connectors would load late. */
const ABSENT = [
  ...['@base-org/account', '@coinbase/wallet-sdk', '@gemini-wallet/core', '@metamask/sdk', '@safe-global/*'],
  ...['@walletconnect/ethereum-provider', 'cbw-sdk', 'porto', 'porto/*'],
];

const TYPES: Readonly<Record<string, string>> = { '.js': 'text/javascript', '.css': 'text/css', '.html': 'text/html' };

const PATIENCE = { timeout: 30_000, interval: 50 };

const waitFor = (check: () => Promise<void>): Promise<void> => vi.waitFor(check, PATIENCE);

const bundled = new Map<string, Promise<string>>();

/** Bundles a page of `test/compat/wallets/pages`, once for the tests of a file. */
function scriptOf(page: string): Promise<string> {
  const known = bundled.get(page);
  if (known !== undefined) return known;
  const script = build({
    ...{ absWorkingDir: FOLDER, inject: ['pages/shims.js'] },
    ...{ entryPoints: [join(FOLDER, 'pages', page)], bundle: true, write: false, format: 'iife', jsx: 'automatic' },
    define: { 'process.env.NODE_ENV': '"production"', global: 'globalThis' },
    ...{ external: ABSENT, alias: { stream: 'readable-stream' }, loader: { '.css': 'empty' }, logLevel: 'error' },
  }).then(({ outputFiles }) => outputFiles[0]?.text ?? '');
  bundled.set(page, script);
  return script;
}

/** Servers of dapps on free ports of this machine. */
export class Dapps {
  readonly #servers: Server[] = [];
  readonly #pages = new Map<string, Promise<string>>();

  /** Serves one of our pages, whose first script is the wallet's. Returns its URL, which stays the same. */
  page(name: string, walletScript: string | undefined): Promise<string> {
    const key = `${name} ${walletScript}`;
    const url = this.#pages.get(key) ?? this.#page(name, walletScript);
    this.#pages.set(key, url);
    return url;
  }

  async #page(name: string, walletScript: string | undefined): Promise<string> {
    const script = await scriptOf(name);
    const tag = walletScript === undefined ? '' : `<script src="${walletScript}"></script>`;
    const html = `<!doctype html><title>A dapp</title>${tag}<body><script src="dapp.js"></script></body>`;
    return this.#serve(async (path) => (path === '/dapp.js' ? script : path === '/' ? html : undefined));
  }

  /** Serves a folder. Returns its URL. */
  folder(path: string, change = (_: string, text: string): string => text): Promise<string> {
    return this.#serve(async (name) => {
      const file = join(path, name === '/' ? 'index.html' : name);
      return existsSync(file) ? change(name, await readFile(file, 'utf8')) : undefined;
    });
  }

  async #serve(fileAt: (path: string) => Promise<string | undefined>): Promise<string> {
    const server = createServer(({ url = '/' }, response) => {
      const { pathname } = new URL(url, 'http://localhost');
      void fileAt(pathname).then((text) => {
        response.writeHead(text === undefined ? 404 : 200, {
          'content-type': TYPES[extname(pathname)] ?? TYPES['.html'],
        });
        response.end(text);
      });
    });
    this.#servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://localhost:${(server.address() as AddressInfo).port}/`;
  }

  close(): void {
    for (const server of this.#servers) {
      server.closeAllConnections();
      server.close();
    }
  }
}

/** Devnet, dapps and browser of the tests of a file. */
export class DappKit {
  readonly dapps = new Dapps();

  private constructor(
    readonly devnet: Devnet,
    readonly browser: OpenBrowser,
  ) {}

  static async start(browser: Browser, options: DevnetOptions = {}): Promise<DappKit> {
    const listening = { address: '127.0.0.1:0' };
    const devnet = await createDevnet({ jsonRpc: listening, dashboard: listening, seed: 'wallets', ...options });
    try {
      return new DappKit(devnet, await browser.open());
    } catch (error) {
      await devnet.close();
      throw error;
    }
  }

  /** URL of the wallet's script. */
  get walletScript(): string {
    return new URL('wallet.js', this.devnet.urls.dashboard).href;
  }

  /** Opens one of our pages with the wallet. Resolves to its origin. */
  async open(page: string, query: Readonly<Record<string, string>> = {}): Promise<string> {
    const url = await this.dapps.page(page, this.walletScript);
    await this.browser.goTo(`${url}?${new URLSearchParams(query)}`);
    return new URL(url).origin;
  }

  /** Takes from a page what the user has permitted. */
  async forget(origin: string): Promise<void> {
    await this.devnet.wallet.request({ origin, method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] });
  }

  /** Calls a function of the page's `dapp`. */
  call<T>(name: string, ...args: readonly unknown[]): Promise<T> {
    return this.browser.evaluate(`dapp.${name}(${args.map((arg) => JSON.stringify(arg)).join()})`);
  }

  /** Returns the text of an element, and undefined while it is not there. */
  text(selector: string): Promise<string | undefined> {
    return this.browser.evaluate(`document.querySelector(${JSON.stringify(selector)})?.textContent`);
  }

  /** Clicks an element as soon as it is there and can be clicked. */
  async click(selector: string): Promise<void> {
    const found = JSON.stringify(selector);
    const click = `(() => {
      const element = document.querySelector(${found});
      if (element === null || element.disabled) return false;
      element.click();
      return true;
    })()`;
    await waitFor(async () => {
      if (!(await this.browser.evaluate(click))) throw new Error(`${selector} is not there, or disabled`);
    });
  }

  /** Waits until an element has a text. */
  async see(selector: string, text: string | RegExp): Promise<void> {
    await waitFor(async () => {
      const found = await this.text(selector);
      const isSeen = typeof text === 'string' ? found?.includes(text) : text.test(found ?? '');
      if (isSeen !== true) throw new Error(`${selector} is ${JSON.stringify(found)}, expected ${text}`);
    });
  }

  async close(): Promise<void> {
    await this.browser.close();
    this.dapps.close();
    await this.devnet.close();
  }
}
