/** Runs state tests by file and reports the result of each case. */
import type { Hardfork } from '../../../src/evm/hardfork.js';
import type { MachineKind } from '../../../src/evm/machines.js';
import type { Observer } from '../../../src/evm/observer.js';
import { reasonOf } from './exceptions.js';
import { type CaseResult, Runner } from './runner.js';
import { casesOf, type RawFile, type StateCase } from './state_test.js';

export interface Result extends CaseResult {
  /** Path below the tests' own folder, with `/`. */
  readonly file: string;
  readonly given: StateCase;
  readonly verdict: 'passed' | 'failed' | 'excepted';
  readonly tookMs: number;
}

export interface Choice {
  /** Forks; `undefined` means all. */
  readonly forks?: readonly Hardfork[] | undefined;
  readonly takes?: (file: string, name: string) => boolean;
  readonly observer?: Observer;
  readonly now?: () => number;
}

export class Suite {
  private constructor(
    readonly machine: MachineKind,
    private readonly runner: Runner,
  ) {}

  static async open(machine: MachineKind): Promise<Suite> {
    return new Suite(machine, await Runner.open(machine));
  }

  async *run(file: string, tests: RawFile, choice: Choice = {}): AsyncIterable<Result> {
    const { forks, takes = () => true, observer, now = () => 0 } = choice;
    for (const given of casesOf(tests, forks)) {
      if (!takes(file, given.name)) continue;
      const since = now();
      const { faults, outcome } = await this.runner.run(given, observer);
      const tookMs = now() - since;
      const reason = reasonOf(this.machine, file, given);
      const passes = faults.length === 0;
      if (reason === undefined) yield { file, given, verdict: passes ? 'passed' : 'failed', faults, outcome, tookMs };
      else if (!passes) yield { file, given, verdict: 'excepted', faults: [reason], outcome, tookMs };
      else yield { file, given, verdict: 'failed', faults: [`passes, and is excepted: ${reason}`], outcome, tookMs };
    }
  }

  /** Returns the state that the last case left, in the format of geth's `evm --dump` without trie roots. */
  dump(): Promise<unknown> {
    return this.runner.dump();
  }
}
