// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import type { Amnesia } from './amnesia.js';
import type { BadExtension } from './bad_extension.js';
import type { Delay } from './delay.js';
import type { DoubleProposal } from './double_proposal.js';
import type { Drop } from './drop.js';
import type { Duplicate } from './duplicate.js';
import type { Equivocate } from './equivocate.js';
import type { LateProposal } from './late_proposal.js';
import type { Loss } from './loss.js';
import type { NilPrevotes } from './nil_prevotes.js';
import type { NoExtension } from './no_extension.js';
import type { Partition } from './partition.js';
import type { Reorder } from './reorder.js';
import type { SilentProposer } from './silent_proposer.js';
import type { Skew } from './skew.js';
import type { WithholdProposal } from './withhold_proposal.js';

export type Fault =
  | Amnesia
  | BadExtension
  | Delay
  | DoubleProposal
  | Drop
  | Duplicate
  | Equivocate
  | LateProposal
  | Loss
  | NilPrevotes
  | NoExtension
  | Partition
  | Reorder
  | SilentProposer
  | Skew
  | WithholdProposal;
