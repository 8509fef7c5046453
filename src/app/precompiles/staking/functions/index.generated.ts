// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import {
  cancelUnbondingDelegation,
  createValidator,
  delegate,
  editValidator,
  redelegate,
  undelegate,
} from './messages.js';
import { delegation, redelegation, redelegations, unbondingDelegation, validator, validators } from './queries.js';

export const FUNCTIONS = [
  cancelUnbondingDelegation,
  createValidator,
  delegate,
  delegation,
  editValidator,
  redelegate,
  redelegation,
  redelegations,
  unbondingDelegation,
  undelegate,
  validator,
  validators,
] as const;
