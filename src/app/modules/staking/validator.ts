/**
 * A validator as staking keeps it (`cosmos.staking.v1beta1.Validator`). Left out: `unbonding_on_hold_ref_count` and
 * `unbonding_ids`, which serve interchain security alone.
 */
import type { PubKey } from '../../../abci/application.js';
import { CodecError } from '../../../codec/codec_error.js';
import { decodeTimestamp, encodeTimestamp, ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { decodeConsensusKey, encodeConsensusKey } from '../../consensus_key.js';

/** Tokens that one unit of voting power stands for, as on chains with a coin of 18 decimals (cosmos/evm). */
export const POWER_REDUCTION = 10n ** 18n;

/** Numbers of the enum `BondStatus`. */
export const BOND_STATUS = { unbonded: 1, unbonding: 2, bonded: 3 } as const;
export type BondStatus = keyof typeof BOND_STATUS;

export interface Description {
  readonly moniker: string;
  readonly identity: string;
  readonly website: string;
  readonly securityContact: string;
  readonly details: string;
}

/** Rates are decimals of 18 digits. */
export interface Commission {
  readonly rate: bigint;
  readonly maxRate: bigint;
  readonly maxChangeRate: bigint;
  readonly updateTime: UnixNanos;
}

export interface Validator {
  /** Bech32 with the prefix of validator operators. */
  readonly operator: string;
  readonly pubKey: PubKey;
  readonly jailed: boolean;
  readonly status: BondStatus;
  readonly tokens: bigint;
  /** Units of 10^-18 of a share. */
  readonly shares: bigint;
  readonly description: Description;
  /** When it began to unbond, and when it will have; 0 for one that never did. */
  readonly unbondingHeight: bigint;
  readonly unbondingTime: UnixNanos;
  readonly commission: Commission;
  readonly minSelfDelegation: bigint;
}

/** The voting power that the tokens stand for, whether or not the validator is in the set. */
export const powerOf = ({ tokens }: Validator): bigint => tokens / POWER_REDUCTION;

export function encodeValidator(validator: Validator): Bytes {
  const { description, commission } = validator;
  return new ProtoWriter()
    .string(1, validator.operator)
    .message(2, encodeConsensusKey(validator.pubKey))
    .bool(3, validator.jailed)
    .uint(4, BOND_STATUS[validator.status])
    .string(5, validator.tokens.toString())
    .string(6, validator.shares.toString())
    .message(7, encodeDescription(description))
    .int(8, validator.unbondingHeight)
    .message(9, encodeTimestamp(validator.unbondingTime))
    .message(10, encodeCommission(commission))
    .string(11, validator.minSelfDelegation.toString())
    .finish();
}

const encodeDescription = (description: Description): Bytes =>
  new ProtoWriter()
    .string(1, description.moniker)
    .string(2, description.identity)
    .string(3, description.website)
    .string(4, description.securityContact)
    .string(5, description.details)
    .finish();

function encodeCommission({ rate, maxRate, maxChangeRate, updateTime }: Commission): Bytes {
  const rates = new ProtoWriter()
    .string(1, rate.toString())
    .string(2, maxRate.toString())
    .string(3, maxChangeRate.toString())
    .finish();
  return new ProtoWriter().message(1, rates).message(2, encodeTimestamp(updateTime)).finish();
}

export function decodeValidator(bytes: Bytes): Validator {
  const numbers = { tokens: 0n, shares: 0n, unbondingHeight: 0n, unbondingTime: 0n, minSelfDelegation: 0n };
  let operator = '';
  let pubKey: PubKey | undefined;
  let jailed = false;
  let status: BondStatus = 'unbonded';
  let description = NO_DESCRIPTION;
  let commission: Commission = { rate: 0n, maxRate: 0n, maxChangeRate: 0n, updateTime: 0n };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) operator = reader.string();
    else if (field === 2) pubKey = decodeConsensusKey(reader.bytes());
    else if (field === 3) jailed = reader.bool();
    else if (field === 4) status = statusOf(reader.number());
    else if (field === 5) numbers.tokens = BigInt(reader.string());
    else if (field === 6) numbers.shares = BigInt(reader.string());
    else if (field === 7) description = decodeDescription(reader.bytes());
    else if (field === 8) numbers.unbondingHeight = reader.int();
    else if (field === 9) numbers.unbondingTime = decodeTimestamp(reader.bytes());
    else if (field === 10) commission = decodeCommission(reader.bytes());
    else if (field === 11) numbers.minSelfDelegation = BigInt(reader.string());
    else throw reader.unknown('Validator');
  }
  if (pubKey === undefined) throw new CodecError('a validator has a consensus key');
  return { operator, pubKey, jailed, status, description, commission, ...numbers };
}

export const NO_DESCRIPTION: Description = { moniker: '', identity: '', website: '', securityContact: '', details: '' };
const DESCRIPTION_FIELDS = ['', 'moniker', 'identity', 'website', 'securityContact', 'details'] as const;

function decodeDescription(bytes: Bytes): Description {
  const texts: Record<string, string> = {};
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const name = DESCRIPTION_FIELDS[reader.next().field];
    if (!name) throw reader.unknown('Description');
    texts[name] = reader.string();
  }
  return { ...NO_DESCRIPTION, ...texts };
}

function decodeCommission(bytes: Bytes): Commission {
  let rates = { rate: 0n, maxRate: 0n, maxChangeRate: 0n };
  let updateTime = 0n;
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) rates = decodeRates(reader.bytes());
    else if (field === 2) updateTime = decodeTimestamp(reader.bytes());
    else throw reader.unknown('Commission');
  }
  return { ...rates, updateTime };
}

function decodeRates(bytes: Bytes): { rate: bigint; maxRate: bigint; maxChangeRate: bigint } {
  const rates = { rate: 0n, maxRate: 0n, maxChangeRate: 0n };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) rates.rate = BigInt(reader.string());
    else if (field === 2) rates.maxRate = BigInt(reader.string());
    else if (field === 3) rates.maxChangeRate = BigInt(reader.string());
    else throw reader.unknown('CommissionRates');
  }
  return rates;
}

function statusOf(number: number): BondStatus {
  for (const name of Object.keys(BOND_STATUS) as BondStatus[]) if (BOND_STATUS[name] === number) return name;
  throw new CodecError(`${number} is no BondStatus`);
}
