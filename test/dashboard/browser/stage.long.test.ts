/** Tests the stage and the view of messages in Chromium, with a devnet that serves the page. */
import { mkdtempSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioRunner } from '../../../src/cli/devnet_options.js';
import { createDevnet, traceRecord } from '../../../src/devnet/index.js';
import { BrowserKit, CAN_BROWSE, eventually, type OpenPage } from './page_kit.js';

const STEP = { miningMode: { type: 'step' } } as const;
const STAGE = { place: '#/stage' };

/** Returns the position of a validator, as the table says it. */
const positionOf = (opened: OpenPage, index: number): Promise<string | null> =>
  opened.page.locator('.validators tbody tr').nth(index).locator('.position').textContent();

async function click(opened: OpenPage, name: string): Promise<void> {
  await opened.page.getByRole('button', { name, exact: true }).click();
}

/** Counts red pixels in the middle fifth of the ring. */
const RED_IN_THE_MIDDLE = `(() => {
  const canvas = document.querySelector('canvas.ring');
  const { width, height } = canvas;
  const { data } = canvas.getContext('2d').getImageData(0, height * 0.4, width, height * 0.2);
  let red = 0;
  for (let at = 0; at < data.length; at += 4) if (data[at] > 140 && data[at + 1] < 60 && data[at + 2] < 90) red++;
  return red;
})()`;

/** Notes the sentences of the narrator with the times of the frames in which they come. */
const LISTEN_TO_THE_NARRATOR = `(() => {
  window.timed = [];
  const said = document.querySelector('[data-narrator] .said');
  new MutationObserver(() => {
    if (said.textContent !== window.timed.at(-1)?.[0]) window.timed.push([said.textContent, document.timeline.currentTime]);
  }).observe(said, { characterData: true, childList: true, subtree: true });
})()`;

/** Notes what the ring draws: its texts, and the arcs of counted votes, anew with each drawing. */
const LISTEN_TO_THE_RING = `(() => {
  const { clearRect, fillText, arc, stroke } = CanvasRenderingContext2D.prototype;
  const of = ({ canvas }) => canvas.classList.contains('ring');
  let last;
  Object.assign(CanvasRenderingContext2D.prototype, {
    clearRect(...at) {
      if (of(this)) window.ring = { texts: [], arcs: [] };
      clearRect.apply(this, at);
    },
    fillText(text, x, y) {
      if (of(this)) window.ring.texts.push({ text, x, y });
      fillText.call(this, text, x, y);
    },
    arc(...values) {
      last = values;
      arc.apply(this, values);
    },
    stroke(...values) {
      const [x, y, radius, from, to] = last ?? [];
      if (of(this) && to - from < 6) window.ring.arcs.push({ x, y, radius, colour: this.strokeStyle });
      last = undefined;
      stroke.apply(this, values);
    },
  });
})()`;

/** What the parts of the page say of each validator, and what the ring draws of it. */
interface Parts {
  readonly instant: string;
  readonly said: readonly unknown[];
  readonly drawn: readonly { readonly step: string }[];
}

/**
 * Reads all parts when the rows of the table have had their frames. The table has height, round and step; the ring the
 * step in the block that is shown, with the rest of a timeout, and an arc for each vote of the round.
 */
