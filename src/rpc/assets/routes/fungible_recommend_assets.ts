/** Implements `POST /v2/fungible/recommend_assets`: the best form on a chain, or on each, and why. */
import { invalidArgument, notFound, type Problem } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { list, naming, type Of, object, oneOf, optional, type WrongValue } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import type { AssetContext } from '../context.js';
import { formNamed } from '../denom.js';
import type { Candidate } from '../graph/candidates.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { reachable } from '../reachable.js';
import { RECOMMENDATION_REASONS, type RecommendationReason } from '../reasons.js';
import { ASSET, denom } from '../shapes.js';

/** Most recommendations of one request. */
const MAX_REQUESTS = 100;

const question = object({
  source_asset_denom: denom(),
  source_asset_chain_id: naming('chain'),
  dest_chain_id: optional(naming('chain'), 'Default: the best form on each chain'),
  reason: optional(oneOf(RECOMMENDATION_REASONS)),
});

export const fungible_recommend_assets = defineRoute({
  paths: ['/v2/fungible/recommend_assets'],
  methods: ['POST'],
  summary: 'The best form of an asset on a chain, or on each chain, and why.',
  input: object({ requests: list(question, MAX_REQUESTS) }),
  answer: {
    type: 'object',
    properties: {
      recommendation_entries: {
        type: 'array',
        items: {
          type: 'object',
          properties: {
            recommendations: {
              type: 'array',
              items: { type: 'object', properties: { asset: ASSET, reason: { enum: RECOMMENDATION_REASONS } } },
            },
            error: { type: 'object', properties: { message: { type: 'string' } } },
          },
        },
      },
    },
  },
  example: {
    requests: [{ source_asset_denom: 'ahalley', source_asset_chain_id: 'halley_31337-1', dest_chain_id: 'hub-1' }],
  },
  refusal,
  handle(context: AssetContext, { requests }) {
    const entries = requests.map((asked) => recommendations(context, asked));
    if (entries.every(({ length }) => length === 0)) return { problem: notFound('no recommendation found') };
    const error = { message: 'no recommendation found' };
    return {
      json: {
        recommendation_entries: entries.map((found) =>
          found.length === 0 ? { recommendations: [], error } : { recommendations: found },
        ),
      },
    };
  },
});

function refusal({ path, value }: WrongValue): Problem {
  const [list, , member] = path;
  const isMissing = value === undefined || value === null || value === '';
  if (isMissing && member?.startsWith('source_asset')) return invalidArgument('Must supply source_asset');
  return invalidArgument(`Invalid ${member ?? list ?? 'request body'}`);
}

function recommendations({ graph, settings }: AssetContext, asked: Of<typeof question>): readonly object[] {
  const chain = graph.named(asked.source_asset_chain_id) as GraphChain;
  const source = formNamed(graph, chain, asked.source_asset_denom);
  if (source === undefined) return [];
  const wishes = {
    allowMultiTx: true,
    nativeOnly: false,
    includeCw20Assets: true,
    recommendationReason: asked.reason,
  };
  const to = asked.dest_chain_id === undefined ? undefined : graph.named(asked.dest_chain_id)?.id;
  return [...reachable(graph, source, settings, wishes, to).values()].map((found) => ({
    asset: assetRecord(graph, (found[0] as Candidate).form),
    reason: reasonFor(found, asked.reason),
  }));
}

/** Returns the reason for the first form of a chain. */
function reasonFor([best, ...others]: readonly Candidate[], asked: RecommendationReason | undefined) {
  if (asked !== undefined && asked !== 'UNKNOWN') return asked;
  if (best?.form.hops.length === 0) return 'BASE_TOKEN';
  const supply = best?.supply ?? 0n;
  return supply > 0n && others.every((other) => other.supply <= supply) ? 'MOST_LIQUID' : 'DIRECT';
}
