/** Measures what a height costs in this process: empty, and with a transaction whose receipt is requested. */
import type { Devnet, EvmProvider } from '../src/devnet/index.js';
import { fromHex } from '../src/kernel/hex.js';
import { type Figure, figureOf } from './figures.js';
import { endingGenesis } from './genesis.js';
import { HALLEY, inFreshProcess, LIBRARY } from './in_process.js';
import { printTable, type Row } from './table.js';
import { deployment, tokenTransfers } from './tokens.js';
import { type Sender, senders, transfers } from './transactions.js';

const VALIDATORS = [1, 4, 16, 64, 100];
const FIRST = 500;
const RECIPIENTS = 20;
/** Duration of one round, in milliseconds, in which only the number of heights is counted. */
const ROUND_MS = 1000;
/** Unbonding delegations that end at once, and when. */
const ENDING = 1000;
const END = '2100-01-01T00:00:00Z';

export async function measureHeights(quick: boolean): Promise<void> {
  const rounds = quick ? 2 : 5;
  const rows = [await coldRow(quick ? 2 : 5), ...(await transferRows(quick ? 500 : 2000, rounds))];
  for (const validators of VALIDATORS)
    rows.push([`empty heights, ${validators} validators`, await emptyHeights(validators, rounds, quick)]);
  rows.push([`a height in which ${ENDING} unbonding delegations end`, await endingHeight(rounds)]);
  printTable([{ name: 'Halley', rows }]);
}

async function open(validators?: number): Promise<Devnet> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  return createDevnet({ jsonRpc: false, rpc: false, assets: false, ...(validators !== undefined && { validators }) });
}

/** Measures transfers in several new processes. */
async function coldRow(times: number): Promise<Row> {
  const samples: number[] = [];
  for (let i = 0; i < times; i++) {
    const raws = transfers((await senders()).slice(0, 1), FIRST, RECIPIENTS);
    const { marksMs } = inFreshProcess(HALLEY, { raws, marks: [FIRST], heights: 0, snapshots: [] });
    samples.push((marksMs[0] as number) / FIRST);
  }
  return [`one of the first ${FIRST} transfers, cold`, figureOf(samples, 'ms')];
}

async function transferRows(count: number, rounds: number): Promise<Row[]> {
  const devnet = await open();
  const sender = (await senders())[0] as Sender;
  const [contractAddress] = await confirmAll(devnet.provider, [await deployment(sender)]);
  const token = fromHex((contractAddress as string).slice(2));
  const plain = () => transfers([sender], count, RECIPIENTS);
  const ofToken = () => tokenTransfers(sender, token, count);
  const figure = async (raws: () => string[]): Promise<Figure> => {
    const samples: number[] = [];
    for (let round = 0; round < rounds; round++) {
      const sent = raws();
      const start = performance.now();
      await confirmAll(devnet.provider, sent);
      samples.push((performance.now() - start) / count);
    }
    return figureOf(samples, 'ms');
  };
  // This warms up both kinds before either is timed.
  await confirmAll(devnet.provider, [...plain(), ...ofToken()]);
  const rows: Row[] = [
    ['a transfer, warm', await figure(plain)],
    ['an ERC-20 transfer, warm', await figure(ofToken)],
  ];
  await devnet.close();
  return rows;
}

interface Receipt {
  readonly status: string;
  readonly contractAddress: string | null;
}

/** Sends transactions in order. Returns the address of the contract that each created. */
async function confirmAll(provider: EvmProvider, raws: readonly string[]): Promise<(string | null)[]> {
  const created: (string | null)[] = [];
  for (const raw of raws) {
    const hash = await provider.request({ method: 'eth_sendRawTransaction', params: [raw] });
    const receipt = (await provider.request({ method: 'eth_getTransactionReceipt', params: [hash] })) as Receipt | null;
    if (receipt?.status !== '0x1') throw new Error(`transaction ${hash} has no successful receipt`);
    created.push(receipt.contractAddress);
  }
  return created;
}

async function emptyHeights(validators: number, rounds: number, quick: boolean): Promise<Figure> {
  const devnet = await open(validators);
  const samples: number[] = [];
  const duration = quick ? ROUND_MS / 2 : ROUND_MS;
  for (let round = -1; round < rounds; round++) {
    const start = performance.now();
    let heights = 0;
    for (; performance.now() < start + duration; heights++) await devnet.mine();
    // The first round is a warm-up.
    if (round >= 0) samples.push((heights * 1000) / (performance.now() - start));
  }
  await devnet.close();
  return figureOf(samples, 'heights/s');
}

/** Measures the height in which unbonding delegations of as many accounts end, on a new chain each. */
async function endingHeight(rounds: number): Promise<Figure> {
  const { createDevnet } = (await import(LIBRARY)) as typeof import('../src/devnet/index.js');
  const samples: number[] = [];
  for (let round = 0; round < rounds; round++) {
    const devnet = await createDevnet({
      jsonRpc: false,
      rpc: false,
      assets: false,
      genesis: endingGenesis(ENDING, END),
    });
    const { provider } = devnet;
    await provider.request({ method: 'evm_setNextBlockTimestamp', params: [Date.parse(END) / 1000] });
    const start = performance.now();
    await devnet.mine();
    samples.push(performance.now() - start);
    await devnet.close();
  }
  return figureOf(samples, 'ms');
}
