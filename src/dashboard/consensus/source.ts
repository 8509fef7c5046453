/**
 * Holds what the views of consensus show: the running chain, a trace, or the run of a scenario, and the instant of it that
 * the reader looks at.
 */
import { computed, signal } from '@preact/signals';
import type { KeptBlocks, RoundsMessage } from '../../backend/rounds.js';
import { readKeptBlocks, readRounds } from '../feed/http.js';
import { History } from '../model/history.js';
import type { ModelMessage, NetworkState } from '../model/network_state.js';
import { Player } from '../model/player.js';
import { chainId, connection, hasEngine, listenToRounds, notice } from '../shell/store.js';

export type Source =
  | { readonly type: 'live' }
  | {
      readonly type: 'trace';
      readonly name: string;
      readonly chains: readonly string[];
      readonly chain: string;
      readonly notes: readonly string[];
    }
  | { readonly type: 'run'; readonly title: string }
  | { readonly type: 'blocks'; readonly blocks: KeptBlocks };

interface Shown {
  readonly history: History;
  readonly player: Player;
}

/** Speed at which each sentence of a round can be read: six seconds a round. */
export const READING_SPEED = 2 / 3;

function shownOf(history: History): Shown {
  const player = new Player(history);
  player.speed = READING_SPEED;
  return { history, player };
}

const live = shownOf(new History());

export const source = signal<Source>({ type: 'live' });
/** History that the views show, and the player over it. */
export const shown = signal<Shown>(live);
/** State at the shown instant, newly made with each change, a few times a second at most. */
export const picture = signal<{
  readonly state: NetworkState | undefined;
  readonly index: number;
  readonly version: number;
}>({ state: undefined, index: 0, version: 0 });
/** History and player that are shown, newly made with each picture. */
export const clock = computed(() => ({ ...shown.value, version: picture.value.version }));
/** Share of a file that has been read, 0 to 1; undefined while none is read. */
export const reading = signal<number | undefined>(undefined);

/** Milliseconds between two pictures while something moves. */
const PICTURE_MS = 100;
/** Keeps the feed for a moment, so that a change between two views does not lose the past. */
const LINGER_MS = 2000;

let version = 0;

/** Makes a new picture of what the player shows. */
export function refresh(): void {
  const { state, index } = shown.value.player;
  picture.value = { state, index, version: ++version };
}

type FrameListener = (now: number) => void;
const frameListeners = new Set<FrameListener>();
let lastFrame: number | undefined;
let lastPicture = 0;
let isDirty = false;

/** Calls the listener at each frame of the screen, until the returned function is called. */
export function onFrame(listener: FrameListener): () => void {
  frameListeners.add(listener);
  if (frameListeners.size === 1) requestAnimationFrame(frame);
  return () => {
    frameListeners.delete(listener);
  };
}

function frame(now: number): void {
  if (frameListeners.size === 0) {
    lastFrame = undefined;
    return;
  }
  if (shown.value.player.advance(Math.min(now - (lastFrame ?? now), 100))) isDirty = true;
  lastFrame = now;
  if (isDirty && now - lastPicture >= PICTURE_MS) {
    isDirty = false;
    lastPicture = now;
    refresh();
  } else takeWaiting(TAKE_MS);
  for (const listener of frameListeners) listener(now);
  requestAnimationFrame(frame);
}

/** Returns whether the reader wants little motion, so that nothing plays by itself. */
export const isReduced = (): boolean => matchMedia('(prefers-reduced-motion: reduce)').matches;

let lostAt = 0;
connection.subscribe((now) => {
  if (now === 'lost') lostAt = performance.now();
});

/** Returns for how long there has been no connection, in whole seconds. */
export const secondsLost = (): number => Math.round((performance.now() - lostAt) / 1000);

/** Time for which a frame may take messages. It may take longer the more wait, so that they never pile up. */
const TAKE_MS = 1;
const WAITING_PER_TAKE = 500;
/** Most messages that wait, where frames are rare. */
const MAX_WAITING = 1000;
/** Events that are taken between two looks at the time. */
const EVENTS_AT_ONCE = 200;

let waiting: RoundsMessage[] = [];

/** Blocks before the page was opened that it has, and the most validators with which it has more than one. */
const PAST_BLOCKS = 12;
const PAST_VALIDATORS = 7;
/** Messages that wait until the past before them is read; undefined when none is. */
let held: RoundsMessage[] | undefined;

type Picture = Extract<RoundsMessage, { type: 'picture' }>;

/** Reads the rounds of the last blocks before a picture, and plays the last one. Where they are not kept, it is the first. */
async function readPast(message: Picture): Promise<void> {
  const messages = [message];
  held = messages;
  const { history, player } = live;
  const chain = chainId.peek();
  const past = await pastOf(chain, message).catch(() => []);
  if (held !== messages) return;
  held = undefined;
  for (const one of past) history.take(one);
  history.take(past.length === 0 ? message : { ...message, cause: 'gap' });
  lastHeight = history.live?.height ?? 0;
  const start = history.blockStart(message.picture.height - 1);
  player.newest();
  if (start !== undefined && !isReduced()) player.replayFrom(history.axisAt(start + 1).indexAt(0));
  if (source.value.type === 'live') isDirty = true;
  for (const one of messages.slice(1)) receiveLive(one);
}

