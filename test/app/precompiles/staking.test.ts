/** Compares what precompiles answer about staking and slashing with the gRPC queries of the same chain. */
import { QuerySigningInfosRequest, QuerySigningInfosResponse } from 'cosmjs-types/cosmos/slashing/v1beta1/query';
import {
  QueryRedelegationsRequest,
  QueryRedelegationsResponse,
  QueryUnbondingDelegationRequest,
  QueryValidatorsRequest,
  QueryValidatorsResponse,
} from 'cosmjs-types/cosmos/staking/v1beta1/query';
import fc from 'fast-check';
import { AbiParameters } from 'ox';
import {
  type Abi,
  decodeErrorResult,
  decodeFunctionResult,
  encodeFunctionData,
  type Hex,
  toHex,
  zeroAddress,
} from 'viem';
import { beforeAll, describe, expect, it } from 'vitest';
import { nativeContract } from '../../../src/app/machine/machine_rules.js';
import { operatorText } from '../../../src/app/modules/staking/addresses.js';
import { Redelegation, UnbondingDelegation } from '../../../src/app/modules/staking/delegation.js';
import { derivedOperator } from '../../../src/app/modules/staking/operator.js';
import {
  redelegationsFromPrefix,
  redelegationsPrefix,
  unbondingsPrefix,
  VALIDATORS,
} from '../../../src/app/modules/staking/store.js';
import { validators as validatorsFunction } from '../../../src/app/precompiles/staking/functions/queries.js';
import { staking } from '../../../src/app/precompiles/staking/precompile.js';
import type { WorkingState } from '../../../src/app/state/types.js';
import { bech32Address, checksumAddress } from '../../../src/app/types/address.js';
import { installFastCrypto } from '../../../src/crypto/install.js';
import { type Bytes, concatBytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { fromHex } from '../../../src/kernel/hex.js';
import { NANOS_PER_SECOND } from '../../../src/kernel/time.js';
import { recorded } from '../../live/evmd/recording.js';
import { TestChain } from '../support/chain.js';
import { ANY_PAGE, SLASHING, SLASHING_ABI, STAKING, STAKING_ABI } from '../support/precompile_abi.js';
import { doubleSign, punish, type TestValidator, validatorsOf } from '../support/validators.js';
import { COIN, dev } from '../support/wallet.js';

const validators = validatorsOf(10n, 20n, 5n, 7n, 30n, 12n, 9n);
const [A, B, C] = validators as [TestValidator, TestValidator, TestValidator];
const operatorOf = ({ address }: TestValidator): Bytes => derivedOperator(address);
const operator = (of: TestValidator): string => operatorText(operatorOf(of), 'halley');
const hexOperator = (of: TestValidator): Hex => checksumAddress(operatorOf(of)) as Hex;
const alice = dev(0);
const ALICE = bech32Address(alice.bytes, 'halley');

let chain: TestChain;

/** Opens a chain on which A is unbonding, B is jailed and unbonding, and the others are bonded. */
beforeAll(async () => {
  await installFastCrypto();
  chain = await TestChain.open({ validators });
  await chain.block();
  chain.setPower(A.address, 0n);
  await punish(chain, doubleSign(chain, B));
});

interface Answer {
  /** `undefined` when the call reverted. */
  readonly result: unknown;
  readonly reason: string | undefined;
  readonly gasUsed: bigint;
}

async function call(to: Hex, abi: Abi, functionName: string, args: readonly unknown[]): Promise<Answer> {
  const input = fromHex(encodeFunctionData({ abi, functionName, args }));
  const outcome = await chain.app.evm.call({ to: fromHex(to), input }, chain.height);
  switch (outcome.type) {
    case 'success': {
      const { gasUsed } = outcome;
      const result = decodeFunctionResult({ abi, functionName, data: toHex(outcome.returnData) });
      return { result, reason: undefined, gasUsed };
    }
    case 'revert': {
      const { args: words } = decodeErrorResult({ data: toHex(outcome.data) });
      return { result: undefined, reason: String(words?.[0]), gasUsed: outcome.gasUsed };
    }
    case 'halt':
    case 'refused':
      return { result: undefined, reason: outcome.reason, gasUsed: 0n };
  }
}

const askStaking = (functionName: string, ...args: readonly unknown[]) =>
  call(STAKING, STAKING_ABI as Abi, functionName, args);
const askSlashing = (functionName: string, ...args: readonly unknown[]) =>
  call(SLASHING, SLASHING_ABI as Abi, functionName, args);
const grpc = (path: string, data: Uint8Array) => chain.app.query({ path, data, height: 0n, prove: false });

/** Draws existing keys, unknown keys, and no key. */
const keys = (...there: readonly Bytes[]) =>
  fc.oneof(
    fc.constant(EMPTY_BYTES),
    fc.constantFrom(...there),
    fc.constantFrom(...there.map((key) => key.map((byte, i) => (i === 1 ? (byte + 1) % 256 : byte)))),
    fc.uint8Array({ maxLength: 22 }).filter((key) => !(key.length === 1 && key[0] === 0)),
  );
const small = fc.bigInt({ min: 0n, max: 9n });
const pages = (...there: readonly Bytes[]) =>
  fc.record({
    key: keys(...there),
    offset: fc.oneof({ weight: 3, arbitrary: fc.constant(0n) }, { weight: 1, arbitrary: small }),
    limit: fc.oneof(small, fc.constant(2n ** 64n - 1n)),
    countTotal: fc.boolean(),
    reverse: fc.boolean(),
  });
const sizedKey = (address: Bytes): Bytes => concatBytes(Uint8Array.of(address.length), address);

describe('pages for contracts', () => {
  const statuses = ['', 'BOND_STATUS_BONDED', 'BOND_STATUS_UNBONDING', 'BOND_STATUS_UNBONDED', 'bonded'];

  it('of validators are those of the gRPC query, with the same errors', async () => {
    const page = pages(...validators.map((of) => sizedKey(operatorOf(of))));
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...statuses), page, async (status, pagination) => {
        const request = QueryValidatorsRequest.fromPartial({ status, pagination });
        const theirs = await grpc(
          '/cosmos.staking.v1beta1.Query/Validators',
          QueryValidatorsRequest.encode(request).finish(),
        );
        const ours = await askStaking('validators', status, { ...pagination, key: toHex(pagination.key) });
        if (theirs.code !== 0) {
          expect(`${ours.reason}: `).toBe(theirs.log.replace(/(invalid|unknown) request$/, ''));
          return;
        }
        const answer = QueryValidatorsResponse.decode(theirs.value);
        const [found, next] = ours.result as [
          readonly { operatorAddress: Hex; tokens: bigint; status: number }[],
          unknown,
        ];
        expect(found.map(({ operatorAddress: text }) => operatorText(fromHex(text), 'halley'))).toEqual(
          answer.validators.map(({ operatorAddress: text }) => text),
        );
        expect(found.map((one) => [one.tokens.toString(), one.status])).toEqual(
          answer.validators.map((one) => [one.tokens, one.status]),
        );
        expect(next).toEqual({
          nextKey: toHex(answer.pagination?.nextKey ?? EMPTY_BYTES),
          total: answer.pagination?.total,
        });
      }),
      { numRuns: 60 },
    );
  });

  it('of signing infos are those of the gRPC query, with the same errors', async () => {
    const page = pages(...validators.map(({ address }) => sizedKey(address)));
    await fc.assert(
      fc.asyncProperty(page, async (pagination) => {
        const request = QuerySigningInfosRequest.encode(QuerySigningInfosRequest.fromPartial({ pagination })).finish();
        const theirs = await grpc('/cosmos.slashing.v1beta1.Query/SigningInfos', request);
        const ours = await askSlashing('getSigningInfos', { ...pagination, key: toHex(pagination.key) });
        if (theirs.code !== 0) {
          expect(`${ours.reason}: invalid request`).toBe(theirs.log);
          return;
        }
        const answer = QuerySigningInfosResponse.decode(theirs.value);
        const [found, next] = ours.result as [readonly { validatorAddress: Hex; tombstoned: boolean }[], unknown];
        expect(
          found.map((one) => [bech32Address(fromHex(one.validatorAddress), 'halleyvalcons'), one.tombstoned]),
        ).toEqual(answer.info.map((one) => [one.address, one.tombstoned]));
        expect(next).toEqual({
          nextKey: toHex(answer.pagination?.nextKey ?? EMPTY_BYTES),
          total: answer.pagination?.total,
        });
      }),
      { numRuns: 40 },
    );
  });

  it('treat a single zero byte as no key when an offset is given', async () => {
    const { result } = await askStaking('validators', '', { ...ANY_PAGE, key: '0x00', offset: 5n });
    expect(result).toMatchObject([{ length: 2 }, { nextKey: '0x', total: 7n }]);
    const { reason } = await askSlashing('getSigningInfos', { ...ANY_PAGE, key: '0x00', offset: 5n });
    expect(reason).toBe('invalid request, either offset or key is expected, got both');
  });
});

