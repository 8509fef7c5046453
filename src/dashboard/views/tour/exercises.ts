/** Exercises of the tour in their order. */
import type { Exercise } from './exercise.js';
import { equivocation } from './exercises/equivocation.js';
import { healthyRound } from './exercises/healthy_round.js';
import { lightClient } from './exercises/light_client.js';
import { lostProposal } from './exercises/lost_proposal.js';
import { partitionAndHeal } from './exercises/partition_and_heal.js';
import { proposerDown } from './exercises/proposer_down.js';
import { theLock } from './exercises/the_lock.js';
import { thirdTooMany } from './exercises/third_too_many.js';
import { twoDown } from './exercises/two_down.js';
import { validatorLeaves } from './exercises/validator_leaves.js';

export const EXERCISES: readonly Exercise[] = [
  healthyRound,
  proposerDown,
  twoDown,
  partitionAndHeal,
  lostProposal,
  equivocation,
  theLock,
  validatorLeaves,
  lightClient,
  thirdTooMany,
];
