/** Tests the views Control, Faults and Scenarios in Chromium: what their buttons do to the chain. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioRunner } from '../../../src/cli/devnet_options.js';
import { createDevnet } from '../../../src/devnet/index.js';
import { BrowserKit, CAN_BROWSE, eventually, type OpenPage } from './page_kit.js';

const press = (opened: OpenPage, name: string): Promise<void> =>
  opened.page.getByRole('button', { name, exact: true }).click();
const fill = (opened: OpenPage, label: string, text: string): Promise<void> =>
  opened.page.getByLabel(label, { exact: true }).fill(text);
const reaches = (read: () => unknown, wanted: unknown): Promise<void> => eventually(read).toEqual(wanted);
const balance = async (opened: OpenPage, account: string): Promise<unknown> =>
  opened.devnet.provider.request({ method: 'eth_getBalance', params: [account, 'latest'] });

describe.runIf(CAN_BROWSE)('the controls of the page', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('sets the mining mode, steps, mines, and goes back to a snapshot', async () => {
    await using opened = await kit.open({}, { place: '#/control' });
    const { devnet, page } = opened;
    await press(opened, 'Take a snapshot');
    await opened.see('Snapshot 1, at block 1');
    await page.getByLabel('Mode', { exact: true }).selectOption('interval');
    await fill(opened, 'Interval in ms', '60000');
    await press(opened, 'Set the mining mode');
    await reaches(() => devnet.miningMode, { type: 'interval', ms: 60000 });
    await page.getByLabel('Mode', { exact: true }).selectOption('step');
    await press(opened, 'Set the mining mode');
    await opened.see('Now: step');
    await page.getByLabel('Unit', { exact: true }).selectOption('height');
    await press(opened, 'Step');
    await opened.see('1 done: height 3, round 0, NewHeight.');
    await reaches(() => devnet.height, 2n);
    await fill(opened, 'Blocks', '5');
    await press(opened, 'Mine');
    await reaches(() => devnet.height, 7n);
    await fill(opened, 'Blocks to remove', '2');
    await press(opened, 'Roll back');
    await reaches(() => devnet.height, 5n);
    await press(opened, 'Revert to snapshot 1');
    await reaches(() => [devnet.height, devnet.miningMode], [1n, { type: 'automine' }]);
  });

  it('answers requests to the wallet as its user', async () => {
    await using opened = await kit.open({}, { place: '#/wallet' });
    const { wallet } = opened.devnet;
    await press(opened, 'Ask here');
    await opened.see('Ask here');
    await eventually(async () => (await wallet.settings()).mode).toBe('ask');
    const origin = 'http://localhost:3000';
    const asked = wallet.request({ origin, method: 'eth_requestAccounts' });
    await opened.see('eth_requestAccounts');
    await press(opened, 'Approve request 1');
    expect(await asked).toEqual([opened.devnet.accounts[0]?.address.toLowerCase()]);
    const refused = wallet.request({
      origin,
      method: 'personal_sign',
      params: ['0x00', opened.devnet.accounts[0]?.address],
    });
    const reason = expect(refused).rejects.toMatchObject({ code: 4001 });
    await press(opened, 'Reject request 2');
    await reason;
    await opened.see('4001: User rejected the request.');
    await press(opened, 'Lock');
    await eventually(async () => (await wallet.settings()).locked).toBe(true);
  });

  it('resets a fork to its block', async () => {
    await using live = await createDevnet({ jsonRpc: { address: '127.0.0.1:0' } });
    await live.mine({ blocks: 4 });
    const fork = { url: live.urls.evmHttp as string, blockNumber: 2n, noStorageCaching: true };
    await using opened = await kit.open({ fork }, { place: '#/control' });
    const { devnet } = opened;
    await devnet.mine({ blocks: 3 });
    await press(opened, 'Reset the chain');
    await reaches(() => [devnet.height, devnet.fork?.blockNumber], [3n, 2n]);
  });

  it('moves the time, gives coins to both kinds of addresses, and sets the base fee', async () => {
    await using opened = await kit.open({}, { place: '#/control' });
    const { devnet } = opened;
    await fill(opened, 'Time of the next block', '2200-01-01T00:00:00Z');
    await press(opened, 'Set the time of the next block');
    await reaches(() => devnet.time.now >= 7_258_118_400n, true);
    await fill(opened, 'Seconds to add', '100');
    await press(opened, 'Increase the time');
    await fill(opened, 'Amount', '2.5');
    await fill(opened, 'Account', '0x1000000000000000000000000000000000000001');
    await press(opened, 'Add to the balance');
    await reaches(() => balance(opened, '0x1000000000000000000000000000000000000001'), '0x22b1c8c1227a0000');
    const [account] = devnet.cosmosAccounts;
    const before = account?.balance ?? 0n;
    await fill(opened, 'Account', account?.address ?? '');
    await press(opened, 'Add to the balance');
    await reaches(() => (devnet.cosmosAccounts[0]?.balance ?? 0n) - before, 2_500_000_000_000_000_000n);
    await fill(opened, 'Base fee of the next block in wei', '7000000000');
    await press(opened, 'Set the base fee');
    // The first block after the call has it.
    const mined = async (): Promise<unknown> => {
      await devnet.mine();
      return devnet.provider.request({ method: 'eth_getBlockByNumber', params: ['latest', false] });
    };
    await eventually(mined).toMatchObject({ baseFeePerGas: '0x1a13b8600' });
    await opened.see('7000000000 wei');
    await opened.passesAxe();
  });

  it('partitions and heals, crashes and restarts validators, and begins and ends a fault', async () => {
    await using opened = await kit.open({ miningMode: 'manual' }, { place: '#/faults' });
    const { network } = opened.devnet;
    await press(opened, 'Partition the network');
    await reaches(
      () => network.faults.map(({ fault }) => fault),
      [
        {
          type: 'partition',
          groups: [
            [0, 1],
            [2, 3],
          ],
        },
      ],
    );
    await opened.see('End fault 1', 'main');
    await press(opened, 'Heal the network');
    await reaches(() => network.faults, []);
    await press(opened, 'Crash validator-2');
    await reaches(() => network.nodes[2]?.up, false);
    await press(opened, 'Restart validator-2');
    await reaches(() => network.nodes[2]?.up, true);
    await opened.page.getByLabel('Fault', { exact: true }).selectOption('withhold-proposal');
    await opened.page.getByLabel('node', { exact: true }).selectOption('3');
    await fill(opened, 'to', '0,1');
    await press(opened, 'Begin withhold-proposal');
    await reaches(() => network.faults.map(({ fault }) => fault), [{ type: 'withhold-proposal', node: 3, to: [0, 1] }]);
    await opened.passesAxe();
    await opened.page.getByRole('button', { name: /^End fault/ }).click();
    await reaches(() => network.faults, []);
    await fill(opened, 'Power', '25');
    await press(opened, 'Set the power');
    const powerLater = async (): Promise<unknown> => {
      await opened.devnet.mine();
      return opened.devnet.validators[0]?.power;
    };
    await reaches(powerLater, 25n);
    await press(opened, 'Add a validator');
    await reaches(() => network.nodes.length, 5);
  });

  it('shows a fork, and who signed both blocks', async () => {
    await using opened = await kit.open({ miningMode: 'manual' }, { place: '#/faults' });
    const { devnet } = opened;
    await devnet.network.setLink(2, 3, { up: false });
    for (const node of [0, 1]) {
      await devnet.network.addFault({ type: 'double-proposal', node });
      await devnet.network.addFault({ type: 'equivocate', node });
    }
    for (let tries = 0; tries < 8 && devnet.network.conflict === undefined; tries++)
      await devnet.mine().catch(() => {});
    await opened.see(/Signed all commits: validator-\d, validator-\d/, '.conflict');
    await opened.passesAxe();
  });

  it('runs a scenario, one that fails, and cancels one', async () => {
    await using opened = await kit.open({ dashboard: { scenarios: scenarioRunner } }, { place: '#/scenarios' });
    const { page } = opened;
    const status = page.locator('.result');
    await page.getByRole('link', { name: 'File of: The lock that saves us' }).click();
    await press(opened, 'Run the scenario');
    await status.getByText('the-lock-that-saves-us passed.').waitFor();
    await opened.see('NewBlock A', '.output');
    await opened.passesAxe();
    const editor = page.getByLabel('Text, which you may change');
    const text = await editor.inputValue();
    await editor.fill(text.replace('that = "block"\nheight = 2\nround = 0', 'that = "block"\nheight = 2\nround = 3'));
    await press(opened, 'Run the scenario');
    await status.getByText('the-lock-that-saves-us failed.').waitFor();
    opened.expectProblems(/status of 400/);
    // The checker names the line, which the button selects; then nothing can run.
    await editor.fill(text.replace('do = "partition"', 'do = "partitoin"'));
    const line = text.slice(0, text.indexOf('do = "partition"')).split('\n').length;
    await page.getByRole('button', { name: `Line ${line}, column 6: unknown verb "partitoin"` }).click();
    await eventually(() =>
      editor.evaluate((box: HTMLTextAreaElement) => box.value.slice(box.selectionStart, box.selectionEnd)),
    ).toBe('do = "partitoin"');
    await page.locator('button:disabled', { hasText: 'Run the scenario' }).waitFor();
    await opened.passesAxe();
    await press(opened, 'Undo the changes');
    await eventually(() => editor.inputValue()).toBe(text);
    await editor.fill(text.replace('until = 3', 'until = 1000'));
    await press(opened, 'Run the scenario');
    // In the first frame in which it is there: on a slow machine a pointer would come after the run's end.
    await page.waitForFunction(
      "[...document.querySelectorAll('button:enabled')].some((one) => one.textContent === 'Cancel' && (one.click(), true))",
    );
    await status.getByText('You cancelled the run.').waitFor();
  });

  it('shows scenarios as cards by topic, and plays one on the stage', async () => {
    const options = { place: '#/scenarios', width: 400, height: 800 };
    await using opened = await kit.open({ dashboard: { scenarios: scenarioRunner } }, options);
    const { page } = opened;
    const cards = page.locator('.card');
    await opened.see('A healthy round');
    await eventually(() => cards.count()).toBeGreaterThan(30);
    const all = await cards.count();
    await opened.fitsTheWindow();
    await opened.passesAxe();
    const halves = cards.filter({ hasText: 'Two halves of the network' });
    await eventually(() => halves.locator('.picture path.apart').count()).toBe(4);
    const down = cards.filter({ has: page.getByRole('link', { name: 'File of: Two of four stay down', exact: true }) });
    await eventually(() => down.locator('.picture .down').count()).toBe(2);
    await eventually(() => down.locator('.end').textContent()).toBe('stuck');
    await page.getByRole('button', { name: /^Liars/ }).click();
    await eventually(() => cards.count()).toBeLessThan(all);
    await page.getByRole('searchbox').fill('amnesia');
    await eventually(() => cards.count()).toBeLessThan(6);
    await page.getByRole('button', { name: /^Play: Two of four forget their locks/ }).click();
    await opened.see('The scenario fork-by-amnesia passed: height ', '.notice');
    await opened.see('Run of “Two of four forget their locks”');
  });

  it('fits a narrow window', async () => {
    await using opened = await kit.open({}, { place: '#/control', width: 400, height: 800, colorScheme: 'dark' });
    await opened.fitsTheWindow();
    await opened.passesAxe();
    await opened.go('#/faults');
    await opened.see('validator-3');
    await opened.fitsTheWindow();
    await opened.passesAxe();
  });
});
