/** What a test file does with a devnet of its own in its own process. */
import type { Devnet } from '../src/devnet/index.js';
import { type Figure, figureOf } from './figures.js';
import { LIBRARY } from './in_process.js';
import { senders, transfers } from './transactions.js';

type Library = typeof import('../src/devnet/index.js');

/** Validators, and empty heights of one round: messages grow with the square of the validators. */
const SIZES = [
  [1, 2000],
  [4, 2000],
  [16, 400],
  [64, 60],
  [100, 30],
] as const;

export async function inProcessChains(quick: boolean): Promise<(readonly [string, Figure])[]> {
  const { createDevnet } = (await import(LIBRARY)) as Library;
  const open = (): Promise<Devnet> => createDevnet({ jsonRpc: false, rpc: false, assets: false });
  const count = quick ? 200 : 1000;
  const blocks = quick ? 1000 : 10_000;
  const opened = await perDevnet(open, quick ? 5 : 30);
  const devnet = await open();
  const queued = await oneBlock(devnet, count, quick ? 2 : 5);
  const start = performance.now();
  await devnet.provider.request({ method: 'hardhat_mine', params: [`0x${blocks.toString(16)}`, '0x1'] });
  const mined = figureOf([(performance.now() - start) / blocks], 'ms');
  await devnet.close();
  return [
    ['createDevnet and close', opened],
    [`${count} transfers in one block`, queued],
    [`hardhat_mine of ${blocks}, a block`, mined],
    ...(await emptyHeights(createDevnet, quick ? 2 : 5)),
  ];
}

/** By the number of validators; the first round warms up and does not count. */
async function emptyHeights(
  createDevnet: Library['createDevnet'],
  rounds: number,
): Promise<(readonly [string, Figure])[]> {
  const rows: (readonly [string, Figure])[] = [];
  for (const [validators, heights] of SIZES) {
    const { provider, close } = await createDevnet({ jsonRpc: false, rpc: false, assets: false, validators });
    const samples: number[] = [];
    for (let round = 0; round <= rounds; round++) {
      const start = performance.now();
      await provider.request({ method: 'hardhat_mine', params: [`0x${heights.toString(16)}`, '0x1'] });
      samples.push(heights / ((performance.now() - start) / 1000));
    }
    await close();
    const name = `empty heights with ${validators} validator${validators === 1 ? '' : 's'}`;
    rows.push([name, figureOf(samples.slice(1), 'heights/s')]);
  }
  return rows;
}

async function perDevnet(open: () => Promise<Devnet>, times: number): Promise<Figure> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const start = performance.now();
    await (await open()).close();
    samples.push(performance.now() - start);
  }
  return figureOf(samples, 'ms');
}

async function oneBlock({ provider }: Devnet, count: number, rounds: number): Promise<Figure> {
  const samples: number[] = [];
  const from = (await senders()).slice(0, 10);
  await provider.request({ method: 'evm_setAutomine', params: [false] });
  for (let round = 0; round < rounds; round++) {
    for (const raw of transfers(from, count, 20))
      await provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
    const start = performance.now();
    await provider.request({ method: 'evm_mine' });
    samples.push(performance.now() - start);
  }
  await provider.request({ method: 'evm_setAutomine', params: [true] });
  return figureOf(samples, 'ms');
}
