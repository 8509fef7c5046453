/** Starts a devnet with a history worth reading, and devnets that fork it over HTTP. */
import type { Hex } from 'viem';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';
import { crowdBlock } from '../../support/devnets/crowd.js';
import { DIARY_CODE, deployDiary, diaryCall } from '../../support/devnets/diary.js';
import { TestDevnet } from '../../support/devnets/test_devnet.js';

const ON_FREE_PORT: DevnetOptions = {
  jsonRpc: { address: '127.0.0.1:0', namespaces: ['all'] },
  rpc: false,
  assets: false,
};

/** Devnet with its EVM JSON-RPC on a free port. */
export interface Served {
  readonly devnet: Devnet;
  readonly url: string;
  readonly test: TestDevnet;
  /** Returns the whole text of the HTTP response. */
  text(method: string, params: readonly unknown[]): Promise<string>;
  // biome-ignore lint/suspicious/noExplicitAny: answers of any shape
  ask(method: string, ...params: readonly unknown[]): Promise<any>;
}

export async function serve(options: DevnetOptions): Promise<Served> {
  const devnet = await createDevnet({ ...ON_FREE_PORT, ...options });
  const url = devnet.urls.evmHttp as string;
  const text = async (method: string, params: readonly unknown[]): Promise<string> => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params });
    const response = await fetch(url, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
    return response.text();
  };
  const ask: Served['ask'] = async (method, ...params) => {
    const { result, error } = JSON.parse(await text(method, params));
    if (error !== undefined) throw Object.assign(new Error(error.message), error);
    return result;
  };
  return { devnet, url, test: new TestDevnet(devnet), text, ask };
}

export interface Origin extends Served {
  /** Contract that was deployed before the fork. */
  readonly diary: Hex;
  /** Block at which the tests fork. The origin has blocks above it. */
  readonly forkBlock: number;
}

/** Starts a devnet with a contract, logs, a failed transaction and every type of transaction, below and above a block. */
export async function startOrigin(): Promise<Origin> {
  const origin = await serve({ seed: 'origin', miningMode: 'manual' });
  const { test } = origin;
  const diary = await deployDiary(test);
  await crowdBlock(test, diary);
  await test.mine(2);
  await test.send(2, { to: diary, data: diaryCall('write', 3n, 50n) });
  await test.mine();
  const forkBlock = await test.height();
  await test.send(2, { to: diary, data: diaryCall('write', 2n, 60n) });
  await test.send(3, { data: DIARY_CODE, gas: 1_500_000n });
  await test.mine(2);
  return { ...origin, diary, forkBlock };
}
