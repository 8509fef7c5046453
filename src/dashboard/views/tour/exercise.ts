/** Defines what an exercise of the tour is. The page shows exercises, and docs/guides/tour.md is written from them. */
import type { Call } from '../../shell/call.js';

/** Roles of an exercise: the next height when it begins, and the validators that propose there. */
export interface Roles {
  readonly height: number;
  /** Indexes of the proposers of the rounds 0, 1, 2 and 3. */
  readonly proposers: readonly number[];
}

/** Calls the two RPCs of the chain. */
export interface TourChain {
  evm<T>(method: string, ...params: readonly unknown[]): Promise<T>;
  comet<T>(route: string, params?: Readonly<Record<string, string>>): Promise<T>;
}

/** State of the chain after a step. */
export interface Observation {
  readonly facts: readonly (readonly [name: string, value: string])[];
  /** Sentence about what has happened; absent when it has not. */
  readonly done?: string;
}

export interface Step {
  /** Imperative sentence without its period. */
  readonly title: string;
  /** Returns what the step calls. `faults` lists the ids of the active faults, oldest first. */
  calls(roles: Roles, faults: readonly string[]): readonly Call[];
  observe(chain: TourChain, roles: Roles): Promise<Observation>;
}

/** Place to look at after the steps. */
export interface Sight {
  readonly text: string;
  /** Returns the route of the CometBFT RPC that shows it. */
  readonly route: (roles: Roles) => string;
  /** Returns text that the answer contains, with `…` for any text. */
  readonly shows: (roles: Roles) => string;
}

export interface Exercise {
  readonly name: string;
  readonly title: string;
  readonly summary: string;
  readonly predict: {
    readonly question: string;
    readonly choices: readonly string[];
    /** Index of the choice that is right. */
    readonly right: number;
    readonly answer: string;
  };
  /** Returns whether the exercise works at a height; another block is decided first otherwise. */
  readonly suits?: (roles: Roles) => boolean;
  readonly steps: readonly Step[];
  readonly look: readonly Sight[];
  readonly why: readonly string[];
}
