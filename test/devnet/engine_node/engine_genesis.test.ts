/**
 * Tests how documents of SDK applications get simulated validators: those with which CosmJS's own tests start `evmd` and
 * simd of SDK 0.53, and an export of wasmd 0.61.
 */
import { expect, it } from 'vitest';
import { parseAddress } from '../../../src/app/types/address.js';
import { toBase64 } from '../../../src/codec/base64.js';
import { validatorKeys } from '../../../src/devnet/chain/validator_keys.js';
import { createEngine, engineGenesis, type HalleyError } from '../../../src/devnet/index.js';
import evmd from '../sdk_genesis/documents/evmd.json' with { type: 'json' };
import simapp from '../sdk_genesis/documents/simapp53.json' with { type: 'json' };
import exported from '../sdk_genesis/documents/wasmd_export.json' with { type: 'json' };
import { Ledger } from './ledger.js';

// biome-ignore lint/suspicious/noExplicitAny: documents have many forms
type Document = any;

const stateOf = async (...[options]: Parameters<typeof engineGenesis>): Promise<Document> =>
  ((await engineGenesis(options)).genesis as Document).app_state;

const sumOf = (entries: readonly Document[], amountOf: (entry: Document) => string): bigint =>
  entries.reduce((sum, entry) => sum + BigInt(amountOf(entry)), 0n);

const balanceOf = ({ bank }: Document, address: string, denom: string): bigint =>
  sumOf(
    bank.balances.filter((entry: Document) => entry.address === address).flatMap(({ coins }: Document) => coins),
    (coin) => (coin.denom === denom ? coin.amount : '0'),
  );

/** Address of the module account of bonded tokens. */
const POOLS: Readonly<Record<string, string>> = {
  cosmos: 'cosmos1fl48vsnmsdzcv85q5d2q4z5ajdha8yu34mf0eh',
  wasm: 'wasm1fl48vsnmsdzcv85q5d2q4z5ajdha8yu3l8c6su',
};

it('turns gentxs into validators with keys of the seed, and adds equals of the largest', async () => {
  const before: Document = simapp.app_state;
  const gentx = before.genutil.gen_txs[0].body.messages[0];
  const state = await stateOf({ genesis: simapp, validators: 3, seed: 'three' });
  expect(state.genutil.gen_txs).toEqual([]);
  const { validators, delegations, params } = state.staking;
  expect(validators.map(({ consensus_pubkey: { key } }: Document) => key)).toEqual(
    validatorKeys('three', 3).map(({ pubKey }) => toBase64(pubKey.bytes)),
  );
  expect(validators[0]).toMatchObject({ operator_address: gentx.validator_address, tokens: gentx.value.amount });
  expect(new Set(validators.map(({ tokens }: Document) => tokens)).size).toBe(1);
  expect(delegations).toHaveLength(3);
  // Bank, pool, supply and signing infos agree with staking.
  const denom = params.bond_denom;
  expect(balanceOf(state, POOLS['cosmos'] ?? '', denom)).toBe(3n * BigInt(gentx.value.amount));
  const supply = (of: Document): bigint =>
    sumOf(of.bank.supply, (coin: Document) => (coin.denom === denom ? coin.amount : '0'));
  expect(supply(state) - supply(before)).toBe(2n * BigInt(gentx.value.amount));
  expect(state.slashing.signing_infos).toHaveLength(3);
});

it('takes the power of a chain with an EVM into account', async () => {
  const document = { ...evmd, app_state: { ...evmd.app_state, genutil: { gen_txs: [] } } };
  const { staking } = await stateOf({ genesis: document, validators: 2 });
  expect(staking.validators.map(({ tokens }: Document) => tokens)).toEqual([`${10n ** 19n}`, `${10n ** 19n}`]);
  const { staking: given } = await stateOf({ genesis: document, validators: 1, stake: 7n * 10n ** 18n });
  expect(given.validators[0].tokens).toBe(`${7n * 10n ** 18n}`);
  await expect(engineGenesis({ genesis: document, stake: 5n })).rejects.toThrow(
    'stake is 5, expected at least 1000000000000000000 tokens, the power of 1',
  );
});

