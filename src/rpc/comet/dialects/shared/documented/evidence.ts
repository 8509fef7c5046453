/**
 * Encodes evidence as documented.md 3 does: the application's view, one flat object for each misbehaving validator. Its
 * `time` is in Unix seconds, as all ABCI times were before proto3 timestamps (2018). A validator whose set is no longer
 * stored has the key null.
 */
import type { PubKey } from '../../../../../abci/application.js';
import type { CometBackend } from '../../../../../backend/comet.js';
import type { Evidence } from '../../../../../consensus/types/evidence.js';
import { indexOfAddress } from '../../../../../consensus/types/validator_set.js';
import type { Bytes } from '../../../../../kernel/bytes.js';
import type { Json } from '../../../../../kernel/json.js';
import { unixSeconds } from '../../../../../kernel/time.js';
import { evidenceName } from '../evidence.js';
import { hex } from '../scalars.js';
import { pubKey } from '../votes.js';
import { integer } from './integer.js';

/** Looks up the key of an address at a height, because votes contain addresses only. */
export type KeyLookup = (height: bigint, address: Bytes) => PubKey | undefined;

export const keysOf =
  (validators: CometBackend['validators']): KeyLookup =>
  (height, address) => {
    const set = validators(height);
    return set?.validators[indexOfAddress(set, address)]?.pubKey;
  };

interface Offender {
  readonly address: Bytes;
  readonly votingPower: bigint;
  readonly key: PubKey | undefined;
}

function offenders(e: Evidence, keyOf: KeyLookup): readonly Offender[] {
  if (e.type === 'light-client-attack') return e.byzantineValidators.map((v) => ({ ...v, key: v.pubKey }));
  const { height, validatorAddress } = e.voteA;
  return [{ address: validatorAddress, votingPower: e.validatorPower, key: keyOf(height, validatorAddress) }];
}

/** Returns the documented members except `type`, once for each offender. An attack that names no validator has none. */
export function evidenceFacts(e: Evidence, keyOf: KeyLookup) {
  const height = integer(e.type === 'duplicate-vote' ? e.voteA.height : e.commonHeight);
  return offenders(e, keyOf).map(({ address, votingPower, key }) => ({
    height,
    time: integer(unixSeconds(e.timestamp)),
    total_voting_power: integer(e.totalVotingPower),
    validator: {
      pub_key: key === undefined ? null : pubKey(key),
      voting_power: integer(votingPower),
      address: hex(address),
    },
  }));
}

export const flatEvidence = (list: readonly Evidence[], keyOf: KeyLookup): readonly Json[] =>
  list.flatMap((e) => evidenceFacts(e, keyOf).map((facts) => ({ type: evidenceName(e), ...facts })));
