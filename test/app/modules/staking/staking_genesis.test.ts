/**
 * Tests `app_state.staking` of a document in the SDK's format, which must agree with the engine's validators and the
 * bank.
 */
import { beforeAll, describe, expect, it } from 'vitest';
import { createApplication } from '../../../../src/app/application.js';
import { signingInfo } from '../../../../src/app/modules/slashing/store.js';
import { stakingProblem } from '../../../../src/app/modules/staking/invariants.js';
import { BONDED_POOL, NOT_BONDED_POOL } from '../../../../src/app/modules/staking/pools.js';
import { readStakingParams, validatorByConsensusAddress } from '../../../../src/app/modules/staking/store.js';
import { openAppState } from '../../../../src/app/state/open.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { toBase64 } from '../../../../src/codec/base64.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { HalleyError } from '../../../../src/kernel/errors.js';
import { toHex, toUpperHex } from '../../../../src/kernel/hex.js';
import { type AppStateJson, initChainRequest, readGenesis, TestChain } from '../../support/chain.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const [A, B, C] = validatorsOf(10n, 3n, 7n) as [TestValidator, TestValidator, TestValidator];
const OPERATOR = dev(0).bytes;
/** Amount that is too little for a power of 1. */
const HALF = COIN / 2n;
const bech = (bytes: Uint8Array, kind = ''): string => bech32Address(bytes, `halley${kind}`);

function entry({ pubKey, power }: TestValidator, operator: Uint8Array, more: object = {}): AppStateJson {
  return {
    operator_address: bech(operator, 'valoper'),
    consensus_pubkey: { '@type': '/cosmos.crypto.ed25519.PubKey', key: toBase64(pubKey.bytes) },
    jailed: false,
    status: 'BOND_STATUS_BONDED',
    tokens: (power * COIN).toString(),
    delegator_shares: `${power * COIN}.000000000000000000`,
    description: { moniker: 'one', identity: '', website: 'https://one', security_contact: '', details: 'first' },
    unbonding_height: '0',
    unbonding_time: '1970-01-01T00:00:00Z',
    commission: {
      commission_rates: { rate: '0.05', max_rate: '0.2', max_change_rate: '0.01' },
      update_time: '2024-06-01T00:00:00Z',
    },
    min_self_delegation: '1',
    ...more,
  };
}

const shares = (delegator: Uint8Array, operator: Uint8Array, amount: bigint): AppStateJson => ({
  delegator_address: bech(delegator),
  validator_address: bech(operator, 'valoper'),
  shares: `${amount}.000000000000000000`,
});

const give = (s: AppStateJson, address: Uint8Array, amount: bigint): void => {
  s['bank'].balances.push({ address: bech(address), coins: [{ denom: 'ahalley', amount: amount.toString() }] });
  s['bank'].supply = [];
};

/**
 * Adds A and B in the set, and C that is unbonding. A's operator is dev account 0, and dev account 5 delegates to it.
 */
function document(s: AppStateJson): void {
  s['staking'] = {
    params: { unbonding_time: '100.5s', max_validators: 5, historical_entries: 9, bond_denom: 'ahalley' },
    last_total_power: '13',
    validators: [
      entry(A, OPERATOR),
      entry(B, dev(1).bytes),
      entry(C, dev(2).bytes, {
        status: 'BOND_STATUS_UNBONDING',
        unbonding_time: '2025-01-01T00:00:03Z',
        tokens: HALF.toString(),
        delegator_shares: `${HALF}.0`,
      }),
    ],
    delegations: [
      shares(OPERATOR, OPERATOR, 8n * COIN),
      shares(dev(5).bytes, OPERATOR, 2n * COIN),
      shares(dev(1).bytes, dev(1).bytes, 3n * COIN),
      shares(dev(2).bytes, dev(2).bytes, HALF),
    ],
    unbonding_delegations: [],
    redelegations: [],
    exported: true,
  };
  give(s, BONDED_POOL.address, 13n * COIN);
  give(s, NOT_BONDED_POOL.address, HALF);
}

