/**
 * Measures the main thread of a page by the browser's trace: the processor's time of all tasks (scripts, styles, layout,
 * paint) from the start of one frame to the start of the next. Time in which the thread waits for the processor is left
 * out, so that a busy machine gives the same figures.
 */
import type { Page } from 'playwright-core';

/** One event of the trace; times in microseconds. */
interface TraceEvent {
  readonly name: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  /** Time of the processor in the thread. */
  readonly tdur?: number;
  readonly args?: { readonly name?: string };
}

export interface MainThread {
  /** Milliseconds of work of each frame. */
  readonly frames: readonly number[];
  /** Milliseconds of the tasks that take more than 50. */
  readonly longTasks: readonly number[];
  /** Part of the time in which the thread works, 0 to 1. */
  readonly share: number;
}

/** Duration of what browsers call a long task, in milliseconds. */
const LONG_MS = 50;
const CATEGORIES = ['toplevel', 'devtools.timeline', 'disabled-by-default-devtools.timeline', '__metadata'];

/** Runs `work`, and returns what the main thread of the page did meanwhile. */
export async function mainThreadDuring(page: Page, work: () => Promise<void>): Promise<MainThread> {
  const session = await page.context().newCDPSession(page);
  const events: TraceEvent[] = [];
  session.on('Tracing.dataCollected', ({ value }) => {
    for (const event of value as unknown as TraceEvent[]) events.push(event);
  });
  await session.send('Tracing.start', {
    traceConfig: { recordMode: 'recordAsMuchAsPossible', includedCategories: CATEGORIES },
    transferMode: 'ReportEvents',
  });
  await work();
  const complete = new Promise<void>((resolve) => session.once('Tracing.tracingComplete', () => resolve()));
  await session.send('Tracing.end');
  await complete;
  await session.detach();
  return read(events);
}

function read(all: readonly TraceEvent[]): MainThread {
  const events = ofMainThread(all);
  const tasks = events.filter(({ name, tdur }) => name === 'RunTask' && tdur !== undefined);
  const starts = events.filter(({ name }) => name === 'FireAnimationFrame').map(({ ts }) => ts);
  const frames: number[] = [];
  let at = 0;
  for (const [index, start] of starts.entries()) {
    const end = starts[index + 1];
    if (end === undefined) break;
    let micros = 0;
    // The task of a frame's callbacks begins before them.
    for (let task = tasks[at]; task !== undefined && task.ts + (task.dur ?? 0) < end; task = tasks[++at])
      if (task.ts + (task.dur ?? 0) >= start) micros += task.tdur ?? 0;
    frames.push(micros / 1000);
  }
  const work = tasks.map(({ tdur = 0 }) => tdur / 1000);
  const [first, last] = [tasks[0]?.ts ?? 0, tasks.at(-1)?.ts ?? 0];
  return {
    frames,
    longTasks: work.filter((ms) => ms > LONG_MS),
    share: (1000 * work.reduce((sum, ms) => sum + ms, 0)) / Math.max(1, last - first),
  };
}

/** Returns the events of the thread that draws the page, in order. */
function ofMainThread(all: readonly TraceEvent[]): TraceEvent[] {
  const counts = new Map<string, number>();
  const threadOf = ({ pid, tid }: TraceEvent): string => `${pid} ${tid}`;
  for (const event of all)
    if (event.name === 'FireAnimationFrame') counts.set(threadOf(event), (counts.get(threadOf(event)) ?? 0) + 1);
  const [thread] = [...counts].sort(([, a], [, b]) => b - a)[0] ?? [];
  return all.filter((event) => threadOf(event) === thread).sort((a, b) => a.ts - b.ts);
}

/** Returns the value below which a part of the values lies. */
export function quantile(values: readonly number[], part: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * part))] ?? Number.NaN;
}