const READ_ALL_PARTS = `(async () => {
  for (let frame = 0; frame < 24; frame++) await new Promise(requestAnimationFrame);
  const one = (selector, within = document) => within.querySelector(selector);
  const { texts, arcs } = window.ring;
  const height = Number(texts.find(({ text }) => /^block \\d+$/.test(text)).text.slice(6));
  const round = Number(texts.find(({ text }) => /^round \\d+$/.test(text)).text.slice(6));
  const colourOf = (name) => {
    const probe = document.body.appendChild(document.createElement('i'));
    probe.style.color = 'var(--' + name + ')';
    const { color } = getComputedStyle(probe);
    probe.remove();
    return '#' + color.match(/\\d+/g).map((part) => Number(part).toString(16).padStart(2, '0')).join('');
  };
  const bars = ['prevote', 'precommit'].map((kind) => {
    const shares = one('.tally.' + kind + ' .counts').textContent.matchAll(/: ([\\d.]+) %/g);
    return [...shares].reduce((sum, [, share]) => sum + Number(share), 0) / 25;
  });
  const votes = (button) => {
    const [x, y] = [button.offsetLeft + button.offsetWidth / 2, button.offsetTop + button.offsetHeight / 2];
    return ['prevote', 'precommit'].map(
      (kind) => arcs.filter((arc) => Math.hypot(arc.x - x, arc.y - y) < 3 && arc.colour === colourOf(kind)).length,
    );
  };
  const selected = one('.tallies h2').textContent;
  const drawn = [];
  const said = [];
  for (const [index, row] of [...document.querySelectorAll('.validators tbody tr')].entries()) {
    const cells = [...row.querySelectorAll('td')].map(({ textContent }) => textContent);
    const [, h, r, step] = /^(\\d+)\\/(\\d+) (.*)$/.exec(cells[1]);
    const isDown = one('.warning', row).textContent.includes('down');
    const isDecided = Number(h) > height || step === 'Commit';
    const wait = /, ([\\d.]+) (m?)s$/.exec(cells[5]);
    const rest = wait === null ? '' : ' ' + (Number(wait[1]) / (wait[2] === 'm' ? 1000 : 1)).toFixed(1) + ' s';
    const label = texts.find(({ text }) => text === 'validator-' + index);
    const below = texts.find(({ x, y }) => x === label.x && y === label.y + 21).text;
    const button = one('[data-node="' + index + '"]');
    const isHere = !isDown && !isDecided && Number(h) === height;
    const isInspected = isHere && selected.includes('validator-' + index + ' ') && selected.includes('round ' + r);
    const stated = isDown ? 'Down' : isDecided ? 'Decided' : Number(h) < height ? 'Block ' + h : step + rest;
    const locked = cells[3] === '–' ? '' : 'locked on ' + cells[3][0];
    said.push({ step: stated, locked, ...(isInspected && { votes: bars }) });
    drawn.push({
      step: below,
      locked: /locked on ./.exec(button.ariaLabel)?.[0] ?? '',
      ...(isInspected && { votes: votes(button) }),
    });
  }
  const [, block, event] = /in block (\\d+), event (\\d+)/.exec(one('.instant').textContent);
  const track = one('.track').getBoundingClientRect();
  const head = one('.head').getBoundingClientRect();
  const place = Math.round((1000 * (head.left + head.width / 2 - track.left)) / track.width);
  said.push({ step: 'Block ' + block, round, place: Number(one('.track input').value) });
  drawn.push({
    step: 'Block ' + height,
    round: Number(/round (\\d+)/.exec(one('.place').textContent)[1]),
    place: Math.abs(place - Number(one('.track input').value)) <= 1 ? Number(one('.track input').value) : place,
  });
  const instants = ['stage', 'narrator', 'clock'].map((part) => one('[data-' + part + ']').getAttribute('data-' + part));
  said.push({ step: instants[0] });
  drawn.push({ step: [...new Set(instants)].join(' ') });
  return { instant: event, said, drawn };
})()`.replaceAll('\\\\', '\\');

