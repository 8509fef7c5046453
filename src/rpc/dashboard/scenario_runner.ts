/** Defines who runs scenarios for the dashboard. Scenarios are built on the devnet, so its caller passes a runner. */
import type { ScenarioEntry, ScenarioLine, ScenarioRequest } from './wire.js';

/** Receives what a run makes. */
export interface ScenarioOutput {
  emit(line: ScenarioLine): void;
  /** Runs between two steps of the run, and lets others work. The run ends soon after it resolves to false. */
  pause(): Promise<boolean>;
}

/** Runs a scenario that was read. Resolves when its devnet is closed; its last line is of the type `end`. */
export type ScenarioRun = (output: ScenarioOutput) => Promise<void>;

/** Runs scenarios, each on a devnet of its own. */
export interface ScenarioRunner {
  /** Lists the scenario files that come with Halley. */
  list(): Promise<readonly ScenarioEntry[]>;
  /** Reads a scenario. Throws HalleyError for a file that cannot run. */
  open(request: ScenarioRequest): Promise<ScenarioRun>;
}
