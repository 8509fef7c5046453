/**
 * Reads and writes slashing's keys, which are the SDK's: parameters and signing infos. It also stores how long evidence
 * counts, which the SDK has in x/consensus.
 */
import { int } from '../../../codec/protobuf/field.js';
import { message, type Of } from '../../../codec/protobuf/message.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { SlashingParams } from './params.js';
import { SigningInfo } from './signing_info.js';

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
