/** Connects the asset API with the chains of a devnet. */
import { balancesOf } from '../../../app/modules/bank/store.js';
import { clientStatus } from '../../../app/modules/ibc/client/status.js';
import { clients, readConsensusState } from '../../../app/modules/ibc/client/store.js';
import type { CommittedState, StateReader } from '../../../app/state/types.js';
import { parseAddress } from '../../../app/types/address.js';
import type { AssetBackend, ChainAssets, ClientStatus } from '../../../backend/assets.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { type AssetSource, chainAssets } from './chain_assets.js';

/** Makes the backend. It lists the chains in the order of the sources, whose chains may be replaced. */
export function assetBackend(sources: () => readonly AssetSource[]): AssetBackend {
  let known: ReadonlyMap<string, ReadChain> = new Map();
  const read = (): ReadonlyMap<string, ReadChain> => {
    const now = sources();
    if (now.some(({ chain }) => known.get(chain.genesis.chainId)?.source.chain !== chain))
      known = new Map(now.map((source) => [source.chain.genesis.chainId, new ReadChain(source)]));
    return known;
  };
  let chains: ReadonlyMap<string, ChainAssets> = new Map();
  return {
    chains() {
      const now = [...read()].map(([id, chain]): [string, ChainAssets] => [id, chain.assets()]);
      if (now.some(([id, assets]) => chains.get(id) !== assets)) chains = new Map(now);
      return chains;
    },
    balances(chainId, text) {
      const chain = read().get(chainId)?.source.chain;
      if (chain === undefined) return undefined;
      const address = parseAddress(text, chain.app.params.bech32Prefix);
      return 'problem' in address ? undefined : balancesOf(chain.app.devTxs.latest, address);
    },
  };
}

/** State for which a result is valid. */
interface ReadState {
  readonly committed: CommittedState;
  /** Sequence after the pending dev transactions. */
  readonly devTxSequence: bigint;
  readonly evmChainId: bigint;
}

/**
 * Status of each light client of a chain at a time, and for how long it stays true without a block. A client expires by
 * time alone.
 */
interface ClientLives {
  statusOf(clientId: string): ClientStatus;
  /** Returns whether every status at `now` is what it was when the statuses were read. */
  holdAt(now: UnixNanos): boolean;
}

function clientLives(state: StateReader, now: UnixNanos): ClientLives {
  const statuses = new Map<string, ClientStatus>();
  let from: UnixNanos | undefined;
  let until: UnixNanos | undefined;
  for (const [clientId, client] of clients(state)) {
    const status = clientStatus(state, clientId, now);
    statuses.set(clientId, status);
    const newest = readConsensusState(state, clientId, client.latestHeight);
    if (newest === undefined) continue;
    const end = newest.timestamp + client.trustingPeriod;
    if (status === 'Active') until = until === undefined || end < until ? end : until;
    else if (status === 'Expired') from = from === undefined || end > from ? end : from;
  }
  return {
    statusOf: (clientId) => statuses.get(clientId) ?? 'Unknown',
    holdAt: (then) => (from === undefined || from <= then) && (until === undefined || then < until),
  };
}

/**
 * Reads one chain again when it has a new height, or when a light client may have expired. The result is a new object
 * only if something differs, so heights that change no supply and no channel do not change the graph.
 */
class ReadChain {
  #read: (ReadState & { readonly lives: ClientLives }) | undefined;
  #assets: ChainAssets | undefined;

  constructor(readonly source: AssetSource) {}

  assets(): ChainAssets {
    const { state, evmChainId, blockStore, app } = this.source.chain;
    const at: ReadState = { committed: state.latest, devTxSequence: app.devTxs.sequence, evmChainId };
    // A transfer that is sent now is checked at the time of the next header.
    const now = this.source.clock.peek(blockStore.state.lastBlockTime);
    if (this.#assets !== undefined && this.#isCurrent(at, now)) return this.#assets;
    const lives = clientLives(app.devTxs.latest, now);
    const assets = chainAssets(this.source, lives.statusOf);
    this.#read = { ...at, lives };
    if (this.#assets === undefined || !sameValue(this.#assets, assets)) this.#assets = assets;
    return this.#assets;
  }

  #isCurrent({ committed, devTxSequence, evmChainId }: ReadState, now: UnixNanos): boolean {
    const read = this.#read;
    return (
      read?.committed === committed &&
      read.devTxSequence === devTxSequence &&
      read.evmChainId === evmChainId &&
      read.lives.holdAt(now)
    );
  }
}

/** Returns whether two plain values are equal, member by member. */
function sameValue(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (a instanceof Map || b instanceof Map)
    return a instanceof Map && b instanceof Map && sameValue([...a].sort(byKey), [...b].sort(byKey));
  const [mine, others] = [Object.entries(a), new Map(Object.entries(b))];
  return (
    mine.length === others.size && mine.every(([name, value]) => others.has(name) && sameValue(value, others.get(name)))
  );
}

const byKey = ([a]: [unknown, unknown], [b]: [unknown, unknown]): number => (String(a) < String(b) ? -1 : 1);
