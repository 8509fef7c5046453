/** Runs scenarios: files that say what happens to validators, and what must be true afterwards. */
export { readScenario } from './read_scenario.js';
export { type RunOptions, runScenario, type ScenarioReport } from './run/player.js';
export type { Scenario } from './scenario.js';
export { sketchOf } from './sketch.js';
