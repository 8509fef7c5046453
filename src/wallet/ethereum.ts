/** The provider of a page (EIP-1193), which knows no key: the node answers what needs one. */
import type { WalletState } from '../backend/evm/wallet.js';
import { NodeLink } from './node_link.js';
import { type Page, ProviderError } from './page.js';

type Listener = (payload: never) => void;

export interface EthereumRequest {
  readonly method: string;
  readonly params?: unknown;
}

/** Code of MetaMask for a connection that comes back by itself. */
const WILL_RETURN = 1013;

/** Methods that the node's wallet answers, or that nobody may call by a page. Others read the chain. */
const OF_WALLET = /^(?!eth_|net_|web3_)|^eth_(accounts|coinbase|requestAccounts|sign|send(?!Raw)|resend)/;

export class EthereumProvider {
  /** Lets pages know the wallet that answers them. */
  readonly isHalley = true;
  /** Whether pages may take it for MetaMask, which older ones know by this alone. */
  readonly isMetaMask: boolean;
  readonly link: NodeLink;
  #state: WalletState | undefined;
  #isLost = false;
  readonly #listeners = new Map<string, Set<Listener>>();

  constructor(page: Page, url: string, origin: string, isMetaMask = false) {
    this.isMetaMask = isMetaMask;
    this.link = new NodeLink(page, url, origin, {
      state: (state) => this.#take(state),
      lost: () => {
        this.#isLost = true;
        this.#emit('disconnect', new ProviderError(WILL_RETURN, 'The devnet is gone. The wallet connects again.'));
      },
      notified: (data) => this.#emit('message', { type: 'eth_subscription', data }),
    });
    for (const name of ['request', 'on', 'removeListener'] as const) this[name] = this[name].bind(this) as never;
  }

  get chainId(): string | null {
    return this.#state?.chainId ?? null;
  }

  /** Id of the chain in decimal, as old pages read it. */
  get networkVersion(): string | null {
    return this.#state === undefined ? null : `${Number(this.#state.chainId)}`;
  }

  get selectedAddress(): string | null {
    return this.#state?.accounts[0] ?? null;
  }

  isConnected(): boolean {
    return !this.#isLost && this.#state?.connected === true;
  }

  /** Resolves to the result. Rejects with ProviderError. */
  async request(request: EthereumRequest): Promise<unknown> {
    const { method, params = [] } = (request ?? {}) as Partial<EthereumRequest>;
    if (typeof method !== 'string' || method === '')
      throw new ProviderError(-32600, `method is ${JSON.stringify(method)}, expected the name of a method`);
    const isDirect = !OF_WALLET.test(method);
    if (isDirect) await this.link.ready();
    if (isDirect && this.#state?.own === true && this.isConnected()) return this.link.call(method, params);
    return this.walletRequest(method, params);
  }

  /** Lets the wallet of the node answer a request. Rejects with ProviderError. */
  walletRequest(method: string, params: unknown): Promise<unknown> {
    return this.link.call('halley_walletRequest', [{ origin: this.link.origin, method, params }]);
  }

  /** Connects, as pages did before EIP-1102. */
  enable(): Promise<unknown> {
    return this.request({ method: 'eth_requestAccounts' });
  }

  on(event: string, listener: Listener): this {
    this.#listeners.set(event, (this.#listeners.get(event) ?? new Set()).add(listener));
    return this;
  }

  removeListener(event: string, listener: Listener): this {
    this.#listeners.get(event)?.delete(listener);
    return this;
  }

  #emit(event: string, payload: unknown): void {
    for (const listener of [...(this.#listeners.get(event) ?? [])])
      try {
        listener(payload as never);
      } catch (error) {
        // The page sees its own error, and other listeners are called.
        void Promise.reject(error);
      }
  }

  /** Emits what has changed. After a revert or a reset, `chainChanged` tells pages to read nonces again. */
  #take(next: WalletState): void {
    const before = this.#state;
    this.#state = next;
    const { chainId, accounts } = next;
    const returned = before === undefined || this.#isLost || (next.connected && !before.connected);
    this.#isLost = false;
    const isSwitch = before !== undefined && before.chainId !== chainId;
    const isAnother = before !== undefined && !isSwitch && before.instanceId !== next.instanceId;
    if (before?.connected === true && !next.connected)
      this.#emit('disconnect', new ProviderError(4900, 'The provider is disconnected from all chains.'));
    if (isAnother && next.connected && !returned)
      this.#emit('disconnect', new ProviderError(WILL_RETURN, 'The chain begins anew.'));
    if (next.connected && (returned || isAnother)) this.#emit('connect', { chainId });
    if (before === undefined) return;
    if (isAnother || isSwitch || before.reverts !== next.reverts) {
      this.#emit('chainChanged', chainId);
      if (this.isMetaMask) this.#emit('networkChanged', this.networkVersion);
    }
    if (before.accounts.join() !== accounts.join()) this.#emit('accountsChanged', accounts);
    if (before.key !== next.key) this.#emit('keychanged', next.key);
  }
}
