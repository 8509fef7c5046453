// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import type { Delay } from './delay.js';
import type { DoubleProposal } from './double_proposal.js';
import type { Drop } from './drop.js';
import type { Duplicate } from './duplicate.js';
import type { Equivocate } from './equivocate.js';
import type { Loss } from './loss.js';
import type { Partition } from './partition.js';
import type { Reorder } from './reorder.js';
import type { Skew } from './skew.js';

export type Fault = Delay | DoubleProposal | Drop | Duplicate | Equivocate | Loss | Partition | Reorder | Skew;
