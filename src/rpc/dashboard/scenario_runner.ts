/** Defines who runs scenarios for the dashboard. Scenarios are built on the devnet, so its caller passes a runner. */
import type { LineSink } from './line_stream.js';
import type { ScenarioEntry, ScenarioLine, ScenarioRequest } from './wire.js';

/** Runs a scenario that was read. Resolves when its devnet is closed; its last line is of the type `end`. */
export type ScenarioRun = (output: LineSink<ScenarioLine>) => Promise<void>;

/** Runs scenarios, each on a devnet of its own. */
export interface ScenarioRunner {
  /** Lists the scenario files that come with Halley. */
  list(): Promise<readonly ScenarioEntry[]>;
  /** Reads a scenario. Throws HalleyError for a file that cannot run. */
  open(request: ScenarioRequest): Promise<ScenarioRun>;
}
