/**
 * Reads and writes slashing's keys, which are the SDK's: parameters and signing infos. It also stores how long evidence
 * counts, which the SDK has in x/consensus.
 */
import { bool, duration, int, integer, string, timestamp } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import { plainError } from '../../sdk/query/failure.js';
import { type Page, type PageRequest, pageOfEntries } from '../../sdk/query/pagination.js';
import type { StateReader, WorkingState } from '../../state/types.js';

const PARAMS_KEY = Uint8Array.of(0);
export const SIGNING_INFOS = Uint8Array.of(1);
const EVIDENCE_AGE_KEY = utf8('evidence');

const infoKey = (address: Bytes): Bytes => concatBytes(SIGNING_INFOS, Uint8Array.of(address.length), address);

export function readSlashingParams(state: StateReader): SlashingParams {
  const value = state.get('slashing', PARAMS_KEY);
  invariant(value !== undefined, 'slashing is used before InitChain: its parameters are missing');
  return SlashingParams.decode(value);
}

export function writeSlashingParams(state: WorkingState, params: SlashingParams): void {
  state.set('slashing', PARAMS_KEY, SlashingParams.encode(params));
}

export function signingInfo(state: StateReader, address: Bytes): SigningInfo | undefined {
  const value = state.get('slashing', infoKey(address));
  return value === undefined ? undefined : SigningInfo.decode(value);
}

export function writeSigningInfo(state: WorkingState, address: Bytes, info: SigningInfo): void {
  state.set('slashing', infoKey(address), SigningInfo.encode(info));
}

/** Stores the limits of evidence. Evidence older than both is stale. */
const EvidenceAge = message('halley.slashing.EvidenceAge', {
  maxAgeNumBlocks: int(1),
  /** Nanoseconds. */
  maxAgeDuration: int(2),
});
export type EvidenceAge = Of<typeof EvidenceAge>;

/** Returns the limits. They are undefined when InitChain named none: then no evidence is too old. */
export function readEvidenceAge(state: StateReader): EvidenceAge | undefined {
  const value = state.get('slashing', EVIDENCE_AGE_KEY);
  return value === undefined ? undefined : EvidenceAge.decode(value);
}

export function writeEvidenceAge(state: WorkingState, age: EvidenceAge): void {
  const value = EvidenceAge.encode(age);
  if (value.length > 0) state.set('slashing', EVIDENCE_AGE_KEY, value);
}

/**
 * Encodes the parameters. Shares are decimals of 18 digits; their fields have the type bytes here, but contain text.
 */
export const SlashingParams = message('cosmos.slashing.v1beta1.Params', {
  /** Blocks. */
  signedBlocksWindow: int(1),
  minSignedPerWindow: integer(2, 'decBytes'),
  /** Nanoseconds. */
  downtimeJailDuration: duration(3),
  slashFractionDoubleSign: integer(4, 'decBytes'),
  slashFractionDowntime: integer(5, 'decBytes'),
});
export type SlashingParams = Of<typeof SlashingParams>;

export const SigningInfo = message('cosmos.slashing.v1beta1.ValidatorSigningInfo', {
  /** Consensus address in bech32. */
  address: string(1),
  /** Height at which it last joined the set. */
  startHeight: int(2),
  indexOffset: int(3),
  jailedUntil: timestamp(4),
  /** True after a double sign: the validator can never validate again. */
  tombstoned: bool(5),
  missedBlocksCounter: int(6),
});
export type SigningInfo = Of<typeof SigningInfo>;

/** Joins a signing info with its validator's 20-byte consensus address, which is in its key. */
export interface AddressedInfo {
  readonly address: Uint8Array;
  readonly info: SigningInfo;
}

/** Returns infos ascending by consensus address. Throws SdkQueryError. */
export function signingInfoPage(state: StateReader, page: PageRequest): Page<AddressedInfo> {
  const itemOf = (value: Uint8Array, key: Uint8Array): AddressedInfo => ({
    // The key below the prefix is the consensus address after its length.
    address: key.slice(1),
    info: SigningInfo.decode(value),
  });
  const entries = state.entries('slashing', SIGNING_INFOS);
  return pageOfEntries({ entries, prefix: SIGNING_INFOS, itemOf, failure: plainError }, page);
}
