/** Starts the two sides of the comparison of CometBFT RPC: Halley, and CometBFT with its example application. */
import { availableParallelism } from 'node:os';
import { call } from './client.js';
import { CometChain, type Lanes } from './comet_chain.js';
import { type AbciCall, type FullBlock, questions } from './comet_questions.js';
import { figureOf } from './figures.js';
import { kvstore } from './kvstore.js';
import type { Column } from './table.js';
import { HALLEY_COMMAND, type Launch, launch } from './targets.js';
import { senders, transfers } from './transactions.js';

export const BLOCK_TXS = 500;
export const SUBSCRIBERS = 100;
/** Most subscribers. The engine counts its own services too, and refuses even a second subscription at the limit. */
const MAX_SUBSCRIBERS = SUBSCRIBERS + 10;
const KEY_VALUE_LANES = 20;

const halley = (blockSeconds: number): Launch => ({
  name: 'Halley',
  command: process.execPath,
  probe: 'health',
  args: (port) => [
    ...[HALLEY_COMMAND, 'start', '--silent', '--json-rpc.enable=false', '--assets.address=', '--dashboard.address='],
    // The dialect is that of the engine that it is compared with.
    ...[`--rpc.laddr=tcp://127.0.0.1:${port}`, '--rpc.dialect=0.38', `--block-time=${blockSeconds}`],
    `--rpc.max_subscription_clients=${MAX_SUBSCRIBERS}`,
  ],
  sameWsPort: true,
});

type MakeTransactions = (count: number) => Lanes;

/** Makes a list for each sender, whose nonces must arrive in order. */
async function ethereumTransfers(): Promise<MakeTransactions> {
  const from = await senders();
  const base64 = (raw: string): string => Buffer.from(raw.slice(2), 'hex').toString('base64');
  return (count) => from.map((sender) => transfers([sender], count / from.length, BLOCK_TXS).map(base64));
}

/** Makes keys and values for transactions of `bytes`. */
function keyValuePairs(bytes: number): MakeTransactions {
  let next = 0;
  const one = (): string => Buffer.from(`key${next++}=`.padEnd(bytes, 'v')).toString('base64');
  const worker = (count: number) => Array.from({ length: count }, one);
  return (count) => Array.from({ length: KEY_VALUE_LANES }, () => worker(count / KEY_VALUE_LANES));
}

/** One side: its chain with a full block, the requests for that block, and the figures. */
export class Side {
  readonly #samples = new Map<string, { readonly unit: string; readonly values: number[] }>();

  private constructor(
    readonly chain: CometChain,
    /** Number of cores that the process can use for its work. */
    readonly cores: number,
    readonly height: string,
    readonly questions: readonly AbciCall[],
  ) {}

  static async start(what: Launch, cores: number, make: MakeTransactions): Promise<Side> {
    const chain = await CometChain.watch(await launch(what), make);
    const height = await chain.fullBlock(BLOCK_TXS);
    return new Side(chain, cores, height, await questions(chain.target.port, height, BLOCK_TXS));
  }

  get port(): number {
    return this.chain.target.port;
  }

  /** Returns the size of a transaction of the full block. */
  async txBytes(): Promise<number> {
    const { block } = await call<FullBlock>(this.port, 'block', { height: this.height });
    return Buffer.from(block.data.txs[0] ?? '', 'base64').length;
  }

  add(row: string, unit: string, value: number): void {
    const known = this.#samples.get(row);
    if (known === undefined) this.#samples.set(row, { unit, values: [value] });
    else known.values.push(value);
  }

  column(): Column {
    const rows = [...this.#samples].map(([name, { unit, values }]) => [name, figureOf(values, unit)] as const);
    return { name: this.chain.target.name, rows };
  }

  async stop(): Promise<void> {
    this.chain.close();
    await this.chain.target.stop();
  }
}

/** Starts ours, and the engine if its binary is found. */
export async function startSides(blockSeconds: number): Promise<Side[]> {
  // One thread does all the measured work.
  const ours = await Side.start(halley(blockSeconds), 1, await ethereumTransfers());
  // The buffers keep everything for a subscriber that falls behind by a whole block.
  const engine = kvstore(blockSeconds, MAX_SUBSCRIBERS, 2 * BLOCK_TXS);
  if (engine === undefined) return [ours];
  return [ours, await Side.start(engine, availableParallelism(), keyValuePairs(await ours.txBytes()))];
}
