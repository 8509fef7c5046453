/**
 * Defines mining modes, which decide when the next event of the network may happen. A definition is one file of
 * `modes`. It gives the mode's name, its parameters, and how it drives the loop. `modes/index.generated.ts` lists the
 * definitions.
 */
import type { MiningModeData } from '../../simulation/index.js';

/** Lets a mining mode drive the loop. Nothing here rejects: a failure ends the devnet. */
export interface MiningDriver {
  /** Returns milliseconds of a clock that never goes back. */
  nowMs(): number;
  /** Calls back once, unless the returned function is called first. */
  schedule(delayMs: number, action: () => void): () => void;
  /** Calls back every `ms` milliseconds, until the returned function is called. */
  every(ms: number, tick: () => void): () => void;
  /** Draws a number from 0 to `bound` - 1. */
  below(bound: number): number;
  /** Time of the network. */
  readonly now: bigint;
  /** Time of the next event, in the network's time; `undefined` when none will come by itself. */
  readonly nextTime: bigint | undefined;
  /**
   * Makes a height between two commands, within so many milliseconds of the network's time; resolves when it is over. A
   * height that is not decided by then goes on at the next call.
   */
  height(withinMs: number): Promise<void>;
  /** Runs all events that are due at `nextTime`, with commands between any two of them; resolves when they are over. */
  instant(): Promise<void>;
}

export interface ActiveMode {
  stop(): void;
  /** Runs after each command, which may have changed when the next event is due. */
  moved?(): void;
}

/** Parameter of a mining mode, which is always a number. */
export interface MiningModeParameter {
  /** Valid values in errors, such as `a number from 0.01 to 100`. */
  readonly expected: string;
  accepts(value: number): boolean;
  /** Value when the parameter is not given. Without it the parameter is required, unless it is optional. */
  readonly fallback?: number;
  readonly optional?: true;
  /** Reads text from the command line. Returns undefined when it is invalid. */
  read(text: string): number | undefined;
}

type ParametersOf<P extends MiningModeData> = { readonly [K in Exclude<keyof P, 'type'>]-?: MiningModeParameter };

export interface MiningModeDefinition<P extends MiningModeData> {
  readonly type: P['type'];
  /** Describes for people when blocks are made. */
  describe(miningMode: P): string;
  /** Parameters by name. The command line can set the first alone. */
  readonly parameters: ParametersOf<P>;
  /** Returns what is wrong with parameters that are each valid. */
  refusal?(miningMode: P): string | undefined;
  /** Makes a height as soon as a transaction is pending. The sender gets its response after that height. */
  readonly automine?: true;
  /** Lets commands run between two events, and does not advance time for them. */
  readonly yieldsBetweenEvents?: true;
  /** Allows a caller to step, because no event happens by itself. */
  readonly allowsStep?: true;
  /** Starts to drive the loop. Without it no event happens by itself. */
  run?(miningMode: P, drive: MiningDriver): ActiveMode;
}

export const defineMiningMode = <P extends MiningModeData>(
  definition: MiningModeDefinition<P>,
): MiningModeDefinition<P> => definition;
