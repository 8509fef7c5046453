/** Defines how the wallet handles a method, and its errors with the codes of EIP-1193, EIP-1474 and EIP-3326. */
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { WalletCall, WalletSettings } from '../../backend/evm/wallet.js';
import type { Bytes } from '../../kernel/bytes.js';
import type { Json, JsonObject } from '../../kernel/json.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import { quantity } from '../../rpc/evm/quantity.js';
import { INVALID_PARAMS, RpcError, SERVER_ERROR, TIMED_OUT } from '../../rpc/jsonrpc/errors.js';
import type { ChainNode } from '../chain_node.js';

/** Chain of the devnet as the wallet uses it. */
export interface WalletChain {
  readonly slot: ChainSlot<ChainNode>;
  readonly provider: EvmProvider;
}

/** Returns the EIP-155 id of a chain, such as `0x7a69`. */
export const chainIdOf = ({ slot }: WalletChain): string => quantity(slot.now.chain.evmChainId);

/** Calls a method of a chain. Rejects with RpcError. */
export const ask = ({ provider }: WalletChain, method: string, ...params: readonly unknown[]): Promise<Json> =>
  provider.request({ method, params }) as Promise<Json>;

/** Calls that were sent together. */
export interface SentBatch {
  readonly chain: WalletChain;
  readonly isAtomic: boolean;
  /** Empty until they are sent. */
  readonly hashes: readonly string[];
  /** Whether none of the calls was refused before it was sent. */
  readonly isWhole: boolean;
  /** Account that gets its code by this batch, which uses two of its nonces. */
  readonly upgraded?: string | undefined;
}

/** Wallet as the handlers of requests use it. */
export interface HandledWallet {
  readonly settings: WalletSettings;
  /** Selected chain. */
  readonly chain: WalletChain;
  /** Chains, the devnet's own first. */
  readonly chains: readonly WalletChain[];
  /** Chains that Keplr's API has enabled, as `origin chainId`. */
  readonly enabled: Set<string>;
  /** Batches by `origin id`, oldest first. */
  readonly batches: Map<string, SentBatch>;
  /** Number of the batches that got their ids from the wallet. */
  batchCount: number;
  /** Returns the private key of an account; undefined for another address. */
  secretOf(account: string): Bytes | undefined;
  chainOf(chainId: string): WalletChain | undefined;
  /** Returns whether the wallet has the chain before a page adds it, or because one has. */
  knows(chainId: string): boolean;
  /** Selects a chain, which the wallet then knows. */
  select(chainId: string): void;
  isPermitted(origin: string): boolean;
  /** Returns the accounts that a page sees. */
  accountsOf(origin: string): readonly string[];
  permit(origin: string): void;
  revoke(origin: string): void;
  /** Returns whether the user sees a request of one of the methods by the origin. */
  isPending(origin: string, methods: readonly string[]): boolean;
}

/** Work of a request, once its parameters are checked. */
export interface Plan {
  /** Whether a user would see the request. */
  readonly asks: boolean;
  run(): Json | Promise<Json>;
}

export interface Handler {
  /** Whether it needs the chain. */
  readonly usesChain?: boolean;
  /** Checks the request. Throws RpcError. */
  plan(wallet: HandledWallet, call: WalletCall): Plan | Promise<Plan>;
}

/** Makes a handler of a method that no user sees. */
export const quiet = (run: (wallet: HandledWallet, call: WalletCall) => Json | Promise<Json>): Handler => ({
  plan: (wallet, call) => ({ asks: false, run: () => run(wallet, call) }),
});

const REJECTED = 4001;

export const rejected = (text = 'User rejected the request.'): RpcError => new RpcError(REJECTED, text);
export const unauthorized = (): RpcError =>
  new RpcError(4100, 'The requested account and/or method has not been authorized by the user.');
export const unsupported = (method: string): RpcError =>
  new RpcError(4200, `The wallet does not support the method ${method}.`);
export const disconnected = (): RpcError => new RpcError(4900, 'The provider is disconnected from all chains.');
export const chainDisconnected = (): RpcError =>
  new RpcError(4901, 'The provider is disconnected from the specified chain.');
export const unknownChain = (chainId: string): RpcError =>
  new RpcError(4902, `Unrecognized chain ID "${chainId}". Try adding the chain using wallet_addEthereumChain first.`);
export const alreadyPending = (method: string, origin: string): RpcError =>
  new RpcError(TIMED_OUT, `Request of type '${method}' already pending for origin ${origin}. Please wait.`);
export const invalid = (text: string): RpcError => new RpcError(INVALID_PARAMS, text);

/**
 * Throws RpcError while a batch that gives the account its code waits for a block. It uses two nonces, of which the mempool
 * knows one, so that a transaction after it would be lost.
 */
export async function checkUpgrade(wallet: HandledWallet, chain: WalletChain, account: string): Promise<void> {
  for (const { chain: on, upgraded, hashes } of wallet.batches.values()) {
    if (on !== chain || upgraded !== account) continue;
    const sent = (await ask(chain, 'eth_getTransactionByHash', hashes[0])) as JsonObject | null;
    if (sent?.['blockHash'] === null)
      throw new RpcError(
        SERVER_ERROR,
        `the first batch of ${account} waits for its block, and nothing of the account can follow it until then`,
      );
  }
}

/** Returns the parameters as a list. Throws RpcError. */
export function listOfParams({ params = [] }: WalletCall): readonly unknown[] {
  if (Array.isArray(params)) return params;
  throw invalid(`params is ${short(params)}, expected a list`);
}

/** Returns a copy of an object. Throws RpcError. */
export function objectOf(value: unknown, what: string, expected = 'an object'): Readonly<Record<string, unknown>> {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return { ...value };
  throw invalid(`${what} is ${short(value)}, expected ${expected}`);
}

/** Returns the first parameter, an object. Throws RpcError. */
export const objectParam = (call: WalletCall, expected: string): Readonly<Record<string, unknown>> =>
  objectOf(listOfParams(call)[0], 'params[0]', expected);

/** Parses JSON. Throws RpcError with the problem. */
export function parsed(text: string, problem: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    throw invalid(problem);
  }
}

export const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && /^0x[\da-f]{40}$/i.test(value);

/** Returns the text of a member or parameter. Throws RpcError. */
export function textOf(value: unknown, what: string, expected = 'a string'): string {
  if (typeof value === 'string') return value;
  throw invalid(`${what} is ${short(value)}, expected ${expected}`);
}

/** Reads the id of a chain in hex without leading zeros, which EIP-3326 demands. Throws RpcError. */
export function chainIdParam(value: unknown): string {
  if (typeof value === 'string' && /^0x(0|[1-9a-f][0-9a-f]*)$/i.test(value)) return value.toLowerCase();
  throw invalid(`chainId is ${short(value)}, expected hex without leading zeros, such as "0x7a69"`);
}

/** Returns the account in lower case, which the page must be allowed to use. Throws RpcError. */
export function authorized(wallet: HandledWallet, { origin }: WalletCall, account: unknown): string {
  const address = textOf(account, 'the account', 'an address').toLowerCase();
  if (wallet.accountsOf(origin).includes(address)) return address;
  throw unauthorized();
}

/** Writes a value for an error. */
export function short(value: unknown): string {
  const json = JSON.stringify(value) ?? 'missing';
  return json.length > 80 ? `${json.slice(0, 80)}…` : json;
}
