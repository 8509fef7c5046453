/** Opens a devnet with the genesis document of the recorded wasmd, in which the recorded transactions are in blocks. */
import { connect } from 'node:http2';
import { sdkBackend } from '../../../src/devnet/backends/sdk.js';
import { createDevnet, type Devnet, fixedClock } from '../../../src/devnet/index.js';
import { parseTime, type UnixNanos } from '../../../src/kernel/time.js';
import type { Target } from './asking.js';
import type { Json, Recording } from './recording.js';

/** Time of the blocks after the first, whose time is that of the genesis document. */
const NOW = parseTime('2026-11-29T16:45:00.123456789Z') as UnixNanos;

export interface RecordedChain extends Target {
  readonly devnet: Devnet;
  close(): Promise<void>;
}

export async function openRecordedChain({ genesis, transactions }: Recording): Promise<RecordedChain> {
  const devnet = await createDevnet({
    genesis,
    seed: 'wasmd',
    clock: fixedClock(NOW),
    validators: 1,
    api: true,
    grpc: true,
  });
  for (const { name, height, bytes } of transactions) {
    await mineTo(devnet, height - 1);
    const body = JSON.stringify({ tx_bytes: bytes, mode: 'BROADCAST_MODE_SYNC' });
    const response = await fetch(`${devnet.urls.api}/cosmos/tx/v1beta1/txs`, { method: 'POST', body });
    const { tx_response: said } = (await response.json()) as Json;
    if (said?.code !== 0) throw new Error(`${name}: ${JSON.stringify(said)}`);
    await mineTo(devnet, height);
  }
  await devnet.mine({ blocks: 2 });
  const { methods, messages } = sdkBackend(() => ({ height: () => 0n, query: () => Promise.reject(new Error()) }));
  const session = connect(`http://${devnet.urls.grpc}`);
  return {
    devnet,
    rest: devnet.urls.api as string,
    grpc: session,
    methods: new Map(methods.map((method) => [method.path, method])),
    messages,
    async close() {
      session.destroy();
      await devnet.close();
    },
  };
}

async function mineTo(devnet: Devnet, height: number): Promise<void> {
  const missing = height - Number(devnet.height);
  if (missing > 0) await devnet.mine({ blocks: missing });
}
