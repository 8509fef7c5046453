/** Runs scenarios on the server, and holds the output of the last run. */
import { signal } from '@preact/signals';
import type { ScenarioLine } from '../../../rpc/dashboard/wire.js';
import { postForLines } from '../../feed/http.js';
import { notice } from '../../shell/store.js';

export interface Run {
  readonly name: string;
  readonly state: 'running' | 'passed' | 'failed' | 'cancelled' | 'refused';
  /** Last lines of the output. */
  readonly lines: readonly string[];
  /** Lines that are no longer shown. */
  readonly dropped: number;
  readonly summary: string;
}

/** Most lines that the page shows. */
const MAX_LINES = 5000;

export const run = signal<Run | undefined>(undefined);

let aborter: AbortController | undefined;

export const isRunning = (): boolean => run.value?.state === 'running';

/** Returns the run after more lines of output. */
export function withLines(before: Run, more: readonly string[]): Run {
  const lines = [...before.lines, ...more];
  const surplus = Math.max(0, lines.length - MAX_LINES);
  return { ...before, lines: lines.slice(surplus), dropped: before.dropped + surplus };
}

/** Runs a scenario. `onRounds` receives what its network does. */
export async function startScenario(
  name: string,
  text: string,
  onRounds: (message: Extract<ScenarioLine, { type: 'rounds' }>['message']) => void,
): Promise<void> {
  const own = new AbortController();
  aborter = own;
  let state: Run = { name, state: 'running', lines: [], dropped: 0, summary: '' };
  let fresh: string[] = [];
  const show = (next: Run): void => {
    state = next;
    if (aborter === own) run.value = state;
  };
  const flush = (): void => {
    if (fresh.length === 0) return;
    const more = fresh;
    fresh = [];
    show(withLines(state, more));
  };
  const take = (line: ScenarioLine): void => {
    if (line.type === 'rounds') onRounds(line.message);
    else if (line.type === 'output') {
      // The page draws once a frame, however many lines arrive.
      if (fresh.push(...line.text.split('\n')) === 1) requestAnimationFrame(flush);
    } else {
      flush();
      show({ ...state, state: line.passed ? 'passed' : 'failed', summary: line.summary });
      notice.value = {
        tone: line.passed ? 'info' : 'error',
        text: `The scenario ${name} ${line.summary}`,
      };
    }
  };
  show(state);
  try {
    await postForLines('/scenarios/run', { text }, (line) => take(line as ScenarioLine), own.signal);
    flush();
    if (state.state === 'running')
      show({ ...state, state: 'refused', summary: 'The run ended without a result: the devnet may have stopped.' });
  } catch (error) {
    flush();
    if (own.signal.aborted) show({ ...state, state: 'cancelled', summary: 'You cancelled the run.' });
    else show({ ...state, state: 'refused', summary: (error as Error).message });
  }
}

/** Ends the run in progress. */
export const cancel = (): void => aborter?.abort();
