/** Runs a network of real nodes and a devnet at the same height, each with transactions of its own kind in blocks. */
import { createDevnet, type Devnet, type DevnetOptions, fixedClock, systemClock } from '../../src/devnet/index.js';
import { NANOS_PER_SECOND } from '../../src/kernel/time.js';
import { type CometNetwork, pause, startNetwork, until } from './peers/cometbft.js';

const HOUR = 3600n * NANOS_PER_SECOND;
const POLL_MS = 20;
const TRANSACTIONS = 3;

export interface TwoChains {
  readonly network: CometNetwork;
  readonly devnet: Devnet;
  readonly realUrl: string;
  /** URL of our 0.38 dialect. */
  readonly ourUrl: string;
  close(): Promise<void>;
}

export async function resultOf<T>(url: string, target: string): Promise<T> {
  const answer = (await (await fetch(`${url}/${target}`)).json()) as { result?: T; error?: { data?: string } };
  if (answer.result === undefined) throw new Error(`${target}: ${answer.error?.data}`);
  return answer.result;
}

export async function heightOf(url: string): Promise<number> {
  const { sync_info } = await resultOf<{ sync_info: { latest_block_height: string } }>(url, 'status');
  return Number(sync_info.latest_block_height);
}

/**
 * Resolves to the height when no more blocks follow. After each block with transactions the engine makes an empty one,
 * because the application's hash has changed.
 */
export async function standingStill(url: string): Promise<number> {
  for (;;) {
    const { block } = await resultOf<{ block: { header: { height: string }; data: { txs: readonly string[] } } }>(
      url,
      'block',
    );
    if (block.data.txs.length === 0) return Number(block.header.height);
    await pause(POLL_MS);
  }
}

/** Commits a transaction in a block of the real chain. */
export const commitKvstore = (url: string, text: string): Promise<unknown> =>
  resultOf(url, `broadcast_tx_commit?tx=${encodeURIComponent(JSON.stringify(text))}`);

/** Sends one wei from the first account to the second. */
export async function transfer(devnet: Devnet): Promise<void> {
  const [from, to] = devnet.accounts.map(({ address }) => address);
  await devnet.provider.request({ method: 'eth_sendTransaction', params: [{ from, to, value: '0x1' }] });
}

/** Brings the shorter chain to the height of the longer one, with empty blocks of ours or transactions of theirs. */
export async function level({ realUrl, devnet }: Pick<TwoChains, 'realUrl' | 'devnet'>): Promise<number> {
  for (let i = 0; ; i++) {
    const real = await standingStill(realUrl);
    while (Number(devnet.height) < real) await devnet.mine();
    if (Number(devnet.height) === real) return real;
    await commitKvstore(realUrl, `bring the chain higher ${real} ${i}=please`);
  }
}

/** Limits of the engine itself, so that both nodes have the same. */
const ENGINE_LIMITS = { batchSize: 10, subscriptionClients: 100, subscriptionsPerClient: 5 };

/** Starts both chains. The validators of both have the same powers. */
export async function startTwoChains(options: Partial<DevnetOptions> = {}): Promise<TwoChains> {
  const chainId = 'halley_31337-1';
  const network = await startNetwork({ chainId, powers: [10, 10] });
  const realUrl = network.nodes[0]?.url as string;
  let devnet: Devnet | undefined;
  const close = async (): Promise<void> => {
    await devnet?.close();
    await network.close();
  };
  try {
    devnet = await createDevnet({
      validators: 2,
      jsonRpc: false,
      assets: false,
      rpc: { address: 'tcp://127.0.0.1:0', unsafe: true, limits: ENGINE_LIMITS },
      clock: fixedClock(systemClock.now() - HOUR),
      ...options,
    });
    await until('the first block is decided', async () => (await heightOf(realUrl)) > 0);
    for (let i = 0; i < TRANSACTIONS; i++) {
      await commitKvstore(realUrl, `the name of the value ${i}=the value ${i}`);
      await transfer(devnet);
    }
    await level({ realUrl, devnet });
    return { network, devnet, realUrl, ourUrl: `${devnet.urls.cometRpc}/v0.38`, close };
  } catch (error) {
    await close();
    throw error;
  }
}
