/**
 * Reads a chain whose validator set changed in every way with CosmJS and with CometBFT's own light client: validators
 * were added, got other powers, were removed, and one was slashed after an equivocation.
 */
import { QueryClient, setupSlashingExtension, setupStakingExtension } from '@cosmjs/stargate';
import { Comet38Client, HttpClient, Tendermint37Client } from '@cosmjs/tendermint-rpc';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { KEY_TYPE_NAMES } from '../../src/abci/pub_key.js';
import { createDevnet, type Devnet, fixedClock, systemClock } from '../../src/devnet/index.js';
import { toUpperHex } from '../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../src/kernel/time.js';
import { asking } from '../support/ask.js';
import { cometbftIsAbsent, newerCometbft, type Running, versionsAreAbsent } from './peers/cometbft.js';
import { expectVerified, startLightClient } from './peers/light_client.js';
import { resultOf } from './two_chains.js';

const HOUR = 3600n * NANOS_PER_SECOND;
const OFFENDER = 8;

/** First height of a set, and the power of each validator in it by index. */
interface Change {
  readonly from: number;
  readonly powers: Readonly<Record<number, number>>;
}

let devnet: Devnet;
let changes: readonly Change[];

const url = (): string => `${devnet.urls.cometRpc}`;
const rpc = asking(() => devnet);
const addressOf = (index: number): string => devnet.validatorKeys[index]?.address as string;

/** Changes the set in five ways. In the end less than a third of the power of block 1 is left. */
async function change(): Promise<Change[]> {
  const powers: Record<number, number> = Object.fromEntries(Array.from({ length: 7 }, (_, index) => [index, 10]));
  const sets: Change[] = [{ from: 1, powers: { ...powers } }];
  /** Applies changes of one validator each, two heights after the block of each. */
  const apply = async (index: number, power: number, method: string, ...params: unknown[]): Promise<void> => {
    await rpc(method, ...params);
    if (power === 0) delete powers[index];
    else powers[index] = power;
    sets.push({ from: Number(devnet.height) + 2, powers: { ...powers } });
    await devnet.mine({ blocks: 3 });
  };
  await devnet.mine({ blocks: 4 });
  await apply(7, 30, 'halley_addValidator', { power: 30, name: 'alice' });
  await apply(OFFENDER, 20, 'halley_addValidator', { power: 20 });
  await apply(4, 25, 'halley_setValidatorPower', 4, 25);
  for (const index of [0, 1, 2, 3, 5]) await apply(index, 0, 'halley_removeValidator', index);
  await rpc('halley_addFault', { type: 'equivocate', node: OFFENDER, height: Number(devnet.height) + 1 });
  await devnet.mine({ blocks: 6 });
  delete powers[OFFENDER];
  sets.push({ from: (await evidenceHeight()) + 2, powers: { ...powers } });
  await devnet.mine({ blocks: 10 });
  return sets;
}

/** Returns the height of the first block with evidence. */
async function evidenceHeight(of = devnet): Promise<number> {
  for (let height = 1; height <= Number(of.height); height++) {
    const target = `block?height=${height}`;
    const { block } = await resultOf<{ block: { evidence: { evidence: unknown[] } } }>(`${of.urls.cometRpc}`, target);
    if (block.evidence.evidence.length > 0) return height;
  }
  throw new Error('no block has evidence');
}

/** Returns the powers by address that are expected at a height. */
function expectedAt(height: number): Record<string, bigint> {
  const { powers } = changes.findLast(({ from }) => from <= height) as Change;
  return Object.fromEntries(Object.entries(powers).map(([index, power]) => [addressOf(Number(index)), BigInt(power)]));
}

beforeAll(async () => {
  devnet = await createDevnet({
    assets: false,
    seed: 'changed',
    validators: 7,
    rpc: { address: 'tcp://127.0.0.1:0' },
    clock: fixedClock(systemClock.now() - HOUR),
  });
  changes = await change();
});
afterAll(() => devnet?.close());

