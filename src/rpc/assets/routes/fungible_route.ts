/**
 * Implements `POST /v2/fungible/route`: the transfers from an asset to a form of it on another chain. There are no
 * swaps and no fees, so the output amount equals the input amount.
 */
import { invalidArgument, notFound } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { boolean, list, matching, naming, type Of, object, optional, text } from '../../rest/shape.js';
import { type AssetContext, invalidField } from '../context.js';
import { coinNamed, formNamed, isDenomOf } from '../denom.js';
import type { AssetGraph } from '../graph/asset_graph.js';
import { candidates } from '../graph/candidates.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { type Route, routeBetween, type Transfer } from '../graph/route.js';
import { voucherDenom } from '../graph/voucher_denom.js';
import type { Form } from '../graph/walk.js';
import type { AssetSettings } from '../settings.js';
import { denom, MAX_ITEMS, swapVenues } from '../shapes.js';

const amount = optional(matching(/^[1-9]\d{0,77}$/, 'a whole number in a string'), 'Amount of the smallest unit');

/** Seconds that clients expect for a transfer. The real duration depends on the relayer. */
const SECONDS_PER_TRANSFER = 30;

const input = object({
  source_asset_denom: denom(),
  source_asset_chain_id: naming('chain'),
  dest_asset_denom: denom(),
  dest_asset_chain_id: naming('chain'),
  amount_in: amount,
  amount_out: amount,
  cumulative_affiliate_fee_bps: optional(text(), 'Checked and ignored: there are no fees'),
  swap_venues: swapVenues,
  allow_multi_tx: optional(boolean(), 'Includes routes of more than one signed transaction; default false'),
  bridges: optional(list(text(), MAX_ITEMS), 'Bridges that the route may use; without IBC there is no route'),
  allow_swaps: optional(boolean(), 'Checked and ignored'),
});

const NO_ROUTE = notFound('no routes found');

export const fungible_route = defineRoute({
  paths: ['/v2/fungible/route'],
  methods: ['POST'],
  summary: 'The transfers from an asset to a form of it on another chain.',
  input,
  answer: { type: 'object', properties: { operations: { type: 'array' }, txs_required: { type: 'integer' } } },
  example: {
    source_asset_denom: 'ibc/27394FB092D2ECCD56123C74F36E4C1F926001CEADA9CA97EA622B25F41E5EB2',
    source_asset_chain_id: 'osmosis-1',
    dest_asset_denom: 'uatom',
    dest_asset_chain_id: 'cosmoshub-4',
    amount_in: '1000000',
  },
  refusal: invalidField,
  handle(context: AssetContext, asked) {
    if ((asked.amount_in === undefined) === (asked.amount_out === undefined))
      return { problem: invalidArgument('Invalid amount_in: give either amount_in or amount_out') };
    if (asked.bridges !== undefined && asked.bridges.length > 0 && !asked.bridges.includes('IBC'))
      return { problem: NO_ROUTE };
    return answered(context, asked);
  },
});

/** Encodes a route's transfers as operations of `/v2/fungible/route`. */
function operations({ transfers }: Route, base: string, amount: string): readonly object[] {
  let txIndex = -1;
  return transfers.map((transfer) => {
    if (transfer.signed) txIndex++;
    return { transfer: transferOf(transfer, base), tx_index: txIndex, amount_in: amount, amount_out: amount };
  });
}

function transferOf({ sending, receiving, hops }: Transfer, base: string): object {
  const { facts } = sending.chain;
  const arriving = hops[0] === sending.hop ? hops.slice(1) : [receiving.hop, ...hops];
  const denomOut = voucherDenom(arriving, base);
  return {
    port: sending.facts.port,
    channel: sending.facts.channel,
    chain_id: sending.chain.id,
    from_chain_id: sending.chain.id,
    to_chain_id: receiving.chain.id,
    pfm_enabled: facts.pfmEnabled,
    supports_memo: facts.supportsMemo,
    denom_in: voucherDenom(hops, base),
    denom_out: denomOut,
    dest_denom: denomOut,
    bridge_id: 'IBC',
    smart_relay: false,
  };
}

interface FoundRoute {
  readonly source: Form;
  readonly route: Route;
  readonly sourceDenom: string;
  readonly destDenom: string;
}

/** Returns the route between two denoms of one asset, also when the second has no supply yet; undefined without one. */
function routeTo(
  graph: AssetGraph,
  settings: AssetSettings,
  from: GraphChain,
  sourceName: string,
  to: GraphChain,
  destName: string,
): FoundRoute | undefined {
  const source = formNamed(graph, from, sourceName);
  if (source === undefined || from === to) return undefined;
  const destDenom = coinNamed(to, destName) ?? destName;
  const known = formNamed(graph, to, destName);
  const route =
    known?.originChainId === undefined
      ? candidates(graph, source, settings, to.id).find(({ form }) => denomOf(form) === destDenom)?.route
      : known.base === source.base && known.originChainId === source.originChainId
        ? routeBetween(graph, source, known, settings.maxTransfers, passes(settings))
        : undefined;
  return route && { source, route, sourceDenom: denomOf(source), destDenom };
}

const denomOf = ({ hops, base }: Form): string => voucherDenom(hops, base);

const passes =
  ({ countDescribed }: AssetSettings) =>
  ({ facts }: GraphChain): boolean =>
    countDescribed || facts.simulated;

function answered({ graph, settings }: AssetContext, asked: Of<typeof input>) {
  const from = graph.named(asked.source_asset_chain_id) as GraphChain;
  const to = graph.named(asked.dest_asset_chain_id) as GraphChain;
  if (!isDenomOf(from, asked.source_asset_denom)) return { problem: invalidArgument('Invalid source_asset_denom') };
  if (!isDenomOf(to, asked.dest_asset_denom)) return { problem: invalidArgument('Invalid dest_asset_denom') };
  const found = routeTo(graph, settings, from, asked.source_asset_denom, to, asked.dest_asset_denom);
  if (found === undefined) return { problem: NO_ROUTE };
  const { route, sourceDenom, destDenom } = found;
  if (route.txs > 1 && asked.allow_multi_tx !== true)
    return {
      problem: notFound(`no routes found in one transaction: with allow_multi_tx there is one of ${route.txs}`),
    };
  const amount = asked.amount_in ?? asked.amount_out ?? '';
  const chainIds = [from.id, ...route.transfers.map(({ receiving }) => receiving.chain.id)];
  return {
    json: {
      amount_in: amount,
      amount_out: amount,
      chain_ids: chainIds,
      required_chain_addresses: chainIds,
      source_asset_denom: sourceDenom,
      source_asset_chain_id: from.id,
      dest_asset_denom: destDenom,
      dest_asset_chain_id: to.id,
      estimated_amount_out: amount,
      operations: operations(route, found.source.base, amount),
      txs_required: route.txs,
      estimated_fees: [],
      estimated_route_duration_seconds: SECONDS_PER_TRANSFER * route.transfers.length,
      does_swap: false,
    },
  };
}
