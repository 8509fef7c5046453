/**
 * Measures what the dashboard costs: without a page, with pages in real time, and with pages while blocks are made as fast
 * as one client can. `dashboard_page.ts` measures the page itself in a browser.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Devnet } from '../src/devnet/index.js';
import { call } from './client.js';
import { pageRows } from './dashboard_page.js';
import { dashboardPort, halleyWithPage, makeBlocks } from './dashboard_target.js';
import { FeedReader } from './feed_readers.js';
import { type Figure, figureOf } from './figures.js';
import { LIBRARY } from './in_process.js';
import { printTable, type Row } from './table.js';
import { cpuSeconds, halley, launch, residentMiB, type Target } from './targets.js';
import { senders, transfers } from './transactions.js';

const MANY_PAGES = 50;
export async function measureDashboard(quick: boolean): Promise<void> {
  const [on, off] = await transferColumns(quick);
  const [startOn, startOff] = await startColumns(quick ? 5 : 21);
  printTable(
    [
      { name: 'with the dashboard, no page', rows: [on, startOn] },
      { name: 'without it', rows: [off, startOff] },
    ],
    true,
  );
  const parts = [
    () => realtimeRows(quick ? 10_000 : 20_000),
    () => fastRows(quick ? 2000 : 10_000, quick ? 1 : 3),
    () => slowReaderRows(quick ? 2000 : 20_000),
    () => pageRows(quick),
  ];
  for (const part of parts) printTable([{ name: 'Halley', rows: await part() }]);
}

const only = (value: number, unit: string): Figure => figureOf([value], unit);

type Pair = readonly [on: Row, off: Row];

/** Measures transfers in this process on two devnets, in turn. */
async function transferColumns(quick: boolean): Promise<Pair> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  const servers = { jsonRpc: false, rpc: false, assets: false } as const;
  const devnets = [
    await createDevnet({ ...servers, dashboard: { address: '127.0.0.1:0' } }),
    await createDevnet({ ...servers, dashboard: false }),
  ];
  const [count, rounds] = quick ? [200, 5] : [500, 41];
  const from = await Promise.all(devnets.map(() => senders()));
  const samples: number[][] = devnets.map(() => []);
  for (let round = -2; round < rounds; round++)
    for (const at of round % 2 === 0 ? [0, 1] : [1, 0]) {
      const ms = await timed(devnets[at] as Devnet, transfers(from[at] ?? [], count, 20));
      // The first rounds warm up.
      if (round >= 0) samples[at]?.push(ms / count);
    }
  for (const devnet of devnets) await devnet.close();
  const row = (at: number): Row => ['a transfer in process', figureOf(samples[at] ?? [], 'ms')];
  return [row(0), row(1)];
}

async function timed({ provider }: Devnet, raws: readonly string[]): Promise<number> {
  const start = performance.now();
  for (const raw of raws) await provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
  return performance.now() - start;
}

/** Measures the time until the command answers, in turn. */
async function startColumns(times: number): Promise<Pair> {
  const samples: [number[], number[]] = [[], []];
  for (let i = 0; i < times; i++)
    for (const at of i % 2 === 0 ? ([0, 1] as const) : ([1, 0] as const)) {
      const target = await launch(at === 0 ? halleyWithPage() : halley);
      samples[at].push(target.startMs);
      await target.stop();
    }
  const row = (at: 0 | 1): Row => ['start to first answer', figureOf(samples[at], 'ms')];
  return [row(0), row(1)];
}

/** Returns the share of one core that a process uses while `work` runs, in percent. */
async function cpuDuring({ pid }: Target, work: Promise<unknown>): Promise<number> {
  const [start, cpu] = [performance.now(), cpuSeconds(pid) ?? Number.NaN];
  await work;
  return (100_000 * ((cpuSeconds(pid) ?? Number.NaN) - cpu)) / (performance.now() - start);
}

