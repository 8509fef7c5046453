/** Measures the page of the dashboard in Chromium, if it is installed: what its main thread works while rounds go by. */
import { existsSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Browser, chromium, type Page } from 'playwright-core';
import { call } from './client.js';
import { dashboardPort, halleyWithPage, makeBlocks } from './dashboard_target.js';
import { type Figure, figureOf } from './figures.js';
import { type MainThread, mainThreadDuring, quantile } from './main_thread.js';
import type { Row } from './table.js';
import { launch, type Target } from './targets.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const MANY_VALIDATORS = 100;
/** Longest time that a height of many validators takes to play, in milliseconds. */
const PLAY_MS = 120_000;

const only = (value: number, unit: string): Figure => figureOf([value], unit);

export async function pageRows(quick: boolean): Promise<Row[]> {
  if (!existsSync(CHROMIUM)) {
    console.log(`${CHROMIUM} is missing (set CHROMIUM): the rows of the page are left out`);
    return [];
  }
  const browser = await chromium.launch({ executablePath: CHROMIUM, args: ['--no-sandbox'] });
  const ms = quick ? 4000 : 15_000;
  const rows = [
    ...(await playRows(browser)),
    ...(await realtimeRows(browser, 4, ms)),
    ...(await realtimeRows(browser, MANY_VALIDATORS, ms)),
    ...(await fastRows(browser, ms)),
  ];
  await browser.close();
  return rows;
}

async function openPage(browser: Browser, target: Target, place: string): Promise<Page> {
  const page = await browser.newPage({ viewport: { width: 1280, height: 900 } });
  await page.goto(`http://127.0.0.1:${dashboardPort(target)}/${place}`);
  await page.locator('.connection.open').waitFor();
  await page.locator('main *').first().waitFor();
  return page;
}

function threadRows(name: string, { frames, longTasks, share }: MainThread): Row[] {
  return [
    [`${name}: work of a frame, median`, only(quantile(frames, 0.5), 'ms')],
    [`${name}: work of a frame, p95`, only(quantile(frames, 0.95), 'ms')],
    [`${name}: longest task`, only(Math.max(0, ...longTasks), 'ms')],
    [`${name}: tasks over 50 ms`, only(longTasks.length, 'tasks')],
    [`${name}: main thread busy`, only(100 * share, '%')],
  ];
}

/** Plays a height of many validators from its first event: the proposal and all votes to all. */
async function playRows(browser: Browser): Promise<Row[]> {
  const target = await launch(halleyWithPage(`--validators=${MANY_VALIDATORS}`, '--mining-mode=step'));
  const page = await openPage(browser, target, '#/stage');
  await page.locator('.lens').waitFor();
  await call(target.port, 'halley_step', ['height', 1]);
  await page.locator('.frame:not(.next)').first().waitFor();
  const slider = page.getByRole('slider', { name: 'Instant of the past' });
  await slider.focus();
  await slider.press('Home');
  const thread = await mainThreadDuring(page, async () => {
    await page.getByRole('button', { name: 'Play', exact: true }).click();
    await page.locator('button:disabled', { hasText: 'Newest' }).waitFor({ timeout: PLAY_MS });
  });
  await page.close();
  await target.stop();
  return threadRows(`${MANY_VALIDATORS} validators, a height played`, thread);
}

async function realtimeRows(browser: Browser, validators: number, ms: number): Promise<Row[]> {
  const target = await launch(halleyWithPage(`--validators=${validators}`, '--mining-mode=realtime'));
  const page = await openPage(browser, target, '#/stage');
  await page.locator('.frame:not(.next)').first().waitFor();
  const thread = await mainThreadDuring(page, () => sleep(ms));
  await page.close();
  await target.stop();
  return threadRows(`${validators} validators in real time`, thread);
}

/** Measures views while blocks are made without a pause, and how long the page takes to answer a click then. */
async function fastRows(browser: Browser, ms: number): Promise<Row[]> {
  const target = await launch(halleyWithPage());
  const rows: Row[] = [];
  for (const place of ['stage', 'messages', 'blocks']) {
    const page = await openPage(browser, target, `#/${place}`);
    const clicks: number[] = [];
    let blocks = 0;
    const thread = await mainThreadDuring(page, async () => {
      const end = performance.now() + ms;
      const clicking = (async () => {
        while (performance.now() < end) {
          clicks.push(Number(await page.evaluate(ANSWER_TO_A_CLICK)));
          await sleep(200);
        }
      })();
      blocks = await makeBlocks(target, clicking);
    });
    await page.close();
    rows.push([`${place} at full speed: blocks`, only(blocks, 'blocks/s')]);
    // Views without an animation have no frames of their own.
    rows.push(...threadRows(`${place} at full speed`, thread).slice(place === 'blocks' ? 2 : 0));
    rows.push([`${place} at full speed: answer to a click`, figureOf(clicks, 'ms')]);
  }
  await target.stop();
  return rows;
}

/** Waits as a click does: behind the tasks that are due, and until the next frame is drawn. */
const ANSWER_TO_A_CLICK = `new Promise((resolve) => {
  const start = performance.now();
  setTimeout(() => requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - start))));
})`;
