/**
 * Encodes the documented block (documented.md 3: `data` and `evidence` are lists), and the wire block with the
 * documented members.
 */
import type { Evidence } from '../../../../../consensus/types/evidence.js';
import type { Json } from '../../../protocol/json.js';
import type { BlockShape } from '../block.js';
import { evidence } from '../evidence.js';
import { base64 } from '../scalars.js';
import { plainVote } from '../vote.js';
import { documentedCommit, widenedCommit } from './commit.js';
import { evidenceFacts, flatEvidence, type KeyLookup } from './evidence.js';
import { documentedHeader } from './header.js';

export const documentedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: b.txs.map(base64),
    evidence: flatEvidence(b.evidence, keyOf),
    last_commit: documentedCommit(b.lastCommit),
  });

/**
 * Adds the documented members to evidence. The wire form has space for one validator, so it names the first of an
 * attack.
 */
const widenedEvidence = (e: Evidence, keyOf: KeyLookup): Json => ({
  ...evidence(e, plainVote),
  ...evidenceFacts(e, keyOf)[0],
});

/**
 * Encodes the wire block plus each documented member whose name is free: facts of evidence, members of the last
 * commit's signatures, and `version.app`. Readers of the wire format ignore members that they do not know.
 */
export const widenedBlock =
  (keyOf: KeyLookup): BlockShape =>
  (b) => ({
    header: documentedHeader(b.header),
    data: { txs: b.txs.map(base64) },
    evidence: { evidence: b.evidence.map((item) => widenedEvidence(item, keyOf)) },
    last_commit: widenedCommit(b.lastCommit),
  });
