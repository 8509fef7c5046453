import { beforeAll, describe, expect, it } from 'vitest';
import type { Event } from '../../../../src/abci/application.js';
import { balanceOf, supplyOf } from '../../../../src/app/modules/bank/store.js';
import { signingInfo } from '../../../../src/app/modules/slashing/store.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { validatorByConsensusAddress } from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { formatTime } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN } from '../../support/wallet.js';

beforeAll(installFastCrypto);

type Three = [TestValidator, TestValidator, TestValidator];

const SUPPLY = 400_035n * COIN;

async function open(): Promise<{ chain: TestChain; all: Three }> {
  const all = validatorsOf(10n, 20n, 5n) as Three;
  const chain = await TestChain.open({ validators: all });
  await chain.block();
  return { chain, all };
}

const recordOf = (chain: TestChain, { address }: TestValidator) =>
  validatorByConsensusAddress(chain.state.latest, address)?.validator;

const listed = (events: readonly Event[], type: string): Record<string, string>[] =>
  events
    .filter((event) => event.type === type)
    .map(({ attributes }) => Object.fromEntries(attributes.map(({ key, value }) => [key, value])));

describe('a duplicate vote', () => {
  it('costs a twentieth of the power at its height, jails, and removes the validator with an update of power 0', async () => {
    const { chain, all } = await open();
    const [guilty] = all;
    const { response } = await punish(chain, doubleSign(chain, guilty));
    expect(response.validatorUpdates).toEqual([{ pubKey: guilty.pubKey, power: 0n }]);
    const burned = COIN / 2n;
    const [address, bonded] = [
      bech32Address(guilty.address, 'halleyvalcons'),
      bech32Address(BONDED_POOL.address, 'halley'),
    ];
    expect(listed(response.events, 'slash')).toEqual([
      { address, power: '10', reason: 'double_sign', burned_coins: burned.toString(), mode: 'BeginBlock' },
      { jailed: address, mode: 'BeginBlock' },
    ]);
    expect(listed(response.events, 'burn')).toEqual([
      { burner: bonded, amount: `${burned}ahalley`, mode: 'BeginBlock' },
    ]);
    // The remaining tokens leave the bonded pool.
    expect(listed(response.events, 'transfer')).toEqual([
      {
        recipient: bech32Address(NOT_BONDED_POOL.address, 'halley'),
        sender: bonded,
        amount: `${10n * COIN - burned}ahalley`,
        mode: 'EndBlock',
      },
    ]);
    const { latest } = chain.state;
    expect(recordOf(chain, guilty)).toMatchObject({
      jailed: true,
      status: 'unbonding',
      tokens: 10n * COIN - burned,
      shares: 10n * COIN * COIN,
    });
    const info = signingInfo(latest, guilty.address);
    expect([info?.tombstoned, formatTime(info?.jailedUntil ?? 0n)]).toEqual([true, '9999-12-31T23:59:59Z']);
    expect(supplyOf(latest, 'ahalley')).toBe(SUPPLY - burned);
    expect(balanceOf(latest, BONDED_POOL.address, 'ahalley')).toBe(25n * COIN);
    expect(stakingProblem(latest)).toBeUndefined();
  });

  it('counts once, even if it is proved twice in a block or again later', async () => {
    const { chain, all } = await open();
    const offence = doubleSign(chain, all[0]);
    const { response } = await punish(chain, offence, { ...offence, type: 'light-client-attack' });
    expect(listed(response.events, 'slash')).toHaveLength(2);
    const later = await punish(chain, offence);
    expect(listed(later.response.events, 'slash')).toEqual([]);
    expect(later.response.validatorUpdates).toEqual([]);
    expect(supplyOf(chain.state.latest, 'ahalley')).toBe(SUPPLY - COIN / 2n);
  });

  it('burns at most the existing tokens', async () => {
    const { chain, all } = await open();
    const [guilty] = all;
    chain.setPower(guilty.address, 1n);
    await chain.block();
    const { response } = await punish(chain, doubleSign(chain, { ...guilty, power: 400n }));
    expect(listed(response.events, 'slash')[0]).toMatchObject({ power: '400', burned_coins: COIN.toString() });
    expect(recordOf(chain, guilty)?.tokens).toBe(0n);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });

  it('slashes a validator that has left the set and is still unbonding, without a second update', async () => {
    const { chain, all } = await open();
    const [guilty] = all;
    chain.setPower(guilty.address, 0n);
    await chain.block();
    const { response } = await punish(chain, doubleSign(chain, guilty));
    expect(response.validatorUpdates).toEqual([]);
    expect(listed(response.events, 'slash')[0]).toMatchObject({ burned_coins: '0' });
    expect(recordOf(chain, guilty)).toMatchObject({ jailed: true, status: 'unbonding' });
  });

  it('is processed after a power change in the same block: the offender is slashed for its power and jailed', async () => {
    const { chain, all } = await open();
    chain.setPower(all[0].address, 90n);
    const { response } = await punish(chain, doubleSign(chain, all[0]));
    expect(response.validatorUpdates).toEqual([{ pubKey: all[0].pubKey, power: 0n }]);
    expect(recordOf(chain, all[0])?.tokens).toBe(90n * COIN - (10n * COIN * 5n) / 100n);
  });

  it('is ignored for an unknown validator, and when it is older than both limits', async () => {
    const all = validatorsOf(10n, 20n);
    const evidence = { maxAgeNumBlocks: 2n, maxAgeDuration: 2_000_000_000n, maxBytes: 1_048_576n };
    const chain = await TestChain.open({ validators: all, evidence });
    for (let i = 0; i < 4; i++) await chain.block();
    const [stranger] = validatorsOf(1n, 1n, 1n).slice(2) as [TestValidator];
    const old = { height: 1n, time: chain.genesisTime };
    const quiet = await punish(chain, doubleSign(chain, stranger), doubleSign(chain, all[0] as TestValidator, old));
    expect([listed(quiet.response.events, 'slash'), quiet.response.validatorUpdates]).toEqual([[], []]);
    // The evidence is recent enough by one of the two limits.
    const { response } = await punish(chain, doubleSign(chain, all[0] as TestValidator, { ...old, height: 5n }));
    expect(response.validatorUpdates).toHaveLength(1);
  });
});

