/**
 * A mining mode says when the next thing may happen in the network. Its definition, one file of `modes`, gives its name, its
 * parameters, and how it drives the loop. `modes/index.generated.ts` lists the definitions.
 */
import type { MiningModeData } from '../../simulation/index.js';

/** What a pacer drives the loop with. Nothing here rejects: what fails ends the devnet. */
export interface MiningDriver {
  /** Milliseconds of a clock that never steps back. */
  nowMs(): number;
  /** Calls back once, unless the function that it returns is called first. */
  schedule(delayMs: number, action: () => void): () => void;
  /** Calls back every so often, until the function that it returns is called. */
  every(ms: number, tick: () => void): () => void;
  /** A number drawn from 0 to below `bound`. */
  below(bound: number): number;
  /** The network's time. */
  readonly now: bigint;
  /** When something can happen next, in the network's time; undefined when nothing will by itself. */
  readonly nextTime: bigint | undefined;
  /** Makes a height between two commands; resolves when it is over. */
  height(): Promise<void>;
  /** Lets everything happen that is due at `nextTime`, with commands between any two events; resolves when it is over. */
  instant(): Promise<void>;
}

export interface ActiveMode {
  stop(): void;
  /** A command has been carried out: what comes next may come at another time. */
  moved?(): void;
}

/** A parameter of a pace, always a number. */
export interface MiningModeParameter {
  /** `a number from 0.01 to 100`. */
  readonly expected: string;
  accepts(value: number): boolean;
  /** Where it is not given; without it it must be, unless it is optional. */
  readonly fallback?: number;
  readonly optional?: true;
  /** Of the command line. Undefined when it is no such text. */
  read(text: string): number | undefined;
}

type ParametersOf<P extends MiningModeData> = { readonly [K in Exclude<keyof P, 'type'>]-?: MiningModeParameter };

export interface MiningModeDefinition<P extends MiningModeData> {
  readonly type: P['type'];
  /** For people: when blocks are made. */
  describe(miningMode: P): string;
  /** By name. The command line knows the first alone. */
  readonly parameters: ParametersOf<P>;
  /** What is wrong with parameters that are right each by itself. */
  refusal?(miningMode: P): string | undefined;
  /** A height follows at once when something waits for one, and who sends is answered after it. */
  readonly automine?: true;
  /** Between two events commands have their turn, and time is not made to pass for them. */
  readonly yieldsBetweenEvents?: true;
  /** Nothing happens by itself, so that somebody may step. */
  readonly allowsStep?: true;
  /** Begins to drive. Without it nothing happens by itself. */
  run?(miningMode: P, drive: MiningDriver): ActiveMode;
}

export const defineMiningMode = <P extends MiningModeData>(
  definition: MiningModeDefinition<P>,
): MiningModeDefinition<P> => definition;
