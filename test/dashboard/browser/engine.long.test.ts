/**
 * Opens the page of an application whose blocks an engine decides. A devnet is the engine, behind ABCI and its RPC. Then
 * the page of `createEngine`, whose application is another program.
 */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEngine, type EngineOptions } from '../../../src/devnet/index.js';
import { utf8 } from '../../../src/kernel/text.js';
import { SimulatedEngine } from '../../devnet/app_node/simulated_engine.js';
import { Ledger } from '../../devnet/engine_node/ledger.js';
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

describe.runIf(CAN_BROWSE)("the page of another program's application", () => {
  let kit: BrowserKit;
  beforeAll(async () => {
    kit = await BrowserKit.start();
  });
  afterAll(() => kit.close());

  const anEngine = (options: Partial<EngineOptions> = {}) =>
    createEngine({ app: new Ledger(), seed: 'page', dashboard: { address: '127.0.0.1:0' }, ...options });

  it('shows rounds, blocks and transactions, and has no accounts and contracts', async () => {
    await using engine = await anEngine();
    await using page = await kit.visit(`${engine.urls.dashboard}`, { place: '#/stage' });
    const views = page.page.getByRole('navigation', { name: 'Views' }).getByRole('link');
    await eventually(() => views.allTextContents()).toEqual([
      ...['Stage', 'Messages', 'Validators', 'Blocks', 'Console', 'Cosmos', 'Control', 'Faults'],
    ]);
    // Rounds are shown from here on.
    await page.see('validator-2', '.validators');
    await engine.broadcast(utf8('apple=red'));
    await page.see('Height 2, round 0', '.decided');
    await page.passesAxe();
    await page.go('#/blocks');
    await page.see('Blocks 1 to 2 of 2', 'main');
    await page.passesAxe();
    await page.go('#/block/2');
    await page.see('unknown bytes', 'main');
    await page.see(/decided in round 0/, 'main');
    await page.passesAxe();
    await page.go('#/cosmos');
    await page.page.locator('main table a[href^="#/tx/"]').click();
    await page.see('apple=red', 'main');
    await page.passesAxe();
    await page.go('#/validators');
    await page.see('validator-2', 'main table');
    for (const place of ['#/accounts', '#/contracts', '#/transactions', '#/scenarios', '#/tour']) {
      await page.go(place);
      await page.see('The application of this chain is another program', 'main');
    }
  });

  it('makes blocks, moves time and crashes validators, and shows the mempool', async () => {
    await using engine = await anEngine({ miningMode: 'manual' });
    await engine.broadcast(utf8('pear=green'));
    await using page = await kit.visit(`${engine.urls.dashboard}`, { place: '#/mempool' });
    await page.see('pear=green', 'main');
    await page.page.getByRole('button', { name: 'Mine a block' }).click();
    await page.see(/Block\s*2/, 'header');
    await page.see('Pending (0)', 'main');
    await page.go('#/control');
    await page.see('Mining mode', 'main');
    expect(await page.page.getByRole('button', { name: /balance|base fee/i }).count()).toBe(0);
    await page.passesAxe();
    await page.go('#/faults');
    await page.page.getByRole('button', { name: 'Crash validator-1' }).click();
    await page.see('Restart validator-1', 'main');
    expect(await page.page.getByRole('button', { name: /power|Add a validator/i }).count()).toBe(0);
    await page.passesAxe();
  });
});