describe('evidence that is as old as the limits allow', () => {
  const LIMITS = { maxAgeNumBlocks: 3n, maxAgeDuration: 2_000_000_000n, maxBytes: 1_048_576n };

  /** Returns whether an offence is punished in block 9, whose time is 9 s after the genesis. */
  const isSlashed = async (height: bigint, secondsAfterGenesis: bigint): Promise<boolean> => {
    const all = validatorsOf(10n, 20n);
    const chain = await TestChain.open({ validators: all, evidence: LIMITS });
    for (let i = 0; i < 8; i++) await chain.block();
    const time = chain.genesisTime + secondsAfterGenesis * 1_000_000_000n;
    const { response } = await punish(chain, doubleSign(chain, all[0] as TestValidator, { height, time }));
    return response.validatorUpdates.length === 1;
  };

  it('is punished at either limit exactly, and ignored one beyond both', async () => {
    expect(await isSlashed(6n, 1n)).toBe(true);
    expect(await isSlashed(5n, 7n)).toBe(true);
    expect(await isSlashed(5n, 6n)).toBe(false);
  });
});

describe('offences of all remaining validators', () => {
  it('jail them, and leave the validator set unchanged', async () => {
    const { chain, all } = await open();
    const { response } = await punish(chain, ...all.map((one) => doubleSign(chain, one)));
    expect(response.validatorUpdates).toEqual([]);
    expect(all.map((one) => recordOf(chain, one)?.jailed)).toEqual([true, true, true]);
    expect(all.map((one) => recordOf(chain, one)?.status)).toEqual(['bonded', 'bonded', 'bonded']);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
    expect((await chain.block()).response.validatorUpdates).toEqual([]);
  });

  it('remove them as soon as another validator has power', async () => {
    const { chain, all } = await open();
    const [a, b, c] = all;
    chain.setPower(c.address, 0n);
    await chain.block();
    await punish(chain, doubleSign(chain, a), doubleSign(chain, b));
    chain.setPower(c.address, 8n);
    const { response } = await chain.block();
    const leaving = response.validatorUpdates.slice(1);
    expect(response.validatorUpdates[0]).toEqual({ pubKey: c.pubKey, power: 8n });
    expect(leaving.map(({ power }) => power)).toEqual([0n, 0n]);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });
});

it('uses the slash fraction of the genesis', async () => {
  const validators = validatorsOf(10n, 20n);
  const chain = await TestChain.open({
    validators,
    edit: (s) => {
      s['slashing'] = { params: { slash_fraction_double_sign: '0.123456789012345678' } };
    },
  });
  await punish(chain, doubleSign(chain, validators[0] as TestValidator));
  expect(recordOf(chain, validators[0] as TestValidator)?.tokens).toBe(10n * COIN - 1_234_567_890_123_456_780n);
});
