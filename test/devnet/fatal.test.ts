/** Makes writes fail in every place: the devnet ends with one error, and acknowledged transactions are not lost. */
import { keccak256 } from 'viem';
import { privateKeyToAccount } from 'viem/accounts';
import { describe, expect, it, onTestFinished } from 'vitest';
import { startDevnet } from '../../src/devnet/devnet.js';
import type { Devnet } from '../../src/devnet/index.js';
import type { DevnetOptions } from '../../src/devnet/options/devnet_options.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { fromHex, to0x } from '../../src/kernel/hex.js';
import { DISK_IS_FULL, UnreliableStore } from '../storage/unreliable_store.js';
import { transfer } from './node_kit.js';

const CHAIN_ID = 31337n;

interface TestDevnet {
  readonly devnet: Devnet;
  readonly store: UnreliableStore;
  /** Resolves to the fatal error, after the devnet has closed itself. */
  readonly fatal: Promise<HalleyError>;
  readonly received: HalleyError[];
}

async function testDevnet(options: DevnetOptions = {}, store = new UnreliableStore()): Promise<TestDevnet> {
  const received: HalleyError[] = [];
  let publish: (error: HalleyError) => void = () => undefined;
  const fatal = new Promise<HalleyError>((resolve) => {
    publish = resolve;
  });
  const onFatal: DevnetOptions['onFatal'] = (error, closed) => {
    received.push(error);
    void closed.then(() => publish(error));
  };
  const sockets: DevnetOptions = { jsonRpc: false, rpc: { address: '127.0.0.1:0', unsafe: true }, assets: false };
  const devnet = await startDevnet(
    { seed: 'fatal', ...sockets, ...options, onFatal },
    { openStore: async () => store },
  );
  onTestFinished(async () => {
    if (store.closeFailure === undefined) await devnet.close();
  });
  return { devnet, store, fatal, received };
}

const sendRaw = ({ devnet }: TestDevnet, raw: Uint8Array): Promise<unknown> =>
  devnet.provider.request({ method: 'eth_sendRawTransaction', params: [to0x(raw)] });

const send = async (on: TestDevnet, nonce: number): Promise<unknown> => sendRaw(on, await transfer(CHAIN_ID, nonce));

async function consensus(
  { devnet }: TestDevnet,
  path: string,
): Promise<{ result?: unknown; error?: { data: string } }> {
  const answer = await fetch(`${devnet.urls.cometRpc}/${path}`);
  return (await answer.json()) as { result?: unknown; error?: { data: string } };
}

const broadcast = async (on: TestDevnet, how: string, nonce: number) =>
  consensus(on, `${how}?tx=${to0x(await transfer(CHAIN_ID, nonce))}`);

/** Delays writes until the returned function is called. */
function hold(store: UnreliableStore): () => void {
  let open: () => void = () => undefined;
  store.gate = new Promise((resolve) => {
    open = resolve;
  });
  return open;
}

/** Every way to make the devnet write, with the error that its caller gets when the first write fails. */
const WAYS: Readonly<
  Record<string, { readonly options?: DevnetOptions; readonly run: (on: TestDevnet) => Promise<void> }>