describe('a query costs the gas of the SDK’s stores', () => {
  const sizeOf = (prefix: Bytes, key: Bytes = EMPTY_BYTES): bigint =>
    [...chain.state.latest.entries('staking', concatBytes(prefix, key))].reduce(
      (sum, [name, value]) => sum + BigInt(name.length + value.length),
      0n,
    );

  /** Returns the gas beyond what every transaction with this input pays. */
  async function gasOf(functionName: string, ...args: readonly unknown[]) {
    const input = fromHex(encodeFunctionData({ abi: STAKING_ABI as Abi, functionName, args }));
    const { gasUsed } = await askStaking(functionName, ...args);
    const zeros = BigInt(input.filter((byte) => byte === 0).length);
    const nonZeros = BigInt(input.length) - zeros;
    return { gas: gasUsed - 21_000n - 4n * zeros - 16n * nonZeros, flat: 1000n + 3n * BigInt(input.length) };
  }

  it('for one value: a flat price and a price for each byte, besides those of the input', async () => {
    const { gas, flat } = await gasOf('validator', hexOperator(A));
    expect(gas).toBe(flat + 1000n + 3n * sizeOf(VALIDATORS, sizedKey(operatorOf(A))));
    const missed = await gasOf('validator', alice.address);
    expect(missed.gas).toBe(missed.flat + 1000n + 3n * 22n);
  });

  it('for a list: the price of each entry that was passed, and of the first one again', async () => {
    const { gas, flat } = await gasOf('validators', '', ANY_PAGE);
    const first = [...chain.state.latest.entries('staking', VALIDATORS)][0] as readonly [Bytes, Bytes];
    const opening = 30n + 3n * BigInt(first[0].length + first[1].length);
    expect(gas).toBe(flat + opening + 30n * 7n + 3n * sizeOf(VALIDATORS));
    const some = await gasOf('validators', '', { ...ANY_PAGE, limit: 2n });
    expect(some.gas).toBeLessThan(gas - 4n * (30n + 3n * 100n));
  });
});

