/** Makes the record of a validator that no document describes: of a plain genesis, or added later. */
import type { PubKey } from '../../../abci/application.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { UnixNanos } from '../../../kernel/time.js';
import { DECIMAL_ONE } from '../../types/coins.js';
import { operatorText } from './addresses.js';
import { type BondStatus, NO_DESCRIPTION, type Validator } from './validator.js';

/** Default commission of the SDK for a validator that `gentx` makes. */
const COMMISSION = { rate: DECIMAL_ONE / 10n, maxRate: DECIMAL_ONE / 5n, maxChangeRate: DECIMAL_ONE / 100n };

export interface NewValidator {
  readonly operator: Bytes;
  readonly pubKey: PubKey;
  readonly moniker: string;
  readonly tokens: bigint;
  readonly status: BondStatus;
  /** bech32 prefix of accounts. */
  readonly prefix: string;
  readonly time: UnixNanos;
}

export const newValidator = ({ operator, pubKey, moniker, tokens, status, prefix, time }: NewValidator): Validator => ({
  operator: operatorText(operator, prefix),
  pubKey,
  jailed: false,
  status,
  tokens,
  shares: tokens * DECIMAL_ONE,
  description: { ...NO_DESCRIPTION, moniker },
  unbondingHeight: 0n,
  unbondingTime: 0n,
  commission: { ...COMMISSION, updateTime: time },
  minSelfDelegation: 1n,
});
