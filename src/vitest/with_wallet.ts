/**
 * Puts the wallet of a devnet into pages of a browser that a test drives, with Playwright or a driver like it.
 *
 * ```ts
 * import { withWallet } from 'halley-devnet/testing';
 *
 * await withWallet(page, devnet);
 * await page.goto('http://localhost:3000');
 * await devnet.wallet.reject();
 * ```
 */
import { existsSync, readFileSync } from 'node:fs';
import type { Devnet } from '../devnet/index.js';
import { HalleyError } from '../kernel/errors.js';
import type { WalletOptions } from '../wallet/index.js';

/** Page or context of Playwright. */
export interface ScriptedPage {
  addInitScript(script: { readonly content: string }): Promise<unknown>;
}

/** Places of the script, seen from a bundle in `dist` and from the sources. */
const SCRIPTS = ['./dashboard/wallet.js', '../../dist/dashboard/wallet.js'];

/**
 * Installs the wallet in every document that the page opens from now on, before its own scripts. The devnet is one of
 * this process, or the URL of its JSON-RPC. Rejects with HalleyError `unavailable` for a devnet without JSON-RPC.
 */
export async function withWallet(
  page: ScriptedPage,
  devnet: Pick<Devnet, 'urls'> | string,
  options: Omit<WalletOptions, 'url' | 'page'> = {},
): Promise<void> {
  const url = typeof devnet === 'string' ? devnet : devnet.urls.evmHttp;
  if (url === undefined)
    throw new HalleyError(
      'unavailable',
      'the devnet has no JSON-RPC, which pages need for its wallet: start it with jsonRpc: true',
    );
  const script = SCRIPTS.map((path) => new URL(path, import.meta.url)).find((place) => existsSync(place));
  if (script === undefined)
    throw new HalleyError(
      'unavailable',
      'the script of the wallet is missing: run "npm run build -- --bundles-only" in a clone, or install the package again',
    );
  const known = `{ ...${JSON.stringify({ ...options, url })}, ...globalThis.halleyWallet }`;
  const content = `globalThis.halleyWallet = ${known};\n${readFileSync(script, 'utf8')}`;
  await page.addInitScript({ content });
}
