/**
 * Compares the modules' messages with cosmjs-types: the same bytes from the same values by the same names, and the same
 * values back.
 */
import {
  ModuleAccount,
  Params as TheirAuthParams,
  BaseAccount as TheirBaseAccount,
} from 'cosmjs-types/cosmos/auth/v1beta1/auth';
import { Metadata, Params as TheirBankParams } from 'cosmjs-types/cosmos/bank/v1beta1/bank';
import { TxMsgData as TheirTxMsgData } from 'cosmjs-types/cosmos/base/abci/v1beta1/abci';
import {
  PageRequest as TheirPageRequest,
  PageResponse as TheirPageResponse,
} from 'cosmjs-types/cosmos/base/query/v1beta1/pagination';
import { GetValidatorSetByHeightResponse } from 'cosmjs-types/cosmos/base/tendermint/v1beta1/query';
import { Coin as TheirCoin } from 'cosmjs-types/cosmos/base/v1beta1/coin';
import { Params as TheirSlashingParams, ValidatorSigningInfo } from 'cosmjs-types/cosmos/slashing/v1beta1/slashing';
import {
  Delegation as TheirDelegation,
  DelegationResponse as TheirDelegationResponse,
  Params as TheirStakingParams,
  Validator as TheirValidator,
} from 'cosmjs-types/cosmos/staking/v1beta1/staking';
import { MsgDelegate as TheirMsgDelegate } from 'cosmjs-types/cosmos/staking/v1beta1/tx';
import { Any as TheirAny } from 'cosmjs-types/google/protobuf/any';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { PubKey } from '../../../src/abci/application.js';
import { BaseAccount, ModuleAccountRecord } from '../../../src/app/modules/auth/account_record.js';
import { AuthParams } from '../../../src/app/modules/auth/params.js';
import { DenomMetadata } from '../../../src/app/modules/bank/metadata.js';
import { BankParams } from '../../../src/app/modules/bank/store.js';
import { FeeMarketParams } from '../../../src/app/modules/feemarket/params.js';
import { SigningInfo, SlashingParams } from '../../../src/app/modules/slashing/store.js';
import { Delegation } from '../../../src/app/modules/staking/delegation.js';
import { DelegationResponse } from '../../../src/app/modules/staking/delegation_response.js';
import { MsgDelegate } from '../../../src/app/modules/staking/messages/MsgDelegate.js';
import { StakingParams } from '../../../src/app/modules/staking/params.js';
import { BOND_STATUS, Validator } from '../../../src/app/modules/staking/validator.js';
import { SetResponse } from '../../../src/app/queries/services/set_response.js';
import { PageRequest, PageResponse } from '../../../src/app/sdk/query/pagination.js';
import { ConsensusKey } from '../../../src/app/types/consensus_key.js';
import { CodecError } from '../../../src/codec/codec_error.js';
import { Any, Coin, TxMsgData } from '../../../src/codec/cosmos/base.js';
import { string, uint } from '../../../src/codec/protobuf/field.js';
import { type Codec, message, type Of } from '../../../src/codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { joinTime, NANOS_PER_SECOND, splitTime } from '../../../src/kernel/time.js';

interface Theirs {
  fromPartial(value: never): unknown;
  encode(value: never): { finish(): Uint8Array };
}

type Named<T> = Codec<T> & { readonly name: string };

interface Model {
  readonly ours: Named<unknown>;
  readonly theirs: Theirs;
  readonly values: fc.Arbitrary<unknown>;
  /** Returns the fields by cosmjs-types' names, where these differ. */
  readonly named: (value: never) => object;
}

const reference = <T>(
  ours: Named<T>,
  theirs: Theirs,
  values: fc.Arbitrary<T>,
  named: (value: T) => object = (value) => value as object,
): Model => ({ ours, theirs, values, named }) as Model;

const uint32 = fc.integer({ min: 0, max: 2 ** 31 - 1 });
const uint64 = fc.bigInt({ min: 0n, max: 2n ** 64n - 1n });
const int64 = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });
const amount = fc.bigInt({ min: 0n, max: 2n ** 256n });
const bytes = fc.uint8Array({ maxLength: 40 });
/** From 2^31 on cosmjs-types encodes seconds wrongly; `timestamp.test.ts` goes further. */
const seconds = fc.bigInt({ min: 0n, max: 2n ** 31n - 1n });
const time = fc.tuple(seconds, fc.integer({ min: 0, max: 999_999_999 })).map(([s, nanos]) => joinTime(s, nanos));
const record = <T>(model: { [K in keyof T]: fc.Arbitrary<T[K]> }): fc.Arbitrary<T> =>
  fc.record(model, { noNullPrototype: true }) as fc.Arbitrary<T>;
