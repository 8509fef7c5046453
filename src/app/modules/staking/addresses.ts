/**
 * Formats the bech32 texts of validators: operators and consensus addresses have their own prefixes (SDK `config.go`).
 */
import type { Bytes } from '../../../kernel/bytes.js';
import { bech32Address } from '../../types/address.js';

/** Returns the prefix of operators. `prefix` is the chain's, for instance `halley`. */
export const operatorPrefix = (prefix: string): string => `${prefix}valoper`;
export const consensusPrefix = (prefix: string): string => `${prefix}valcons`;

export const operatorText = (operator: Bytes, prefix: string): string =>
  bech32Address(operator, operatorPrefix(prefix));
export const consensusText = (address: Bytes, prefix: string): string =>
  bech32Address(address, consensusPrefix(prefix));