> = {
  'eth_sendRawTransaction, in automine': {
    run: async (on) => {
      await expect(send(on, 1)).rejects.toMatchObject({ code: -32603, message: DISK_IS_FULL.message });
    },
  },
  'eth_sendRawTransaction, where it waits': {
    options: { miningMode: 'manual' },
    run: async (on) => {
      await expect(send(on, 1)).rejects.toMatchObject({ code: -32603, message: DISK_IS_FULL.message });
    },
  },
  broadcast_tx_sync: {
    run: async (on) => {
      expect((await broadcast(on, 'broadcast_tx_sync', 1)).error?.data).toBe(DISK_IS_FULL.message);
    },
  },
  'broadcast_tx_sync, in the height that follows its answer': {
    run: async (on) => {
      on.store.room = 1;
      expect((await broadcast(on, 'broadcast_tx_sync', 1)).result).toMatchObject({ code: 0 });
    },
  },
  broadcast_tx_commit: {
    run: async (on) => {
      expect((await broadcast(on, 'broadcast_tx_commit', 1)).error?.data).toBe(DISK_IS_FULL.message);
    },
  },
  unsafe_flush_mempool: {
    options: { miningMode: 'manual' },
    run: async (on) => {
      expect((await consensus(on, 'unsafe_flush_mempool')).error?.data).toBe(DISK_IS_FULL.message);
    },
  },
  'mine()': {
    run: async ({ devnet }) => {
      await expect(devnet.mine()).rejects.toBe(DISK_IS_FULL);
    },
  },
  'setValidatorPower()': {
    run: async ({ devnet }) => {
      await expect(devnet.setValidatorPower(0, 5)).rejects.toBe(DISK_IS_FULL);
    },
  },
  'revert()': {
    run: async ({ devnet, store }) => {
      store.room = 1;
      const id = await devnet.snapshot();
      await devnet.mine();
      await expect(devnet.revert(id)).rejects.toBe(DISK_IS_FULL);
    },
  },
  'the ticker of an interval': {
    options: { miningMode: { type: 'interval', ms: 1 } },
    run: async () => undefined,
  },
};

describe('a write that fails', () => {
  it.each(Object.entries(WAYS))('ends the devnet: %s', async (_, { options = {}, run }) => {
    const on = await testDevnet(options);
    const manual = options.miningMode === 'manual';
    const first = typeof options.miningMode === 'object' ? undefined : await send(on, 0);
    on.store.room = 0;
    await run(on);
    expect(await on.fatal).toBe(DISK_IS_FULL);
    expect(on.received).toEqual([DISK_IS_FULL]);

    await expect(on.devnet.mine()).rejects.toBe(DISK_IS_FULL);
    await expect(on.devnet.snapshot()).rejects.toBe(DISK_IS_FULL);
    await expect(on.devnet.setValidatorPower(0, 7)).rejects.toBe(DISK_IS_FULL);
    await expect(send(on, 2)).rejects.toMatchObject({ code: -32603, message: DISK_IS_FULL.message });
    await on.devnet.close();

    const again = await testDevnet({}, new UnreliableStore(on.store.disk));
    if (first !== undefined) {
      const receipt = await again.devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [first] });
      expect(receipt).toMatchObject({ status: '0x1', blockNumber: manual ? expect.any(String) : '0x2' });
    }
    const height = again.devnet.height;
    await again.devnet.mine();
    expect(again.devnet.height).toBe(height + 1n);
  });

  it('reaches every caller that waits, in the order of their commands', async () => {
    const on = await testDevnet();
    const txs = await Promise.all([0, 1, 2, 3].map((nonce) => transfer(CHAIN_ID, nonce)));
    on.store.room = 1;
    const open = hold(on.store);
    const waiting = txs.map((tx) => sendRaw(on, tx));
    open();
    const outcomes = await Promise.allSettled(waiting);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'rejected', 'rejected']);
    for (const outcome of outcomes.slice(1))
      expect(outcome).toMatchObject({ reason: { code: -32603, message: DISK_IS_FULL.message } });
    expect(await on.fatal).toBe(DISK_IS_FULL);
    const again = await testDevnet({}, new UnreliableStore(on.store.disk));
    expect(again.devnet.height).toBe(2n);
  });

  it('rejects createDevnet when it is the first', async () => {
    const store = new UnreliableStore();
    store.room = 1;
    await expect(testDevnet({}, store)).rejects.toBe(DISK_IS_FULL);
  });

  it('ends a devnet without a listener, too', async () => {
    const store = new UnreliableStore();
    const devnet = await startDevnet({ seed: 'fatal' }, { openStore: async () => store });
    store.room = 0;
    for (let i = 0; i < 2; i++) await expect(devnet.mine()).rejects.toBe(DISK_IS_FULL);
    await devnet.close();
  });

  it('ends a devnet that is closing, too', async () => {
    const on = await testDevnet();
    on.store.room = 0;
    const open = hold(on.store);
    const mined = on.devnet.mine();
    const closed = on.devnet.close();
    open();
    await expect(mined).rejects.toBe(DISK_IS_FULL);
    await closed;
    expect(await on.fatal).toBe(DISK_IS_FULL);
  });
});

