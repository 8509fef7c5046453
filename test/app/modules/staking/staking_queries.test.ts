/** Tests the gRPC queries of staking and slashing with CosmJS' types. */

import type { PageRequest } from 'cosmjs-types/cosmos/base/query/v1beta1/pagination';
import { PubKey } from 'cosmjs-types/cosmos/crypto/ed25519/keys';
import {
  QuerySigningInfoRequest,
  QuerySigningInfoResponse,
  QuerySigningInfosRequest,
  QuerySigningInfosResponse,
  QueryParamsResponse as SlashingParamsResponse,
} from 'cosmjs-types/cosmos/slashing/v1beta1/query';
import {
  QueryDelegationRequest,
  QueryDelegationResponse,
  QueryDelegatorDelegationsRequest,
  QueryDelegatorDelegationsResponse,
  QueryDelegatorUnbondingDelegationsRequest,
  QueryDelegatorUnbondingDelegationsResponse,
  QueryDelegatorValidatorRequest,
  QueryDelegatorValidatorResponse,
  QueryDelegatorValidatorsRequest,
  QueryDelegatorValidatorsResponse,
  QueryParamsResponse,
  QueryPoolResponse,
  QueryValidatorDelegationsRequest,
  QueryValidatorDelegationsResponse,
  QueryValidatorRequest,
  QueryValidatorResponse,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
  QueryValidatorUnbondingDelegationsRequest,
  QueryValidatorUnbondingDelegationsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query';
import { BondStatus } from 'cosmjs-types/cosmos/staking/v1beta1/staking';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { derivedOperator } from '../../../../src/app/modules/staking/operator.js';
import { bech32Address } from '../../../../src/app/types/address.js';
import { installFastCrypto } from '../../../../src/crypto/install.js';
import { type Bytes, EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { TestChain } from '../../support/chain.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../../support/validators.js';
import { COIN, dev } from '../../support/wallet.js';

beforeAll(installFastCrypto);

const validators = validatorsOf(10n, 20n, 5n) as [TestValidator, TestValidator, TestValidator];
const [A] = validators;
const operator = ({ address }: TestValidator): string => bech32Address(derivedOperator(address), 'halleyvaloper');
const account = ({ address }: TestValidator): string => bech32Address(derivedOperator(address), 'halley');
const consensus = ({ address }: TestValidator): string => bech32Address(address, 'halleyvalcons');
const byOperator = validators.map(operator).map((text) => text);

let chain: TestChain;
beforeEach(async () => {
  chain = await TestChain.open({ validators });
  await chain.block();
});

const ask = (path: string, data: Bytes = EMPTY_BYTES, height = 0n) =>
  chain.app.query({ path, data, height, prove: false });
const staking = (method: string, data?: Bytes, height?: bigint) =>
  ask(`/cosmos.staking.v1beta1.Query/${method}`, data, height);
const slashing = (method: string, data?: Bytes) => ask(`/cosmos.slashing.v1beta1.Query/${method}`, data);

describe('the validators', () => {
  const list = async (partial: { status?: string; pagination?: Partial<PageRequest> }, height = 0n) => {
    const data = QueryValidatorsRequest.encode(QueryValidatorsRequest.fromPartial(partial)).finish();
    const answer = await staking('Validators', data, height);
    expect(answer.log).toBe('');
    return QueryValidatorsResponse.decode(answer.value);
  };

  it('are listed with all of their fields', async () => {
    const { validators: found, pagination } = await list({});
    expect(found.map(({ operatorAddress: text }) => text).sort()).toEqual([...byOperator].sort());
    expect(pagination?.total).toBe(3n);
    const first = found.find(({ operatorAddress: text }) => text === operator(A));
    expect(first).toMatchObject({
      jailed: false,
      status: BondStatus.BOND_STATUS_BONDED,
      tokens: (10n * COIN).toString(),
      delegatorShares: (10n * COIN * COIN).toString(),
      description: { moniker: 'validator0' },
      unbondingTime: { seconds: 0n, nanos: 0 },
      commission: { commissionRates: { rate: (COIN / 10n).toString() } },
      minSelfDelegation: '1',
    });
    expect(first?.consensusPubkey?.typeUrl).toBe('/cosmos.crypto.ed25519.PubKey');
    expect(PubKey.decode(first?.consensusPubkey?.value ?? EMPTY_BYTES).key).toEqual(A.pubKey.bytes);
  });

  it('are returned in pages, from either end', async () => {
    const all = (await list({})).validators.map(({ operatorAddress: text }) => text);
    const first = await list({ pagination: { limit: 2n } });
    const second = await list({ pagination: { key: first.pagination?.nextKey ?? EMPTY_BYTES } });
    const texts = (page: QueryValidatorsResponse) => page.validators.map(({ operatorAddress: text }) => text);
    expect([...texts(first), ...texts(second)]).toEqual(all);
    expect(second.pagination).toMatchObject({ nextKey: EMPTY_BYTES, total: 0n });
    const last = await list({ pagination: { limit: 1n, reverse: true, countTotal: true } });
    expect([texts(last), last.pagination?.total]).toEqual([all.slice(-1), 3n]);
  });

  it('are filtered by status, at any height', async () => {
    chain.setPower(A.address, 0n);
    await chain.block();
    const bonded = await list({ status: 'BOND_STATUS_BONDED' });
    expect([bonded.validators.length, bonded.pagination?.total]).toEqual([2, 2n]);
    const unbonding = (await list({ status: 'BOND_STATUS_UNBONDING' })).validators;
    expect(unbonding.map(({ operatorAddress: text }) => text)).toEqual([operator(A)]);
    expect((await list({ status: 'BOND_STATUS_BONDED' }, 1n)).validators).toHaveLength(3);
    const data = QueryValidatorsRequest.encode(QueryValidatorsRequest.fromPartial({ status: 'bonded' })).finish();
    expect(await staking('Validators', data)).toMatchObject({
      code: 18,
      log: 'rpc error: code = InvalidArgument desc = invalid validator status bonded: invalid request',
    });
  });

  it('are found by address', async () => {
    const one = async (validatorAddr: string) =>
      staking('Validator', QueryValidatorRequest.encode({ validatorAddr }).finish());
    const { value } = await one(operator(A));
    expect(QueryValidatorResponse.decode(value).validator?.tokens).toBe((10n * COIN).toString());
    const nobody = bech32Address(new Uint8Array(20), 'halleyvaloper');
    expect(await one(nobody)).toMatchObject({
      code: 22,
      codespace: 'sdk',
      log: `rpc error: code = NotFound desc = validator ${nobody} not found: key not found`,
      height: 1n,
    });
    expect((await one('')).log).toBe(
      'rpc error: code = InvalidArgument desc = validator address cannot be empty: invalid request',
    );
    expect((await one(account(A))).log).toBe(
      "hrp does not match bech32 prefix: expected 'halleyvaloper' got 'halley': internal logic error: invalid request",
    );
  });
});

describe('the delegations', () => {
  const delegation = (delegatorAddr: string, validatorAddr: string) =>
    staking('Delegation', QueryDelegationRequest.encode({ delegatorAddr, validatorAddr }).finish());

  it('are found by delegator and validator', async () => {
    const { value } = await delegation(account(A), operator(A));
    expect(QueryDelegationResponse.decode(value).delegationResponse).toEqual({
      delegation: {
        delegatorAddress: account(A),
        validatorAddress: operator(A),
        shares: (10n * COIN * COIN).toString(),
      },
      balance: { denom: 'ahalley', amount: (10n * COIN).toString() },
    });
    const stranger = bech32Address(dev(0).bytes, 'halley');
    expect(await delegation(stranger, operator(A))).toMatchObject({
      code: 22,
      log: `rpc error: code = NotFound desc = delegation with delegator ${stranger} not found for validator ${operator(A)}: key not found`,
    });
    expect((await delegation('', operator(A))).log).toContain('delegator address cannot be empty');
    expect((await delegation(stranger, '')).log).toContain('validator address cannot be empty');
  });

  it('are worth less after the validator was slashed', async () => {
    await punish(chain, doubleSign(chain, A));
    const { value } = await delegation(account(A), operator(A));
    expect(QueryDelegationResponse.decode(value).delegationResponse).toMatchObject({
      delegation: { shares: (10n * COIN * COIN).toString() },
      balance: { amount: (10n * COIN - COIN / 2n).toString() },
    });
  });

  it('are listed by delegator and by validator', async () => {
    const mine = QueryDelegatorDelegationsRequest.encode(
      QueryDelegatorDelegationsRequest.fromPartial({ delegatorAddr: account(A) }),
    ).finish();
    const { delegationResponses, pagination } = QueryDelegatorDelegationsResponse.decode(
      (await staking('DelegatorDelegations', mine)).value,
    );
    expect(delegationResponses.map(({ balance }) => balance?.amount)).toEqual([(10n * COIN).toString()]);
    expect(pagination?.total).toBe(1n);
    const its = QueryValidatorDelegationsRequest.encode(
      QueryValidatorDelegationsRequest.fromPartial({ validatorAddr: operator(A) }),
    ).finish();
    expect(
      QueryValidatorDelegationsResponse.decode((await staking('ValidatorDelegations', its)).value).delegationResponses,
    ).toEqual(delegationResponses);
    const chosen = QueryDelegatorValidatorsRequest.encode(
      QueryDelegatorValidatorsRequest.fromPartial({ delegatorAddr: account(A) }),
    ).finish();
    const { validators: found } = QueryDelegatorValidatorsResponse.decode(
      (await staking('DelegatorValidators', chosen)).value,
    );
    expect(found.map(({ operatorAddress: text }) => text)).toEqual([operator(A)]);
    const one = (validatorAddr: string) =>
      staking(
        'DelegatorValidator',
        QueryDelegatorValidatorRequest.encode({ delegatorAddr: account(A), validatorAddr }).finish(),
      );
    expect(QueryDelegatorValidatorResponse.decode((await one(operator(A))).value).validator).toEqual(found[0]);
    expect((await one(operator(validators[1]))).log).toContain(
      'code = Internal desc = no delegation for (address, validator) tuple',
    );
  });

  it('are an empty list for an account that has none', async () => {
    const delegatorAddr = bech32Address(dev(0).bytes, 'halley');
    const encode = QueryDelegatorDelegationsRequest.fromPartial({ delegatorAddr });
    const { code, value } = await staking(
      'DelegatorDelegations',
      QueryDelegatorDelegationsRequest.encode(encode).finish(),
    );
    expect([code, QueryDelegatorDelegationsResponse.decode(value).delegationResponses]).toEqual([0, []]);
  });

  it('have nothing that unbonds before they undelegate', async () => {
    const mine = QueryDelegatorUnbondingDelegationsRequest.encode(
      QueryDelegatorUnbondingDelegationsRequest.fromPartial({ delegatorAddr: account(A) }),
    ).finish();
    const its = QueryValidatorUnbondingDelegationsRequest.encode(
      QueryValidatorUnbondingDelegationsRequest.fromPartial({ validatorAddr: operator(A) }),
    ).finish();
    const one = QueryDelegatorUnbondingDelegationsResponse.decode(
      (await staking('DelegatorUnbondingDelegations', mine)).value,
    );
    const other = QueryValidatorUnbondingDelegationsResponse.decode(
      (await staking('ValidatorUnbondingDelegations', its)).value,
    );
    expect([one.unbondingResponses, other.unbondingResponses]).toEqual([[], []]);
  });

  it('cannot be paged by key and offset at once', async () => {
    const data = QueryDelegatorDelegationsRequest.encode(
      QueryDelegatorDelegationsRequest.fromPartial({
        delegatorAddr: account(A),
        pagination: { key: Uint8Array.of(1), offset: 1n },
      }),
    ).finish();
    expect(await staking('DelegatorDelegations', data)).toMatchObject({
      code: 6,
      log: 'rpc error: code = Internal desc = invalid request, either offset or key is expected, got both: unknown request',
    });
  });
});

it('the pool and the parameters are those of the chain', async () => {
  const pool = async () => QueryPoolResponse.decode((await staking('Pool')).value).pool;
  expect(await pool()).toEqual({ bondedTokens: (35n * COIN).toString(), notBondedTokens: '0' });
  await punish(chain, doubleSign(chain, A));
  expect(await pool()).toEqual({
    bondedTokens: (25n * COIN).toString(),
    notBondedTokens: (10n * COIN - COIN / 2n).toString(),
  });
  expect(QueryParamsResponse.decode((await staking('Params')).value).params).toEqual({
    unbondingTime: { seconds: 1_814_400n, nanos: 0 },
    maxValidators: 200,
    maxEntries: 7,
    historicalEntries: 0,
    bondDenom: 'ahalley',
    minCommissionRate: '0',
  });
});

describe('slashing', () => {
  it('has the SDK’s parameters', async () => {
    const { params } = SlashingParamsResponse.decode((await slashing('Params')).value);
    const decimal = (bytes: Bytes | undefined) => BigInt(Buffer.from(bytes ?? EMPTY_BYTES).toString());
    expect(params?.signedBlocksWindow).toBe(100n);
    expect(params?.downtimeJailDuration).toEqual({ seconds: 600n, nanos: 0 });
    expect(
      [params?.minSignedPerWindow, params?.slashFractionDoubleSign, params?.slashFractionDowntime].map(decimal),
    ).toEqual([COIN / 2n, COIN / 20n, COIN / 100n]);
  });

  it('records tombstoned validators', async () => {
    await punish(chain, doubleSign(chain, A));
    const one = (consAddress: string) =>
      slashing('SigningInfo', QuerySigningInfoRequest.encode({ consAddress }).finish());
    const { valSigningInfo } = QuerySigningInfoResponse.decode((await one(consensus(A))).value);
    expect(valSigningInfo).toMatchObject({ address: consensus(A), startHeight: 0n, tombstoned: true });
    expect(valSigningInfo?.jailedUntil.seconds).toBe(253_402_300_799n);
    const nobody = bech32Address(new Uint8Array(20), 'halleyvalcons');
    expect((await one(nobody)).log).toBe(
      `rpc error: code = NotFound desc = SigningInfo not found for validator ${nobody}: key not found`,
    );
    const all = QuerySigningInfosResponse.decode(
      (await slashing('SigningInfos', QuerySigningInfosRequest.encode({}).finish())).value,
    );
    expect(all.info.map(({ tombstoned }) => tombstoned).sort()).toEqual([false, false, true]);
  });
});
