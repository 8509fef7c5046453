/**
 * Work on a state over another chain's. It runs as if everything were there; when something is absent, it is run for
 * trial with nothing in its place, to learn of more that is, all of which is fetched at once. That is repeated until a
 * trial misses nothing; then the work runs again. Each round fetches what was missing, so gas bounds their number.
 */
import { AbsentRemote, type RemoteKey } from '../../../evm/absent_remote.js';
import { HalleyError, invariant } from '../../../kernel/errors.js';
import { TextReader } from '../reader.js';
import type { Remote } from '../remote_source.js';
import type { StateReader } from '../types.js';
import { MissRecordingReader } from './miss_recording_reader.js';

/** The reader that work uses in place of the given one. */
export type Through = (reader: StateReader) => StateReader;
/** May run several times: it must leave nothing behind when it throws. */
export type Work<T> = (through: Through) => T | Promise<T>;

/** Of the error of a fetch: the other chain's node did not answer. */
export const isUnavailable = (error: unknown): boolean => error instanceof HalleyError && error.code === 'unavailable';

const asItIs: Through = (reader) => reader;

/** `trial` stands for `work` where that would leave something behind. Rejects with HalleyError `unavailable`. */
export function withRemote<T>(remote: Remote | undefined, work: Work<T>, trial: Work<unknown> = work): T | Promise<T> {
  return remote === undefined ? work(asItIs) : untilNothingIsAbsent(remote, work, trial);
}

async function untilNothingIsAbsent<T>(remote: Remote, work: Work<T>, trial: Work<unknown>): Promise<T> {
  for (;;) {
    try {
      return await work(asItIs);
    } catch (error) {
      if (!(error instanceof AbsentRemote)) throw error;
      let misses = [error.key, ...(await missesOf(trial))];
      while (misses.length > 0) {
        await remote.fetch(misses);
        misses = await missesOf(trial);
      }
    }
  }
}

async function missesOf(trial: Work<unknown>): Promise<RemoteKey[]> {
  const misses: RemoteKey[] = [];
  try {
    await trial((reader) => {
      invariant(reader instanceof TextReader, 'a trial needs a reader that the state gave');
      return new MissRecordingReader(reader, misses);
    });
  } catch {
    // It was told what is not so. When the work fails in truth, it will in its own run.
  }
  return misses;
}
