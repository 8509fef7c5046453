/** Transfers through the provider of a devnet in this process: no sockets, everything else. */
import { type Figure, figureOf } from './figures.js';
import { type Sender, senders, transfers } from './transactions.js';

/** The built library, as a program that depends on it loads it. */
const LIBRARY = new URL('../dist/index.mjs', import.meta.url).href;

export async function inProcessTransfers(
  count: number,
  rounds: number,
  blocks: number,
): Promise<(readonly [string, Figure])[]> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  const devnet = await createDevnet({ jsonRpc: false, rpc: false, assets: false });
  const from = await senders();
  const send = async (raws: readonly string[]): Promise<void> => {
    for (const raw of raws) await devnet.provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
  };
  const perTransfer = async (): Promise<Figure> => {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const raws = transfers(from as Sender[], count, 20);
      const start = performance.now();
      await send(raws);
      samples.push((performance.now() - start) / count);
    }
    return figureOf(samples, 'ms');
  };
  await perTransfer();
  const fresh = await perTransfer();
  await send(transfers(from, blocks, 20));
  const later = await perTransfer();
  await devnet.close();
  return [
    ['a transfer', fresh],
    [`a transfer after ${blocks} blocks`, later],
  ];
}