it('gives an exported state more validators, with the records that staking makes', async () => {
  const { staking: before } = exported.app_state as Document;
  const state = await stateOf({ genesis: exported, validators: before.validators.length + 2 });
  const { validators, last_validator_powers: powers, last_total_power: total, delegations } = state.staking;
  expect(validators.slice(0, before.validators.length).map((each: Document) => each.operator_address)).toEqual(
    before.validators.map((each: Document) => each.operator_address),
  );
  const added = validators.slice(before.validators.length).map((each: Document) => each.operator_address);
  expect(powers).toHaveLength(validators.length);
  expect(total).toBe(`${sumOf(powers, ({ power }) => power)}`);
  for (const list of [
    ...['outstanding_rewards', 'validator_accumulated_commissions', 'validator_historical_rewards'],
    ...['validator_current_rewards', 'delegator_starting_infos'],
  ]) {
    const operators = state.distribution[list].map((each: Document) => each.validator_address);
    for (const operator of added) expect(operators.filter((each: string) => each === operator)).toHaveLength(1);
  }
  for (const operator of added) {
    const [delegation] = delegations.filter((each: Document) => each.validator_address === operator);
    expect(parseAddress(delegation.delegator_address, 'wasm')).toBeInstanceOf(Uint8Array);
  }
  const bonded = validators.filter(({ status }: Document) => status === 'BOND_STATUS_BONDED');
  expect(balanceOf(state, POOLS['wasm'] ?? '', state.staking.params.bond_denom)).toBe(
    sumOf(bonded, ({ tokens }) => tokens),
  );
  expect(state.slashing.signing_infos.length).toBe(
    new Set(state.slashing.signing_infos.map(({ address }: Document) => address)).size,
  );
});

it('raises the number of validators that staking elects', async () => {
  const params = { ...simapp.app_state.staking.params, max_validators: 2 };
  const document = {
    ...simapp,
    app_state: { ...simapp.app_state, staking: { ...simapp.app_state.staking, params } },
  };
  const { staking } = await stateOf({ genesis: document, validators: 5 });
  expect(staking.params.max_validators).toBe(5);
});

it('lets an engine find the keys by its seed', async () => {
  const { genesis, keys } = await engineGenesis({ genesis: simapp, validators: 2, seed: 'found' });
  const powers = keys.map(({ pub_key: { value } }, index) => ({
    ...{ pubKey: { type: 'ed25519' as const, bytes: new Uint8Array(Buffer.from(value, 'base64')) } },
    power: BigInt(3 + index),
  }));
  for (const given of [{ seed: 'found' }, { seed: 'found', validators: 2 }, { keys }]) {
    const app = new Ledger();
    Object.assign(app, { initChain: async () => ({ validators: powers, appHash: new Uint8Array() }) });
    const engine = await createEngine({ app, genesis, ...given });
    expect(engine.validators.map(({ address, power }) => [address, power])).toEqual([
      [keys[0]?.address, 3n],
      [keys[1]?.address, 4n],
    ]);
    await engine.close();
  }
  const refused = createEngine({ app: new Ledger(), genesis, seed: 'found', validators: 3 });
  await expect(refused).rejects.toThrow('halley engine init --genesis FILE --validators N --out FOLDER');
});

it.each([
  [
    'a document without staking',
    { chain_id: 'none-1', app_state: { bank: {} } },
    /app_state\.staking\.params is missing/,
  ],
  ['no document', 7, /document is not an object/],
  ['no chain id', { app_state: simapp.app_state }, /chain_id is missing/],
  [
    'a height that no chain reaches',
    { ...simapp, initial_height: `${2n ** 63n - 2n}` },
    /initial_height is 9223372036854775806, expected at most/,
  ],
])('refuses %s in one line', async (_, genesis, text) => {
  await expect(engineGenesis({ genesis })).rejects.toMatchObject({
    code: 'invalid-genesis',
    message: expect.stringMatching(text),
  } satisfies Partial<HalleyError>);
});

it('an engine refuses such a height too, and no option of a devnet is one of a document', async () => {
  const genesis = { chain_id: 'far-1', initial_height: `${2n ** 63n - 1n}` };
  await expect(createEngine({ app: new Ledger(), genesis })).rejects.toThrow(
    'genesis: initial_height is 9223372036854775807, expected at most',
  );
  const options = { genesis: simapp, home: '/tmp' };
  await expect(engineGenesis(options)).rejects.toThrow(
    'home is no option of engineGenesis: expected genesis, seed, stake, validators',
  );
});
