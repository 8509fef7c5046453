/** Defines who runs scenarios for the dashboard. Scenarios are built on the devnet, so its caller passes a runner. */
import type { ScenarioEntry, ScenarioLine, ScenarioRequest } from './wire.js';

/** Runs scenarios, each on a devnet of its own. */
export interface ScenarioRunner {
  /** Lists the scenario files that come with Halley. */
  list(): Promise<readonly ScenarioEntry[]>;
  /**
   * Runs a scenario. `emit` receives its lines; the run goes on when its promise resolves. Resolves when the devnet of
   * the run is closed, soon after `ended` returns true. Throws HalleyError for a file that cannot run.
   */
  run(request: ScenarioRequest, emit: (line: ScenarioLine) => Promise<void>, ended: () => boolean): Promise<void>;
}