const text = fc.string();

const key: fc.Arbitrary<PubKey> = fc.oneof(
  fc.uint8Array({ minLength: 32, maxLength: 32 }).map((raw) => ({ type: 'ed25519' as const, bytes: raw })),
  fc.uint8Array({ minLength: 33, maxLength: 33 }).map((raw) => ({ type: 'secp256k1' as const, bytes: raw })),
);
/** Encodes field 1 with its tag and length. */
const keyAny = ({ type, bytes: raw }: PubKey): object => ({
  typeUrl: `/cosmos.crypto.${type}.PubKey`,
  value: concatBytes(Uint8Array.of(10, raw.length), raw),
});

/** Encodes a decimal: on the wire it is an integer in units of its last digit. */
const dec = (units: bigint): string => units.toString();
const decBytes = (units: bigint): Bytes => utf8(units.toString());
const timestamp = (nanos: bigint): object => splitTime(nanos);
const duration = (nanos: bigint): object => ({
  seconds: nanos / NANOS_PER_SECOND,
  nanos: Number(nanos % NANOS_PER_SECOND),
});

const any = record<Any>({ typeUrl: text, value: bytes });
const coin = record<Coin>({ denom: text, amount: amount.map(String) });
const delegation = record<Delegation>({ delegator: text, validator: text, shares: amount });
const theirDelegation = ({ delegator, validator, shares }: Delegation): object => ({
  delegatorAddress: delegator,
  validatorAddress: validator,
  shares: dec(shares),
});
const account = record<Of<typeof BaseAccount>>({
  address: text,
  publicKey: fc.option(any, { nil: undefined }),
  number: uint64,
  sequence: uint64,
});
const theirAccount = ({ publicKey, number, ...rest }: Of<typeof BaseAccount>): object => ({
  ...rest,
  ...(publicKey && { pubKey: publicKey }),
  accountNumber: number,
});
const pageResponse = record<PageResponse>({ nextKey: bytes, total: uint64 });

/** Go writes nothing for an empty packed list, cosmjs-types writes the tag: `unbonding_ids`, field 13, at the end. */
const theirValidator: Theirs = {
  fromPartial: TheirValidator.fromPartial,
  encode: (value) => ({ finish: () => TheirValidator.encode(value).finish().slice(0, -2) }),
};

