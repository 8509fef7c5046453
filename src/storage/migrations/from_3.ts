/**
 * Migrates to version 4, whose head names the version of Halley that wrote last. No record changes. Processes of
 * version 3 reject the new version, because they do not respect the lock of the home folder.
 */
import type { Migration } from '../migration.js';

export const migration: Migration = { from: 3 };
