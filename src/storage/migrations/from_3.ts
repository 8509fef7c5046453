/**
 * To version 4, whose head names the version of Halley that wrote last. Its processes also lock the home folder, which
 * those of version 3 do not know, so a home that has come here is no more for them. No record changes.
 */
import type { Migration } from '../migration.js';

export const migration: Migration = { from: 3 };