describe('a document with validators', () => {
  it('becomes the state without changes', async () => {
    const chain = await TestChain.open({ validators: [A, B], edit: document });
    const { latest } = chain.state;
    expect(stakingProblem(latest)).toBeUndefined();
    expect(readStakingParams(latest)).toEqual({
      unbondingTime: 100_500_000_000n,
      maxValidators: 5,
      maxEntries: 7,
      historicalEntries: 9,
      bondDenom: 'ahalley',
      minCommissionRate: 0n,
    });
    expect(validatorByConsensusAddress(latest, A.address)?.validator).toMatchObject({
      operator: bech(OPERATOR, 'valoper'),
      pubKey: A.pubKey,
      description: { moniker: 'one', website: 'https://one', details: 'first' },
      commission: { rate: COIN / 20n, maxRate: COIN / 5n, maxChangeRate: COIN / 100n },
    });
    const { request } = await chain.run({ ...chain.blockRequest([]), proposerAddress: A.address });
    expect(chain.app.evm.block(request.height).coinbase).toEqual(OPERATOR);
  });

  it('lets an unbonding validator finish, and become bonded again', async () => {
    const chain = await TestChain.open({ validators: [A, B], edit: document });
    const status = (): unknown => validatorByConsensusAddress(chain.state.latest, C.address)?.validator.status;
    await chain.block();
    expect(status()).toBe('unbonding');
    await chain.block();
    await chain.block();
    expect(status()).toBe('unbonded');
    chain.setPower(C.address, 8n);
    expect((await chain.block()).response.validatorUpdates).toEqual([{ pubKey: C.pubKey, power: 8n }]);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });

  it('refuses powers below what other delegators have staked', async () => {
    const chain = await TestChain.open({ validators: [A, B], edit: document });
    expect(() => chain.setPower(A.address, 1n)).toThrow(
      `validator ${toUpperHex(A.address)} cannot have the power 1: others have delegated ${2n * COIN} tokens to it`,
    );
    chain.setPower(A.address, 2n);
    expect((await chain.block()).response.validatorUpdates).toEqual([{ pubKey: A.pubKey, power: 2n }]);
    expect(stakingProblem(chain.state.latest)).toBeUndefined();
  });

  it('provides the validators for an engine that has none', async () => {
    const genesis = readGenesis();
    document(genesis.app_state);
    const app = await createApplication({ state: await openAppState(undefined) });
    const first = await app.initChain(initChainRequest(genesis));
    expect(first.validators).toEqual([
      { pubKey: A.pubKey, power: 10n },
      { pubKey: B.pubKey, power: 3n },
    ]);
    expect(await app.initChain(initChainRequest(genesis))).toEqual(first);
  });

  it('may contain tombstoned validators', async () => {
    const chain = await TestChain.open({
      validators: [A, B],
      edit: (s) => {
        document(s);
        const address = bech(C.address, 'valcons');
        s['slashing'] = {
          params: { signed_blocks_window: '50', downtime_jail_duration: '60s' },
          signing_infos: [
            {
              address,
              validator_signing_info: {
                address,
                start_height: '4',
                tombstoned: true,
                jailed_until: '9999-12-31T23:59:59Z',
              },
            },
          ],
        };
      },
    });
    expect(signingInfo(chain.state.latest, C.address)).toMatchObject({ startHeight: 4n, tombstoned: true });
    const { response } = await punish(chain, doubleSign(chain, C));
    expect(response.events.filter(({ type }) => type === 'slash')).toEqual([]);
  });
});

