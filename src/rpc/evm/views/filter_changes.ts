/** What a poll of a filter answers: hashes, or logs. */
import { to0x } from '../../../kernel/hex.js';
import type { FilterChanges } from '../filters.js';
import type { Json } from './json.js';
import { logViews } from './log.js';

export const changesView = (changes: FilterChanges): Json =>
  changes.type === 'logs' ? logViews(changes.logs) : changes.hashes.map(to0x);
