/**
 * Tests five tasks of somebody who has never seen the page, in Chromium. Each begins at the first view, uses only what the
 * page says, and takes a few clicks.
 */
import { encodeFunctionData } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { scenarioRunner } from '../../../src/cli/devnet_options.js';
import { compileSolidity } from '../../support/solidity.js';
import { BrowserKit, CAN_BROWSE, eventually, type OpenPage } from './page_kit.js';

const FIRST_VIEW = { place: '' };

/** Clicks what has one of these names, one after the other. Returns the number of clicks. */
async function clickThrough({ page }: OpenPage, ...names: readonly (string | RegExp)[]): Promise<number> {
  for (const name of names)
    await page
      .getByRole('link', { name })
      .or(page.getByRole('button', { name }))
      .or(page.getByRole('menuitem', { name }))
      .first()
      .click();
  return names.length;
}

describe.runIf(CAN_BROWSE)('a newcomer', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('sees why a block took two rounds', async () => {
    await using opened = await kit.open({ miningMode: 'manual' }, FIRST_VIEW);
    const { devnet } = opened;
    await opened.see('Block 1', '[data-narrator]');
    await devnet.network.crashValidator(2);
    await devnet.mine({ blocks: 4 });
    await devnet.network.restartValidator(2);
    await opened.listensAnew();
    await clickThrough(opened, /^\d+ ✕✓/);
    await opened.hears('validator-2 should propose, but it is down');
    await opened.hears(/No proposal that counts: .* prevote nil/);
    await opened.hears(/Round 1: validator-\d proposes/);
  });

  it('breaks the network so that it stops, and reads why', async () => {
    await using opened = await kit.open({}, FIRST_VIEW);
    await opened.see('Click a validator to change it, drag it to cut it off');
    await opened.see('Send a transaction', '[data-narrator]');
    expect(await clickThrough(opened, /^validator-1/, 'Crash', /^validator-2/, 'Crash')).toBe(4);
    await opened.see('Stuck: only 2 of 4 are up', '[data-narrator]');
    await opened.see('2 of 4 up: 50 %, more than 66.7 % needed.', '[data-narrator]');
    await clickThrough(opened, 'Restart validator-1');
    await opened.see('3 of 4 up', '[data-narrator]');
  });

  it('finds the failed transaction of a test, and its reason', async () => {
    await using opened = await kit.open({}, FIRST_VIEW);
    const { provider } = opened.devnet;
    const request = <T>(method: string, ...params: readonly unknown[]): Promise<T> =>
      provider.request({ method, params } as never) as Promise<T>;
    const { abi, bytecode } = await compileSolidity(
      'contract Safe { function open(uint256 key) external pure { require(key == 4711, "the key does not fit"); } }',
      'Safe',
    );
    const [from, other] = await request<string[]>('eth_accounts');
    const deployed = await request('eth_sendTransaction', { from, data: bytecode });
    const { contractAddress: to } = await request<{ contractAddress: string }>('eth_getTransactionReceipt', deployed);
    const data = encodeFunctionData({ abi, functionName: 'open', args: [12n] });
    await request('eth_sendTransaction', { from, to, data, gas: '0x1c000' }).catch(() => undefined);
    await request('eth_sendTransaction', { from, to: other, value: '0x7' });
    await clickThrough(opened, 'Transactions');
    await opened.see('reverted: the key does not fit');
    await clickThrough(opened, /reverted: the key does not fit/);
    await opened.see('Why it failed');
    await opened.see('execution reverted: the key does not fit', 'main');
  });

  it('gets a private key for a wallet', async () => {
    await using opened = await kit.open({}, FIRST_VIEW);
    const [account] = opened.devnet.accounts;
    await opened.page.context().grantPermissions(['clipboard-read', 'clipboard-write']);
    expect(await clickThrough(opened, 'Ethereum', /^Key/, /Copy the private key/)).toBe(3);
    await opened.see(account?.privateKey ?? 'no key');
    await eventually(() => opened.page.evaluate('navigator.clipboard.readText()')).toBe(account?.privateKey);
  });

  it('replays the lock that saves us', async () => {
    await using opened = await kit.open({ dashboard: { scenarios: scenarioRunner } }, FIRST_VIEW);
    await clickThrough(opened, 'Scenarios', 'Play: The lock that saves us');
    await opened.see('Run of “The lock that saves us”');
    await opened.hears(/[Vv]alidators? [\d, and]+ locks? A/);
    await opened.hears(/is decided: A/);
  });
});
