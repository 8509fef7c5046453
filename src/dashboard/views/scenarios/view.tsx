/** Runs scenarios: faults as files, with what they must cause. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioEntry } from '../../../rpc/dashboard/wire.js';
import { showRun } from '../../consensus/source.js';
import { readScenarios } from '../../feed/http.js';
import { Explanation } from '../../shell/explanation.js';
import { linkTo } from '../../shell/route.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { about } from '../../shell/store.js';
import type { View } from '../../shell/view.js';
import { cancel, isRunning, type Run, run, startScenario } from './run.js';

const entries = signal<readonly ScenarioEntry[] | undefined>(undefined);
const problem = signal<string | undefined>(undefined);

async function readEntries(): Promise<void> {
  try {
    entries.value = await readScenarios();
    problem.value = undefined;
  } catch (error) {
    problem.value = (error as Error).message;
  }
}

function Scenarios(): JSX.Element {
  const possible = about.value?.scenarios;
  useEffect(() => {
    if (possible && entries.value === undefined) void readEntries();
  }, [possible]);
  return (
    <>
      <h1>
        Scenarios{' '}
        <Explanation of="scenarios">
          A scenario is a file: what happens to the validators, and what consensus must do then. It runs on a chain of
          its own in simulated time, and the chain of this page stays as it is.
        </Explanation>
      </h1>
      {possible === false && (
        <p>
          This server cannot run scenarios: its program passed no runner. The command <code>halley start</code> has one.
        </p>
      )}
      {problem.value !== undefined && <p class="bad">{problem.value}</p>}
      {entries.value !== undefined && <Editor entries={entries.value} />}
    </>
  );
}

function Editor({ entries: all }: { readonly entries: readonly ScenarioEntry[] }): JSX.Element {
  const chosen = useSignal(all[0]?.name ?? '');
  const text = useSignal(all[0]?.text ?? '');
  const choose = (name: string): void => {
    chosen.value = name;
    text.value = all.find((entry) => entry.name === name)?.text ?? '';
  };
  const start = (): void => void startScenario(chosen.value, text.value, showRun(chosen.value));
  return (
    <div class="scenario">
      <section aria-labelledby="file">
        <h2 id="file">File</h2>
        <label class="field">
          <span>Scenario</span>
          <select value={chosen.value} onChange={({ currentTarget }) => choose(currentTarget.value)}>
            {all.map(({ name, title }) => (
              <option key={name} value={name}>
                {name}: {title}
              </option>
            ))}
          </select>
        </label>
        <label class="field">
          <span>Text, which you may change</span>
          <textarea
            spellcheck={false}
            value={text.value}
            onInput={({ currentTarget }) => (text.value = currentTarget.value)}
          />
        </label>
        <div class="row">
          <button type="button" class="primary" disabled={isRunning() || text.value.trim() === ''} onClick={start}>
            Run the scenario
          </button>
          <button type="button" disabled={!isRunning()} onClick={cancel}>
            Cancel
          </button>
        </div>
        <p class="quiet">
          The same from a terminal: <code>halley scenario run {chosen.value}</code>
        </p>
      </section>
      <section aria-labelledby="output">
        <h2 id="output">Output</h2>
        {run.value === undefined ? <p class="quiet">Nothing has run yet.</p> : <Output of={run.value} />}
      </section>
    </div>
  );
}

const WORDS = {
  running: 'is running',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  refused: 'did not run to its end',
} as const;

const Output = ({ of }: { readonly of: Run }): JSX.Element => (
  <>
    <p role="status" class={`result ${of.state}`}>
      <strong>
        {of.name} {WORDS[of.state]}.
      </strong>{' '}
      {of.summary}
    </p>
    <p>
      The views <a href={linkTo('rounds')}>Rounds</a> and <a href={linkTo('messages')}>Messages</a> show the network of
      this run.
    </p>
    {of.dropped > 0 && <p class="quiet">The first {of.dropped} lines are left out.</p>}
    <ScrollBox of="Lines of the run" class="output">
      <pre>{of.lines.join('\n')}</pre>
    </ScrollBox>
  </>
);

export const scenarios: View = {
  path: 'scenarios',
  title: 'Scenarios',
  group: 'Learn',
  icon: 'scenarios',
  component: Scenarios,
  isOfSimulation: true,
};
