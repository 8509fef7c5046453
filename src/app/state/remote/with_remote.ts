/**
 * Runs work on a state over another chain's. It runs as if every value were there. When a value is absent, a dry run
 * reads empty values instead and records all that are absent, which are then fetched together. Dry runs repeat until
 * one misses nothing; then the work runs again. Each round fetches what was missing, so gas bounds the number of
 * rounds.
 */
import { AbsentRemote, type RemoteKey } from '../../../evm/absent_remote.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { TextReader } from '../reader.js';
import type { Remote } from '../remote_source.js';
import type { StateReader } from '../types.js';
import { MissRecordingReader } from './miss_recording_reader.js';
import { Misses } from './misses.js';

/** Returns the reader that work uses in place of the given one. */
export type Through = (reader: StateReader) => StateReader;
/** May run several times, so it must leave no effect when it throws. */
export type Work<T> = (through: Through) => T | Promise<T>;

/** Returns true for the error of a fetch that the other chain's node did not answer. */
export const isUnavailable = (error: unknown): boolean => error instanceof HalleyError && error.code === 'unavailable';

const asItIs: Through = (reader) => reader;

/**
 * Runs `work` over `remote`. `dryRun` is the dry run, for work that would otherwise have lasting effects. Rejects with
 * HalleyError `unavailable`.
 */
export function withRemote<T>(remote: Remote | undefined, work: Work<T>, dryRun: Work<unknown> = work): T | Promise<T> {
  return remote === undefined ? work(asItIs) : untilNothingIsAbsent(remote, work, dryRun);
}

async function untilNothingIsAbsent<T>(remote: Remote, work: Work<T>, dryRun: Work<unknown>): Promise<T> {
  const misses = new Misses();
  for (;;) {
    try {
      return await work(asItIs);
    } catch (error) {
      if (!(error instanceof AbsentRemote)) throw error;
      let keys: readonly RemoteKey[] = [error.key, ...(await missesOf(dryRun, misses))];
      while (keys.length > 0) {
        await remote.fetch(keys);
        keys = await missesOf(dryRun, misses);
      }
    }
  }
}

async function missesOf(dryRun: Work<unknown>, misses: Misses): Promise<readonly RemoteKey[]> {
  misses.begin();
  try {
    await dryRun((reader) => {
      invariant(reader instanceof TextReader, 'a dry run needs a reader of the state');
      return new MissRecordingReader(reader, misses);
    });
  } catch {
    // The dry run read values that are not the real ones. A genuine failure recurs when the work itself runs.
  }
  return misses.keys;
}
