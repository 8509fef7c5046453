/**
 * Combines simulated chains with those that a topology describes. State overrides descriptions: a described chain that
 * is simulated is left out. A channel between the two kinds exists where the state of the simulated chain has it. Its
 * far end has no state and counts as open. The escrow of the near end is the supply of the far chain.
 */
import type { AssetBackend, AssetForm, ChainAssets, ChannelEnd } from '../../../backend/assets.js';
import { groupBy, pathKey } from '../graph/graph_chain.js';
import { voucherDenom } from '../graph/voucher_denom.js';
import type { RouteOverride } from '../settings.js';
import { readTopology } from './read_topology.js';

export interface Joined {
  readonly port: AssetBackend;
  /** Overrides of the topology. */
  readonly overrides: readonly RouteOverride[];
}

/** Combines both. Throws HalleyError `invalid-config` where the topology, parsed JSON, has the wrong form. */
export function joinTopology(live: AssetBackend, topology: unknown, onSkipped?: (entry: string) => void): Joined {
  const { chains, overrides, skipped } = readTopology(topology);
  for (const entry of skipped) onSkipped?.(entry);
  for (const { chainId } of chains)
    if (live.chains().has(chainId)) onSkipped?.(`${chainId} is simulated; its state overrides the description`);
  return { port: joinedBackend(live, chains), overrides };
}

export function joinedBackend(live: AssetBackend, described: readonly ChainAssets[]): AssetBackend {
  let read: ReadonlyMap<string, ChainAssets> | undefined;
  let joined: ReadonlyMap<string, ChainAssets> = new Map();
  return {
    chains() {
      const simulated = live.chains();
      if (simulated === read) return joined;
      read = simulated;
      joined = join(simulated, described);
      return joined;
    },
    balances: (chainId, address) => live.balances(chainId, address),
  };
}

/** End of a simulated chain that leads to a described one. */
interface Border {
  readonly chain: ChainAssets;
  readonly end: ChannelEnd;
}

function join(
  simulated: ReadonlyMap<string, ChainAssets>,
  described: readonly ChainAssets[],
): ReadonlyMap<string, ChainAssets> {
  const ends = [...simulated.values()].flatMap((chain) => chain.channels.map((end) => ({ chain, end })));
  const borders = groupBy(ends, ({ end }) => end.counterparty.chainId);
  return new Map([
    ...described
      .filter(({ chainId }) => !simulated.has(chainId))
      .map((chain): [string, ChainAssets] => [chain.chainId, beside(chain, borders.get(chain.chainId) ?? [])]),
    ...simulated,
  ]);
}

/**
 * Returns a described chain with the ends and supplies that its simulated neighbors imply, or the chain itself when
 * there are none.
 */
function beside(described: ChainAssets, borders: readonly Border[]): ChainAssets {
  if (borders.length === 0) return described;
  const known = new Set(described.channels.map(hopOf));
  const mirrored = borders.filter(({ end }) => !known.has(peerHop(end))).map(mirror);
  const own = borders.filter((border) => isBetween(described, border) || !known.has(peerHop(border.end)));
  return {
    ...described,
    channels: [...described.channels, ...mirrored],
    forms: withEscrowed(described.forms, own),
  };
}

const hopOf = ({ port, channel }: ChannelEnd): string => `${port}/${channel}`;
const peerHop = ({ counterparty }: ChannelEnd): string => `${counterparty.port}/${counterparty.channel}`;

/** Checks whether the description has a channel between the same two ends. */
const isBetween = ({ channels }: ChainAssets, { chain, end }: Border): boolean =>
  channels.some(
    (other) =>
      hopOf(other) === peerHop(end) && peerHop(other) === hopOf(end) && other.counterparty.chainId === chain.chainId,
  );

function mirror({ chain, end }: Border): ChannelEnd {
  const { port, channel, counterparty, ordering, version, liquidity } = end;
  return {
    port: counterparty.port,
    channel: counterparty.channel,
    counterparty: { chainId: chain.chainId, port, channel },
    state: 'OPEN',
    connectionState: 'OPEN',
    clientStatus: 'Active',
    ordering,
    version,
    liquidity,
    sendEnabled: true,
    receiveEnabled: true,
  };
}

/** Replaces described forms by the escrowed ones. */
function withEscrowed(forms: readonly AssetForm[], borders: readonly Border[]): readonly AssetForm[] {
  const arrived = new Map(borders.flatMap(escrowed).map((form) => [pathKey(form.hops, form.base), form]));
  const hops = new Set(borders.filter(({ end }) => end.escrow !== undefined).map(({ end }) => peerHop(end)));
  const remaining = forms
    .filter((form) => !arrived.has(pathKey(form.hops, form.base)))
    .map((form) => (hops.has(form.hops[0] ?? '') ? { ...form, supply: 0n } : form));
  return [...remaining, ...arrived.values()];
}

function escrowed({ chain, end }: Border): readonly AssetForm[] {
  const forms = new Map(chain.forms.map((form) => [form.denom, form]));
  return [...(end.escrow ?? [])].flatMap(([denom, supply]) => {
    const form = forms.get(denom);
    if (form === undefined || supply === 0n) return [];
    const { tokenContract: _, ...shown } = form;
    const hops = [peerHop(end), ...form.hops];
    return [{ ...shown, denom: voucherDenom(hops, form.base), hops, supply, sendEnabled: true }];
  });
}
