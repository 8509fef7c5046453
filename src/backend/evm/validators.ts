/** Adds and removes validators of a running devnet, and shows their keys. */
import type { PubKey } from '../../abci/application.js';
import type { Bytes } from '../../kernel/bytes.js';

/** Validator that the devnet signs for. */
export interface EvmValidator {
  /** Index among the devnet's validators. */
  readonly index: number;
  readonly name: string;
  /** Consensus address: 20 bytes. */
  readonly address: Bytes;
  /** Operator address in bech32; `undefined` when it has never been a validator. */
  readonly operator: string | undefined;
  /** Voting power at the next height. */
  readonly power: bigint;
  /** Stake in the smallest unit of the coin. */
  readonly tokens: bigint;
  readonly jailed: boolean;
}

/** ed25519 key with which a validator signs. */
export interface EvmValidatorKey {
  readonly index: number;
  readonly name: string;
  readonly address: Bytes;
  readonly pubKey: PubKey;
  /** Seed of the key: 32 bytes. */
  readonly seed: Bytes;
}

export interface EvmValidators {
  /**
   * Adds a validator with its node. Resolves when a block has registered it, or in mining modes that control time when
   * it is pending. Throws HalleyError when it is impossible; then nothing has changed.
   */
  addValidator(terms: {
    readonly power?: bigint | undefined;
    readonly name?: string | undefined;
  }): Promise<EvmValidator>;
  /** Takes all power from a validator. Throws HalleyError when it is impossible. */
  removeValidator(validator: number | Bytes): Promise<void>;
  validatorKeys(): readonly EvmValidatorKey[];
}
