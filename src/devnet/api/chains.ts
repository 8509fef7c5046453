/** Gives programs access to the chains of a devnet. */

import type { Event, QueryResponse } from '../../abci/application.js';
import type { ChainSlot } from '../../backend/chain_slot.js';
import type { CometBackend } from '../../backend/comet.js';
import { EMPTY_BYTES } from '../../kernel/bytes.js';
import { HalleyError } from '../../kernel/errors.js';
import { toUpperHex } from '../../kernel/hex.js';
import { cappedToUint256 } from '../../kernel/uint256.js';
import type { EvmProvider } from '../../rpc/evm/provider.js';
import { bigAmount, boolean, bytes, type Members, optionsOf, text } from '../../settings/reader.js';
import type { Chain } from '../chain/chain.js';
import type { ChainNode } from '../chain_node.js';
import type { Counterparty } from '../chains/counterparty.js';
import type { Urls } from '../listeners.js';
import type { Loop } from '../runtime/loop.js';
import type { DevnetAccount } from './accounts.js';
import { channelsOf, type DevnetChannel } from './channels.js';
import { type MineOptions, mineWith } from './mining.js';
import { type NativeCurrency, nativeCurrencyOf } from './native_currency.js';
import { type DevnetTime, timeOf } from './time.js';

/** Result of a broadcast transaction. */
export interface Broadcast {
  /** SHA-256 hash of its bytes, in upper-case hex. */
  readonly hash: string;
  /** 0 for success; otherwise the code of CheckTx or, when the transaction is in a block, of its execution. */
  readonly code: number;
  readonly codespace: string;
  readonly log: string;
  /** Height of its block; `undefined` while no block contains it. */
  readonly height: bigint | undefined;
  /** Events of its execution. */
  readonly events: readonly Event[];
}

/** Chooses the state that a query reads. */
export interface QueryOptions {
  /** Height whose state is read. The default is 0n, the newest one. */
  readonly height?: bigint;
  /** Requests a proof in the response. The default is false. */
  readonly prove?: boolean;
}

const QUERY = { height: bigAmount, prove: boolean } satisfies Members<QueryOptions>;
const readQueryOptions = optionsOf<QueryOptions>('query', QUERY);

/** Represents a chain of a devnet: a whole chain with separate validators, blocks and mempool. */
export interface DevnetChain {
  /** Id of the consensus chain, such as `hub-1`. */
  readonly chainId: string;
  readonly evmChainId: bigint;
  readonly bech32Prefix: string;
  /** Denom of the coin that pays for gas. */
  readonly denom: string;
  /** Same coin by the bank module's current metadata. */
  readonly nativeCurrency: NativeCurrency;
  /** Unlocked accounts with their balances on this chain. They are the same on every chain. */
  readonly accounts: readonly DevnetAccount[];
  /**
   * Gas price for CosmJS's `GasPrice.fromString`, such as `2000000000ahalley`; `0uhub` when gas is free. The chain
   * accepts it until the base fee has doubled.
   */
  readonly gasPrice: string;
  /** Height of the newest block. */
  readonly height: bigint;
  /** Controls the time of the next blocks. A jump of one chain's clock moves all chains. */
  readonly time: DevnetTime;
  readonly urls: Urls;
  /** Serves its EVM JSON-RPC by EIP-1193. */
  readonly provider: EvmProvider;
  /** Ends of its channels, in the order of their names. */
  readonly channels: readonly DevnetChannel[];
  /** Mines blocks, as `devnet.mine` does. */
  mine(options?: MineOptions): Promise<bigint>;
  /** Queries the application by an ABCI path: the name of a gRPC method, or `/store/ibc/key`. */
  query(path: string, data?: Uint8Array, options?: QueryOptions): Promise<QueryResponse>;
  /** Broadcasts a signed transaction, a Cosmos or an Ethereum one. In automine it resolves when its block exists. */
  broadcast(tx: Uint8Array): Promise<Broadcast>;
}

