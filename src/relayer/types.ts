/**
 * Defines a chain as a relayer uses it: queries that any full node can answer, and an account on the chain. All queries
 * are synchronous and return committed data. The relayer only determines which messages to send.
 */
import type { Event } from '../abci/application.js';
import type { Bytes } from '../kernel/bytes.js';
import type { UnixNanos } from '../kernel/time.js';

/** Reads the store `ibc` after one height. */
export interface IbcView {
  get(key: Bytes): Bytes | undefined;
  /** Iterates over the entries in ascending order of keys. */
  entries(prefix: Bytes): Iterable<readonly [key: Bytes, value: Bytes]>;
}

export interface HeaderFacts {
  readonly time: UnixNanos;
  readonly appHash: Bytes;
  readonly nextValidatorsHash: Bytes;
}

/** Part of a chain from which packets are read. */
export interface PacketSource {
  readonly id: string;
  /** Height of the first block. */
  readonly base: bigint;
  /** Height of the newest block. */
  readonly height: bigint;
  /** Iterates over the events of a height's transactions and of the block itself, in their order. */
  events(height: bigint): Iterable<Event>;
}

export interface RelayChain extends PacketSource {
  /** Lower bound of the next header's time. */
  readonly nextTime: UnixNanos;
  /** Time for which the chain's stake is locked, in nanoseconds. */
  readonly unbondingPeriod: bigint;
  /** Address of the relayer in the chain's format. */
  readonly signer: string;
  at(height: bigint): IbcView;
  /**
   * Returns an encoded `ibc.core.commitment.v1.MerkleProof` that the state after `height` has the key, or does not have
   * it. The header of the next height commits to that state.
   */
  prove(height: bigint, key: Bytes): Bytes;
  header(height: bigint): HeaderFacts;
  /** Returns an encoded `tendermint.types.SignedHeader`. */
  signedHeader(height: bigint): Bytes;
  /** Returns an encoded `tendermint.types.ValidatorSet`: the validators that decide the height. */
  validatorSet(height: bigint): Bytes;
  /**
   * Returns the validator set with this hash, which decides the height, as `tendermint.types.ValidatorSet`. Returns
   * undefined when the chain begins after the height and the set is not known otherwise.
   */
  trustedValidators(height: bigint, hash: Bytes): Bytes | undefined;
}

export type RelayChains = ReadonlyMap<string, RelayChain>;
