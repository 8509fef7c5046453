/** Sources of the contracts of a devnet, whose code is loaded when a folder is read or a failure explained. */
import type { ArtifactFolder } from '../../rpc/dashboard/deps.js';
import type { ProjectSources } from './project_sources.js';
import type { ReportChoice } from './recorded_runs.js';
import type { RunReports } from './run_reports.js';

export class LateSources {
  /** Reports of the runs of the devnet's own chain; `undefined` unless they are watched. */
  reports: RunReports | undefined;
  #loaded: Promise<ProjectSources> | undefined;
  /** The sources, once they are loaded. */
  now: ProjectSources | undefined;

  /** `warn` receives a line for each file that cannot be read. */
  constructor(
    private readonly folders: readonly string[],
    private readonly warn: (text: string) => void,
    /** Whether errors have stack traces. */
    private readonly hasStackTraces: boolean,
  ) {}

  /** Whether there are folders of contracts, or contracts may have been added. */
  get hasContracts(): boolean {
    return this.folders.length > 0 || this.#loaded !== undefined;
  }

  /** Returns whether a failure can be explained. */
  get canExplain(): boolean {
    return this.hasStackTraces && this.hasContracts;
  }

  /** Contracts of the folders for the dashboard; `undefined` without a folder. */
  get shown(): ArtifactFolder | undefined {
    const load = (): Promise<ProjectSources> => this.load();
    return this.folders.length === 0
      ? undefined
      : {
          path: this.folders.join(', '),
          async *read() {
            const sources = await load();
            await sources.refresh();
            yield* sources.shown();
          },
        };
  }

  /** Begins to read the folders, so that the first failure does not wait. */
  begin(): void {
    if (this.folders.length === 0) return;
    // A failure is not reported here: it happens again when a failed call is explained.
    this.load()
      .then((sources) => sources.refresh())
      .catch(() => undefined);
  }

  /** Ends the watches of the folders. */
  async close(): Promise<void> {
    (await this.#loaded)?.close();
  }

  /** Watches all runs from now on. */
  async watchRuns(choice: ReportChoice): Promise<void> {
    this.reports = (await this.load()).reports(choice);
  }

  load(): Promise<ProjectSources> {
    this.#loaded ??= import('./project_sources.js').then(({ ProjectSources }) => {
      this.now = new ProjectSources(this.folders, this.warn);
      return this.now;
    });
    return this.#loaded;
  }
}
