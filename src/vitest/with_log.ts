/** Adds to a devnet's options what fixtures need. */
import type { DevnetOptions, LogListener } from '../devnet/index.js';

/**
 * Adds the listener, and lets all devnets of a run write one report of each kind. Leaves invalid options as they are, so
 * that `createDevnet` reports what is wrong with them.
 */
export function withLog(options: DevnetOptions, log: LogListener): DevnetOptions {
  if (!isRecord(options) || (options.log !== undefined && typeof options.log !== 'function')) return options;
  const { coverage, gasReport } = options;
  return { ...options, log, coverage: shared(coverage), gasReport: shared(gasReport) };
}

const shared = (report: DevnetOptions['coverage']): DevnetOptions['coverage'] =>
  typeof report === 'string' && report !== '-' ? { file: report, add: true } : report;

/** Returns whether the value is an object, also one of another realm, such as a test's context. */
export const isRecord = (value: unknown): boolean => Object.prototype.toString.call(value) === '[object Object]';
