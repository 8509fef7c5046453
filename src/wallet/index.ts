/**
 * A wallet for pages and their tests, without an extension and without keys: a devnet answers its requests.
 *
 * ```ts
 * import { installWallet } from 'halley-devnet/wallet';
 *
 * const { ethereum, keplr } = installWallet({ url: 'http://127.0.0.1:8545' });
 * ```
 */
import { EthereumProvider } from './ethereum.js';
import { answerMessages, type KeplrApi, keplrApi } from './keplr.js';
import type { Page } from './page.js';

export type { EthereumProvider, EthereumRequest } from './ethereum.js';
export type { KeplrApi, KeplrKey } from './keplr.js';
export { ProviderError } from './page.js';

/** Facts by which a page shows the wallet (EIP-6963). */
export interface WalletInfo {
  /** Id of this wallet on this page, in the form of a version 4 UUID. */
  readonly uuid: string;
  readonly name: string;
  /** Picture as a data URI. */
  readonly icon: string;
  /** Domain name in reverse, by which pages recognize a wallet. With `io.metamask` they take it for MetaMask. */
  readonly rdns: string;
}

export interface WalletOptions extends Partial<WalletInfo> {
  /** URL of the devnet's JSON-RPC, over HTTP or WebSocket. The default is `http://127.0.0.1:8545`. */
  readonly url?: string;
  /** Origin that the devnet sees. The default is that of the page. */
  readonly origin?: string;
  /** Global object of the page. */
  readonly page?: object;
}

export interface InstalledWallet {
  readonly info: WalletInfo;
  readonly ethereum: EthereumProvider;
  readonly keplr: KeplrApi;
  /** Announces the provider again, as EIP-6963 has it. */
  announce(): void;
}

const DEFAULT_URL = 'http://127.0.0.1:8545';

const ICON = `data:image/svg+xml,${encodeURIComponent(
  '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 96 96"><rect width="96" height="96" rx="20" fill="#12263f"/><circle cx="62" cy="34" r="14" fill="#ffd166"/><path d="M14 82 52 44" stroke="#ffd166" stroke-width="8" stroke-linecap="round"/></svg>',
)}`;

const INFO: WalletInfo = {
  uuid: '6f0c9c0e-8d0b-4f6d-9a3e-1986c0de0001',
  name: 'Halley',
  icon: ICON,
  rdns: 'dev.halley.wallet',
};

/**
 * Installs the wallet in the page: it announces an EIP-1193 provider by EIP-6963, and defines `window.ethereum`,
 * `window.keplr` and `window.getOfflineSigner` unless another wallet has. The page uses the devnet's accounts only if the
 * devnet trusts its origin.
 */
export function installWallet(options: WalletOptions = {}): InstalledWallet {
  const { url = DEFAULT_URL, page: given = globalThis, ...names } = options;
  const page = given as Page & Record<string, unknown>;
  const origin = options.origin ?? page.location?.origin ?? 'null';
  const { uuid, name, icon, rdns } = { ...INFO, ...names };
  const info = Object.freeze({ uuid, name, icon, rdns });
  const ethereum = new EthereumProvider(page, url.replace(/^http/, 'ws'), origin, rdns === 'io.metamask');
  const detail = Object.freeze({ info, provider: ethereum });
  const announce = (): void => {
    page.dispatchEvent(new page.CustomEvent('eip6963:announceProvider', { detail }) as never);
  };
  page.addEventListener('eip6963:requestProvider', announce);
  announce();
  page['ethereum'] ??= ethereum;
  const keplr = keplrApi(ethereum);
  if (page['keplr'] === undefined) {
    const { getOfflineSigner, getOfflineSignerOnlyAmino, getOfflineSignerAuto } = keplr;
    Object.assign(page, { keplr, getOfflineSigner, getOfflineSignerOnlyAmino, getOfflineSignerAuto });
    page['keplrRequestMetaIdSupport'] = true;
    answerMessages(page, keplr);
    ethereum.on('keychanged', () => page.dispatchEvent(new page.Event('keplr_keystorechange') as never));
  }
  page.dispatchEvent(new page.Event('ethereum#initialized') as never);
  return { info, ethereum, keplr, announce };
}
