/** Tests what the page holds of a devnet that goes, comes back and may be another one, and of what it shows in its place. */
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { RoundsPicture } from '../../../src/backend/rounds.js';
import {
  followLive,
  loadTraces,
  openTrace,
  reading,
  showLive,
  shown,
  showRun,
  source,
} from '../../../src/dashboard/consensus/source.js';
import {
  chainId,
  connect,
  connection,
  hasEngine,
  listenToRounds,
  logLines,
  notice,
  packets,
  reverts,
} from '../../../src/dashboard/shell/store.js';
import { Socket } from '../feed/socket.js';

/** Ids of the chains that the server has; `undefined` while it does not answer. */
let chains: readonly string[] | undefined;

beforeAll(async () => {
  vi.useFakeTimers();
  Socket.all.length = 0;
  vi.stubGlobal('WebSocket', Socket);
  vi.stubGlobal('matchMedia', () => ({ matches: false }));
  vi.stubGlobal('location', { protocol: 'http:', host: 'page' });
  vi.stubGlobal('fetch', async () => {
    if (chains === undefined) throw new TypeError('fetch failed');
    return new Response(JSON.stringify({ chains: chains.map((id) => ({ id, engine: id === 'engine' })) }));
  });
  await connect();
});

afterAll(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

beforeEach(() => {
  notice.value = undefined;
});

const socket = (): Socket => Socket.all.at(-1) as Socket;
const receive = (message: object): void => socket().onmessage({ data: JSON.stringify(message) });
const lastSent = (): unknown => JSON.parse(socket().sent.at(-1) ?? 'null');
const settled = (): Promise<unknown> => vi.advanceTimersByTimeAsync(0);

describe('the feed', () => {
  it('is opened when a server answers, and tried each second until then', async () => {
    expect([connection.value, Socket.all.length]).toEqual(['lost', 0]);
    await vi.advanceTimersByTimeAsync(1000);
    expect(Socket.all).toHaveLength(0);
    chains = ['one', 'engine'];
    await vi.advanceTimersByTimeAsync(999);
    expect(Socket.all).toHaveLength(0);
    await vi.advanceTimersByTimeAsync(1);
    socket().open();
    await settled();
    expect([connection.value, chainId.value, lastSent()]).toEqual(['open', 'one', { chain: 'one', rounds: false }]);
  });

  it('has rounds while someone listens', () => {
    const heard: unknown[] = [];
    const stops = [1, 2].map((listener) => listenToRounds((message) => heard.push([listener, message])));
    expect(lastSent()).toEqual({ chain: 'one', rounds: true });
    receive({ type: 'rounds', message: 'first' });
    stops[0]?.();
    expect(lastSent()).toEqual({ chain: 'one', rounds: true });
    receive({ type: 'rounds', message: 'second' });
    stops[1]?.();
    expect(lastSent()).toEqual({ chain: 'one', rounds: false });
    receive({ type: 'rounds', message: 'third' });
    expect(heard).toEqual([
      [1, 'first'],
      [2, 'first'],
      [2, 'second'],
    ]);
  });

  it('leaves the last thousand lines of the log', () => {
    for (let line = 0; line <= 1000; line++) receive({ type: 'log', kind: 'call', text: `line ${line}` });
    expect([logLines.value.length, logLines.value[0]?.text, logLines.value.at(-1)?.text]).toEqual([
      1000,
      'line 1',
      'line 1000',
    ]);
  });
});

describe('a devnet that was gone', () => {
  const goAndComeBack = async (): Promise<void> => {
    socket().lose();
    expect(notice.value?.tone).toBe('warning');
    await vi.advanceTimersByTimeAsync(250);
    socket().open();
    await settled();
  };

  it('has its views read again, and the packets that it sends then', async () => {
    receive({ type: 'packets', tasks: [{ kind: 'receive', from: 'one', to: 'engine' }] });
    expect(packets.value).toHaveLength(1);
    const before = reverts.value;
    await goAndComeBack();
    expect([packets.value, reverts.value - before, notice.value?.text]).toEqual([[], 1, 'The devnet is back.']);
  });

  it('is asked for its chains until it answers', async () => {
    const before = reverts.value;
    chains = undefined;
    await goAndComeBack();
    expect([reverts.value - before, notice.value?.tone]).toEqual([0, 'warning']);
    chains = ['one', 'engine'];
    await vi.advanceTimersByTimeAsync(1000);
    expect([reverts.value - before, notice.value?.text]).toEqual([1, 'The devnet is back.']);
  });

  it('may be another one, whose views begin anew', async () => {
    const before = reverts.value;
    chains = ['engine'];
    await goAndComeBack();
    expect([chainId.value, hasEngine.value, reverts.value - before, lastSent()]).toEqual([
      ...['engine', true, 0],
      { chain: 'engine', rounds: false },
    ]);
  });
});

const pictureAt = (at: number, height: number): RoundsPicture => ({
  ...{ at, events: 0, height, validators: [], nodes: [], inFlight: [], messages: {}, faults: [], cuts: [] },
});

describe('the running chain', () => {
  const picture = (cause: 'start' | 'gap', height: number): void =>
    receive({ type: 'rounds', message: { type: 'picture', cause, picture: pictureAt(height * 100, height) } });

  it('says how many heights were missed in a gap', async () => {
    const stop = followLive();
    picture('start', 5);
    await settled();
    expect(notice.value).toBeUndefined();
    picture('gap', 9);
    expect(notice.value?.text).toBe('4 heights went by while nothing arrived from the engine.');
    receive({ type: 'rounds', message: { type: 'events', events: [['committed', 950, 0, 9, 0, 'ab']] } });
    picture('gap', 11);
    expect(notice.value?.text).toBe('1 height went by while nothing arrived from the engine.');
    notice.value = undefined;
    picture('gap', 11);
    expect(notice.value).toBeUndefined();
    stop();
  });

  it('is followed for two seconds after the last view of it has gone', async () => {
    const stops = [followLive(), followLive()];
    stops[0]?.();
    await vi.advanceTimersByTimeAsync(2000);
    stops[1]?.();
    await vi.advanceTimersByTimeAsync(1999);
    expect(lastSent()).toEqual({ chain: 'engine', rounds: true });
    const stop = followLive();
    await vi.advanceTimersByTimeAsync(2000);
    expect(lastSent()).toEqual({ chain: 'engine', rounds: true });
    stop();
    await vi.advanceTimersByTimeAsync(2000);
    expect(lastSent()).toEqual({ chain: 'engine', rounds: false });
  });
});

describe('a trace', () => {
  const HEADER = { type: 'header', format: 'halley-record', version: 1, effects: 'all' };
  const validators = ['a', 'b'].map((name) => ({ name, address: name.repeat(40), power: '5' }));
  const crash = { type: 'crash', node: 1 };
  const textOf = (chain: string): string =>
    [HEADER, { type: 'chain', chain, genesis: { validators } }, { type: 'command', chain, command: crash }]
      .map((line) => `${JSON.stringify(line)}\n`)
      .join('');

  /** Returns a file whose text is there when the returned function is called. */
  function aFile(name: string, text: string): readonly [file: File, arrive: () => void] {
    let arrive = (): void => undefined;
    const arrived = new Promise<void>((resolve) => {
      arrive = resolve;
    });
    const slice = (start: number, end: number) => ({ text: () => arrived.then(() => text.slice(start, end)) });
    return [{ name, size: text.length, slice } as unknown as File, arrive];
  }
  const settle = () => vi.advanceTimersByTimeAsync(10);
  // The clock of the tests does not wait for a module that is loaded.
  beforeAll(loadTraces);

  it('is shown when it has been read, with its beginning', async () => {
    const [file, arrive] = aFile('own.jsonl', textOf('x'));
    void openTrace(file);
    expect([reading.value, source.value.type]).toEqual([0, 'live']);
    arrive();
    await settle();
    expect(source.value).toEqual({ type: 'trace', name: 'own.jsonl', chains: ['x'], chain: 'x', lines: 3, notes: [] });
    const { history, player } = shown.value;
    expect([reading.value, history.end, player.index, player.isNewest]).toEqual([undefined, 1, 0, false]);
  });

  it('that is none changes nothing, and a notice says why', async () => {
    const before = [source.value, shown.value];
    const [file, arrive] = aFile('photo.png', 'GIF89a\n');
    arrive();
    void openTrace(file);
    await settle();
    expect([source.value, shown.value, reading.value]).toEqual([...before, undefined]);
    expect(notice.value?.text).toContain('photo.png is not a trace');
  });

  it('that is still being read gives way to what was chosen later, without a notice', async () => {
    const [first, arriveFirst] = aFile('first.jsonl', textOf('x'));
    const [second, arriveSecond] = aFile('second.jsonl', textOf('y'));
    void openTrace(first);
    void openTrace(second);
    arriveFirst();
    await settle();
    expect(reading.value).toBe(0);
    arriveSecond();
    await settle();
    expect([source.value, notice.value, reading.value]).toMatchObject([{ name: 'second.jsonl' }, undefined, undefined]);
    for (const choose of [showLive, () => showRun('one down')]) {
      const [late, arriveLate] = aFile('late.jsonl', textOf('z'));
      void openTrace(late);
      choose();
      const chosen = source.value;
      arriveLate();
      await settle();
      expect([source.value, notice.value, reading.value]).toEqual([chosen, undefined, undefined]);
    }
  });
});

it('the run of a scenario is played in slow motion, and gets nothing of the running chain', () => {
  const take = showRun('one down');
  take({ type: 'picture', cause: 'start', picture: pictureAt(0, 1) });
  take({ type: 'events', events: [['committed', 100, 0, 1, 0, 'ab']] });
  const { history, player } = shown.value;
  expect([source.value, history.end, player.index, player.isPlaying]).toEqual([
    ...[{ type: 'run', title: 'one down' }, 1, 0, true],
  ]);
  showLive();
  expect([source.value, shown.value.history === history, shown.value.player.isNewest]).toEqual([
    ...[{ type: 'live' }, false, true],
  ]);
});
