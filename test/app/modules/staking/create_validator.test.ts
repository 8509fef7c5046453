/** Creates validators by message and by precompile: their record, their place in the set, and what is refused. */
import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys';
import { MsgCreateValidator, MsgUndelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { encodeFunctionData, parseAbi } from 'viem';
import { beforeAll, expect, it } from 'vitest';
import type { ExecTxResult } from '../../../../src/abci/application.js';
import { exportAppState } from '../../../../src/app/genesis.js';
import { MESSAGE_TYPES } from '../../../../src/app/modules/assembly.js';
import { signingInfo } from '../../../../src/app/modules/slashing/store.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import {
  readDelegation,
  readValidator,
  validatorByConsensusAddress,
} from '../../../../src/app/modules/staking/store.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { NANOS_PER_SECOND } from '../../../../src/kernel/time.js';
import { TestChain } from '../../support/chain.js';
import { signCosmos } from '../../support/cosmos.js';
import { STAKING } from '../../support/precompile_abi.js';
import { type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, type Dev, dev, sign } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [alice, bob] = [dev(0), dev(3)];
const [A, B, NEW, OTHER] = validatorsOf(10n, 20n, 5n, 7n) as [
  TestValidator,
  TestValidator,
  TestValidator,
  TestValidator,
];
const operatorText = ({ bytes }: Dev): string => bech32Address(bytes, 'halleyvaloper');
const coin = (amount: bigint, denom = 'ahalley') => ({ denom, amount: amount.toString() });
const keyAny = ({ pubKey }: TestValidator) => ({
  typeUrl: PubKey.typeUrl,
  value: PubKey.encode({ key: pubKey.bytes }).finish(),
});
/** Rates in units of the last of 18 digits. */
const rates = (rate: string, maxRate: string, maxChangeRate: string) => ({ rate, maxRate, maxChangeRate });
const PERCENT = '0000000000000000';

const creation = (by: Dev, more: object = {}) => ({
  typeUrl: MsgCreateValidator.typeUrl,
  value: MsgCreateValidator.encode(
    MsgCreateValidator.fromPartial({
      description: { moniker: 'dora', website: 'https://dora.example' },
      commission: rates(`7${PERCENT}`, `30${PERCENT}`, `2${PERCENT}`),
      minSelfDelegation: '3',
      validatorAddress: operatorText(by),
      pubkey: keyAny(NEW),
      value: coin(4n * COIN),
      ...more,
    }),
  ).finish(),
});

const open = (): Promise<TestChain> => TestChain.open({ validators: [A, B] });

async function run(chain: TestChain, from: Dev, ...messages: ReturnType<typeof creation>[]) {
  const response = await chain.app.finalizeBlock(chain.blockRequest([signCosmos(chain, from, messages)]));
  await chain.app.commit();
  expect(stakingProblem(chain.state.latest)).toBeUndefined();
  return { ...response, result: response.txResults[0] as ExecTxResult };
}

it('makes the sender an operator, whose coins put the validator into the set', async () => {
  const chain = await open();
  const before = chain.balance(alice.bytes);
  const { result, validatorUpdates } = await run(chain, alice, creation(alice));
  expect(result.log).toBe('');
  expect(result.events.at(-1)).toEqual({
    type: 'create_validator',
    attributes: [
      { key: 'validator', value: operatorText(alice), index: true },
      { key: 'amount', value: `${4n * COIN}ahalley`, index: true },
      { key: 'msg_index', value: '0', index: true },
    ],
  });
  expect(validatorUpdates).toEqual([{ pubKey: NEW.pubKey, power: 4n }]);
  expect(before - chain.balance(alice.bytes)).toBe(4n * COIN + 10n ** 16n);
  const { latest } = chain.state;
  expect(readValidator(latest, alice.bytes)).toEqual({
    operator: operatorText(alice),
    pubKey: NEW.pubKey,
    jailed: false,
    status: 'bonded',
    tokens: 4n * COIN,
    shares: 4n * COIN * COIN,
    description: { moniker: 'dora', identity: '', website: 'https://dora.example', securityContact: '', details: '' },
    unbondingHeight: 0n,
    unbondingTime: 0n,
    commission: {
      rate: 7n * 10n ** 16n,
      maxRate: 30n * 10n ** 16n,
      maxChangeRate: 2n * 10n ** 16n,
      updateTime: chain.genesisTime + NANOS_PER_SECOND,
    },
    minSelfDelegation: 3n,
  });
  expect(validatorByConsensusAddress(latest, NEW.address)?.operator).toEqual(alice.bytes);
  expect(readDelegation(latest, alice.bytes, alice.bytes)?.shares).toBe(4n * COIN * COIN);
  expect(signingInfo(latest, NEW.address)).toMatchObject({ startHeight: 1n });
  const { staking } = exportAppState(latest) as { staking: { validators: readonly object[] } };
  expect(staking.validators).toContainEqual(expect.objectContaining({ operator_address: operatorText(alice) }));
});

