// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { Delegation } from './Delegation.js';
import { DelegatorDelegations } from './DelegatorDelegations.js';
import { DelegatorUnbondingDelegations } from './DelegatorUnbondingDelegations.js';
import { DelegatorValidators } from './DelegatorValidators.js';
import { Params } from './Params.js';
import { Pool } from './Pool.js';
import { Redelegations } from './Redelegations.js';
import { UnbondingDelegation } from './UnbondingDelegation.js';
import { Validator } from './Validator.js';
import { ValidatorDelegations } from './ValidatorDelegations.js';
import { ValidatorUnbondingDelegations } from './ValidatorUnbondingDelegations.js';
import { Validators } from './Validators.js';

export const QUERIES = [
  Delegation,
  DelegatorDelegations,
  DelegatorUnbondingDelegations,
  DelegatorValidators,
  Params,
  Pool,
  Redelegations,
  UnbondingDelegation,
  Validator,
  ValidatorDelegations,
  ValidatorUnbondingDelegations,
  Validators,
] as const;
