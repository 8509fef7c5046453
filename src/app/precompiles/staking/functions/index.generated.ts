// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { cancelUnbondingDelegation } from './cancelUnbondingDelegation.js';
import { createValidator } from './createValidator.js';
import { delegate } from './delegate.js';
import { delegation } from './delegation.js';
import { editValidator } from './editValidator.js';
import { redelegate } from './redelegate.js';
import { redelegation } from './redelegation.js';
import { redelegations } from './redelegations.js';
import { unbondingDelegation } from './unbondingDelegation.js';
import { undelegate } from './undelegate.js';
import { validator } from './validator.js';
import { validators } from './validators.js';

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
