/** Measures what a test file does with a devnet of its own in its own process. */
import type { Devnet } from '../src/devnet/index.js';
import { type Figure, figureOf } from './figures.js';
import { LIBRARY } from './in_process.js';
import { senders, transfers } from './transactions.js';

type Library = typeof import('../src/devnet/index.js');

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
  ];
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
