/** Opens the page of an application whose blocks an engine decides. A devnet is the engine, behind ABCI and its RPC. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { SimulatedEngine } from '../../devnet/app_node/simulated_engine.js';
import { BrowserKit, CAN_BROWSE, eventually, type VisitedPage } from './page_kit.js';

const marksOf = async ({ page }: VisitedPage): Promise<readonly string[]> =>
  (await page.locator('.validators tbody tr .mark:first-of-type').allTextContents()).map((text) => text.trim());

describe.runIf(CAN_BROWSE)('the page of a chain under an engine', () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await BrowserKit.start();
  });
  afterAll(() => kit.close());

  it('shows the observed node, marks the others as unknown, and follows the heights', async () => {
    await using engine = await SimulatedEngine.start();
    await using page = await kit.visit(engine.dashboard, { place: '#/stage' });
    await page.see('CometBFT halley', 'header');
    await page.see('unknown', '.validators');
    for (const height of [3, 4, 5]) {
      await engine.advance();
      await page.see(`Height ${height}, round 0`, '.decided');
      await page.see(new RegExp(`Block\\s*${height}`), 'header');
    }
    const ends = async () => (await marksOf(page)).map((mark) => mark.split(' ').at(-1)).sort();
    await eventually(ends).toEqual(['observed', 'unknown', 'unknown', 'unknown']);
    await page.see('last vote: precommit 5/0', '.validators');
    await page.passesAxe();
    await page.page.getByRole('button', { name: 'validator-3', exact: true }).click();
    await page.see('Unknown: no RPC reports the state of this node', '.tallies');
    await page.go('#/messages');
    await engine.advance();
    await page.see(/precommit 6\/0 .* of validator-\d/, 'main table');
    await page.passesAxe();
  });

  it('leaves out what only a simulated network has, and says why', async () => {
    await using engine = await SimulatedEngine.start();
    await using page = await kit.visit(engine.dashboard, { place: '#/control' });
    await page.see('a decided block is final');
    const views = page.page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    await eventually(() => views.allTextContents()).toEqual([
      ...['Stage', 'Messages', 'Validators', 'Ethereum', 'Blocks', 'Transactions', 'Contracts', 'Console', 'Cosmos'],
      ...['Modules', 'Control'],
    ]);
    for (const place of ['#/control', '#/mempool', '#/stage']) {
      await page.go(place);
      await page.see(/Base fee|Pending|Who proposes next/, 'main');
      expect(await page.page.getByRole('button', { name: /mine|step|snapshot|revert|time/i }).count()).toBe(0);
    }
    await page.go('#/faults');
    await page.see('nothing here can change what its validators do', 'main');
    await page.go('#/validators');
    await page.see('validator-2', 'main table');
    await page.passesAxe();
  });

  it('says that the engine is away, and goes on when it is back', async () => {
    await using engine = await SimulatedEngine.start();
    await using page = await kit.visit(engine.dashboard, { place: '#/stage' });
    await page.see('unknown', '.validators');
    await engine.advance();
    await page.see('Height 3, round 0', '.decided');
    await engine.disconnect();
    await page.see('The engine is away: no CometBFT node is connected', '.engine-problem');
    await page.see('away', 'header');
    await page.passesAxe();
    await engine.connect();
    await eventually(() => page.page.locator('.engine-problem').count()).toBe(0);
    await engine.advance();
    await page.see('Height 4, round 0', '.decided');
  });
});
