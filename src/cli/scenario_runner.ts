/** Runs scenarios for the dashboard. The code of scenarios loads when the page asks for it. */
import type { DashboardOptions } from '../devnet/index.js';
import { catalogueNames, readScenarioSource } from './scenario_files.js';

type ScenarioRunner = NonNullable<DashboardOptions['scenarios']>;

/** Names the text that the page sends, in errors. */
const FILE = 'scenario';
const DEFAULT_SEED = '1';

export const scenarioRunner: ScenarioRunner = {
  async list() {
    const { readScenario } = await import('../scenario/index.js');
    return Promise.all(
      catalogueNames().map(async (name) => {
        const { file, text } = readScenarioSource(name);
        return { name, title: (await readScenario(text, file)).title, text };
      }),
    );
  },

  async open({ text, seed = DEFAULT_SEED }) {
    const [{ readScenario }, { runScenarioAsText }] = await Promise.all([
      import('../scenario/index.js'),
      import('./scenario_text.js'),
    ]);
    const read = await readScenario(text, FILE);
    return async ({ emit, pause }) => {
      const { passed, summary } = await runScenarioAsText(
        read,
        { seed, pause, onRounds: (message) => emit({ type: 'rounds', message }) },
        (line) => emit({ type: 'output', text: line }),
      );
      emit({ type: 'end', passed, summary });
    };
  },
};
