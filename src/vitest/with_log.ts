/** Adds a log listener to a devnet's options. */
import type { DevnetOptions, LogListener } from '../devnet/index.js';

/** Returns options that cannot be used as they are: `createDevnet` says what is wrong with them. */
export function withLog(options: DevnetOptions, log: LogListener): DevnetOptions {
  return isRecord(options) && (options.log === undefined || typeof options.log === 'function')
    ? { ...options, log }
    : options;
}

/** Objects of another realm, such as those of a test's context, count too. */
export const isRecord = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';