const CONFLICTING: readonly Model[] = [
  reference(Any, TheirAny, any),
  reference(Coin, TheirCoin, coin),
  reference(TxMsgData, TheirTxMsgData, record({ msgResponses: fc.array(any) })),
  reference({ ...ConsensusKey, name: 'a consensus key' }, TheirAny, key, keyAny),
  reference(
    PageRequest,
    TheirPageRequest,
    record({ key: bytes, offset: uint64, limit: uint64, countTotal: fc.boolean(), reverse: fc.boolean() }),
  ),
  reference(PageResponse, TheirPageResponse, pageResponse),
  reference(
    AuthParams,
    TheirAuthParams,
    record({
      maxMemoCharacters: uint64,
      txSigLimit: uint64,
      txSizeCostPerByte: uint64,
      sigVerifyCostEd25519: uint64,
      sigVerifyCostSecp256k1: uint64,
    }),
  ),
  reference(BaseAccount, TheirBaseAccount, account, theirAccount),
  reference(
    ModuleAccountRecord,
    ModuleAccount,
    record({ baseAccount: account, name: text, permissions: fc.array(text) }),
    (value) => ({ ...value, baseAccount: theirAccount(value.baseAccount) }),
  ),
  reference(BankParams, TheirBankParams, record({ defaultSendEnabled: fc.boolean() })),
  reference(
    DenomMetadata,
    Metadata,
    record({
      description: text,
      denomUnits: fc.array(record({ denom: text, exponent: uint32, aliases: fc.array(text) })),
      base: text,
      display: text,
      name: text,
      symbol: text,
      uri: text,
    }),
  ),
  reference(
    SlashingParams,
    TheirSlashingParams,
    record({
      signedBlocksWindow: int64,
      minSignedPerWindow: amount,
      downtimeJailDuration: time,
      slashFractionDoubleSign: amount,
      slashFractionDowntime: amount,
    }),
    (value) => ({
      ...value,
      minSignedPerWindow: decBytes(value.minSignedPerWindow),
      downtimeJailDuration: duration(value.downtimeJailDuration),
      slashFractionDoubleSign: decBytes(value.slashFractionDoubleSign),
      slashFractionDowntime: decBytes(value.slashFractionDowntime),
    }),
  ),
  reference(
    SigningInfo,
    ValidatorSigningInfo,
    record({
      address: text,
      startHeight: int64,
      indexOffset: int64,
      jailedUntil: time,
      tombstoned: fc.boolean(),
      missedBlocksCounter: int64,
    }),
    (value) => ({ ...value, jailedUntil: timestamp(value.jailedUntil) }),
  ),
  reference(
    StakingParams,
    TheirStakingParams,
    record({
      unbondingTime: time,
      maxValidators: uint32,
      maxEntries: uint32,
      historicalEntries: uint32,
      bondDenom: text,
      minCommissionRate: amount,
    }),
    (value) => ({
      ...value,
      unbondingTime: duration(value.unbondingTime),
      minCommissionRate: dec(value.minCommissionRate),
    }),
  ),
  reference(
    Validator,
    theirValidator,
    record<Validator>({
      operator: text,
      pubKey: key,
      jailed: fc.boolean(),
      status: fc.constantFrom('unbonded', 'unbonding', 'bonded'),
      tokens: amount,
      shares: amount,
      description: record({ moniker: text, identity: text, website: text, securityContact: text, details: text }),
      unbondingHeight: int64,
      unbondingTime: time,
      commission: record({ rate: amount, maxRate: amount, maxChangeRate: amount, updateTime: time }),
      minSelfDelegation: amount,
    }),
    ({ operator, pubKey, status, tokens, shares, unbondingTime, commission, minSelfDelegation, ...same }) => ({
      ...same,
      operatorAddress: operator,
      consensusPubkey: keyAny(pubKey),
      status: BOND_STATUS[status],
      tokens: tokens.toString(),
      delegatorShares: dec(shares),
      unbondingTime: timestamp(unbondingTime),
      commission: {
        commissionRates: {
          rate: dec(commission.rate),
          maxRate: dec(commission.maxRate),
          maxChangeRate: dec(commission.maxChangeRate),
        },
        updateTime: timestamp(commission.updateTime),
      },
      minSelfDelegation: minSelfDelegation.toString(),
    }),
  ),
  reference(Delegation, TheirDelegation, delegation, theirDelegation),
  reference(DelegationResponse, TheirDelegationResponse, record({ delegation, balance: coin }), (value) => ({
    delegation: theirDelegation(value.delegation),
    balance: value.balance,
  })),
  reference(
    MsgDelegate.message,
    TheirMsgDelegate,
    record({ delegatorAddress: text, validatorAddress: text, amount: coin }),
  ),
  reference(
    SetResponse,
    GetValidatorSetByHeightResponse,
    record({
      height: int64,
      validators: fc.array(record({ address: text, pubKey: key, power: int64, proposerPriority: int64 })),
      pagination: pageResponse,
    }),
    ({ height, validators, pagination }) => ({
      blockHeight: height,
      validators: validators.map(({ pubKey, power, ...rest }) => ({
        ...rest,
        pubKey: keyAny(pubKey),
        votingPower: power,
      })),
      pagination,
    }),
  ),
];

describe.each(CONFLICTING.map((row) => [row.ours.name, row] as const))('%s', (_, { ours, theirs, values, named }) => {
  it('is encoded and decoded as in cosmjs-types', () => {
    fc.assert(
      fc.property(values, (value) => {
        const expected = theirs.encode(theirs.fromPartial(named(value as never) as never) as never).finish();
        expect(toHex(ours.encode(value))).toBe(toHex(expected));
        expect(ours.decode(expected)).toEqual(value);
      }),
    );
  });
});

describe('a missing field', () => {
  const Unknown = message('test.Unknown', { operator: string(1), many: uint(2047) });

  it('is refused when its message has no meaning without it: a validator’s key', () => {
    const bytes = Unknown.encode({ operator: 'a', many: 0n });
    const refusal = new CodecError('cosmos.staking.v1beta1.Validator lacks field 2');
    expect(() => Validator.decode(bytes)).toThrow(refusal);
  });

  it('is refused in a key: its type, its length', () => {
    expect(() => ConsensusKey.decode(new Uint8Array())).toThrow('"" is not a type of consensus key');
    const short = Any.encode({ typeUrl: '/cosmos.crypto.ed25519.PubKey', value: Uint8Array.of(10, 1, 7) });
    expect(() => ConsensusKey.decode(short)).toThrow('a ed25519 key has 1 bytes, expected 32');
  });

  it('is 0 in a base fee', () => {
    expect(FeeMarketParams.decode(new Uint8Array()).baseFee).toBe(0n);
  });
});
