// Generated from the files of this folder by scripts/generate-index.ts: add a file, then run `npm run generate`.
import { pacer as automine } from './automine.js';
import { pacer as interval } from './interval.js';
import { pacer as manual } from './manual.js';
import { pacer as mixed } from './mixed.js';
import { pacer as realtime } from './realtime.js';
import { pacer as step } from './step.js';

export const PACERS = [automine, interval, manual, mixed, realtime, step] as const;
