/** Tests what a forked devnet tells programs and users about its fork. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import dev from '../../../genesis/dev.json' with { type: 'json' };
import { bannerJson, bannerText } from '../../../src/cli/banner.js';
import { answers, fakeNode } from '../../client/remote_kit.js';
import { answerOf } from './fork_kit.js';
import { open, openFork, openOrigin } from './forked_devnet.js';

it('names the node and the block of the fork, without the secrets of the URL', async () => {
  const origin = await openOrigin();
  const newest = await origin.ask('eth_getBlockByNumber', 'latest', false);
  const url = origin.url.replace('http://', 'http://user:SECRET@');
  const { devnet } = await openFork(url);
  const label = origin.url.replace(/\/$/, '');
  const block = { blockNumber: BigInt(newest.number), blockHash: newest.hash };
  expect(devnet.fork).toEqual({ url: label, ...block, chainId: origin.devnet.evmChainId });
  expect(bannerText(devnet)).toContain(`Fork           ${label}, block ${block.blockNumber} (${block.blockHash})\n`);
  expect(JSON.parse(bannerJson(devnet)).fork).toEqual({
    ...{ url: label, blockHash: newest.hash },
    ...{ blockNumber: `${block.blockNumber}`, chainId: `${origin.devnet.evmChainId}` },
  });
  expect(bannerText(devnet) + bannerJson(devnet)).not.toContain('SECRET');
  expect(origin.devnet.fork).toBeUndefined();
  expect(bannerText(origin.devnet)).not.toContain('Fork ');
});

it('refuses a block whose number is too high, in terms of the fork', async () => {
  const number = `0x${(2n ** 52n).toString(16)}`;
  const node = await fakeNode((asked) =>
    answers(asked, (request) => {
      const answer = answerOf({ chainId: 5n, branch: 1 }, request);
      return request.method === 'eth_getBlockByNumber' ? { ...Object(answer), number } : answer;
    }),
  );
  await expect(openFork(node.url)).rejects.toThrow(
    `cannot fork at block ${2n ** 52n} of http://${new URL(node.url).host}: expected a block below ${2n ** 52n}`,
  );
});

it('refuses a block whose base fee no account can pay, unless the genesis document chooses one', async () => {
  const nodeWith = (baseFeePerGas: bigint) =>
    fakeNode((asked) =>
      answers(asked, (request) => {
        const answer = answerOf({ chainId: 5n, branch: 1 }, request);
        const fees = { baseFeePerGas: `0x${baseFeePerGas.toString(16)}`, gasUsed: '0x0' };
        return request.method === 'eth_getBlockByNumber' ? { ...Object(answer), ...fees } : answer;
      }),
    );
  const most = (2n ** 256n - 1n) / 21_000n;
  // The next block of an empty one has seven eighths of its base fee.
  const highest = (most * 8n) / 7n - 8n;
  const { devnet } = await openFork((await nodeWith(highest)).url);
  expect(devnet.height).toBeGreaterThan(0n);
  for (const fee of [highest + 16n, 2n ** 256n - 1n]) {
    const { url } = await nodeWith(fee);
    await expect(openFork(url)).rejects.toMatchObject({
      code: 'invalid-argument',
      message: expect.stringMatching(
        /^cannot fork at block \d+ of http.*: the base fee of the next block is \d+ wei, at which/,
      ),
    });
    const { feemarket, ...modules } = dev.app_state;
    const params = { ...feemarket.params, base_fee: '7' };
    const genesis = { ...dev, app_state: { ...modules, feemarket: { ...feemarket, params } } };
    const chosen = await openFork(url, { genesis });
    expect(await chosen.ask('eth_getBlockByNumber', 'latest', false)).toMatchObject({ baseFeePerGas: '0x7' });
  }
});

it.each([0n, 2n ** 63n])('refuses the chain id %s of the other chain, and takes another one', async (chainId) => {
  const node = await fakeNode((asked) => answers(asked, (request) => answerOf({ chainId, branch: 1 }, request)));
  await expect(openFork(node.url)).rejects.toMatchObject({
    code: 'invalid-argument',
    message: expect.stringMatching(
      new RegExp(`^http://127\\.0\\.0\\.1:\\d+ has the chain id ${chainId}, .* set another one with --fork-chain-id`),
    ),
  });
  const { devnet } = await openFork(node.url, {}, { chainId: 77n });
  expect([devnet.evmChainId, devnet.fork?.chainId]).toEqual([77n, chainId]);
});

it('warns when the cache is used in place of a node that is away', async () => {
  const cachePath = await mkdtemp(join(tmpdir(), 'halley-fork-facts-'));
  onTestFinished(() => rm(cachePath, { recursive: true, force: true }));
  const origin = await openOrigin();
  const fork = { url: origin.url, blockNumber: origin.devnet.height, retries: 0, cachePath };
  const warnings: string[] = [];
  const onForkWarning = (text: string): unknown => warnings.push(text);
  await (await open({ fork, onForkWarning })).devnet.close();
  expect(warnings).toEqual([]);
  await origin.devnet.close();
  const { devnet } = await open({ fork, onForkWarning });
  expect(devnet.fork?.blockNumber).toBe(fork.blockNumber);
  expect(warnings).toEqual([expect.stringMatching(/cannot be reached.*the fork uses what earlier runs fetched/)]);
});
