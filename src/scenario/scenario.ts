/** Defines a scenario: validators, a timeline of what is done to them, and what is expected of the run. */
import type { Internals } from '../devnet/devnet.js';
import type { FilePosition } from './document/located.js';
import type { Position } from './document/position.js';
import type { ExpectationDefinition } from './expectation.js';
import type { VerbDefinition } from './verb.js';

export interface Scenario {
  /** Name of the file in errors. */
  readonly file: string;
  readonly title: string;
  /** Explains what happens and why, in a few sentences. */
  readonly summary: string;
  /** Section of the specification. */
  readonly reference: string | undefined;
  /** Number of validators at the start, which have equal power. */
  readonly validators: number;
  /** Features of the chain that others do not have. */
  readonly features: Internals['features'];
  /** Addresses at which another program serves the application; `undefined` for Halley's own. */
  readonly app: readonly string[] | undefined;
  /** Selects the validator whose trace is shown. */
  readonly observe: number;
  /** Height at which the run ends. */
  readonly until: number;
  /** Longest wait for a height, in milliseconds of simulated time, once the timeline is over. */
  readonly patience: number;
  readonly timeline: readonly TimelineEntry[];
  readonly expectations: readonly Expectation[];
}

/** Action at one position of the run. */
export interface TimelineEntry extends FilePosition {
  readonly at: Position;
  /** Selects the validator that must reach the position; absent means the first that does. */
  readonly by: number | undefined;
  /** Time after the position, in milliseconds. */
  readonly after: number;
  readonly verb: VerbDefinition<unknown>;
  readonly data: unknown;
}

export interface Expectation extends FilePosition {
  readonly definition: ExpectationDefinition<unknown>;
  readonly data: unknown;
}
