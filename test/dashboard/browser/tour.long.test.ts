/** Tests the tour of the dashboard in Chromium: each exercise to its end, by its buttons. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { EXERCISES } from '../../../src/dashboard/views/tour/exercises.js';
import { BrowserKit, CAN_BROWSE, eventually } from './page_kit.js';

describe.runIf(CAN_BROWSE)('the tour of the page', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it.each(EXERCISES)('runs $name to its end, and puts the chain back', async ({ name, steps, predict }) => {
    await using opened = await kit.open({}, { place: `#/tour/${name}` });
    const { page, devnet } = opened;
    await opened.see(predict.question.split('`')[0] as string);
    const before = devnet.height;
    await page.getByRole('button', { name: 'Begin the exercise' }).click();
    for (const [at, { title }] of steps.entries()) {
      await page.getByRole('button', { name: `Only check: ${title}` }).click();
      const step = page.locator('.steps > li').nth(at);
      await step.getByText('Not yet: the chain does not show it.').waitFor();
      await step.getByRole('button', { name: title, exact: true }).click();
      await step.getByText(/^Done: /).waitFor();
    }
    await opened.passesAxe();
    await page.getByRole('heading', { name: 'Finished' }).waitFor();
    await page.getByRole('button', { name: 'Put the chain back' }).click();
    await page.getByRole('button', { name: 'Begin the exercise' }).waitFor();
    const { network } = devnet;
    await eventually(() => [devnet.height, devnet.miningMode, network.faults, network.conflict]).toEqual([
      before,
      { type: 'automine' },
      [],
      undefined,
    ]);
  });

  it('hides the answer and the reason first, shows the calls, and fits narrow windows', async () => {
    await using opened = await kit.open({}, { place: '#/tour', width: 400, height: 800, colorScheme: 'dark' });
    const { page } = opened;
    const [first] = EXERCISES;
    const answer = page.getByText(first?.predict.answer ?? '');
    expect(await answer.isVisible()).toBe(false);
    await page.getByText('Show the answer').click();
    await answer.waitFor();
    await page.getByText('Why it happened').click();
    await page.getByText('How to call this').first().click();
    await opened.see('-d \'{"jsonrpc":"2.0","id":1,"method":"evm_snapshot","params":[]}\'');
    await opened.see('await devnet.snapshot();');
    await opened.fitsTheWindow();
    await opened.passesAxe();
  });

  it('goes on with an exercise after the page is loaded again', async () => {
    await using opened = await kit.open({}, { place: '#/tour' });
    const { page, devnet } = opened;
    const before = devnet.height;
    const first = EXERCISES[0]?.steps[0]?.title ?? '';
    await page.getByRole('button', { name: 'Begin the exercise' }).click();
    await page.getByRole('button', { name: first, exact: true }).click();
    await page
      .locator('.steps > li')
      .first()
      .getByText(/^Done: /)
      .waitFor();
    await page.reload();
    await page
      .locator('.steps > li')
      .first()
      .getByText(/^Done: /)
      .waitFor();
    await opened.see('(in progress)', 'nav');
    await page.getByRole('button', { name: 'Put the chain back' }).click();
    await page.getByRole('button', { name: 'Begin the exercise' }).waitFor();
    await eventually(() => devnet.height).toBe(before);
  });

  it('asks for a prediction, replays a step, shows all in another tab, and offers to leave the mode step', async () => {
    const proposerDown = EXERCISES[1] as (typeof EXERCISES)[number];
    await using opened = await kit.open({}, { place: `#/tour/${proposerDown.name}` });
    const { page, devnet } = opened;
    await page.getByRole('button', { name: 'Round 0', exact: true }).click();
    await page.getByText('Show whether it is right').click();
    await opened.see('Not quite: “Round 1”.');
    await page.getByRole('button', { name: 'Begin the exercise' }).click();
    for (const { title } of proposerDown.steps.slice(0, 2)) {
      await page.getByRole('button', { name: title, exact: true }).click();
      await page
        .locator('.steps > li', { hasText: title })
        .getByText(/^Done: /)
        .waitFor();
    }
    const height = devnet.height;
    const other = await page.context().newPage();
    await other.goto(page.url());
    await other
      .locator('.steps > li')
      .nth(1)
      .getByText(/^Done: /)
      .waitFor();
    await other.close();
    await page.getByRole('button', { name: `Replay of “${proposerDown.steps[1]?.title}”` }).click();
    await opened.see(new RegExp(`Blocks? .*${height}.*, replayed`));
    await opened.go('#/blocks');
    await opened.see('its chain is in the mode step', '.notice');
    // The tour entered again goes on where it was, and its blocks are still on the film strip.
    await opened.go(`#/tour/${proposerDown.name}`);
    await page
      .locator('.steps > li')
      .nth(1)
      .getByText(/^Done: /)
      .waitFor();
    await opened.see('2.2', '.strip .flag');
    await opened.go('#/blocks');
    await page.locator('.notice').getByRole('button', { name: 'Put the chain back' }).click();
    await eventually(() => devnet.miningMode).toEqual({ type: 'automine' });
    await opened.go(`#/tour/${proposerDown.name}`);
    await page.getByRole('button', { name: 'Begin the exercise' }).waitFor();
  });

  it('says why an exercise cannot begin', async () => {
    await using opened = await kit.open({}, { place: '#/tour' });
    await opened.devnet.network.crashValidator(2);
    await opened.page.getByRole('button', { name: 'Begin the exercise' }).click();
    await opened.see('Restart validator-2 first', '.notice');
  });
});
