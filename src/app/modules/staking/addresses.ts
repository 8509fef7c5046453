/** The bech32 texts of validators: operators and consensus addresses have prefixes of their own (SDK `config.go`). */
import type { Bytes } from '../../../kernel/bytes.js';
import { bech32Address } from '../../types/address.js';

/** `prefix` is the chain's, `halley` for instance. */
export const operatorPrefix = (prefix: string): string => `${prefix}valoper`;
export const consensusPrefix = (prefix: string): string => `${prefix}valcons`;

export const operatorText = (operator: Bytes, prefix: string): string =>
  bech32Address(operator, operatorPrefix(prefix));
export const consensusText = (address: Bytes, prefix: string): string =>
  bech32Address(address, consensusPrefix(prefix));
