/** Tests the views of consensus in Chromium, with a devnet that serves the page. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet, traceRecord } from '../../../src/devnet/index.js';
import { BrowserKit, CAN_BROWSE, type OpenPage } from './page_kit.js';

const STEP = { miningMode: { type: 'step' } } as const;
const ROUNDS = { place: '#/rounds' };

/** Returns the position of a validator, as the table says it. */
const positionOf = (opened: OpenPage, index: number): Promise<string | null> =>
  opened.page.locator('.validators tbody tr').nth(index).locator('.position').textContent();

async function click(opened: OpenPage, name: string): Promise<void> {
  await opened.page.getByRole('button', { name, exact: true }).click();
}

/** Waits until what a locator of the page says is as expected. */
const eventually = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 20_000, interval: 50 });

describe.runIf(CAN_BROWSE)('the views of consensus', () => {
  let kit: BrowserKit;
  let folder = '';

  beforeAll(async () => {
    kit = await BrowserKit.start();
    folder = mkdtempSync(join(tmpdir(), 'halley-page-'));
  });

  afterAll(async () => {
    await kit.close();
    rmSync(folder, { recursive: true, force: true });
  });

  it('steps through a height, and shows its decision', async () => {
    await using opened = await kit.open(STEP, ROUNDS);
    await opened.see('validator-3', '.validators');
    const { nodes } = opened.devnet.network;
    await click(opened, 'Advance an event');
    await eventually(() => positionOf(opened, 0)).toMatch(/^\d+\/0 /);
    await click(opened, 'Advance a height');
    await eventually(async () => opened.page.locator('.decided li').count()).toBeGreaterThan(0);
    const [newest] = await opened.page.locator('.decided li').allInnerTexts();
    expect(newest).toContain(`Height ${opened.devnet.height}, round 0`);
    expect(nodes).toHaveLength(4);
    for (const node of nodes.keys()) {
      const { height, round, step } = opened.devnet.network.nodes[node] ?? { height: 0n, round: 0, step: '' };
      await eventually(() => positionOf(opened, node)).toBe(`${height}/${round} ${step}`);
    }
    expect(await opened.axe()).toEqual([]);
  });

  it('switches to real time and back with its buttons', async () => {
    await using opened = await kit.open({}, ROUNDS);
    await opened.see('The chain waits for a transaction');
    await click(opened, 'Real time');
    await opened.see('realtime', 'header');
    await click(opened, 'Step by step');
    await opened.see('step', 'header .facts');
    expect(opened.devnet.miningMode).toEqual({ type: 'step' });
  });

  it('shows a partition, whose messages are lost, and that it heals', async () => {
    await using opened = await kit.open(STEP, ROUNDS);
    await opened.see('validator-3', '.validators');
    await opened.devnet.network.partition([
      [0, 1],
      [2, 3],
    ]);
    await opened.see(/Fault .*partition/, '.problem-list');
    await opened.devnet.step('round', 1);
    await opened.go('#/messages');
    await opened.see('lost: fault: partition', 'table');
    await opened.devnet.network.heal();
    const { height } = opened.devnet;
    await opened.devnet.step('height', 1);
    await opened.go('#/rounds');
    await opened.see(`Height ${height + 1n}, round`, '.decided');
    await eventually(() => opened.page.locator('.problem-list').count()).toBe(0);
  });

  it('shows the evidence of an equivocation', async () => {
    await using opened = await kit.open(STEP, ROUNDS);
    await opened.see('validator-3', '.validators');
    await opened.devnet.network.addFault({ type: 'equivocate', node: 3 });
    await opened.devnet.step('height', 2);
    await opened.see(/Evidence: validator-3 signed two/, '.problem-list');
    await opened.see('byzantine', '.validators tr:nth-child(4)');
  });

  it('goes back to an instant of the past, in both views, and to the newest', async () => {
    await using opened = await kit.open(STEP, ROUNDS);
    await opened.see('validator-3', '.validators');
    const early = await positionOf(opened, 0);
    await opened.devnet.step('height', 2);
    const { height, round, step } = opened.devnet.network.nodes[0] ?? { height: 0n, round: 0, step: '' };
    const late = `${height}/${round} ${step}`;
    await eventually(() => positionOf(opened, 0)).toBe(late);
    const slider = opened.page.getByRole('slider', { name: 'Instant of the past' });
    await slider.focus();
    await slider.press('Home');
    await eventually(() => positionOf(opened, 0)).toBe(early);
    await click(opened, 'Next event');
    await opened.see('event 1', '.instant');
    await opened.go('#/messages');
    await opened.see('event 1', '.instant');
    await click(opened, 'Newest');
    await opened.go('#/rounds');
    await eventually(() => positionOf(opened, 0)).toBe(late);
  });

  it('opens a trace, says so, and returns to the live chain', async () => {
    const [record, trace, cut] = ['record.jsonl', 'trace.jsonl', 'cut.jsonl'].map((name) => join(folder, name)) as [
      string,
      string,
      string,
    ];
    {
      await using devnet = await createDevnet({ seed: 'trace', record, ...STEP });
      await devnet.step('height', 3);
    }
    const lines: string[] = [];
    await traceRecord(record, async (text) => {
      lines.push(text);
    });
    writeFileSync(trace, lines.join(''));
    writeFileSync(cut, lines.join(''));
    truncateSync(cut, readFileSync(trace).length - 40);

    await using opened = await kit.open(STEP, ROUNDS);
    await opened.see('validator-3', '.validators');
    const input = opened.page.locator('input[type=file]');
    await input.setInputFiles(record);
    await opened.see('halley trace record.jsonl', '.notice');
    await opened.see('Live chain', '.source');
    await input.setInputFiles(trace);
    await opened.see('Trace trace.jsonl', '.source');
    await click(opened, 'Newest');
    await opened.see('Height 4, round 0', '.decided');
    expect(await opened.axe()).toEqual([]);
    await input.setInputFiles(cut);
    await opened.see('is cut off', '.source');
    await click(opened, 'Back to the live chain');
    await opened.see('Live chain', '.source');
  });

  it.each([
    [1280, 'light'],
    [800, 'dark'],
    [400, 'light'],
  ] as const)('fits a window of %i pixels, %s', async (width, colorScheme) => {
    await using opened = await kit.open(STEP, { ...ROUNDS, width, colorScheme });
    await opened.see('validator-3', '.validators');
    for (const place of ['#/rounds', '#/messages']) {
      await opened.go(place);
      await opened.page.locator(place === '#/rounds' ? '.ring' : '.diagram').waitFor();
      expect(await opened.sidewaysScroll()).toBe(0);
      expect(await opened.axe()).toEqual([]);
    }
  });
});
