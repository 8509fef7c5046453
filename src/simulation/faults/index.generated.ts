// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fault as amnesia } from './amnesia.js';
import { fault as bad_extension } from './bad_extension.js';
import { fault as delay } from './delay.js';
import { fault as double_proposal } from './double_proposal.js';
import { fault as drop } from './drop.js';
import { fault as duplicate } from './duplicate.js';
import { fault as equivocate } from './equivocate.js';
import { fault as late_proposal } from './late_proposal.js';
import { fault as loss } from './loss.js';
import { fault as nil_prevotes } from './nil_prevotes.js';
import { fault as no_extension } from './no_extension.js';
import { fault as partition } from './partition.js';
import { fault as reorder } from './reorder.js';
import { fault as silent_proposer } from './silent_proposer.js';
import { fault as skew } from './skew.js';
import { fault as withhold_proposal } from './withhold_proposal.js';

export const FAULTS: readonly [
  typeof amnesia,
  typeof bad_extension,
  typeof delay,
  typeof double_proposal,
  typeof drop,
  typeof duplicate,
  typeof equivocate,
  typeof late_proposal,
  typeof loss,
  typeof nil_prevotes,
  typeof no_extension,
  typeof partition,
  typeof reorder,
  typeof silent_proposer,
  typeof skew,
  typeof withhold_proposal,
] = [
  amnesia,
  bad_extension,
  delay,
  double_proposal,
  drop,
  duplicate,
  equivocate,
  late_proposal,
  loss,
  nil_prevotes,
  no_extension,
  partition,
  reorder,
  silent_proposer,
  skew,
  withhold_proposal,
];
