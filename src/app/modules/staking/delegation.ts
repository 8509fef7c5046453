/** A delegator's part of a validator, and what shares are worth. */
import { integer, string } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { divideDecimal } from '../../types/decimal.js';
import type { Validator } from './validator.js';

export const Delegation = message('cosmos.staking.v1beta1.Delegation', {
  /** Bech32, an account's and a validator operator's. */
  delegator: string(1),
  validator: string(2),
  /** Units of 10^-18 of a share. */
  shares: integer(3),
});
export type Delegation = Of<typeof Delegation>;

/** What `shares` of the validator are worth, as a decimal (SDK `TokensFromShares`). */
export const tokensFromShares = ({ tokens, shares: all }: Validator, shares: bigint): bigint =>
  all === 0n ? 0n : divideDecimal(shares * tokens, all);

/** The shares that `tokens` buy, or that go with them when they leave (SDK `SharesFromTokens`). */
export const sharesFromTokens = ({ tokens: all, shares }: Validator, tokens: bigint): bigint => (shares * tokens) / all;
