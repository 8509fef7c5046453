/** What a poll of a filter answers: hashes, or logs. */
import { to0x } from '../../../kernel/hex.js';
import type { FilterChanges } from '../filters.js';
import type { Json } from './json.js';
import { logView } from './log.js';

export const changesView = (changes: FilterChanges): Json =>
  changes.type === 'logs' ? changes.logs.map(logView) : changes.hashes.map(to0x);
