// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { mode as automine } from './automine.js';
import { mode as interval } from './interval.js';
import { mode as manual } from './manual.js';
import { mode as mixed } from './mixed.js';
import { mode as realtime } from './realtime.js';
import { mode as step } from './step.js';

export const MINING_MODES = [automine, interval, manual, mixed, realtime, step] as const;
