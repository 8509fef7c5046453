/** Shows scenarios as cards by topic. A click plays one on the stage; its file is one click away. */
import { signal, useSignal } from '@preact/signals';
import type { JSX } from 'preact';
import { useEffect } from 'preact/hooks';
import type { ScenarioEntry } from '../../../rpc/dashboard/wire.js';
import { showRun } from '../../consensus/source.js';
import { readScenarios } from '../../feed/http.js';
import { linkTo } from '../../shell/route.js';
import { about } from '../../shell/store.js';
import { Editor } from './editor.js';
import { Picture } from './picture.js';
import { isRunning, startScenario } from './run.js';

const entries = signal<readonly ScenarioEntry[] | undefined>(undefined);
const problem = signal<string | undefined>(undefined);

/** Topics in the order in which they are read; others follow. */
const TOPICS = ['First steps', 'Crashes', 'Partitions', 'Proposals', 'Votes and locks', 'Liars', 'Time and sets'];

async function readEntries(): Promise<void> {
  try {
    entries.value = await readScenarios();
    problem.value = undefined;
  } catch (error) {
    problem.value = (error as Error).message;
  }
}

export function Scenarios({ place: [, name] }: { readonly place: readonly string[] }): JSX.Element {
  const possible = about.value?.scenarios;
  useEffect(() => {
    if (possible && entries.value === undefined) void readEntries();
  }, [possible]);
  const all = entries.value;
  const chosen = all?.find((entry) => entry.name === name);
  if (chosen !== undefined) return <Editor key={chosen.name} entry={chosen} />;
  return (
    <>
      <h1>Scenarios</h1>
      <p class="lead">
        What can go wrong in consensus: click a scenario to watch it on the stage. Each runs on a chain of its own, in
        simulated time.
      </p>
      {possible === false && (
        <p>
          This server cannot run scenarios: its program passed no runner. The command <code>halley start</code> has one.
        </p>
      )}
      {problem.value !== undefined && <p class="bad">{problem.value}</p>}
      {all !== undefined && name !== undefined && <p class="bad">There is no scenario “{name.slice(0, 60)}”.</p>}
      {all !== undefined && <Gallery all={all} />}
    </>
  );
}

const topicOf = ({ sketch }: ScenarioEntry): string => sketch?.topic ?? 'Others';

function Gallery({ all }: { readonly all: readonly ScenarioEntry[] }): JSX.Element {
  const topic = useSignal<string | undefined>(undefined);
  const words = useSignal('');
  const topics = [...new Set([...TOPICS, ...all.map(topicOf)])].filter((one) => all.some((e) => topicOf(e) === one));
  const isFound = ({ title, summary = '', name }: ScenarioEntry): boolean =>
    `${title} ${summary} ${name}`.toLowerCase().includes(words.value.trim().toLowerCase());
  const found = all.filter(isFound);
  const shown = topics.filter((one) => (topic.value ?? one) === one && found.some((entry) => topicOf(entry) === one));
  return (
    <>
      <div class="row">
        <label class="search">
          <span class="hidden">Search the scenarios</span>
          <input
            type="search"
            placeholder="Search"
            value={words.value}
            onInput={({ currentTarget }) => (words.value = currentTarget.value)}
          />
        </label>
        <fieldset class="row chips">
          <legend class="hidden">Topics</legend>
          {[undefined, ...topics].map((one) => (
            <button
              key={one ?? ''}
              type="button"
              aria-pressed={topic.value === one}
              onClick={() => (topic.value = one)}
            >
              {one ?? 'All'} <small>{one === undefined ? all.length : countOf(all, one)}</small>
            </button>
          ))}
        </fieldset>
      </div>
      {shown.length === 0 && <p>No scenario has these words.</p>}
      {shown.map((one) => (
        <section key={one} aria-label={one}>
          <h2>{one}</h2>
          <div class="cards">
            {found
              .filter((entry) => topicOf(entry) === one)
              .map((entry) => (
                <Card key={entry.name} entry={entry} />
              ))}
          </div>
        </section>
      ))}
    </>
  );
}

const countOf = (all: readonly ScenarioEntry[], topic: string): number =>
  all.filter((entry) => topicOf(entry) === topic).length;

/** Runs a scenario, and shows the stage. */
function play({ name, title, text }: ScenarioEntry): void {
  void startScenario(name, text, showRun(title));
  location.hash = linkTo('rounds');
}

/** Returns the first sentence of a text. */
const firstSentence = (text: string): string => /^.*?[.:](?=\s|$)/s.exec(text.trim())?.[0].replace(/:$/, '.') ?? text;

const Card = ({ entry }: { readonly entry: ScenarioEntry }): JSX.Element => (
  <article class="card">
    <button type="button" class="play" disabled={isRunning()} onClick={() => play(entry)}>
      {entry.sketch !== undefined && <Picture of={entry.sketch} />}
      <span>
        <strong>
          <span class="hidden">Play: </span>
          {entry.title}
        </strong>
        <span>{firstSentence(entry.summary ?? '')}</span>
      </span>
    </button>
    <footer>
      {entry.sketch !== undefined && <span class={`end ${toneOf(entry.sketch.end)}`}>{entry.sketch.end}</span>}
      <a href={linkTo('scenarios', entry.name)}>
        File<span class="hidden"> of: {entry.title}</span>
      </a>
    </footer>
  </article>
);

function toneOf(end: string): string {
  if (end === 'fork' || end === 'stuck') return 'bad';
  return end.endsWith('jailed') ? 'warn' : 'good';
}
