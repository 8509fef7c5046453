/** Slashing's keys, the SDK's: parameters and signing infos; and for how long evidence counts, which is x/consensus' there. */
import { ProtoReader, ProtoWriter } from '../../../codec/protobuf.js';
import { type Bytes, concatBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import { utf8 } from '../../../kernel/text.js';
import type { StateReader, WorkingState } from '../../state/types.js';
import { decodeSlashingParams, encodeSlashingParams, type SlashingParams } from './params.js';
import { decodeSigningInfo, encodeSigningInfo, type SigningInfo } from './signing_info.js';

const PARAMS_KEY = Uint8Array.of(0);
export const SIGNING_INFOS = Uint8Array.of(1);
const EVIDENCE_AGE_KEY = utf8('evidence');

const infoKey = (address: Bytes): Bytes => concatBytes(SIGNING_INFOS, Uint8Array.of(address.length), address);

export function readSlashingParams(state: StateReader): SlashingParams {
  const value = state.get('slashing', PARAMS_KEY);
  invariant(value !== undefined, 'slashing is used before InitChain: its parameters are missing');
  return decodeSlashingParams(value);
}

export function writeSlashingParams(state: WorkingState, params: SlashingParams): void {
  state.set('slashing', PARAMS_KEY, encodeSlashingParams(params));
}

export function signingInfo(state: StateReader, address: Bytes): SigningInfo | undefined {
  const value = state.get('slashing', infoKey(address));
  return value === undefined ? undefined : decodeSigningInfo(value);
}

export function writeSigningInfo(state: WorkingState, address: Bytes, info: SigningInfo): void {
  state.set('slashing', infoKey(address), encodeSigningInfo(info));
}

/** Evidence older than both is stale. */
export interface EvidenceAge {
  readonly maxAgeNumBlocks: bigint;
  /** Nanoseconds. */
  readonly maxAgeDuration: bigint;
}

/** Undefined when InitChain named no limit: then no evidence is too old. */
export function readEvidenceAge(state: StateReader): EvidenceAge | undefined {
  const value = state.get('slashing', EVIDENCE_AGE_KEY);
  if (value === undefined) return undefined;
  const age = { maxAgeNumBlocks: 0n, maxAgeDuration: 0n };
  for (const reader = new ProtoReader(value); !reader.done; ) {
    const { field } = reader.next();
    if (field === 1) age.maxAgeNumBlocks = reader.int();
    else if (field === 2) age.maxAgeDuration = reader.int();
    else throw reader.unknown('EvidenceAge');
  }
  return age;
}

export function writeEvidenceAge(state: WorkingState, { maxAgeNumBlocks, maxAgeDuration }: EvidenceAge): void {
  const value = new ProtoWriter().int(1, maxAgeNumBlocks).int(2, maxAgeDuration).finish();
  if (value.length > 0) state.set('slashing', EVIDENCE_AGE_KEY, value);
}
