/** Tests what a forked devnet tells programs and users about its fork. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
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
