/**
 * Implements `POST /v2/info/balances`: the balances of addresses on simulated chains. A chain that is only described
 * has no accounts.
 */
import type { DenomBalance } from '../../../backend/assets.js';
import { invalidArgument } from '../../rest/problem.js';
import { defineRoute } from '../../rest/route.js';
import { list, map, object, optional, text } from '../../rest/shape.js';
import { assetRecord } from '../asset_record.js';
import { type AssetContext, invalidField } from '../context.js';
import { formNamed } from '../denom.js';
import type { GraphChain } from '../graph/graph_chain.js';
import { MAX_ITEMS } from '../shapes.js';

/** Most accounts of one request. */
const MAX_CHAINS = 100;

export const info_balances = defineRoute({
  paths: ['/v2/info/balances'],
  methods: ['POST'],
  summary: 'The balances of addresses, chain by chain; without a list of denoms, all that are not zero.',
  input: object({
    chains: map(object({ address: text(), denoms: optional(list(text(), MAX_ITEMS)) }), MAX_CHAINS),
  }),
  answer: {
    type: 'object',
    properties: {
      chains: {
        type: 'object',
        additionalProperties: { type: 'object', properties: { denoms: { type: 'object' } } },
      },
    },
  },
  example: { chains: { 'halley_31337-1': { address: '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266' } } },
  refusal: (wrong) => (wrong.path[2] === 'address' ? invalidArgument('Invalid address') : invalidField(wrong)),
  handle(context: AssetContext, { chains }) {
    const answers: [string, object][] = [];
    for (const [name, { address, denoms }] of chains) {
      const chain = context.graph.named(name);
      if (chain === undefined) return { problem: invalidArgument('Invalid chain_id') };
      const balances = chain.facts.simulated ? context.backend.balances(chain.id, address) : [];
      if (balances === undefined) return { problem: invalidArgument('Invalid address') };
      answers.push([name, { denoms: shown(context, chain, balances, denoms) }]);
    }
    return { json: { chains: Object.fromEntries(answers) } };
  },
});

function shown(
  { graph }: AssetContext,
  chain: GraphChain,
  balances: readonly DenomBalance[],
  denoms: readonly string[] | undefined,
): object {
  const amounts = new Map(balances.map(({ denom, amount }) => [denom, amount]));
  const entries = (denoms ?? [...amounts.keys()]).map((name) => {
    const form = formNamed(graph, chain, name);
    const record = form && assetRecord(graph, form);
    const amount = amounts.get(record?.denom ?? name) ?? 0n;
    const decimals = record?.decimals;
    return [
      name,
      {
        amount: amount.toString(),
        decimals,
        formatted_amount: inUnits(amount, decimals ?? 0),
      },
    ];
  });
  return Object.fromEntries(entries);
}

/**
 * Converts an amount of the smallest unit to the display unit: `1.5` for 1500000 with six decimals. Trailing zeros are
 * dropped.
 */
function inUnits(amount: bigint, decimals: number): string {
  const digits = amount.toString().padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  const fraction = digits.slice(digits.length - decimals).replace(/0+$/, '');
  return fraction === '' ? whole : `${whole}.${fraction}`;
}
