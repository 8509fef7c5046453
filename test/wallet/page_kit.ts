/** Makes a page without a browser, for the wallet: its WebSocket sends the page's origin. */
import { onTestFinished } from 'vitest';
import { WebSocket } from 'ws';
import { createDevnet, type Devnet, type DevnetOptions } from '../../src/devnet/index.js';
import { type InstalledWallet, installWallet } from '../../src/wallet/index.js';

export const ORIGIN = 'http://localhost:3000';

export interface TestPage extends InstalledWallet {
  readonly window: EventTarget & Record<string, unknown>;
  /** Events of the provider, in their order. */
  readonly events: readonly (readonly [name: string, payload: unknown])[];
  /** Waits until the provider has emitted so many events. */
  seen(count: number): Promise<void>;
}

/** Starts a devnet for the running test. */
export async function startDevnet(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'wallet', jsonRpc: true, ...options });
  onTestFinished(() => devnet.close());
  return devnet;
}

/** Opens a page of an origin whose wallet is that of the devnet. */
export function openPage({ urls }: Pick<Devnet, 'urls'>, origin = ORIGIN): TestPage {
  const sockets = new Set<WebSocket>();
  let isOpen = true;
  class PageSocket extends WebSocket {
    constructor(url: string) {
      super(url, { origin });
      this.on('error', () => undefined);
      sockets.add(this);
    }
  }
  const window = Object.assign(new EventTarget(), {
    location: { origin },
    WebSocket: PageSocket,
    Event,
    CustomEvent,
    setTimeout: (action: () => void, ms: number) => setTimeout(() => isOpen && action(), ms).unref(),
  }) as unknown as TestPage['window'];
  onTestFinished(() => {
    isOpen = false;
    for (const socket of sockets) socket.terminate();
  });
  const wallet = installWallet({ url: urls.evmHttp as string, page: window });
  const events: [string, unknown][] = [];
  const waiting = new Set<() => void>();
  for (const name of ['connect', 'disconnect', 'chainChanged', 'accountsChanged', 'message'])
    wallet.ethereum.on(name, (payload) => {
      events.push([name, payload]);
      for (const wake of waiting) wake();
    });
  const seen = (count: number): Promise<void> =>
    new Promise((resolve) => {
      const wake = (): void => {
        if (events.length < count) return;
        waiting.delete(wake);
        resolve();
      };
      waiting.add(wake);
      wake();
    });
  return { ...wallet, window, events, seen };
}
