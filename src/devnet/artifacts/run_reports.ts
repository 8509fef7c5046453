/** Makes reports of what the transactions and calls of a devnet ran: coverage of the sources, and gas. */
import type { ContractIndex } from '../../solidity/contract_index.js';
import { coverageOf } from '../../solidity/coverage.js';
import { gasList, gasOf, type MeasuredGas } from '../../solidity/gas_report.js';
import { lcovOf, withCountsOf } from '../../solidity/lcov.js';
import { inSlices } from './artifact_folder.js';
import { RecordedRuns, type ReportChoice } from './recorded_runs.js';

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
    private readonly choice: ReportChoice,
    warn: (text: string) => void,
  ) {
    this.#runs = new RecordedRuns(choice, warn);
  }

  get execute(): RecordedRuns['execute'] {
    return this.#runs.execute;
  }

  /** Returns the coverage in lcov's format, with the counts of an earlier one if it is given; undefined without one. */
  async coverage(earlier = ''): Promise<string | undefined> {
    if (!this.choice.coverage) return undefined;
    await this.#refresh();
    const files = await inSlices(coverageOf(this.sources.index, this.#runs.codes));
    return lcovOf(earlier === '' ? files : withCountsOf(files, earlier));
  }

  /** Returns the gas of contracts; undefined where it is not recorded. */
  async gas(): Promise<MeasuredGas | undefined> {
    if (!this.choice.gas) return undefined;
    await this.#refresh();
    return inSlices(gasOf(this.sources.index, this.#runs));
  }

  /** Returns the gas in the form of Foundry's JSON. */
  async gasReport(): Promise<readonly object[] | undefined> {
    const gas = await this.gas();
    return gas && gasList(gas);
  }

  /** Reads artifacts that have changed. A reading that is under way may have begun before the newest file was written. */
  async #refresh(): Promise<void> {
    for (let times = 0; times < 2; times++) await this.sources.refresh();
  }

  /** Forgets all runs. */
  reset(): void {
    this.#runs.reset();
  }
}
