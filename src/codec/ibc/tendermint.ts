/**
 * Defines light clients of CometBFT chains (ibc-go v10 `ibc.lightclients.tendermint.v1`, ICS-7). CometBFT's own types
 * remain encoded: `signedHeader` is `tendermint.types.SignedHeader`, and validator sets are
 * `tendermint.types.ValidatorSet`.
 */

import { ProofSpec } from '../merkle/ics23_spec.js';
import {
  bool,
  bytes,
  duration,
  embedded,
  optional,
  repeated,
  repeatedString,
  string,
  timestamp,
  uint,
} from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Height } from './client.js';
import { MerkleRoot } from './commitment.js';

export const Fraction = message('ibc.lightclients.tendermint.v1.Fraction', {
  numerator: uint(1),
  denominator: uint(2),
});
export type Fraction = Of<typeof Fraction>;

/** State of a client. Periods are in nanoseconds. The last two fields are deprecated and ignored. */
export const ClientState = message('ibc.lightclients.tendermint.v1.ClientState', {
  chainId: string(1),
  trustLevel: embedded(2, Fraction),
  trustingPeriod: duration(3),
  unbondingPeriod: duration(4),
  maxClockDrift: duration(5),
  /** Zero unless the client is frozen. */
  frozenHeight: embedded(6, Height),
  latestHeight: embedded(7, Height),
  /** Specifications from the store's tree up to the app hash. */
  proofSpecs: repeated(8, ProofSpec),
  upgradePath: repeatedString(9),
  allowUpdateAfterExpiry: bool(10),
  allowUpdateAfterMisbehaviour: bool(11),
});
export type ClientState = Of<typeof ClientState>;

/** State of the counterparty at one height. */
export const ConsensusState = message('ibc.lightclients.tendermint.v1.ConsensusState', {
  timestamp: timestamp(1),
  root: embedded(2, MerkleRoot),
  nextValidatorsHash: bytes(3),
});
export type ConsensusState = Of<typeof ConsensusState>;

/**
 * Updates a client. `trustedValidators` are the next validators of `trustedHeight`, for which the client has a
 * consensus state.
 */
export const ClientHeader = message('ibc.lightclients.tendermint.v1.Header', {
  signedHeader: bytes(1, { name: 'tendermint.types.SignedHeader' }),
  validatorSet: bytes(2, { name: 'tendermint.types.ValidatorSet' }),
  trustedHeight: embedded(3, Height),
  trustedValidators: bytes(4, { name: 'tendermint.types.ValidatorSet' }),
});
export type ClientHeader = Of<typeof ClientHeader>;

/** Two headers that conflict. `clientId` is deprecated. */
export const ClientMisbehaviour = message(
  'ibc.lightclients.tendermint.v1.Misbehaviour',
  {
    clientId: string(1),
    header1: optional(2, ClientHeader),
    header2: optional(3, ClientHeader),
  },
  { names: { header1: 'header_1', header2: 'header_2' } },
);
export type ClientMisbehaviour = Of<typeof ClientMisbehaviour>;