describe('unbonding and redelegation entries', () => {
  const unbonding = {
    delegator: ALICE,
    validator: operator(A),
    entries: [
      {
        creationHeight: 3n,
        completionTime: 1_700_000_000n * NANOS_PER_SECOND + 5n,
        initialBalance: 5n * COIN,
        balance: 4n * COIN,
        unbondingId: 9n,
        unbondingOnHoldRefCount: 1n,
      },
    ],
  };
  const moving = {
    delegator: ALICE,
    source: operator(A),
    destination: operator(C),
    entries: [
      {
        creationHeight: 4n,
        completionTime: 1_700_000_001n * NANOS_PER_SECOND,
        initialBalance: 6n * COIN,
        sharesDst: 6n * COIN * COIN,
        unbondingId: 10n,
        unbondingOnHoldRefCount: 0n,
      },
    ],
  };

  /** Writes entries as the SDK's messages do. */
  function writeEntries(state: WorkingState): void {
    const [from, to] = [sizedKey(operatorOf(A)), sizedKey(operatorOf(C))];
    state.set('staking', concatBytes(unbondingsPrefix(alice.bytes), from), UnbondingDelegation.encode(unbonding));
    state.set('staking', concatBytes(redelegationsPrefix(alice.bytes), from, to), Redelegation.encode(moving));
    state.set(
      'staking',
      concatBytes(redelegationsFromPrefix(operatorOf(A)), sizedKey(alice.bytes), to),
      Uint8Array.of(1),
    );
  }

  async function askWith(
    functionName: 'unbondingDelegation' | 'redelegation' | 'redelegations',
    args: readonly unknown[],
  ) {
    const state = chain.state.fork();
    writeEntries(state);
    const abi = STAKING_ABI as Abi;
    const { outcome, output } = await nativeContract(staking).run({
      input: fromHex(encodeFunctionData({ abi, functionName, args })),
      caller: alice.bytes,
      value: 0n,
      isStatic: true,
      gas: 1_000_000n,
      state,
      block: { height: 5n, time: 0n },
      callContract: () => Promise.reject(new Error('nothing is called')),
    } as never);
    expect(outcome).toBe('success');
    return decodeFunctionResult({ abi, functionName, data: toHex(output) });
  }

  const solidityEntry = {
    creationHeight: 4n,
    completionTime: 1_700_000_001n,
    initialBalance: 6n * COIN,
    sharesDst: 6n * COIN * COIN,
  };
  const addresses = { delegatorAddress: ALICE, validatorSrcAddress: operator(A), validatorDstAddress: operator(C) };
  const response = {
    redelegation: { ...addresses, entries: [] },
    entries: [{ redelegationEntry: solidityEntry, balance: 6n * COIN }],
  };

  it('are returned in the encoding of Solidity', async () => {
    expect(await askWith('unbondingDelegation', [alice.address, operator(A)])).toEqual({
      delegatorAddress: ALICE,
      validatorAddress: operator(A),
      entries: [{ ...unbonding.entries[0], completionTime: 1_700_000_000n }],
    });
    expect(await askWith('redelegation', [alice.address, operator(A), operator(C)])).toEqual({
      ...addresses,
      entries: [solidityEntry],
    });
  });

  it('are found by three addresses, by the delegator, and by the source', async () => {
    const page = { nextKey: '0x', total: 1n };
    expect(await askWith('redelegations', [alice.address, operator(A), operator(C), ANY_PAGE])).toEqual([
      [response],
      { nextKey: '0x', total: 0n },
    ]);
    expect(await askWith('redelegations', [alice.address, '', '', ANY_PAGE])).toEqual([[response], page]);
    expect(await askWith('redelegations', [alice.address, operator(B), '', ANY_PAGE])).toEqual([[response], page]);
    expect(await askWith('redelegations', [zeroAddress, operator(A), '', ANY_PAGE])).toEqual([[response], page]);
    expect(await askWith('redelegations', [zeroAddress, operator(B), '', ANY_PAGE])).toEqual([
      [],
      { ...page, total: 0n },
    ]);
  });
});

