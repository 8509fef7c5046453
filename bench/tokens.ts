/** Deploys an ERC-20 that solc compiled, and transfers it. */
import { type Bytes, bigintToBytes, concatBytes } from '../src/kernel/bytes.js';
import { fromHex } from '../src/kernel/hex.js';
import { confirm } from './confirm.js';
import { compileErc20 } from './erc20.js';
import { type Figure, figureOf } from './figures.js';
import type { Row } from './table.js';
import type { Target } from './targets.js';
import { recipient, type Sender, sign } from './transactions.js';

const TRANSFER = fromHex('a9059cbb');
const DEPLOY_GAS = 2_000_000n;
const TRANSFER_GAS = 100_000n;
const RECIPIENTS = 20;

export const deployment = async (from: Sender): Promise<string> =>
  sign(from, undefined, 0n, await compileErc20(), DEPLOY_GAS);

/** Makes transfers of one token to each of some recipients in turn. */
export const tokenTransfers = (from: Sender, token: Bytes, count: number): string[] =>
  Array.from({ length: count }, (_, i) =>
    sign(
      from,
      token,
      0n,
      concatBytes(TRANSFER, new Uint8Array(12), recipient(i % RECIPIENTS), bigintToBytes(1n, 32)),
      TRANSFER_GAS,
    ),
  );

/** Measures transfers over one connection, each confirmed by its receipt before the next one. */
export async function tokenRows(target: Target, from: Sender, count: number, rounds: number): Promise<Row[]> {
  const { contractAddress } = await confirm(target, await deployment(from));
  const token = fromHex((contractAddress as string).slice(2));
  const rate = async (raws: readonly string[]): Promise<number> => {
    const start = performance.now();
    for (const raw of raws) await confirm(target, raw);
    return (raws.length * 1000) / (performance.now() - start);
  };
  const figure = async (raws: () => string[] | Promise<string[]>): Promise<Figure> => {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) samples.push(await rate(await raws()));
    return figureOf(samples, 'tx/s');
  };
  const code = await compileErc20();
  const deploys = (): string[] => Array.from({ length: count / 4 }, () => sign(from, undefined, 0n, code, DEPLOY_GAS));
  await rate(tokenTransfers(from, token, count));
  return [
    ['ERC-20 transfers', await figure(() => tokenTransfers(from, token, count))],
    ['ERC-20 deploys', await figure(deploys)],
  ];
}