describe('an inconsistent document', () => {
  const refusal = async (edit: (staking: AppStateJson, s: AppStateJson) => void): Promise<HalleyError> => {
    const genesis = readGenesis();
    document(genesis.app_state);
    edit(genesis.app_state['staking'], genesis.app_state);
    const app = await createApplication({ state: await openAppState(undefined) });
    const failure = await app.initChain(initChainRequest(genesis, undefined, [A, B])).catch((error: unknown) => error);
    if (failure instanceof HalleyError) return failure;
    throw new Error('the genesis was taken', { cause: failure });
  };
  const cases: [string, (staking: AppStateJson, s: AppStateJson) => void, string, string][] = [
    [
      'tokens that differ from the power',
      (s) => {
        s['validators'][0].tokens = (9n * COIN).toString();
      },
      'validators[0].tokens',
      `is "${9n * COIN}": expected ${10n * COIN}, the tokens of the power 10 that the genesis gives it`,
    ],
    [
      'a validator that the engine lacks',
      (s) => {
        s['validators'][2].status = 'BOND_STATUS_BONDED';
        s['validators'][2].tokens = COIN.toString();
      },
      'validators[2].consensus_pubkey',
      "expected the key of one of the validators that the genesis' own list has",
    ],
    [
      'a missing validator of the engine',
      (s) => {
        s['validators'].splice(1, 1);
        s['delegations'].splice(2, 1);
      },
      'validators',
      `expected an entry for the genesis' validator ${toUpperHex(B.address)}`,
    ],
    [
      'an unbonded validator in the set',
      (s) => {
        s['validators'][1].status = 'BOND_STATUS_UNBONDED';
      },
      'validators[1].status',
      'expected BOND_STATUS_BONDED: it is one of the validators of the genesis',
    ],
    [
      'shares without a delegator',
      (s) => {
        s['delegations'].splice(1, 1);
      },
      'validators[0].delegator_shares',
      `expected ${8n * COIN}.000000000000000000, the sum of its delegations' shares`,
    ],
    [
      'a pool without the tokens',
      (_, s) => {
        s['bank'].balances.pop();
      },
      'validators',
      `expected app_state.bank.balances to give ${HALF} to the not_bonded_tokens_pool (0x${toHex(NOT_BONDED_POOL.address)}), the tokens of its validators and of unbonding delegations; it gives 0`,
    ],
    [
      'an operator twice',
      (s) => {
        s['validators'][1].operator_address = s['validators'][0].operator_address;
      },
      'validators[1].operator_address',
      'expected an operator without another entry',
    ],
    [
      'a key twice',
      (s) => {
        s['validators'][1].consensus_pubkey = s['validators'][0].consensus_pubkey;
      },
      'validators[1].consensus_pubkey',
      'expected a key that no other validator has',
    ],
    [
      'a delegation to an unknown validator',
      (s) => {
        s['delegations'][3].validator_address = bech(dev(9).bytes, 'valoper');
      },
      'delegations[3].validator_address',
      'expected the operator of one of the validators',
    ],
    [
      'a jailed validator in the set',
      (s) => {
        s['validators'][0].jailed = true;
      },
      'validators[0].jailed',
      'is true: expected false: a jailed validator is not bonded',
    ],
    [
      'an account address in place of an operator address',
      (s) => {
        s['validators'][0].operator_address = bech(OPERATOR);
      },
      'validators[0].operator_address',
      '(invalid Bech32 prefix; expected halleyvaloper, got halley)',
    ],
    [
      'a key of an unknown type',
      (s) => {
        s['validators'][0].consensus_pubkey['@type'] = '/x';
      },
      'validators[0].consensus_pubkey.@type',
      'expected /cosmos.crypto.ed25519.PubKey or /cosmos.crypto.secp256k1.PubKey',
    ],
    [
      'a short key',
      (s) => {
        s['validators'][0].consensus_pubkey.key = 'AAAA';
      },
      'validators[0].consensus_pubkey.key',
      'is "AAAA": expected base64 of 32 bytes',
    ],
    [
      'an invalid status',
      (s) => {
        s['validators'][0].status = 'bonded';
      },
      'validators[0].status',
      'expected BOND_STATUS_UNBONDED or BOND_STATUS_UNBONDING or BOND_STATUS_BONDED',
    ],
    [
      'a free place in the set',
      (s, all) => {
        s['validators'][2].tokens = (7n * COIN).toString();
        all['bank'].balances.at(-1).coins[0].amount = (7n * COIN).toString();
      },
      'validators[2].status',
      'expected BOND_STATUS_BONDED: it is not jailed, and the power 7 earns it a place',
    ],
    [
      'another denom',
      (s) => {
        s['params'].bond_denom = 'stake';
      },
      'params.bond_denom',
      'is "stake": expected "ahalley", the EVM\'s denom',
    ],
    [
      'too few places in the set',
      (s) => {
        s['params'].max_validators = 1;
      },
      'params.max_validators',
      'is 1: expected at least 2, as many as the genesis has validators',
    ],
    [
      'a duration in days',
      (s) => {
        s['params'].unbonding_time = '21d';
      },
      'params.unbonding_time',
      'is "21d": expected a duration in seconds',
    ],
    [
      'an unbonding delegation without entries',
      (s) => {
        const { delegator_address, validator_address } = s['delegations'][0];
        s['unbonding_delegations'] = [{ delegator_address, validator_address, entries: [] }];
      },
      'unbonding_delegations[0].entries',
      'expected at least one entry',
    ],
    [
      'the same redelegation twice',
      (s) => {
        const [{ delegator_address, validator_address }, { validator_address: other }] = s['delegations'];
        const entry = { completion_time: '2025-01-03T00:00:00Z', initial_balance: '3', shares_dst: '3' };
        const paths = { validator_src_address: validator_address, validator_dst_address: other };
        const redelegation = { delegator_address, ...paths, entries: [entry] };
        s['redelegations'] = [redelegation, redelegation];
      },
      'redelegations[1]',
      'expected other addresses than those of an earlier entry',
    ],
  ];

  it.each(cases)('is refused for %s, by its path', async (_, edit, path, text) => {
    const error = await refusal(edit);
    expect(error.code).toBe('invalid-genesis');
    expect(error.facts['path']).toBe(`app_state.staking.${path}`);
    expect(error.message).toContain(text);
  });

  it('is refused when the pool has coins before validators are derived', async () => {
    const open = TestChain.open({ validators: [A], edit: (s) => give(s, BONDED_POOL.address, 5n) });
    await expect(open).rejects.toThrow('expected app_state.bank.balances to give 0 to the bonded_tokens_pool');
  });
});