describe('CosmJS', () => {
  it.each([
    ['0.37', Tendermint37Client, ''],
    ['0.38', Comet38Client, '/v0.38'],
  ] as const)('reads the validators of every height, and a commit of each (%s)', async (_, clients, path) => {
    const client = await clients.create(new HttpClient(url() + path));
    expect(changes).toHaveLength(10);
    for (let height = 1; height <= Number(devnet.height); height++) {
      const { validators } = await client.validatorsAll(height);
      const read = validators.map(({ address, votingPower }) => [toUpperHex(address), votingPower] as const);
      expect(Object.fromEntries(read), `height ${height}`).toEqual(expectedAt(height));
      // The newest commit may still lack precommits that come late.
      if (height === Number(devnet.height)) continue;
      const { commit } = await client.commit(height);
      const signers = commit.signatures.map(({ validatorAddress }) => toUpperHex(validatorAddress as Uint8Array));
      expect(signers.toSorted(), `height ${height}`).toEqual(Object.keys(expectedAt(height)).toSorted());
    }
    client.disconnect();
  });

  it('reads who is bonded, jailed and tombstoned by the queries of the SDK', async () => {
    const client = await Comet38Client.create(new HttpClient(`${url()}/v0.38`));
    const queries = QueryClient.withExtensions(client, setupStakingExtension, setupSlashingExtension);
    const bonded = (await queries.staking.validators('BOND_STATUS_BONDED')).validators;
    const others = (await queries.staking.validators('BOND_STATUS_UNBONDING')).validators;
    expect(bonded.map(({ description }) => description?.moniker).sort()).toEqual(['alice', 'validator4', 'validator6']);
    expect(bonded.every(({ jailed }) => !jailed)).toBe(true);
    expect(others.filter(({ jailed }) => jailed).map(({ description }) => description?.moniker)).toEqual([
      'validator-8',
    ]);
    const { info } = await queries.slashing.signingInfos();
    expect(info.filter(({ tombstoned }) => tombstoned)).toHaveLength(1);
    client.disconnect();
  });
});

describe.skipIf(cometbftIsAbsent)("CometBFT's light client", () => {
  it.each([
    ['by skipping', []],
    ['sequentially', ['--sequential']],
  ])('verifies %s from block 1 across all changes', async (_, flags) => {
    const light: Running = await startLightClient(devnet, url(), url(), ...flags);
    try {
      const last = Number(devnet.height) - 1;
      const ours = `${url()}/v0.38`;
      for (const height of [last, ...changes.flatMap(({ from }) => [from, from + 1])])
        for (const route of ['commit', 'validators', 'block'])
          await expectVerified(light.url, ours, `${route}?height=${height}`);
    } finally {
      await light.stop();
    }
  });
});

describe.skipIf(versionsAreAbsent())("CometBFT 0.40's light client", () => {
  it('verifies sets with keys of every type, which change until less than a third of the first is left', async () => {
    await using mixed = await createDevnet({
      assets: false,
      seed: 'mixed',
      validators: KEY_TYPE_NAMES.length,
      validatorKeyTypes: KEY_TYPE_NAMES,
      rpc: { address: 'tcp://127.0.0.1:0' },
      clock: fixedClock(systemClock.now() - HOUR),
    });
    await mixed.mine({ blocks: 4 });
    for (const [index] of KEY_TYPE_NAMES.entries()) {
      await mixed.addValidator({ power: 20 + index });
      await mixed.mine({ blocks: 3 });
    }
    for (const index of [0, 1, 2]) {
      await mixed.removeValidator(index);
      await mixed.mine({ blocks: 3 });
    }
    const liar = 2 * KEY_TYPE_NAMES.length - 1;
    const liarKey = mixed.validatorKeys[liar]?.pub_key.type;
    expect(liarKey).toBe('cometbft/PubKeyMlDsa65');
    await mixed.network.addFault({ type: 'equivocate', node: liar, height: Number(mixed.height) + 1 });
    await mixed.mine({ blocks: 12 });
    const accused = await evidenceHeight(mixed);
    const ours = `${mixed.urls.cometRpc}/v0.40`;
    const last = Number(mixed.height) - 1;
    const { chainId, urls } = mixed;
    for (const flags of [[], ['--sequential']]) {
      const terms = { chainId, urls, program: newerCometbft('0.40') };
      const light: Running = await startLightClient(terms, ours, ours, ...flags);
      try {
        for (const height of [last, accused, 2, 9, 17, 25])
          for (const route of ['commit', 'validators', 'block'])
            await expectVerified(light.url, ours, `${route}?height=${height}`);
      } finally {
        await light.stop();
      }
    }
  });
});
