/** Keeps the reader's progress. The browser keeps it for all tabs, also when the page is loaded again. */
import { batch, effect, signal } from '@preact/signals';
import type { KeptBlocks } from '../../../backend/rounds.js';
import { callComet, callEvm, readKeptBlocks } from '../../feed/http.js';
import { chainId, notice } from '../../shell/store.js';
import { headOf } from './chain_facts.js';
import type { Exercise, Observation, Step, TourChain } from './exercise.js';
import { type Begun, begin, doStep, instanceOf, reset } from './run_exercise.js';

export interface Progress {
  readonly chain: string;
  readonly begun: Begun;
  /** Texts of what the chain showed after each step. */
  readonly seen: readonly Seen[];
}

export interface Seen extends Observation {
  /** Blocks whose rounds are the step; absent for one that lets no time pass. */
  readonly blocks?: KeptBlocks | undefined;
}

interface Stored {
  readonly current?: { readonly name: string; readonly progress: Progress } | undefined;
  readonly finished?: readonly string[];
  /** Choices of the predictions, by the names of the exercises. */
  readonly predicted?: Readonly<Record<string, number>>;
}

const KEY = 'halley tour';

/** Returns what the browser has kept, which may forbid to keep anything. */
function stored(): Stored {
  try {
    return JSON.parse(localStorage.getItem(KEY) ?? '{}');
  } catch {
    return {};
  }
}

function store(progress: Stored): void {
  try {
    localStorage.setItem(KEY, JSON.stringify(progress));
  } catch {
    // The progress lasts until the page is closed, as it does where nothing can be kept.
  }
}

/** Exercise in progress by its name; there is one at a time. */
export const current = signal(stored().current);
/** Names of the exercises that the reader has finished. */
export const finished = signal<ReadonlySet<string>>(new Set(stored().finished));
/** Predictions of the reader, by the names of the exercises. */
export const predicted = signal(stored().predicted ?? {});
export const busy = signal(false);

effect(() => store({ current: current.value, finished: [...finished.value], predicted: predicted.value }));

/** Takes over what another tab has done. */
addEventListener('storage', ({ key }) => {
  if (key !== KEY) return;
  const now = stored();
  batch(() => {
    current.value = now.current;
    finished.value = new Set(now.finished);
    predicted.value = now.predicted ?? {};
  });
});

const chainOf = (id: string): TourChain => ({
  evm: (method, ...params) => callEvm(id, method, params),
  comet: (route, params) => callComet(id, route, params),
});

async function quietly(work: () => Promise<void>): Promise<void> {
  busy.value = true;
  try {
    await work();
  } catch (error) {
    notice.value = { tone: 'error', text: (error as Error).message };
  } finally {
    busy.value = false;
  }
}

export const start = (exercise: Exercise): Promise<void> =>
  quietly(async () => {
    const chain = chainId.value;
    const begun = await begin(chainOf(chain), exercise);
    current.value = { name: exercise.name, progress: { chain, begun, seen: [] } };
  });

/** Returns the newest height that has begun; 0 where no rounds are kept. */
const lastBegun = (chain: string): Promise<number> =>
  readKeptBlocks(chain).then(
    (kept) => kept?.last ?? 0,
    () => 0,
  );

/** Forgets the exercise in progress when its chain is gone: the devnet is another one. */
export const forgetIfGone = (): Promise<void> =>
  quietly(async () => {
    const running = current.value;
    if (
      running === undefined ||
      (await instanceOf(chainOf(running.progress.chain))) === running.progress.begun.instance
    )
      return;
    current.value = undefined;
  });

/** Does a step, or only looks whether it has happened. */
export const advance = (exercise: Exercise, at: number, how: 'do' | 'look'): Promise<void> =>
  quietly(async () => {
    const [running, step] = [current.value, exercise.steps[at] as Step];
    if (running === undefined) return;
    const { chain, begun, seen } = running.progress;
    const { roles } = begun;
    const first = (await headOf(chainOf(chain))) + 1;
    const observed =
      how === 'do' ? await doStep(chainOf(chain), step, roles) : await step.observe(chainOf(chain), roles);
    const last = how === 'do' ? await lastBegun(chain) : 0;
    const blocks = last < first ? undefined : { first, last };
    current.value = { ...running, progress: { chain, begun, seen: [...seen.slice(0, at), { ...observed, blocks }] } };
    if (observed.done !== undefined && at === exercise.steps.length - 1)
      finished.value = new Set([...finished.value, exercise.name]);
  });

/** Puts the chain back, and ends the exercise. */
export const putBack = (): Promise<void> =>
  quietly(async () => {
    const running = current.value;
    if (running === undefined) return;
    current.value = undefined;
    await reset(chainOf(running.progress.chain), running.progress.begun.snapshot);
  });
