/**
 * Encodes events of a validator's rounds, of evidence and of validator set changes (consensus-rpc.md 8.2, 10.1).
 * Versions differ only in the encoding of votes and in the position of NewEvidence's height.
 */
import type { BusEvent, RoundEvent } from '../../../../backend/comet.js';
import { isPlainRoundEvent } from '../../../../consensus/types/round_event.js';
import type { Vote } from '../../../../consensus/types/vote.js';
import type { Json } from '../../../../kernel/json.js';
import { ROUND_STEPS } from '../../../../kernel/round_steps.js';
import { lazyEvent, type SubscriptionEvent } from '../subscription_event.js';
import { blockId } from './block_id.js';
import { type EvidenceShape, evidence } from './evidence.js';
import { hex, int64 } from './scalars.js';
import { validator } from './votes.js';

/** Excludes the events of committed blocks and their transactions, which each version encodes differently. */
type ConsensusEvent = Exclude<BusEvent, { readonly type: 'NewBlock' | 'NewBlockHeader' | 'Tx' }>;

/** Encodes the parts of these events that differ between versions. */
export interface ConsensusSpelling {
  vote(vote: Vote): Json;
  /** First member of NewEvidence. */
  readonly evidenceStartsWith: 'height' | 'evidence';
  /** Encoder of evidence. Default: that of all versions before 1.0. */
  readonly evidence?: EvidenceShape;
}

const stepName = (step: number): string => `RoundStep${ROUND_STEPS[step - 1] ?? 'Unknown'}`;

const place = ({ height, round, step }: Exclude<RoundEvent, { readonly type: 'Vote' }>) => ({
  height: int64(height),
  round,
  step: stepName(step),
});

function newEvidence(
  event: ConsensusEvent & { readonly type: 'NewEvidence' },
  { vote, evidenceStartsWith, evidence: shape = evidence }: ConsensusSpelling,
): Json {
  const height = int64(event.height);
  const item = shape(event.evidence, vote);
  return evidenceStartsWith === 'height' ? { height, evidence: item } : { evidence: item, height };
}

/** Returns the name under which the engine registers the payload's type, and the payload. */
function payload(event: ConsensusEvent, spelling: ConsensusSpelling): readonly [type: string, value: Json] {
  if (isPlainRoundEvent(event)) return ['RoundState', place(event)];
  switch (event.type) {
    case 'NewRound':
      return [event.type, { ...place(event), proposer: { address: hex(event.proposer), index: event.proposerIndex } }];
    case 'CompleteProposal':
      return [event.type, { ...place(event), block_id: blockId(event.blockId) }];
    case 'Vote':
      return [event.type, { Vote: spelling.vote(event.vote) }];
    case 'NewEvidence':
      return [event.type, newEvidence(event, spelling)];
    case 'ValidatorSetUpdates':
      return [event.type, { validator_updates: event.updates.map(validator) }];
  }
}

export const consensusEvent = (event: ConsensusEvent, spelling: ConsensusSpelling): SubscriptionEvent =>
  lazyEvent(
    event.type,
    () => event.attributes,
    () => {
      const [type, value] = payload(event, spelling);
      return { type: `tendermint/event/${type}`, value };
    },
  );
