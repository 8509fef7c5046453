/** The other chains of a devnet, as a program has them. */
import type { Event, QueryResponse } from '../../abci/application.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import { bigAmount, boolean, bytes, type Members, optionsOf, text } from '../../settings/reader.js';
import type { ChainRuntime } from '../chain_runtime.js';
import type { Counterparty } from '../chains/counterparty.js';
import type { Urls } from '../listeners.js';
import type { DevnetAccount } from './accounts.js';
import { channelsOf, type DevnetChannel } from './channels.js';
import { gasPriceOf } from './gas_price.js';
import { type MineOptions, mineWith } from './mining.js';
import { type NativeCurrency, nativeCurrencyOf } from './native_currency.js';
import { type DevnetTime, timeOf } from './time.js';

/** What became of a transaction. */
export interface Broadcast {
  /** SHA-256 of its bytes, in capital hex. */
  readonly hash: string;
  /** 0 where all went well: CheckTx's, or, once it is in a block, the delivery's. */
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
  /** Of its block; undefined while none holds it. */
  readonly height: bigint | undefined;
  /** Of its delivery. */
  readonly events: readonly Event[];
}

/** Chooses the state that a query reads. */
export interface QueryOptions {
  /** The height whose state is read. Default: 0n, the newest one. */
  readonly height?: bigint;
  /** Whether the response has a proof. Default: false. */
  readonly prove?: boolean;
}

const QUERY = { height: bigAmount, prove: boolean } satisfies Members<QueryOptions>;
const readQueryOptions = optionsOf<QueryOptions>('query', QUERY);

/** A chain of a devnet: a whole one, with validators, blocks and a mempool of its own. */
export interface DevnetChain {
  /** `hub-1`. */
  readonly chainId: string;
  readonly evmChainId: bigint;
  readonly bech32Prefix: string;
  /** The coin that pays for gas. */
  readonly denom: string;
  /** The same coin, as the bank module describes it now. */
  readonly nativeCurrency: NativeCurrency;
  /** The unlocked accounts, which are the same on every chain, with what they own on this one. */
  readonly accounts: readonly DevnetAccount[];
  /**
   * A gas price that the chain accepts now, and until the base fee has doubled, as CosmJS's `GasPrice.fromString` takes it:
   * `2000000000ahalley`; `0uhub` where gas costs nothing.
   */
  readonly gasPrice: string;
  /** Of the newest block. */
  readonly height: bigint;
  /** Of the blocks to come; a jump of one chain's clock is one of all. */
  readonly time: DevnetTime;
  readonly urls: Urls;
  /** Its EVM's JSON-RPC as EIP-1193 has it. */
  readonly provider: EvmProvider;
  /** Its ends of channels, in the order of their names. */
  readonly channels: readonly DevnetChannel[];
  /** As `devnet.mine`. */
  mine(options?: MineOptions): Promise<bigint>;
  /** Its application, by an ABCI path: a gRPC method's name, or `/store/ibc/key`. */
  query(path: string, data?: Uint8Array, options?: QueryOptions): Promise<QueryResponse>;
  /** Hands in a signed transaction, a Cosmos one or an Ethereum one; in automine it resolves when its block is there. */
  broadcast(tx: Uint8Array): Promise<Broadcast>;
}

export interface DevnetChains extends Iterable<DevnetChain> {
  /** The devnet's own chain first. */
  readonly ids: readonly string[];
  /** Throws HalleyError `not-found`. */
  get(chainId: string): DevnetChain;
}

/** Longer than any block that automine makes at once. */
const BLOCK_WAIT_MS = 60_000;

/** Returns the accounts with what they own on the chain of `node`. */
type AccountsOn = (node: Pick<ChainRuntime, 'chain' | 'evmBackend'>) => readonly DevnetAccount[];

export function chainOf(node: ChainRuntime, provider: EvmProvider, urls: Urls, accountsOn: AccountsOn): DevnetChain {
  const { chain, comet, mining, loop } = node;
  return {
    chainId: chain.genesis.chainId,
    get evmChainId() {
      return chain.evmChainId;
    },
    bech32Prefix: chain.app.params.bech32Prefix,
    denom: chain.app.params.baseDenom,
    get nativeCurrency() {
      return nativeCurrencyOf(chain);
    },
    get accounts() {
      return accountsOn(node);
    },
    get gasPrice() {
      return gasPriceOf(chain);
    },
    get height() {
      return chain.blockStore.height;
    },
    time: timeOf(node),
    urls,
    get channels() {
      return channelsOf(chain);
    },
    provider,
    mine: async (options = {}) => mineWith(mining, options),
    query: async (path, data = EMPTY_BYTES, options = {}) => {
      const { height = 0n, prove = false } = readQueryOptions(options);
      return comet.query({ path: text(path, 'path'), data: bytes(data, 'data'), height, prove });
    },
    broadcast: async (given) => {
      const tx = bytes(given, 'tx');
      const waits = loop.inside.automine;
      const { outcome, location } = waits
        ? await comet.broadcastCommit(tx, BLOCK_WAIT_MS)
        : { outcome: await comet.broadcast(tx), location: undefined };
      if (outcome.type === 'refused') throw new HalleyError('unavailable', outcome.reason);
      const { code, codespace, log } = location?.result ?? outcome.check;
      return {
        hash: toUpperHex(outcome.hash),
        code,
        codespace,
        log,
        height: location?.height,
        events: location?.result.events ?? [],
      };
    },
  };
}

export function chainsOf(own: DevnetChain, others: readonly Counterparty[], accountsOn: AccountsOn): DevnetChains {
  const rest = others.map(({ node, provider, urls }) => chainOf(node, provider, urls, accountsOn));
  const all = new Map([own, ...rest].map((chain) => [chain.chainId, chain]));
  return {
    ids: [...all.keys()],
    get: (chainId) => {
      const chain = all.get(chainId);
      if (chain !== undefined) return chain;
      throw new HalleyError(
        'not-found',
        `there is no chain ${JSON.stringify(chainId)}: this devnet has ${[...all.keys()].join(', ')}`,
        { chainId },
      );
    },
    [Symbol.iterator]: () => all.values(),
  };
}
