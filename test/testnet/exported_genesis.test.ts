/**
 * Tests networks that start from the exported document of a devnet: its validators are taken over by the nodes, jailed
 * or joined by further ones, and staking, slashing, the bank and the engine agree at each height.
 */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import type { InitChainRequest } from '../../src/abci/application.js';
import { createApplication, type HalleyApplication } from '../../src/app/application.js';
import { balanceOf } from '../../src/app/modules/bank/store.js';
import { signingInfo } from '../../src/app/modules/slashing/store.js';
import { stakingProblem } from '../../src/app/modules/staking/invariants.js';
import { BONDED_POOL } from '../../src/app/modules/staking/pools.js';
import { type Registered, readValidators } from '../../src/app/modules/staking/store.js';
import { openAppState } from '../../src/app/state/open.js';
import type { AppState } from '../../src/app/state/types.js';
import { bech32Address } from '../../src/app/types/address.js';
import { parseGenesis } from '../../src/consensus/types/genesis.js';
import { addressOf } from '../../src/consensus/types/validator.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import { createDevnet, exportHome } from '../../src/devnet/index.js';
import { equalBytes } from '../../src/kernel/bytes.js';
import { to0x } from '../../src/kernel/hex.js';
import { seededSecrets } from '../../src/testnet/keys/node_keys.js';
import { blockHash } from '../app/support/chain.js';
import { dev } from '../app/support/wallet.js';
import { asking } from '../support/ask.js';
import { GENESIS_TIME, networkOf } from './network.js';

// biome-ignore lint/suspicious/noExplicitAny: a document is read field by field
type Json = any;

/** Index of the validator that signs two blocks, and the seed of its devnet. */
const OFFENDER = 1;
const SEED = 'exported';

/** Exports a devnet with one more validator, other powers, a slashed and jailed validator, and a gift to the pool. */
async function exported(home: string): Promise<Json> {
  const devnet = await createDevnet({ home, seed: SEED, validators: 5, jsonRpc: { namespaces: ['all'] } });
  const ask = asking(devnet);
  const mine = async (blocks: number): Promise<void> => {
    for (let i = 0; i < blocks; i++) await ask('evm_mine');
  };
  await ask('halley_addValidator', { power: 40, name: 'alice' });
  await ask('halley_setValidatorPower', 3, 25);
  await mine(4);
  await ask('halley_addFault', { type: 'equivocate', node: OFFENDER });
  await mine(20);
  await ask('halley_heal');
  const [from] = (await ask('eth_accounts')) as string[];
  await ask('eth_sendTransaction', { from, to: to0x(BONDED_POOL.address), value: '0x4d' });
  await mine(4);
  await devnet.close();
  return JSON.parse(JSON.stringify(await exportHome(home)));
}

/** Runs the document of a network on the application, as an engine does. */
class Engine {
  private constructor(
    readonly app: HalleyApplication,
    readonly state: AppState,
    private readonly doc: ReturnType<typeof parseGenesis>,
  ) {}

  static async start(document: unknown): Promise<Engine> {
    const doc = parseGenesis(document, GENESIS_TIME);
    const state = await openAppState(undefined);
    const app = await createApplication({ state });
    const { genesisTime: time, chainId, consensusParams, validators, appState, initialHeight } = doc;
    const request: InitChainRequest = { time, chainId, consensusParams, validators, appState, initialHeight };
    const response = await app.initChain(request);
    expect(response.validators).toEqual([]);
    return new Engine(app, state, doc);
  }

  /** Executes an empty block that all validators have signed, and returns the validator updates. */
  async block(offset: bigint) {
    const { genesisTime, initialHeight, validators } = this.doc;
    const height = initialHeight + offset;
    const votes = validators.map(({ pubKey, power }) => ({
      validator: { address: addressOf(pubKey), power },
      blockIdFlag: 2 as const,
    }));
    const response = await this.app.finalizeBlock({
      txs: [],
      decidedLastCommit: { round: 0, votes: offset === 0n ? [] : votes },
      misbehavior: [],
      hash: blockHash(height),
      height,
      time: genesisTime + (offset + 1n) * 1_000_000_000n,
      nextValidatorsHash: new Uint8Array(32),
      proposerAddress: addressOf(validators[0]?.pubKey as (typeof validators)[number]['pubKey']),
    });
    await this.app.commit();
    return response.validatorUpdates;
  }

  validators = (): readonly Registered[] => readValidators(this.state.latest);
}

const monikers = (all: readonly Registered[]): string[] =>
  all.map(({ validator }) => validator.description.moniker).toSorted();

beforeAll(installFastCrypto);

