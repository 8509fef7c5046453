/** Shows the file of a scenario, which may be changed, with the checker's first mistake beside its line. */
import { useComputed, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ScenarioEntry } from '../../../rpc/dashboard/wire.js';
import { showRun } from '../../consensus/source.js';
import { checkScenario } from '../../feed/http.js';
import { linkTo } from '../../shell/route.js';
import { ScrollBox } from '../../shell/scroll_box.js';
import { cancel, isRunning, type Run, run, startScenario } from './run.js';

/** Delay after a change before the file is checked, in ms. */
const CHECK_MS = 300;

interface Mistake {
  readonly line: number;
  readonly text: string;
}

/** Reads a message of the checker: `scenario:12:5: …`. */
function mistakeOf(problem: string): Mistake {
  const [, line = '1', column = '1', text = problem] = /^[^:]*:(\d+):(\d+): (.*)$/s.exec(problem) ?? [];
  return { line: Number(line), text: `Line ${line}, column ${column}: ${text}` };
}

export function Editor({ entry }: { readonly entry: ScenarioEntry }): JSX.Element {
  const text = useSignal(entry.text);
  const mistake = useSignal<Mistake | undefined>(undefined);
  const isChanged = useComputed(() => text.value !== entry.text);
  useEffect(() => {
    mistake.value = undefined;
    if (text.value === entry.text) return undefined;
    const own = new AbortController();
    const timer = setTimeout(async () => {
      const { problem } = await checkScenario(text.value, own.signal).catch(() => ({ problem: null }));
      if (!own.signal.aborted) mistake.value = problem === null ? undefined : mistakeOf(problem);
    }, CHECK_MS);
    return () => {
      clearTimeout(timer);
      own.abort();
    };
  }, [text.value]);
  const start = (): void => void startScenario(entry.name, text.value, showRun(entry.title));
  return (
    <>
      <p>
        <a href={linkTo('scenarios')}>All scenarios</a>
      </p>
      <h1>{entry.title}</h1>
      {entry.summary !== undefined && <p class="lead">{entry.summary}</p>}
      <div class="scenario">
        <section aria-labelledby="file">
          <h2 id="file">File</h2>
          <TextBox text={text.value} mistake={mistake.value} onText={(next) => (text.value = next)} />
          <div class="row">
            <button
              type="button"
              class="primary"
              disabled={isRunning() || text.value.trim() === '' || mistake.value !== undefined}
              onClick={start}
            >
              Run the scenario
            </button>
            <button type="button" disabled={!isRunning()} onClick={cancel}>
              Cancel
            </button>
            <button type="button" disabled={!isChanged.value} onClick={() => (text.value = entry.text)}>
              Undo the changes
            </button>
          </div>
          <p class="quiet">
            The same from a terminal: <code>halley scenario run {entry.name}</code>
          </p>
        </section>
        <section aria-labelledby="output">
          <h2 id="output">Output</h2>
          {run.value === undefined ? <p class="quiet">Nothing has run yet.</p> : <Output of={run.value} />}
        </section>
      </div>
    </>
  );
}

interface TextBoxProps {
  readonly text: string;
  readonly mistake: Mistake | undefined;
  readonly onText: (text: string) => void;
}

function TextBox({ text, mistake, onText }: TextBoxProps): JSX.Element {
  const box = useRef<HTMLTextAreaElement>(null);
  const lines = text.split('\n');
  return (
    <>
      <div class="code-box">
        <ol aria-hidden="true">
          {lines.map((_, index) => (
            <li key={index} class={index + 1 === mistake?.line ? 'mistake' : ''} />
          ))}
        </ol>
        <textarea
          ref={box}
          aria-label="Text, which you may change"
          aria-invalid={mistake !== undefined}
          aria-describedby="mistake"
          spellcheck={false}
          wrap="off"
          rows={lines.length + 1}
          value={text}
          onInput={({ currentTarget }) => onText(currentTarget.value)}
        />
      </div>
      <p id="mistake" role="status" class="bad">
        {mistake !== undefined && (
          <button type="button" class="link" onClick={() => goTo(box.current, mistake.line)}>
            {mistake.text}
          </button>
        )}
      </p>
    </>
  );
}

/** Selects a line of the text. */
function goTo(box: HTMLTextAreaElement | null, line: number): void {
  if (box === null) return;
  const lines = box.value.split('\n');
  const start = lines.slice(0, line - 1).reduce((sum, { length }) => sum + length + 1, 0);
  box.focus();
  box.setSelectionRange(start, start + (lines[line - 1]?.length ?? 0));
}

const WORDS = {
  running: 'is running',
  passed: 'passed',
  failed: 'failed',
  cancelled: 'was cancelled',
  refused: 'did not run to its end',
} as const;

/** Lines of a run in progress that are shown: the browser lays out all of them again in each frame. */
const MAX_RUNNING = 300;

function Output({ of }: { readonly of: Run }): JSX.Element {
  const lines = of.state === 'running' ? of.lines.slice(-MAX_RUNNING) : of.lines;
  const left = of.dropped + of.lines.length - lines.length;
  return (
    <>
      <p role="status" class={`result ${of.state}`}>
        <strong>
          {of.name} {WORDS[of.state]}.
        </strong>{' '}
        {of.summary}
      </p>
      <p>
        <a href={linkTo('rounds')}>Watch the run on the stage</a>
      </p>
      {left > 0 && (
        <p class="quiet">
          The first {left} lines are left out{of.state === 'running' && ' while it runs'}.
        </p>
      )}
      <ScrollBox of="Lines of the run" class="output">
        <pre>{lines.join('\n')}</pre>
      </ScrollBox>
    </>
  );
}
