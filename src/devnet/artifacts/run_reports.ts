/** Makes reports of what the transactions and calls of a devnet ran: coverage of the sources. */
import type { ContractIndex } from '../../solidity/contract_index.js';
import { coverageOf } from '../../solidity/coverage.js';
import { lcovOf, withCountsOf } from '../../solidity/lcov.js';
import { inSlices } from './artifact_folder.js';
import { RecordedRuns } from './recorded_runs.js';

/** Contracts that reports are about. */
interface Contracts {
  readonly index: ContractIndex;
  /** Reads artifacts that have changed. */
  refresh(): Promise<void>;
}

export class RunReports {
  readonly #runs: RecordedRuns;

  /** `warn` receives a line when a report is no longer complete. */
  constructor(
    private readonly sources: Contracts,
    warn: (text: string) => void,
  ) {
    this.#runs = new RecordedRuns(warn);
  }

  get execute(): RecordedRuns['execute'] {
    return this.#runs.execute;
  }

  /** Returns the coverage in lcov's format, with the counts of an earlier one if it is given. */
  async coverage(earlier = ''): Promise<string> {
    // A reading that is under way may have begun before the newest file was written.
    for (let times = 0; times < 2; times++) await this.sources.refresh();
    const files = await inSlices(coverageOf(this.sources.index, this.#runs.codes));
    return lcovOf(earlier === '' ? files : withCountsOf(files, earlier));
  }

  /** Forgets all runs. */
  reset(): void {
    this.#runs.reset();
  }
}