it('refuses what the SDK refuses, with its codes, and takes nothing', async () => {
  const chain = await open();
  expect((await run(chain, alice, creation(alice))).result.code).toBe(0);
  const refusals: readonly (readonly [object, number, string, string])[] = [
    [{ validatorAddress: operatorText(alice) }, 4, 'staking', 'already exist for this operator address'],
    [{}, 5, 'staking', 'validator already exist for this pubkey; must use new validator pubkey'],
    [{ pubkey: undefined }, 39, 'staking', 'empty validator public key'],
    [{ value: coin(0n) }, 18, 'sdk', 'invalid delegation amount: invalid request'],
    [{ pubkey: keyAny(OTHER), value: coin(5n, 'stone') }, 18, 'sdk', 'got stone, expected ahalley'],
    [{ description: {} }, 18, 'sdk', 'empty description: invalid request'],
    [{ pubkey: keyAny(OTHER), description: { moniker: 'x'.repeat(71) } }, 18, 'sdk', 'invalid moniker length; got: 71'],
    [{ minSelfDelegation: '0' }, 18, 'sdk', 'minimum self delegation must be a positive integer'],
    [{ minSelfDelegation: (5n * COIN).toString() }, 16, 'staking', 'must be greater than their minimum'],
    [{ commission: rates('1', `101${PERCENT}`, '1') }, 10, 'staking', 'commission cannot be more than 100%'],
    [{ commission: rates('3', '2', '1') }, 11, 'staking', 'commission cannot be more than the max rate'],
    [{ commission: rates('1', '2', '3') }, 14, 'staking', 'change rate cannot be more than the max rate'],
    [{ commission: rates('-1', '2', '1') }, 9, 'staking', 'commission must be positive'],
    [{ pubkey: keyAny(OTHER), value: coin(10n ** 30n) }, 5, 'sdk', 'insufficient funds'],
  ];
  for (const [wrong, code, codespace, text] of refusals) {
    const by = 'validatorAddress' in wrong ? alice : bob;
    const { result, validatorUpdates } = await run(chain, by, creation(by, wrong));
    expect(result, text).toMatchObject({ code, codespace, log: expect.stringContaining(text) });
    expect(validatorUpdates).toEqual([]);
  }
  expect(readValidator(chain.state.latest, bob.bytes)).toBeUndefined();
});

it('stays out of the set with less than a coin, and is gone when its operator takes all back', async () => {
  const chain = await open();
  const { validatorUpdates } = await run(chain, alice, creation(alice, { value: coin(COIN - 1n) }));
  expect(validatorUpdates).toEqual([]);
  expect(readValidator(chain.state.latest, alice.bytes)?.status).toBe('unbonded');
  const back = MsgUndelegate.fromPartial({
    delegatorAddress: bech32Address(alice.bytes, 'halley'),
    validatorAddress: operatorText(alice),
    amount: coin(COIN - 1n),
  });
  await run(chain, alice, { typeUrl: MsgUndelegate.typeUrl, value: MsgUndelegate.encode(back).finish() });
  expect(validatorByConsensusAddress(chain.state.latest, NEW.address)).toBeUndefined();
  // Its key is free again.
  expect((await run(chain, bob, creation(bob))).result.code).toBe(0);
});

it('is created by the precompile for the caller alone', async () => {
  const chain = await open();
  const abi = parseAbi([
    'struct Description { string moniker; string identity; string website; string securityContact; string details; }',
    'struct CommissionRates { uint256 rate; uint256 maxRate; uint256 maxChangeRate; }',
    'function createValidator(Description description, CommissionRates commissionRates, uint256 minSelfDelegation, address validatorAddress, string pubkey, uint256 value) returns (bool success)',
  ]);
  const description = { moniker: 'eve', identity: '', website: '', securityContact: '', details: '' };
  const call = (operator: Dev, key: string) =>
    encodeFunctionData({
      abi,
      functionName: 'createValidator',
      args: [description, { rate: 5n, maxRate: 9n, maxChangeRate: 2n }, 3n, operator.address, key, 6n * COIN],
    });
  const key = Buffer.from(NEW.pubKey.bytes).toString('base64');
  const wrong = [await sign(chain, alice, { to: STAKING, data: call(bob, key) })];
  expect((await chain.mine(...wrong)).outcomes[0]?.vmError).toBe('execution reverted');
  const bad = [await sign(chain, alice, { to: STAKING, data: call(alice, 'AAAA') })];
  expect((await chain.mine(...bad)).outcomes[0]?.vmError).toBe('execution reverted');
  const { outcomes, response } = await chain.mine(await sign(chain, alice, { to: STAKING, data: call(alice, key) }));
  expect(outcomes[0]).toMatchObject({ vmError: '', logs: [{ data: expect.anything() }] });
  expect(response.validatorUpdates).toEqual([{ pubKey: NEW.pubKey, power: 6n }]);
  expect(readValidator(chain.state.latest, alice.bytes)).toMatchObject({
    description,
    commission: { rate: 5n, maxRate: 9n, maxChangeRate: 2n },
    minSelfDelegation: 3n,
  });
});

it('is signed in amino JSON with decimals and the key by its amino name', () => {
  const { typeUrl, value } = creation(alice);
  expect(MESSAGE_TYPES.get(typeUrl)?.read(value).amino()).toEqual({
    description: { moniker: 'dora', website: 'https://dora.example' },
    commission: {
      rate: '0.070000000000000000',
      max_rate: '0.300000000000000000',
      max_change_rate: '0.020000000000000000',
    },
    min_self_delegation: '3',
    validator_address: operatorText(alice),
    pubkey: { type: 'tendermint/PubKeyEd25519', value: Buffer.from(NEW.pubKey.bytes).toString('base64') },
    value: coin(4n * COIN),
  });
});