describe('the document of a devnet', () => {
  let document: Json;
  beforeAll(async () => {
    const home = await mkdtemp(join(tmpdir(), 'halley-home-'));
    document = await exported(home).finally(() => rm(home, { recursive: true, force: true }));
  });

  it.each([1, 3, 5, 6, 9])('starts a network of %i validators, in which every invariant holds', async (count) => {
    const { genesis } = networkOf({ document, validators: count, secretOf: seededSecrets('new') });
    const engine = await Engine.start(genesis.document);
    expect(await engine.block(0n)).toEqual([]);
    expect(await engine.block(1n)).toEqual([]);
    expect(stakingProblem(engine.state.latest, 'gifts')).toBeUndefined();
    const all = engine.validators();
    const bonded = all.filter(({ validator }) => validator.status === 'bonded');
    expect(monikers(bonded)).toEqual(Array.from({ length: count }, (_, index) => `node${index}`));
    for (const { validator } of all)
      expect([validator.description.moniker, validator.jailed]).toEqual([
        validator.description.moniker,
        validator.status !== 'bonded',
      ]);
    const { validators } = parseGenesis(genesis.document, 0n);
    expect(validators).toHaveLength(count);
    for (const { pubKey, name, power } of validators) {
      const own = bonded.find(({ validator }) => equalBytes(validator.pubKey.bytes, pubKey.bytes));
      expect(own?.validator.description.moniker).toBe(name);
      expect(own && own.validator.tokens / 10n ** 18n).toBe(power);
      expect(signingInfo(engine.state.latest, addressOf(pubKey))).toMatchObject({ tombstoned: false });
    }
  });

  it('gives the nodes the most powerful validators, with their operators and delegations', async () => {
    const { genesis } = networkOf({ document, validators: 2, secretOf: seededSecrets('new') });
    const next = genesis.document as Json;
    expect(next.validators.map(({ power }: Json) => power)).toEqual(['40', '25']);
    const before = document.app_state.staking;
    const { staking } = next.app_state;
    expect(staking.delegations).toEqual(before.delegations);
    expect(staking.validators.map((entry: Json) => [entry.operator_address, entry.tokens])).toEqual(
      before.validators.map((entry: Json) => [entry.operator_address, entry.tokens]),
    );
    expect(staking.last_total_power).toBe('65');
  });

  it('continues at the next height with the balances, and mints only for validators that are added', async () => {
    const engines = await Promise.all(
      [6, 8].map(async (validators) => {
        const { genesis } = networkOf({ document, validators, secretOf: seededSecrets('new') });
        expect((genesis.document as Json).initial_height).toBe(document.initial_height);
        return { genesis, engine: await Engine.start(genesis.document) };
      }),
    );
    const supplies = engines.map(({ genesis }) => BigInt((genesis.document as Json).app_state.bank.supply[0].amount));
    expect((supplies[1] as bigint) - (supplies[0] as bigint)).toBe(20n * 10n ** 18n);
    const before = BigInt(document.app_state.bank.supply[0].amount);
    expect((supplies[0] as bigint) - before).toBe(10n * 10n ** 18n);
    for (const { engine } of engines) {
      await engine.block(0n);
      const balances = document.app_state.bank.balances as Json[];
      const holder = balances.find(({ address }) => address === bech32Address(dev(5).bytes, 'halley'));
      expect(balanceOf(engine.state.latest, dev(5).bytes, 'ahalley')).toBe(BigInt(holder.coins[0].amount));
    }
  });

  it('keeps the key of a validator that follows from the same seed, and refuses that of a jailed one', () => {
    const same = { document, secretOf: seededSecrets(SEED) };
    const one = networkOf({ ...same, validators: 1 }).genesis.document as Json;
    expect(one.validators[0].pub_key.value).toBe(
      document.validators.find(({ name }: Json) => name === 'validator-0').pub_key.value,
    );
    expect(() => networkOf({ ...same, validators: 2 })).toThrow(
      /^genesis: the validator halleyvaloper1\w+, which is jailed or not bonded, has the key that follows from the seed for node1: use another --seed, or none$/,
    );
  });

  it('has the new dev authority, with the sequence of the old one', () => {
    const { genesis } = networkOf({ document, secretOf: seededSecrets('new') });
    const { dev: next } = (genesis.document as Json).app_state;
    expect(next.authority.key).not.toBe(document.app_state.dev.authority.key);
    expect(next.sequence).toBe(document.app_state.dev.sequence);
    const without = networkOf({ document, withDevAuthority: false });
    expect((without.genesis.document as Json).app_state.dev.authority).toBeUndefined();
  });
});

describe('another document', () => {
  it('starts a network when it names validators of the engine only', async () => {
    const { genesis } = networkOf({ validators: 3 });
    const plain = genesis.document as Json;
    const { staking: _, ...appState } = plain.app_state;
    const again = networkOf({
      document: { ...plain, app_state: { ...appState, bank: { ...appState.bank, balances: [], supply: [] } } },
      secretOf: seededSecrets('other'),
    });
    const engine = await Engine.start(again.genesis.document);
    expect(await engine.block(0n)).toEqual([]);
    expect(stakingProblem(engine.state.latest)).toBeUndefined();
    expect(monikers(engine.validators())).toEqual(['node0', 'node1', 'node2', 'node3']);
  });

  it('starts another network when it is that of a network', async () => {
    const { genesis } = networkOf({ validators: 4 });
    const again = networkOf({ document: genesis.document, validators: 3, secretOf: seededSecrets('other') });
    const engine = await Engine.start(again.genesis.document);
    expect(await engine.block(0n)).toEqual([]);
    expect(stakingProblem(engine.state.latest)).toBeUndefined();
    expect((again.genesis.document as Json).validators).toHaveLength(3);
  });

  it('is refused with several chains, for a fork, and with too few places', () => {
    const { genesis } = networkOf();
    const plain = genesis.document as Json;
    expect(() => networkOf({ document: { ...plain, halley: { network: { chains: [{}] } } } })).toThrow(
      'the genesis document has 2 chains: expected one, because each network of validators runs one chain; give a document without halley.network',
    );
    const { evm } = plain.app_state;
    const forked = { ...plain, app_state: { ...plain.app_state, evm: { ...evm, fork: {} } } };
    expect(() => networkOf({ document: forked })).toThrow('the genesis document is that of a fork');
    const { staking } = plain.app_state;
    const few = { ...plain, app_state: { ...plain.app_state, staking: { ...staking, params: { max_validators: 4 } } } };
    expect(() => networkOf({ document: few, validators: 5, secretOf: seededSecrets('x') })).toThrow(
      'app_state.staking.params.max_validators is 4: expected at least 5',
    );
    expect(() => networkOf({ document: { ...plain, app_state: { ...plain.app_state, staking: [] } } })).toThrow(
      'genesis: app_state.staking is not an object',
    );
  });
});