describe.runIf(CAN_BROWSE)('the stage', () => {
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

  it('moves without a click, and shows block 1', async () => {
    await using opened = await kit.open({}, { place: '' });
    await opened.hears('Block 1');
    await opened.hears('proposes block A');
    await opened.hears('Block 1 is decided');
    await opened.see('Send a transaction', '[data-narrator]');
    await opened.passesAxe();
  });

  it('holds each sentence long enough to read while it plays', async () => {
    await using opened = await kit.open({}, STAGE);
    const { page } = opened;
    await opened.see('Send a transaction', '[data-narrator]');
    await page.getByLabel('Speed').selectOption('4 s a round');
    await page.evaluate(LISTEN_TO_THE_NARRATOR);
    const last = await page.locator('[data-narrator] .said').textContent();
    await page.getByTitle('Replay block 1').click();
    const timed = (): Promise<readonly (readonly [text: string, at: number])[]> => page.evaluate('window.timed');
    await eventually(async () => (await timed()).slice(1).at(-1)?.[0]).toBe(last);
    // The play ends with the last sentence, which comes at once; the first one replaces that of the end.
    const heard = await timed();
    const held = heard.slice(1, -1).map(([, at], place) => at - (heard[place]?.[1] ?? 0));
    expect(held.length).toBeGreaterThan(0);
    expect(Math.min(...held)).toBeGreaterThanOrEqual(1480);
  });

  it('says who votes for which of two blocks, up to the fork', async () => {
    const dashboard = { scenarios: scenarioRunner };
    await using opened = await kit.open({ dashboard }, { place: '#/scenarios' });
    const { page } = opened;
    await page.getByRole('button', { name: 'Play: Two of four vote for both blocks' }).click();
    await page.locator('[data-narrator]').waitFor();
    await eventually(() => page.evaluate('scrollY')).toBe(0);
    await opened.hears(/Validators \d and \d prevote A, validators \d and \d prevote B/);
    await opened.hears(/Validators \d and \d lock A, validators \d and \d lock B/);
    await opened.hears(/validator-\d decided [AB], validator-\d decided [AB]: a fork/);
    await opened.passesAxe();
  });

  it('shows the stage alone in the lecture view, and all of it in one window', async () => {
    await using opened = await kit.open({}, { ...STAGE, width: 1280, height: 720, colorScheme: 'dark' });
    await opened.see('Send a transaction', '[data-narrator]');
    await opened.page.keyboard.press('l');
    await opened.page.locator('.choices').waitFor({ state: 'hidden' });
    const strip = opened.page.locator('.strip');
    await eventually(() => strip.evaluate((one) => one.getBoundingClientRect().bottom)).toBeLessThanOrEqual(720);
    await opened.passesAxe();
  });

  it('steps through a height, and shows its decision', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    const { nodes } = opened.devnet.network;
    await opened.page.keyboard.press('End');
    await opened.page.getByLabel('Step by').selectOption('event');
    await click(opened, 'Forward');
    await eventually(() => positionOf(opened, 0)).toMatch(/^\d+\/0 /);
    await opened.page.getByLabel('Step by').selectOption('block');
    await opened.page.locator('button:disabled', { hasText: 'Newest' }).waitFor();
    await opened.page.getByRole('button', { name: 'Forward' }).click();
    await eventually(async () => opened.page.locator('.decided li').count()).toBeGreaterThan(0);
    await eventually(() => opened.page.locator('.decided li').first().textContent()).toContain(
      `Height ${opened.devnet.height}, round 0`,
    );
    expect(nodes).toHaveLength(4);
    for (const node of nodes.keys()) {
      const { height, round, step } = opened.devnet.network.nodes[node] ?? { height: 0n, round: 0, step: '' };
      await eventually(() => positionOf(opened, node)).toBe(`${height}/${round} ${step}`);
    }
    await opened.see('How to call this', '.last-action');
    await opened.passesAxe();
  });

  it('chooses when blocks come, and sends a transaction', async () => {
    await using opened = await kit.open({}, STAGE);
    const { height } = opened.devnet;
    await click(opened, 'Send a transaction');
    await eventually(async () => opened.devnet.height).toBe(height + 1n);
    await opened.hears(`Block ${height + 1n} is decided`);
    await opened.page.getByRole('combobox', { name: /^Blocks/ }).selectOption('realtime');
    await eventually(async () => opened.devnet.miningMode.type).toBe('realtime');
    await opened.page.getByRole('combobox', { name: /^Blocks/ }).selectOption('step');
    await eventually(async () => opened.devnet.miningMode).toEqual({ type: 'step' });
  });

  it('says why the chain is stuck, and offers what helps', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    await opened.devnet.network.crashValidator(2);
    await opened.devnet.network.crashValidator(1);
    await opened.see('Stuck: only 2 of 4 are up', '[data-narrator]');
    await opened.see('2 of 4 up: 50 %, more than 66.7 % needed.', '[data-narrator]');
    await opened.passesAxe();
    await click(opened, 'Restart validator-1');
    await eventually(async () => opened.devnet.network.nodes.filter(({ up }) => up).length).toBe(3);
    await opened.see('3 of 4 up', '[data-narrator]');
  });

  it('says that rounds fail without a decision, and ends the fault that lets them', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    const { network } = opened.devnet;
    await opened.page.getByLabel('Speed').selectOption('fast');
    await network.addFault({ type: 'drop', message: 'part' });
    await opened.devnet.step('round', 4);
    await opened.hears(/[2-4] rounds failed/);
    await opened.passesAxe();
    await opened.page.getByRole('button', { name: /^End the fault “drop message=part/ }).click();
    await eventually(async () => network.faults).toEqual([]);
    const { height } = opened.devnet;
    await opened.devnet.step('height', 1);
    expect(opened.devnet.height).toBe(height + 1n);
  });

  it('goes back to before a fork', async () => {
    await using opened = await kit.open({ miningMode: 'manual' }, STAGE);
    const { devnet, page } = opened;
    await devnet.network.setLink(2, 3, { up: false });
    for (const node of [0, 1]) {
      await devnet.network.addFault({ type: 'double-proposal', node });
      await devnet.network.addFault({ type: 'equivocate', node });
    }
    for (let tries = 0; tries < 8 && devnet.network.conflict === undefined; tries++)
      await devnet.mine().catch(() => {});
    const before = Number(devnet.network.conflict?.height) - 1;
    await page.getByRole('button', { name: `Go back to block ${before}`, exact: true }).click();
    await eventually(async () => Number(devnet.height)).toBe(before);
    await eventually(() => devnet.network.conflict).toBeUndefined();
    await opened.see(`The chain went back to block ${before}`, '[data-narrator]');
    await eventually(() => page.locator('.instant strong').textContent()).toBe('0.00 ms');
    await opened.passesAxe();
    await devnet.network.heal();
    for (const { id } of devnet.network.faults) await devnet.network.removeFault(id);
    await click(opened, `Make block ${before + 1}`);
    await eventually(async () => Number(devnet.height)).toBe(before + 1);
  });

  it('says how many blocks it skipped when it fell behind, and goes to the newest', async () => {
    await using opened = await kit.open({}, STAGE);
    const { page, devnet } = opened;
    await opened.see('Send a transaction', '[data-narrator]');
    await page.getByLabel('Speed').selectOption('16 s a round');
    await devnet.mine({ blocks: 12 });
    await page.getByRole('button', { name: /^\d+ blocks skipped: show the newest$/ }).click();
    await opened.see(`Block ${devnet.height} is decided`, '[data-narrator]');
    await opened.see('Send a transaction', '[data-narrator]');
  });

  it('crashes a validator by its menu with the keyboard, and cuts one off by a drag', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    const { page, devnet } = opened;
    await page.getByRole('button', { name: /^validator-1,/ }).focus();
    await page.keyboard.press('Enter');
    await page.locator('[role=menuitem]:focus', { hasText: 'Crash' }).waitFor();
    await opened.passesAxe();
    await page.keyboard.press('Enter');
    await eventually(async () => devnet.network.nodes[1]?.up).toBe(false);
    await page.getByRole('button', { name: 'validator-1, down' }).click();
    await page.getByRole('menuitem', { name: 'Restart' }).click();
    await eventually(async () => devnet.network.nodes[1]?.up).toBe(true);
    await page.getByRole('button', { name: /^validator-3,/ }).hover();
    await page.mouse.down();
    const ring = await page.locator('[data-stage]').boundingBox();
    if (ring === null) throw new Error('the ring is not drawn');
    await page.mouse.move(ring.x + ring.width / 2, ring.y + ring.height / 2, { steps: 5 });
    await page.mouse.up();
    await eventually(async () => devnet.network.faults.map(({ fault }) => fault)).toEqual([
      { type: 'partition', groups: [[0, 1, 2], [3]] },
    ]);
    await opened.see('3 of 4 together', '[data-narrator]');
  });

  it('draws the gap of a partition', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    const red = (): Promise<number> => opened.page.evaluate(RED_IN_THE_MIDDLE);
    expect(await red()).toBe(0);
    await opened.devnet.network.partition([
      [0, 1],
      [2, 3],
    ]);
    await eventually(red).toBeGreaterThan(100);
    await opened.devnet.network.heal();
    await eventually(red).toBe(0);
  });

  it('says the same in ring, table, bars, track and narrator at 50 instants of a random run, both ways', async () => {
    await using opened = await kit.open(STEP, { place: '#/blocks' });
    const { page, devnet } = opened;
    const { network } = devnet;
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.evaluate(LISTEN_TO_THE_RING);
    await opened.go('#/stage');
    await opened.see('validator-3', '.validators');
    await network.addFault({ type: 'loss', percent: 40 });
    await network.addFault({ type: 'reorder', ms: 90 });
    await devnet.step('height', 2);
    await network.crashValidator(3);
    await devnet.step('height', 2);
    await eventually(() => page.locator('.frame').count()).toBeGreaterThan(4);
    await page.keyboard.press('Home');
    await page.keyboard.press('i');
    const instants = new Set<string>();
    const steps = new Set<string>();
    for (const [button, units] of [
      ['Forward', ['phase', 'event', 'round', 'event', 'phase']],
      ['Back', ['event', 'phase', 'event', 'event', 'round']],
    ] as const)
      for (let at = 0; at < 25; at++) {
        await page.getByLabel('Step by').selectOption(units[at % units.length] ?? 'event');
        await page
          .locator('.validators')
          .getByRole('button', { name: `validator-${at % 4}` })
          .click();
        await page.getByRole('button', { name: button }).click();
        let parts: Parts = { instant: '', said: [], drawn: [] };
        await eventually(async () => {
          parts = await page.evaluate(READ_ALL_PARTS);
          return isDeepStrictEqual(parts.said, parts.drawn) || parts;
        }).toBe(true);
        const { instant, drawn } = parts;
        instants.add(instant);
        for (const { step } of drawn) steps.add(step.split(' ')[0] ?? '');
      }
    expect(instants.size).toBeGreaterThan(35);
    expect([...steps].sort()).toEqual(expect.arrayContaining(['Decided', 'Down', 'Precommit', 'Prevote', 'Propose']));
  });

  it('shows a partition, whose messages are lost, and that it heals', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    await opened.page.getByLabel('Speed').selectOption('fast');
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
    await opened.go('#/stage');
    await opened.see(`Height ${height + 1n}, round`, '.decided');
    await eventually(() => opened.page.locator('.problem-list').count()).toBe(0);
  });

  it('shows the evidence of an equivocation, and marks a silent proposer', async () => {
    await using opened = await kit.open(STEP, { place: '#/blocks' });
    await opened.page.evaluate(LISTEN_TO_THE_RING);
    await opened.go('#/stage');
    await opened.see('validator-3', '.validators');
    await opened.devnet.network.addFault({ type: 'silent-proposer', node: 1 });
    await opened.see('silent', '.validators tr:nth-child(2)');
    await eventually(() => opened.page.evaluate('window.ring.texts.map(({ text }) => text)')).toContain('silent');
    await opened.devnet.network.heal();
    for (const { id } of opened.devnet.network.faults) await opened.devnet.network.removeFault(id);
    await opened.devnet.network.addFault({ type: 'equivocate', node: 3 });
    await opened.devnet.step('height', 2);
    await opened.see(/Evidence: validator-3 signed two/, '.problem-list');
    await opened.see('byzantine', '.validators tr:nth-child(4)');
  });

  it('goes back to an instant of the past, in both views, and to the newest', async () => {
    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    await opened.devnet.step('height', 2);
    const { height, round, step } = opened.devnet.network.nodes[0] ?? { height: 0n, round: 0, step: '' };
    const late = `${height}/${round} ${step}`;
    await eventually(() => positionOf(opened, 0)).toBe(late);
    const slider = opened.page.getByRole('slider', { name: 'Instant of the past' });
    await slider.focus();
    await slider.press('Home');
    await opened.see('event 0', '.instant');
    await eventually(() => positionOf(opened, 0)).not.toBe(late);
    await opened.page.getByLabel('Step by').selectOption('event');
    await click(opened, 'Forward');
    await opened.see('event 1', '.instant');
    await opened.go('#/messages');
    await opened.see('event 1', '.instant');
    await click(opened, 'Newest');
    await opened.go('#/stage');
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

    await using opened = await kit.open(STEP, STAGE);
    await opened.see('validator-3', '.validators');
    const input = opened.page.locator('input[type=file]');
    await input.setInputFiles(record);
    await opened.see('halley trace record.jsonl', '.notice');
    await opened.see('Live chain', '.source');
    await input.setInputFiles(trace);
    await opened.see('Trace trace.jsonl', '.source');
    await click(opened, 'Newest');
    await opened.see('Height 4, round 0', '.decided');
    await opened.passesAxe();
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
    await using opened = await kit.open(STEP, { ...STAGE, width, colorScheme });
    await opened.see('validator-3', '.validators');
    for (const place of ['#/stage', '#/messages']) {
      await opened.go(place);
      await opened.page.locator(place === '#/stage' ? '.ring' : '.diagram').waitFor();
      await opened.fitsTheWindow();
      await opened.passesAxe();
    }
  });
});