describe('without unbonding entries, as on every chain so far', () => {
  it('the gRPC queries return none either', async () => {
    const unbonding = await grpc(
      '/cosmos.staking.v1beta1.Query/UnbondingDelegation',
      QueryUnbondingDelegationRequest.encode({ delegatorAddr: ALICE, validatorAddr: operator(A) }).finish(),
    );
    expect(unbonding.log).toBe(
      `rpc error: code = NotFound desc = unbonding delegation with delegator ${ALICE} not found for validator ${operator(A)}: key not found`,
    );
    const redelegations = (fields: Partial<QueryRedelegationsRequest>) =>
      grpc(
        '/cosmos.staking.v1beta1.Query/Redelegations',
        QueryRedelegationsRequest.encode(QueryRedelegationsRequest.fromPartial(fields)).finish(),
      );
    const { value } = await redelegations({ delegatorAddr: ALICE });
    expect(QueryRedelegationsResponse.decode(value)).toMatchObject({
      redelegationResponses: [],
      pagination: { total: 0n },
    });
    const one = { delegatorAddr: ALICE, srcValidatorAddr: operator(A), dstValidatorAddr: operator(C) };
    expect((await redelegations(one)).log).toBe(
      `rpc error: code = Internal desc = rpc error: code = NotFound desc = redelegation not found for delegator address ${ALICE} from validator address ${operator(A)}: unknown request`,
    );
    expect((await redelegations({})).log).toBe(
      'rpc error: code = Internal desc = empty address string is not allowed: unknown request',
    );
  });
});

it('decodes and encodes the answer of a running evmd, byte by byte', async () => {
  const { answer } = recorded('eth_call: staking, all validators');
  const data = answer.result as Hex;
  const outputs = decodeFunctionResult({ abi: STAKING_ABI, functionName: 'validators', data });
  const [[one], page] = outputs;
  expect([one?.description.moniker, one?.status, page]).toEqual(['localtestnet', 3, { nextKey: '0x', total: 0n }]);
  expect(AbiParameters.encode(validatorsFunction.abi.outputs, outputs as never)).toBe(data);
  const { result } = await askStaking('validators', '', { ...ANY_PAGE, limit: 10n });
  expect(Object.keys((result as typeof outputs)[0][0] ?? {})).toEqual(Object.keys(one ?? {}));
});
