/**
 * Runs the asset cases over `genesis/ibc.json` as a devnet of the same five chains. The results of handshakes and
 * relayed packets replace the topology.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, type Devnet } from '../../../src/devnet/index.js';
import { CASES, type Case } from '../../rpc/assets/case.js';
import { reach } from './asset_kit.js';

/** Excludes cases that change the topology or the service's settings. */
const isPlain = ({ patch, config }: Case): boolean => patch.length === 0 && Object.keys(config).length === 0;

/** Cases in which running chains respond otherwise than the topology of the cases, and why. */
const DIFFERENCES: readonly { readonly why: string; readonly cases: readonly string[] }[] = [
  {
    why: 'no chain keeps which of two channels people prefer, so the fuller channel-3 to dex-1 comes first',
    cases: [
      ...['01-native-local', '02-native-local-multi', '12-voucher-on-dex', '13-voucher-on-dex-multi'],
      ...['15-stuck-iso-voucher', '38-reason-most-liquid', '38b-reason-direct-tie', '49d-null-booleans'],
    ],
  },
  {
    why: 'the genesis document has no CosmWasm contracts',
    cases: [
      ...['19-cw20-source', '20-cw20-source-multi', '21-cw20-voucher-dex', '22-cw20-voucher-dex-incl'],
      ...['23-cw20-voucher-local', '24-cw20-voucher-local-default', '24b-cw20-voucher-local-multi'],
      '35-native-only-cw20-incl',
    ],
  },
  {
    why: 'the genesis document has no ERC-20 contracts',
    cases: [
      ...['25-erc20-bank', '26-erc20-address', '27-erc20-legacy', '29b-evm-chain-alias'],
      ...['30-erc20-voucher-hub', '31-erc20-voucher-hub-multi'],
    ],
  },
  { why: 'that voucher has never come: a chain knows the ways of what came', cases: ['46b-zero-supply-voucher'] },
];
const OTHERS = new Set(DIFFERENCES.flatMap(({ cases }) => cases));

let devnet: Devnet;
beforeAll(async () => {
  const genesis = JSON.parse(readFileSync('genesis/ibc.json', 'utf8'));
  devnet = await createDevnet({ genesis, clock: 'virtual', assets: true });
});
afterAll(() => devnet.close());

async function answerTo({ request }: Case) {
  const { source_asset_chain_id, source_asset_denom, ...wishes } = request as Record<string, string>;
  return reach(devnet, source_asset_chain_id as string, source_asset_denom as string, wishes);
}

const PLAIN = CASES.filter(isPlain);

it.each(PLAIN.filter(({ id }) => !OTHERS.has(id)).map((one) => [one.id, one] as const))('%s', async (_, one) => {
  expect(await answerTo(one)).toEqual(one.expected);
});

describe.each(DIFFERENCES)('because $why', ({ cases }) => {
  it.each(cases)('%s gets another response', async (id) => {
    const one = PLAIN.find((plain) => plain.id === id) as Case;
    expect(await answerTo(one)).not.toEqual(one.expected);
  });
});
