// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { invariant as agreement } from './agreement.js';
import { invariant as commit_verifies } from './commit_verifies.js';
import { invariant as lock_safety } from './lock_safety.js';
import { invariant as sign_once } from './sign_once.js';
import { invariant as state_agreement } from './state_agreement.js';
import { invariant as time_monotonic } from './time_monotonic.js';
import { invariant as validity } from './validity.js';

export const INVARIANTS: readonly [
  typeof agreement,
  typeof commit_verifies,
  typeof lock_safety,
  typeof sign_once,
  typeof state_agreement,
  typeof time_monotonic,
  typeof validity,
] = [agreement, commit_verifies, lock_safety, sign_once, state_agreement, time_monotonic, validity];
