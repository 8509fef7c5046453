/** A delegator's part of a validator (`cosmos.staking.v1beta1.Delegation`), and what shares are worth. */
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import type { Bytes } from '../../../kernel/bytes.js';
import { divideDecimal } from '../../decimal.js';
import type { Validator } from './validator.js';

export interface Delegation {
  /** Bech32, an account's and a validator operator's. */
  readonly delegator: string;
  readonly validator: string;
  /** Units of 10^-18 of a share. */
  readonly shares: bigint;
}

export const encodeDelegation = ({ delegator, validator, shares }: Delegation): Bytes =>
  new ProtoWriter().string(1, delegator).string(2, validator).string(3, shares.toString()).finish();

export function decodeDelegation(bytes: Bytes): Delegation {
  const delegation = { delegator: '', validator: '', shares: 0n };
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) delegation.delegator = reader.string();
    else if (field === 2) delegation.validator = reader.string();
    else if (field === 3) delegation.shares = BigInt(reader.string());
    else throw reader.unknown('Delegation');
  }
  return delegation;
}

/** What `shares` of the validator are worth, as a decimal (SDK `TokensFromShares`). */
export const tokensFromShares = ({ tokens, shares: all }: Validator, shares: bigint): bigint =>
  all === 0n ? 0n : divideDecimal(shares * tokens, all);

/** The shares that `tokens` buy, or that go with them when they leave (SDK `SharesFromTokens`). */
export const sharesFromTokens = ({ tokens: all, shares }: Validator, tokens: bigint): bigint => (shares * tokens) / all;
