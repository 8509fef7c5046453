/**
 * A chain as a relayer has it: what can be asked of any full node, and an account there. Everything is answered at once,
 * from what is committed; the relayer itself only says what should be sent where.
 */
import type { Event } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

/** The store `ibc` after one height. */
export interface IbcView {
  get(key: Bytes): Bytes | undefined;
  /** Ascending by key. */
  entries(prefix: Bytes): Iterable<readonly [key: Bytes, value: Bytes]>;
}

export interface HeaderFacts {
  readonly time: UnixNanos;
  readonly appHash: Bytes;
  readonly nextValidatorsHash: Bytes;
}

export interface RelayChain {
  readonly id: string;
  /** The first block's. */
  readonly base: bigint;
  /** The newest block's. */
  readonly height: bigint;
  /** At least what the next header will carry. */
  readonly nextTime: UnixNanos;
  /** How long the chain's stake is locked, in nanoseconds. */
  readonly unbondingPeriod: bigint;
  /** Who relays here: an address as the chain writes it. */
  readonly signer: string;
  at(height: bigint): IbcView;
  /**
   * An encoded `ibc.core.commitment.v1.MerkleProof` that the state after `height` has the key, or has it not; the header
   * of the height above commits to it.
   */
  prove(height: bigint, key: Bytes): Bytes;
  header(height: bigint): HeaderFacts;
  /** `tendermint.types.SignedHeader`. */
  signedHeader(height: bigint): Bytes;
  /** `tendermint.types.ValidatorSet`: who decides the height. */
  validatorSet(height: bigint): Bytes;
  /**
   * The validator set with this hash, which decides the height, as `tendermint.types.ValidatorSet`. Undefined when the chain
   * begins above the height and the set is not known otherwise.
   */
  trustedValidators(height: bigint, hash: Bytes): Bytes | undefined;
  /** Of a height's transactions and of the block itself, in their order. */
  events(height: bigint): Iterable<Event>;
}

export type RelayChains = ReadonlyMap<string, RelayChain>;
