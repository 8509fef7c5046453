/** Encodes a delegation: a delegator's shares of a validator. */
import { integer, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { divideDecimal } from '../../types/coins.js';
import type { Validator } from './validator.js';

export const Delegation = message(
  'cosmos.staking.v1beta1.Delegation',
  {
    /** bech32 address of an account; `validator` is that of a validator operator. */
    delegator: string(1),
    validator: string(2),
    /** Units of 10^-18 of a share. */
    shares: integer(3, 'dec'),
  },
  { names: { delegator: 'delegator_address', validator: 'validator_address' } },
);
export type Delegation = Of<typeof Delegation>;

/** Returns what `shares` of the validator are worth, as a decimal (SDK `TokensFromShares`). */
export const tokensFromShares = ({ tokens, shares: all }: Validator, shares: bigint): bigint =>
  all === 0n ? 0n : divideDecimal(shares * tokens, all);

/** Returns the shares that `tokens` buy, or that are removed with them (SDK `SharesFromTokens`). */
export const sharesFromTokens = ({ tokens: all, shares }: Validator, tokens: bigint): bigint => (shares * tokens) / all;
