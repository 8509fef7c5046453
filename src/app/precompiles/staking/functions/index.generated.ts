// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { delegate } from './delegate.js';
import { delegation } from './delegation.js';
import { redelegation } from './redelegation.js';
import { redelegations } from './redelegations.js';
import { unbondingDelegation } from './unbondingDelegation.js';
import { validator } from './validator.js';
import { validators } from './validators.js';

export const FUNCTIONS = [
  delegate,
  delegation,
  redelegation,
  redelegations,
  unbondingDelegation,
  validator,
  validators,
] as const;
