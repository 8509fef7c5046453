/** Follows new coins from inflation to the fee collector, and on to the validators. */
import { beforeAll, expect, it } from 'vitest';
import { exportAppState } from '../../../../src/app/genesis.js';
import { FEE_COLLECTOR } from '../../../../src/app/modules/auth/fee_collector.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { distribution } from '../../../../src/app/modules/distribution/module.js';
import { readMinter } from '../../../../src/app/modules/mint/minter.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { type AppStateJson, TestChain } from '../../support/chain.js';
import { validatorsOf } from '../../support/validators.js';
import { COIN } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const members = validatorsOf(10n, 30n);
const votes = members.map(({ address, power }) => ({ validator: { address, power }, blockIdFlag: 2 as const }));

const open = (edit: (state: AppStateJson) => void): Promise<TestChain> => TestChain.open({ validators: members, edit });
const run = (chain: TestChain) => chain.run({ ...chain.blockRequest([]), decidedLastCommit: { round: 0, votes } });

const params = {
  inflation_rate_change: '0.13',
  inflation_max: '0.2',
  inflation_min: '0.07',
  goal_bonded: '0.5',
  blocks_per_year: '1000',
};

it('mints a share of the supply in each block, and more while too little is bonded', async () => {
  const chain = await open((state) => {
    state['mint'] = { params, minter: { inflation: '0.1' } };
  });
  // 400,000 coins of accounts and 40 of validators, which are bonded.
  const supply = 400_040n * COIN;
  expect(supplyOf(chain.state.latest, 'ahalley')).toBe(supply);
  const { response } = await run(chain);
  const [mint] = response.events.filter(({ type }) => type === 'mint');
  const values = Object.fromEntries(mint?.attributes.map(({ key, value }) => [key, value]) ?? []);
  expect(values).toEqual({
    bonded_ratio: '0.000099990000999900',
    // 0.1 + (1 − 0.0000999900009999 / 0.5) × 0.13 ÷ 1000
    inflation: '0.100129974002599740',
    annual_provisions: '40055994799999999989600.000000000000000000',
    amount: expect.stringMatching(/^\d+$/),
    mode: 'BeginBlock',
  });
  const minted = BigInt(values['amount'] as string);
  expect(minted).toBe((supply * 100_129_974_002_599_740n) / COIN / 1000n);
  expect(supplyOf(chain.state.latest, 'ahalley')).toBe(supply + minted);
  expect(balanceOf(chain.state.latest, FEE_COLLECTOR.address, 'ahalley')).toBe(minted);
});

it('holds inflation between its bounds', async () => {
  const most = await open((state) => {
    state['mint'] = { params: { ...params, blocks_per_year: '1', inflation_rate_change: '1' } };
  });
  await run(most);
  expect(readMinter(most.state.latest).inflation).toBe(COIN / 5n);
  const least = await open((state) => {
    state['mint'] = { params: { ...params, blocks_per_year: '1', inflation_rate_change: '1', goal_bonded: '0.00001' } };
  });
  await run(least);
  expect(readMinter(least.state.latest).inflation).toBe((7n * COIN) / 100n);
});

it('gives the validators what was minted, and starts anew from an exported document', async () => {
  const chain = await open((state) => {
    state['mint'] = {};
    state['distribution'] = {};
  });
  await run(chain);
  const { response } = await run(chain);
  expect(response.events.filter(({ type }) => type === 'rewards')).toHaveLength(2);
  expect(distribution.problem?.(chain.state.latest)).toBeUndefined();
  const document = exportAppState(chain.state.latest) as AppStateJson;
  const again = await open((state) => {
    for (const name of Object.keys(state)) delete state[name];
    Object.assign(state, document);
  });
  const exported = exportAppState(again.state.latest) as AppStateJson;
  expect(exported['mint']).toEqual(document['mint']);
  expect(exported['distribution']).toEqual(document['distribution']);
});

it.each([
  ['goal_bonded', '0', /^app_state\.mint\.params\.goal_bonded is "0": expected a decimal above 0/],
  ['blocks_per_year', '0', /^app_state\.mint\.params\.blocks_per_year is "0"/],
  ['inflation_max', '0.01', /^app_state\.mint\.params\.inflation_max is "0\.01": expected at least 0\.07/],
  ['mint_denom', '7', /^app_state\.mint\.params\.mint_denom is "7": expected a denom/],
])('refuses %s of %s', async (name, value, expected) => {
  const opened = open((state) => {
    state['mint'] = { params: { ...params, [name]: value } };
  });
  await expect(opened).rejects.toThrow(expected);
});

it('mints nothing without a section in the genesis document', async () => {
  const chain = await open(() => undefined);
  await run(chain);
  expect(supplyOf(chain.state.latest, 'ahalley')).toBe(400_040n * COIN);
  expect(exportAppState(chain.state.latest)).not.toHaveProperty('mint');
});