/** Measures four validators in real time without a page, with one on rounds, and with many. */
async function realtimeRows(ms: number): Promise<Row[]> {
  const target = await launch(halleyWithPage('--mining-mode=realtime'));
  await sleep(2000);
  const alone = await cpuDuring(target, sleep(ms));
  const first = await FeedReader.open(dashboardPort(target));
  await sleep(1000);
  const seen = first.during(ms);
  const withOne = await cpuDuring(target, seen);
  const others = await openMany(target, MANY_PAGES - 1);
  await sleep(1000);
  const withMany = await cpuDuring(target, sleep(ms));
  for (const reader of [first, ...others]) reader.close();
  await target.stop();
  const { events, bytes } = await seen;
  return [
    ['real time, no page: CPU', only(alone, '% of a core')],
    ['real time, 1 page on rounds: CPU', only(withOne, '% of a core')],
    [`real time, ${MANY_PAGES} pages on rounds: CPU`, only(withMany, '% of a core')],
    ['real time: events of rounds for a page', only((1000 * events) / ms, 'events/s')],
    ['real time: bytes for a page', only(bytes / 1024 / (ms / 1000), 'KiB/s')],
  ];
}

async function openMany(target: Target, count: number): Promise<FeedReader[]> {
  const readers: FeedReader[] = [];
  for (let i = 0; i < count; i++) readers.push(await FeedReader.open(dashboardPort(target)));
  return readers;
}

/** Measures the blocks of a second without a page, with one, and with many, in turn; and what one page gets. */
async function fastRows(ms: number, rounds: number): Promise<Row[]> {
  const target = await launch(halleyWithPage());
  await makeBlocks(target, sleep(2000));
  const [alone, withOne, withMany]: [number[], number[], number[]] = [[], [], []];
  const seen: { readonly heads: number; readonly events: number; readonly bytes: number }[] = [];
  for (let round = 0; round < rounds; round++) {
    alone.push(await makeBlocks(target, sleep(ms)));
    const first = await FeedReader.open(dashboardPort(target));
    const counted = first.during(ms);
    withOne.push(await makeBlocks(target, counted));
    seen.push(await counted);
    const others = await openMany(target, MANY_PAGES - 1);
    withMany.push(await makeBlocks(target, sleep(ms)));
    for (const reader of [first, ...others]) reader.close();
  }
  await target.stop();
  const perSecond = (pick: (one: (typeof seen)[number]) => number) => seen.map((one) => (1000 * pick(one)) / ms);
  return [
    ['blocks without a pause, no page', figureOf(alone, 'blocks/s')],
    ['the same with 1 page on rounds', figureOf(withOne, 'blocks/s')],
    [`the same with ${MANY_PAGES} pages on rounds`, figureOf(withMany, 'blocks/s')],
    [
      'heads for the one page',
      figureOf(
        perSecond(({ heads }) => heads),
        'messages/s',
      ),
    ],
    [
      'events of rounds for it',
      figureOf(
        perSecond(({ events }) => events),
        'events/s',
      ),
    ],
    [
      'bytes for it',
      figureOf(
        perSecond(({ bytes }) => bytes / 1024),
        'KiB/s',
      ),
    ],
  ];
}

/** Measures by how much the memory of the server grows with some blocks, beside pages that never read. */
async function slowReaderRows(blocks: number): Promise<Row[]> {
  const grown = async (pages: number): Promise<Figure> => {
    const target = await launch(halleyWithPage());
    await makeBlocks(target, sleep(2000));
    const readers = await openMany(target, pages);
    for (const reader of readers) reader.stopReading();
    const before = residentMiB(target.pid) ?? Number.NaN;
    for (let made = 0; made < blocks; made += 100) await call(target.port, 'hardhat_mine', ['0x64']);
    const more = (residentMiB(target.pid) ?? Number.NaN) - before;
    for (const reader of readers) reader.close();
    await target.stop();
    return only(more, 'MiB');
  };
  return [
    [`memory of ${blocks} blocks, no page`, await grown(0)],
    ['beside 1 page that never reads', await grown(1)],
    ['beside 10 such pages', await grown(10)],
  ];
}
