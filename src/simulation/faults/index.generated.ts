// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { fault as delay } from './delay.js';
import { fault as double_proposal } from './double_proposal.js';
import { fault as drop } from './drop.js';
import { fault as duplicate } from './duplicate.js';
import { fault as equivocate } from './equivocate.js';
import { fault as loss } from './loss.js';
import { fault as partition } from './partition.js';
import { fault as reorder } from './reorder.js';
import { fault as skew } from './skew.js';

export const FAULTS: readonly [
  typeof delay,
  typeof double_proposal,
  typeof drop,
  typeof duplicate,
  typeof equivocate,
  typeof loss,
  typeof partition,
  typeof reorder,
  typeof skew,
] = [delay, double_proposal, drop, duplicate, equivocate, loss, partition, reorder, skew];