describe('a refusal', () => {
  it('ends nothing', async () => {
    const on = await testDevnet();
    await expect(on.devnet.setValidatorPower(99, 5)).rejects.toMatchObject({ code: 'not-found' });
    await expect(send(on, 0)).resolves.toBeDefined();
    await expect(send(on, 0)).rejects.toMatchObject({ code: -32000 });
    await on.devnet.mine();
    expect(on.received).toEqual([]);
  });
});

describe('a store that cannot be closed', () => {
  it('rejects the call that closes the devnet', async () => {
    const on = await testDevnet();
    on.store.closeFailure = new HalleyError('store-failed', 'the store cannot be closed');
    await expect(on.devnet.close()).rejects.toBe(on.store.closeFailure);
  });
});

describe('a closed devnet', () => {
  it('refuses commands', async () => {
    const { devnet } = await testDevnet();
    await devnet.close();
    await expect(devnet.mine()).rejects.toMatchObject({ code: 'unavailable', message: 'Halley is closed' });
  });
});

describe('a devnet that is closed while a block executes', () => {
  /** Calls a precompile that computes for a while. */
  const long = ({ devnet }: TestDevnet): Promise<`0x${string}`> =>
    privateKeyToAccount(devnet.accounts[1]?.privateKey as `0x${string}`).signTransaction({
      type: 'legacy',
      chainId: Number(CHAIN_ID),
      nonce: 0,
      gasPrice: 10n ** 10n,
      gas: 30_000_000n,
      to: `0x${'9'.padStart(40, '0')}`,
      data: `0x002dc6c0${'00'.repeat(209)}`,
    });

  it('abandons the block without a failure; acknowledged transactions exist after a restart', async () => {
    const on = await testDevnet();
    const first = await send(on, 0);
    const sending = sendRaw(on, fromHex(await long(on)));
    const mined = on.devnet.mine();
    const closed = on.devnet.close();
    await Promise.all([
      expect(sending).rejects.toMatchObject({ message: 'Halley is closed' }),
      expect(mined).rejects.toMatchObject({ code: 'unavailable', message: 'Halley is closed' }),
    ]);
    await closed;
    expect([on.received, on.devnet.height]).toEqual([[], 2n]);

    const again = await testDevnet({}, new UnreliableStore(on.store.disk));
    expect(again.devnet.height).toBe(2n);
    const receipt = await again.devnet.provider.request({ method: 'eth_getTransactionReceipt', params: [first] });
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x2' });
    await again.devnet.mine();
    expect(again.devnet.height).toBe(3n);
  });

  it('executes the block after a restart when its transaction was acknowledged', async () => {
    const on = await testDevnet();
    const raw = await long(on);
    const received = consensus(on, `broadcast_tx_sync?tx=${raw}`);
    expect((await received).result).toMatchObject({ code: 0 });
    await on.devnet.close();
    expect([on.received, on.devnet.height]).toEqual([[], 1n]);
    const again = await testDevnet({}, new UnreliableStore(on.store.disk));
    const receipt = await again.devnet.provider.request({
      method: 'eth_getTransactionReceipt',
      params: [keccak256(raw)],
    });
    expect(receipt).toMatchObject({ status: '0x1', blockNumber: '0x2' });
  });
});

describe('a bug of ours in the loop', () => {
  it('ends the devnet, and is in its error', async () => {
    const on = await testDevnet();
    const bug = new TypeError('x is not a function');
    on.store.disk.batch = () => Promise.reject(bug);
    await expect(on.devnet.mine()).rejects.toMatchObject({ code: 'stopped', cause: bug });
    expect(await on.fatal).toMatchObject({ code: 'stopped', message: expect.stringContaining(bug.message) });
  });
});
