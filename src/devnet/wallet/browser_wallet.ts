/**
 * The wallet of a devnet: its settings, what pages may use, and the requests. It belongs to the process, as a wallet
 * belongs to a user: no revert and no reset changes it, and it tells pages of both.
 */
import type {
  BrowserWallet,
  WalletAnswer,
  WalletCall,
  WalletRequest,
  WalletSettings,
  WalletState,
} from '../../backend/evm/wallet.js';
import type { Bytes } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { fromHex, to0x } from '../../kernel/hex.js';
import type { Json } from '../../kernel/json.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { asRpcError, RpcError } from '../../rpc/jsonrpc/errors.js';
import type { Schedule } from '../../rpc/jsonrpc/limits.js';
import { boolean, isRecord, listOf, type Members, oneOf, optionsOf, text, where } from '../../settings/reader.js';
import type { Host } from '../host.js';
import { COSMOS_REQUESTS } from './cosmos_requests.js';
import { ETHEREUM_REQUESTS, readHandler } from './ethereum_requests.js';
import {
  chainDisconnected,
  chainIdOf,
  disconnected,
  type HandledWallet,
  invalid,
  rejected,
  type SentBatch,
  short,
  unsupported,
  type WalletChain,
} from './handler.js';
import { BATCH_REQUESTS } from './sent_calls.js';

const REQUESTS = new Map(Object.entries({ ...ETHEREUM_REQUESTS, ...COSMOS_REQUESTS, ...BATCH_REQUESTS }));

/**
 * Most requests that are kept, and most characters of the parameters, the origin and the method of one. As JSON, which may
 * have two characters for each, all of them fit in one answer (`responseBytes`).
 */
const MAX_REQUESTS = 1000;
const MAX_PARAMS = 8192;
const MAX_NAME = 300;
/** Most requests that wait for an answer. */
const MAX_WAITING = 100;
/** Most answers to coming requests, and most origins. */
const MAX_KEPT = 1000;
/** Longest delay that a timer of Node.js has. */
const MAX_DELAY_MS = 2 ** 31 - 1;

interface WalletDeps {
  readonly host: Pick<Host, 'wallet'>;
  /** Chains, the devnet's own first. */
  readonly chains: readonly WalletChain[];
  readonly schedule: Schedule;
}

interface Waiting {
  readonly request: WalletRequest;
  readonly resolve: (answer: WalletAnswer) => void;
}

interface Page {
  readonly origin: string;
  /** Slot of the chain whose JSON-RPC serves the page. */
  readonly rpc: object;
  readonly listener: (state: WalletState) => void;
}

const answerReader = where<WalletAnswer>(
  (value) =>
    value === 'approve' ||
    value === 'reject' ||
    value === 'close' ||
    (isRecord(value) && Number.isSafeInteger(value['code']) && typeof value['message'] === 'string'),
  '"approve", "reject", "close", or an object with code and message',
);

export class TestWallet implements BrowserWallet, HandledWallet {
  #settings: WalletSettings;
  /** Origins that see the accounts. */
  readonly #permitted = new Set<string>();
  readonly enabled = new Set<string>();
  readonly batches = new Map<string, SentBatch>();
  batchCount = 0;
  readonly #added = new Set<string>();
  #requests: WalletRequest[] = [];
  #count = 0;
  /** Requests that the user sees. */
  readonly #asking = new Set<WalletRequest>();
  readonly #waiting = new Map<number, Waiting>();
  #answers: { readonly answer: WalletAnswer; readonly method: string | undefined }[] = [];
  readonly #unlocking = new Set<() => void>();
  readonly #pages = new Set<Page>();

