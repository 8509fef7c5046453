/** Tests in Chromium that the page replays rounds of blocks that were decided before it was opened. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createDevnet } from '../../../src/devnet/index.js';
import { BrowserKit, CAN_BROWSE } from './page_kit.js';

describe.runIf(CAN_BROWSE)('Watch', () => {
  let kit: BrowserKit;

  beforeAll(async () => {
    kit = await BrowserKit.start();
  });

  afterAll(() => kit.close());

  it('replays a block that was decided before the page was opened', async () => {
    await using devnet = await createDevnet({
      seed: 'dashboard',
      miningMode: 'manual',
      dashboard: { address: '127.0.0.1:0' },
    });
    await devnet.network.crashValidator(2);
    await devnet.mine({ blocks: 5 });
    const opened = await kit.visit(`${devnet.urls.dashboard}`, { place: '#/block/3' });
    const { page } = opened;
    await page.getByRole('link', { name: /^Watch/ }).click();
    await opened.see('Block 3, replayed');
    await opened.see(/Height 3|block 3/i);
    await opened.passesAxe();
    // Several blocks, and one that does not exist: the view stays as it is.
    await opened.go('#/watch/4-6');
    await opened.see('Blocks 4 to 6, replayed');
    opened.expectProblems(/status of 404/);
    await opened.go('#/watch/99');
    await opened.see('the rounds of block 99 are not kept: the devnet keeps those of blocks 1 to 6');
    await opened.see('Blocks 4 to 6, replayed');
    expect(opened.problems()).toEqual([]);
  });

  it('says so where an address names rounds that are not kept any more', async () => {
    await using opened = await kit.open({ miningMode: 'manual' });
    await opened.devnet.mine({ blocks: 3 });
    await opened.devnet.provider.request({ method: 'anvil_rollback', params: ['0x1'] });
    opened.expectProblems(/status of 404/);
    await opened.go('#/watch/2');
    await opened.see('no rounds are kept yet', '.notice');
  });
});
