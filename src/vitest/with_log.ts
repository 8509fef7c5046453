/** Adds a log listener to a devnet's options. */
import type { DevnetOptions, LogListener } from '../devnet/index.js';

/** Adds the listener. Leaves invalid options as they are, so that `createDevnet` reports what is wrong with them. */
export function withLog(options: DevnetOptions, log: LogListener): DevnetOptions {
  return isRecord(options) && (options.log === undefined || typeof options.log === 'function')
    ? { ...options, log }
    : options;
}

/** Returns whether the value is an object, also one of another realm, such as a test's context. */
export const isRecord = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';