export interface DevnetChains extends Iterable<DevnetChain> {
  /** Ids; the devnet's own chain is the first. */
  readonly ids: readonly string[];
  /** Returns the chain with this id. Throws HalleyError `not-found`. */
  get(chainId: string): DevnetChain;
}

/** Longest wait for a block; any block that automine makes at once takes less. */
const BLOCK_WAIT_MS = 60_000;

/** Returns the accounts with their balances on the chain of `node`. */
type AccountsOn = (node: ChainNode) => readonly DevnetAccount[];

/** Room for a base fee that rises before a transaction is in a block: six full blocks double it. */
const PRICE_ROOM = 2n;

/**
 * Returns a price for CosmJS's `GasPrice.fromString`, such as `2000000000ahalley`. It is twice the base fee of the next
 * block, or the chain's minimum if that is higher, rounded up to one digit. A chain with free gas gives `0uhub`.
 */
function gasPriceOf({ app, blockStore }: Chain): string {
  const market = app.evm.nextBaseFee(blockStore.height) * PRICE_ROOM;
  const floor = app.evm.minGasPrice();
  return `${cappedToUint256(roundedUpToOneDigit(market > floor ? market : floor))}${app.params.baseDenom}`;
}

function roundedUpToOneDigit(price: bigint): bigint {
  const unit = 10n ** BigInt(price.toString().length - 1);
  return ((price + unit - 1n) / unit) * unit;
}

export function chainOf(
  slot: ChainSlot<ChainNode>,
  provider: EvmProvider,
  urls: Urls,
  accountsOn: AccountsOn,
): DevnetChain {
  return {
    get chainId() {
      return slot.now.chain.genesis.chainId;
    },
    get evmChainId() {
      return slot.now.chain.evmChainId;
    },
    get bech32Prefix() {
      return slot.now.chain.app.params.bech32Prefix;
    },
    get denom() {
      return slot.now.chain.app.params.baseDenom;
    },
    get nativeCurrency() {
      return nativeCurrencyOf(slot.now.chain);
    },
    get accounts() {
      return accountsOn(slot.now);
    },
    get gasPrice() {
      return gasPriceOf(slot.now.chain);
    },
    get height() {
      return slot.now.chain.blockStore.height;
    },
    time: timeOf(slot, () => slot.now.evmBackend),
    urls,
    get channels() {
      return channelsOf(slot.now.chain);
    },
    provider,
    mine: async (options = {}) => mineWith(slot.now.mining, options),
    ...applicationOf(slot),
  };
}

/** Queries the application of a chain, and broadcasts transactions to it. */
export const applicationOf = (
  slot: ChainSlot<{ readonly comet: CometBackend; readonly loop: Loop }>,
): Pick<DevnetChain, 'query' | 'broadcast'> => ({
  query: async (path, data = EMPTY_BYTES, options = {}) => {
    const { height = 0n, prove = false } = readQueryOptions(options);
    return slot.now.comet.query({ path: text(path, 'path'), data: bytes(data, 'data'), height, prove });
  },
  broadcast: async (given) => {
    const tx = bytes(given, 'tx');
    const { comet, loop } = slot.now;
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
});

export function chainsOf(own: DevnetChain, others: readonly Counterparty[], accountsOn: AccountsOn): DevnetChains {
  const all = [own, ...others.map(({ node, provider, urls }) => chainOf(node.slot, provider, urls, accountsOn))];
  // A reset to another fork may change the id of the own chain.
  const ids = (): readonly string[] => all.map(({ chainId }) => chainId);
  return {
    get ids() {
      return ids();
    },
    get: (chainId) => {
      const chain = all.find((one) => one.chainId === chainId);
      if (chain !== undefined) return chain;
      throw new HalleyError(
        'not-found',
        `there is no chain ${JSON.stringify(chainId)}: this devnet has ${ids().join(', ')}`,
        { chainId },
      );
    },
    [Symbol.iterator]: () => all.values(),
  };
}