async function pastOf(
  chain: string,
  { picture: { height, validators, events } }: Picture,
): Promise<readonly RoundsMessage[]> {
  if (hasEngine.peek()) return [];
  const kept = await readKeptBlocks(chain);
  const last = Math.min(height, kept?.last ?? 0);
  const count = validators.length > PAST_VALIDATORS ? 1 : PAST_BLOCKS;
  const first = Math.max(kept?.first ?? 1, height - count);
  if (first > last) return [];
  const lines = await readRounds(chain, { first, last }, new AbortController().signal, events);
  return lines.flatMap((line) => (line.type === 'rounds' ? [line.message] : []));
}

/** Keeps a message for the next frames, so that a page with many validators moves smoothly. */
function receiveLive(message: RoundsMessage): void {
  if (message.type === 'picture' && message.cause === 'start') {
    waiting = [];
    void readPast(message);
    return;
  }
  if (held !== undefined) {
    held.push(message);
    return;
  }
  if (message.type === 'picture') waiting.push(message);
  else
    for (let from = 0; from < message.events.length; from += EVENTS_AT_ONCE)
      waiting.push({ type: 'events', events: message.events.slice(from, from + EVENTS_AT_ONCE) });
  if (frameListeners.size === 0 || document.hidden || waiting.length > MAX_WAITING) takeWaiting(Infinity);
}

function takeWaiting(ms: number): void {
  if (waiting.length === 0) return;
  const end = performance.now() + ms * (1 + waiting.length / WAITING_PER_TAKE);
  let count = 0;
  do takeLive(waiting[count++] as RoundsMessage);
  while (count < waiting.length && performance.now() < end);
  waiting = waiting.slice(count);
}

function takeLive(message: RoundsMessage): void {
  const { history, player } = live;
  const before = history.end;
  history.take(message);
  if (message.type === 'picture' && message.cause === 'gap') countGap(message.picture.height);
  player.adjust();
  if (message.type === 'events' && player.isNewest && !isReduced()) player.replayFrom(before);
  lastHeight = history.live?.height ?? lastHeight;
  if (source.value.type === 'live') isDirty = true;
}

let lastHeight = 0;

function countGap(height: number): void {
  const missed = height - lastHeight;
  if (missed > 0)
    notice.value = {
      tone: 'info',
      text: `${missed} ${missed === 1 ? 'height' : 'heights'} ${hasEngine.value ? 'went by while nothing arrived from the engine' : 'went by faster than the page shows'}.`,
    };
}

let viewers = 0;
let stopLive: (() => void) | undefined;

/** Follows the rounds of the running chain until the returned function is called. */
export function followLive(): () => void {
  viewers++;
  stopLive ??= listenToRounds(receiveLive);
  return () => {
    viewers--;
    setTimeout(() => {
      if (viewers > 0) return;
      stopLive?.();
      stopLive = undefined;
    }, LINGER_MS);
  };
}

let opening: AbortController | undefined;

/** Shows the running chain again. */
export function showLive(): void {
  opening?.abort();
  show({ type: 'live' }, live);
  live.player.newest();
  refresh();
}

function show(next: Source, what: Shown): void {
  source.value = next;
  shown.value = what;
  refresh();
}

/** Loads what reads trace files. */
export const loadTraces = () => import('../model/trace/read_trace.js');

/** Opens a trace, and shows its beginning. A file that is none leaves everything as it is, with a notice. */
export async function openTrace(file: File, chain?: string): Promise<void> {
  opening?.abort();
  const own = new AbortController();
  opening = own;
  const aborted = own.signal;
  const opened = shownOf(new History());
  reading.value = 0;
  try {
    const { readTrace } = await loadTraces();
    const report = await readTrace(
      { size: file.size, slice: (start: number, end: number) => file.slice(start, end).text() },
      {
        ...{ name: file.name, onMessage: (message) => opened.history.take(message), signal: aborted },
        ...(chain !== undefined && { chain }),
        onProgress: async (part) => {
          reading.value = part;
          await new Promise((resolve) => setTimeout(resolve));
        },
      },
    );
    lastFile = file;
    opened.player.seek(opened.history.first);
    show({ type: 'trace', name: file.name, ...report }, opened);
  } catch (error) {
    if (!aborted.aborted) notice.value = { tone: 'error', text: (error as Error).message };
  } finally {
    if (opening === own) reading.value = undefined;
  }
}

let lastFile: File | undefined;

/** Shows another chain of the open trace. */
export async function chooseChain(chain: string): Promise<void> {
  if (lastFile !== undefined) await openTrace(lastFile, chain);
}

/** Begins to show the run of a scenario, whose messages the returned function takes. */
export function showRun(title: string): (message: ModelMessage) => void {
  opening?.abort();
  const run = shownOf(new History());
  show({ type: 'run', title }, run);
  return (message) => {
    const before = run.history.end;
    run.history.take(message);
    run.player.adjust();
    if (message.type === 'events' && run.player.isNewest && !isReduced()) run.player.replayFrom(before);
    if (shown.value === run) isDirty = true;
  };
}

/**
 * Replays the rounds of blocks that were decided before, also before the page was opened. Where the devnet does not keep
 * them, a notice says why, and the view stays as it is.
 */
export async function watchBlocks(blocks: KeptBlocks): Promise<void> {
  opening?.abort();
  const own = new AbortController();
  opening = own;
  const { history, player } = shownOf(new History());
  try {
    for (const line of await readRounds(chainId.value, blocks, own.signal))
      if (line.type === 'rounds') history.take(line.message);
    show({ type: 'blocks', blocks }, { history, player });
    player.play();
    refresh();
  } catch (error) {
    if (!own.signal.aborted) notice.value = { tone: 'error', text: (error as Error).message };
  } finally {
    if (opening === own) opening = undefined;
  }
}