  constructor(readonly deps: WalletDeps) {
    const [first] = this.addresses;
    const chains = deps.chains.map(chainIdOf);
    this.#settings = {
      ...{ mode: 'approve', delayMs: 0, locked: false, connected: 'yes', atomic: true },
      accounts: first === undefined ? [] : [first],
      chainId: chains[0] as string,
      knownChains: chains,
    };
    for (const { slot } of deps.chains)
      slot.follow(({ instance }) => {
        this.notify();
        return instance.returned.listen(() => this.notify());
      });
  }

  /** Addresses of the accounts, in lower case. */
  get addresses(): readonly string[] {
    return this.deps.host.wallet.addresses.map(to0x);
  }

  get settings(): WalletSettings {
    return { ...this.#settings, chainId: chainIdOf(this.chain) };
  }

  get chains(): readonly WalletChain[] {
    return this.deps.chains;
  }

  /** Selected chain. The devnet's own takes the place of one whose id has changed. */
  get chain(): WalletChain {
    return this.chainOf(this.#settings.chainId) ?? (this.deps.chains[0] as WalletChain);
  }

  secretOf(account: string): Bytes | undefined {
    return this.deps.host.wallet.key(fromHex(account));
  }

  chainOf(chainId: string): WalletChain | undefined {
    return this.deps.chains.find((chain) => chainIdOf(chain) === chainId);
  }

  knows(chainId: string): boolean {
    return this.#settings.knownChains.includes(chainId) || this.#added.has(chainId);
  }

  select(chainId: string): void {
    this.#added.add(chainId);
    this.set({ chainId });
  }

  isPermitted(origin: string): boolean {
    return this.#permitted.has(origin);
  }

  accountsOf(origin: string): readonly string[] {
    return this.#settings.locked || !this.#permitted.has(origin) ? [] : this.#settings.accounts;
  }

  permit(origin: string): void {
    if (this.#permitted.size >= MAX_KEPT) this.#permitted.clear();
    this.#permitted.add(origin);
    this.notify();
  }

  revoke(origin: string): void {
    this.#permitted.delete(origin);
    this.notify();
  }

  set(given: unknown): WalletSettings {
    const settings = readSettings(given);
    const { accounts = [], chainId } = settings;
    const lower = accounts.map((address) => address.toLowerCase());
    const unknown = lower.find((address) => !this.addresses.includes(address));
    if (unknown !== undefined)
      throw new HalleyError(
        'invalid-argument',
        `accounts has ${unknown}, expected addresses of the devnet: ${this.addresses.join(', ')}`,
      );
    if (chainId !== undefined && this.chainOf(chainId) === undefined)
      throw new HalleyError(
        'invalid-argument',
        `chainId is ${JSON.stringify(chainId)}, expected one of ${this.deps.chains.map(chainIdOf).join(', ')}`,
      );
    this.#settings = { ...this.#settings, ...settings, ...(settings.accounts && { accounts: lower }) };
    const { mode } = settings;
    if (mode !== undefined) this.#answers = [];
    if (mode === 'approve' || mode === 'reject') for (const id of [...this.#waiting.keys()]) this.answer(id, mode);
    if (!this.#settings.locked) {
      for (const unlock of this.#unlocking) unlock();
      this.#unlocking.clear();
    }
    this.notify();
    return this.settings;
  }

  requests(): readonly WalletRequest[] {
    return this.#requests;
  }

  answer(id: number, answer: WalletAnswer): void {
    const read = answerReader(answer, 'answer');
    const waiting = this.#waiting.get(id);
    if (waiting === undefined)
      throw new HalleyError('not-found', `no request ${id} waits: expected one of ${this.#waitingText()}`, { id });
    this.#waiting.delete(id);
    this.#mark(waiting.request, { status: 'running' });
    waiting.resolve(read);
  }

  answerNext(answer: WalletAnswer, method?: string): void {
    const read = answerReader(answer, 'answer');
    const waiting = [...this.#waiting.values()].find(
      ({ request }) => method === undefined || request.method === method,
    );
    if (waiting !== undefined) this.answer(waiting.request.id, read);
    else if (this.#answers.length >= MAX_KEPT)
      throw new HalleyError('limit-exceeded', `${MAX_KEPT} answers are kept for coming requests, and no more`);
    else this.#answers.push({ answer: read, method });
  }

  listen(origin: string, listener: (state: WalletState) => void, rpc: object = this.#own): () => void {
    const page = { origin, listener, rpc };
    this.#pages.add(page);
    listener(this.#stateFor(page));
    return () => this.#pages.delete(page);
  }

  /** Tells each page what it sees now. */
  notify(): void {
    for (const page of this.#pages) page.listener(this.#stateFor(page));
  }

  get #own(): object {
    return (this.deps.chains[0] as WalletChain).slot;
  }

  #stateFor({ origin, rpc }: Page): WalletState {
    const { connected, accounts } = this.#settings;
    const { chain } = this;
    const { instance } = chain.slot.now;
    return {
      chainId: chainIdOf(chain),
      accounts: this.accountsOf(origin),
      connected: connected !== 'no',
      instanceId: to0x(instance.id),
      reverts: instance.returns,
      key: accounts[0] ?? '',
      own: connected === 'yes' && chain.slot === rpc,
    };
  }

  async request(call: WalletCall): Promise<Json> {
    const request = this.#begin(call);
    try {
      const result = await this.#perform(call, request);
      this.#mark(request, { status: 'done' });
      return result;
    } catch (error) {
      const known = asRpcError(error);
      const { code, message } = known ?? { code: -32603, message: 'internal error' };
      this.#mark(request, { status: 'failed', error: { code, message } });
      throw error;
    }
  }

  async #perform(call: WalletCall, request: WalletRequest): Promise<Json> {
    const { connected } = this.#settings;
    if (connected === 'no') throw disconnected();
    const handler = REQUESTS.get(call.method) ?? readHandler(call.method);
    if (handler === undefined) throw unsupported(call.method);
    if (handler.usesChain === true && connected === 'other-chain') throw chainDisconnected();
    // A request that a user sees counts as pending at once.
    const planned = handler.plan(this, call);
    const plan = planned instanceof Promise ? await planned : planned;
    if (!plan.asks) return plan.run();
    this.#asking.add(request);
    try {
      await this.#ask(request);
    } finally {
      this.#asking.delete(request);
    }
    return plan.run();
  }

  #begin(call: WalletCall): WalletRequest {
    const { origin, method, json } = checked(call);
    this.#count++;
    const request: WalletRequest = {
      ...{ id: this.#count, origin, method, status: 'running' },
      params: json.length > MAX_PARAMS ? `${json.slice(0, MAX_PARAMS)}…` : (JSON.parse(json) as Json),
      height: quantity(this.chain.slot.now.evmBackend.head()),
    };
    this.#requests = [...this.#requests.slice(1 - MAX_REQUESTS), request];
    return request;
  }

  #mark(request: WalletRequest, end: Pick<WalletRequest, 'status' | 'error'>): void {
    this.#requests = this.#requests.map((one) => (one.id === request.id ? { ...one, ...end } : one));
  }

  isPending(origin: string, methods: readonly string[]): boolean {
    return [...this.#asking].some((one) => one.origin === origin && methods.includes(one.method));
  }

  /** Resolves when the user approves. Throws RpcError when not. */
  async #ask(request: WalletRequest): Promise<void> {
    if (this.#settings.locked) {
      this.#checkWaiting();
      await new Promise<void>((unlocked) => this.#unlocking.add(unlocked));
    }
    const answer = await this.#answerTo(request);
    const { delayMs } = this.#settings;
    if (delayMs > 0) await new Promise<void>((passed) => this.deps.schedule(delayMs, passed));
    if (answer === 'approve') return;
    if (answer === 'reject') throw rejected();
    if (answer === 'close') throw rejected('The user closed the window of the wallet.');
    throw new RpcError(answer.code, answer.message);
  }

  #answerTo(request: WalletRequest): WalletAnswer | Promise<WalletAnswer> {
    const at = this.#answers.findIndex(({ method }) => method === undefined || method === request.method);
    const [kept] = at === -1 ? [] : this.#answers.splice(at, 1);
    const { mode } = this.#settings;
    if (kept !== undefined) return kept.answer;
    if (mode !== 'ask') return mode;
    this.#checkWaiting();
    this.#mark(request, { status: 'waiting' });
    return new Promise((resolve) => this.#waiting.set(request.id, { request, resolve }));
  }

  #checkWaiting(): void {
    if (this.#waiting.size + this.#unlocking.size >= MAX_WAITING)
      throw new HalleyError('limit-exceeded', `${MAX_WAITING} requests wait for an answer, and no more can`);
  }

  #waitingText(): string {
    return this.#waiting.size === 0 ? 'none' : [...this.#waiting.keys()].join(', ');
  }
}

/** Returns the names of a request, and its parameters as JSON. Throws RpcError. */
function checked(call: WalletCall): { readonly origin: string; readonly method: string; readonly json: string } {
  const { origin, method, params = null } = (call ?? {}) as Partial<WalletCall>;
  for (const [name, value] of Object.entries({ origin, method }))
    if (typeof value !== 'string' || value.length > MAX_NAME)
      throw invalid(`${name} is ${short(value)}, expected a string of at most ${MAX_NAME} characters`);
  const json = jsonOf(params);
  if (json === undefined) throw invalid('params has a value that JSON cannot have, expected JSON');
  return { origin: origin as string, method: method as string, json };
}

function jsonOf(value: unknown): string | undefined {
  try {
    return JSON.stringify(value);
  } catch {
    return undefined;
  }
}

const SETTINGS = {
  mode: oneOf('approve', 'reject', 'ask'),
  delayMs: where<number>(
    (value) => typeof value === 'number' && value >= 0 && value <= MAX_DELAY_MS,
    `milliseconds from 0 to ${MAX_DELAY_MS}`,
  ),
  locked: boolean,
  connected: oneOf('yes', 'no', 'other-chain'),
  accounts: listOf(text, 'addresses'),
  chainId: text,
  knownChains: listOf(text, 'chain ids, such as "0x7a69"'),
  atomic: boolean,
} satisfies Members<WalletSettings>;

const readSettings: (given: unknown) => Partial<WalletSettings> = optionsOf<Partial<WalletSettings>>(
  'the wallet',
  SETTINGS,
);
