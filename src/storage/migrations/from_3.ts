/**
 * Leads to version 4, whose head names the version of Halley that wrote last. No record changes. The new version keeps out
 * processes of version 3, which do not know the lock of the home folder.
 */
import type { Migration } from '../migration.js';

export const migration: Migration = { from: 3 };
