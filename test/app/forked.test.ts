/** Tests a forked chain: blocks, calls and queries over another chain's state, which is fetched on demand. */
import fc from 'fast-check';
import { decodeFunctionResult, type Hex } from 'viem';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type ApplicationOptions, createApplication, type HalleyApplication } from '../../src/app/application.js';
import { openAppState } from '../../src/app/state/open.js';
import { withRemote } from '../../src/app/state/remote/with_remote.js';
import type { AppState, StateReader } from '../../src/app/state/types.js';
import { bech32Address } from '../../src/app/types/address.js';
import type { MsgEthereumTxResponse } from '../../src/codec/cosmos/tx.js';
import { ProtoWriter } from '../../src/codec/protobuf/index.js';
import { installFastCrypto } from '../../src/crypto/install.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { bigintToBytes, bytesToBigint, equalBytes } from '../../src/kernel/bytes.js';
import { FairScheduler } from '../../src/kernel/fair_scheduler.js';
import { fromHex, to0x, toHex } from '../../src/kernel/hex.js';
import { fromUtf8 } from '../../src/kernel/text.js';
import { MemoryStore } from '../../src/storage/memory_store.js';
import type { Store } from '../../src/storage/store.js';
import { type AppStateJson, TestChain } from './support/chain.js';
import { deploySink, SINK_ABI, sinkCall } from './support/contracts.js';
import { RemoteDouble } from './support/remote_double.js';
import { signStep, step } from './support/steps.js';
import { COIN, dev, sign, signExactly } from './support/wallet.js';
import { withoutExtensions } from './support/without_extensions.js';

beforeAll(installFastCrypto);

/** Returns a remote source that answers from a state, as another node would. */
const reportedBy = (state: StateReader): RemoteDouble =>
  new RemoteDouble(
    (address) => {
      const account = state.account(address);
      return account && { ...account, code: state.code(account.codeHash) };
    },
    (address, slot) => state.storage(address, slot),
  );

/** Removes all accounts but one from the genesis, so that they exist only in the remote state. */
const withoutDevs = (json: AppStateJson): void => {
  const { bank } = json;
  json['bank'] = { ...bank, balances: bank.balances.slice(-1), supply: [] };
};

const slotsInput = (key: bigint): Bytes => fromHex(sinkCall('slots', key).slice(2));

interface Readable {
  readonly app: HalleyApplication;
  readonly height: bigint;
}

async function slots({ app, height }: Readable, contract: Bytes, key: bigint): Promise<bigint> {
  const outcome = await app.evm.call({ to: contract, input: slotsInput(key) }, height);
  if (outcome.type !== 'success') throw new Error(`the call ended with ${outcome.type}`);
  const data = to0x(outcome.returnData) as Hex;
  return decodeFunctionResult({ abi: SINK_ABI, functionName: 'slots', data }) as bigint;
}

const account = (state: AppState, address: Bytes) =>
  withRemote(state.remote, (through) => through(state.latest).account(address));

let contract: Bytes;
let remote: RemoteDouble;
beforeEach(async () => {
  const origin = await TestChain.open();
  contract = await deploySink(origin, dev(0), COIN);
  await origin.mine(await sign(origin, dev(0), { to: contract, data: sinkCall('set', 1n, 5n) }));
  remote = reportedBy(origin.state.latest);
});

async function forked(store?: Store): Promise<TestChain> {
  const state = await openAppState(store, { remote });
  const chain = await TestChain.open({ state });
  await store?.batch(chain.app.staged.writes);
  return chain;
}

const setsSlot = async (chain: TestChain, from: number, key: bigint, value: bigint): Promise<Bytes> =>
  chain.wrap(await sign(chain, dev(from), { to: contract, data: sinkCall('set', key, value) }));

/** Executes a block, writes its batch and commits it, as the devnet does. */
async function mine(chain: TestChain, store: Store, ...txs: readonly Bytes[]): Promise<void> {
  await chain.app.finalizeBlock(chain.blockRequest(txs));
  await store.batch(chain.app.staged.writes);
  await chain.app.commit();
}

describe('a slot whose remote value is 5', () => {
  it('is 5, then 0 after a transaction wrote 0, also in the next block and after a restart, and 5 after a revert', async () => {
    const store = new MemoryStore();
    const chain = await forked(store);
    expect(await slots(chain, contract, 1n)).toBe(5n);
    await mine(chain, store, await setsSlot(chain, 1, 1n, 0n));
    expect(await slots(chain, contract, 1n)).toBe(0n);
    await mine(chain, store);
    expect(await slots(chain, contract, 1n)).toBe(0n);

    const app = await createApplication({ state: await openAppState(store, { remote }) });
    expect(await slots({ app, height: 2n }, contract, 1n)).toBe(0n);
    await store.batch(app.revertTo(0n));
    expect(await slots({ app, height: 0n }, contract, 1n)).toBe(5n);
  });

  it('is written in a block that has not read it before', async () => {
    const chain = await forked();
    const { outcomes } = await chain.block(await setsSlot(chain, 1, 1n, 0n), await setsSlot(chain, 2, 2n, 7n));
    expect(outcomes.map(({ vmError }) => vmError)).toEqual(['', '']);
    expect([await slots(chain, contract, 1n), await slots(chain, contract, 2n)]).toEqual([0n, 7n]);
  });

  it('is fetched once, however many callers need it', async () => {
    const chain = await forked();
    await Promise.all([slots(chain, contract, 1n), slots(chain, contract, 1n)]);
    await chain.block(await setsSlot(chain, 1, 1n, 0n));
    await slots(chain, contract, 1n);
    const asked = remote.requests.flat();
    expect(asked.filter((text) => text.startsWith('slot')).length).toBe(1);
    expect(new Set(asked).size).toBe(asked.length);
  });
});

it('fetches what a transaction needs in few requests', async () => {
  const chain = await forked();
  await chain.block();
  remote.requests.length = 0;
  const data = sinkCall('setAll', 0n, 30n, 1n);
  await chain.mine(await sign(chain, dev(1), { to: contract, data }));
  const slotRequests = remote.requests.filter((keys) => keys.some((text) => text.startsWith('slot')));
  expect(slotRequests.map((keys) => keys.length)).toEqual([30]);
});

it('has the same hashes when its blocks are executed again from the fetched state, without the other chain', async () => {
  const store = new MemoryStore();
  const chain = await forked(store);
  const blocks = [[await setsSlot(chain, 1, 1n, 0n), await setsSlot(chain, 2, 3n, 9n)], []];
  for (const txs of blocks) await mine(chain, store, ...txs);
  const hashes = [1n, 2n].map((height) => toHex(chain.state.appHash(height)));
  await store.batch(chain.app.revertTo(0n));
  const offline = await openAppState(store);
  const app = await createApplication({ state: offline });
  for (const txs of blocks) {
    await app.finalizeBlock(chain.blockRequest(txs, (offline.height ?? 0n) + 1n));
    await app.commit();
  }
  expect([1n, 2n].map((height) => toHex(offline.appHash(height)))).toEqual(hashes);
});

it('checks a sender by the remote state, and reports that state in queries', async () => {
  const state = await openAppState(undefined, { remote });
  const chain = await TestChain.open({ state, edit: withoutDevs });
  const late = { type: 'eip1559', chainId: 31337, nonce: 1, gas: 21_000n, to: dev(1).address } as const;
  const raw = await signExactly(dev(0), { ...late, maxFeePerGas: COIN });
  expect((await chain.check(raw)).log).toContain('nonce too low: next nonce 2, tx nonce 1');
  const request = { from: dev(3).bytes, to: dev(4).bytes, value: 1n };
  expect((await chain.app.evm.estimateGas(request, 0n)).gas).toBe(21_000n);
  const data = new ProtoWriter()
    .string(1, bech32Address(dev(5).bytes, 'halley'))
    .string(2, 'ahalley')
    .finish();
  const path = '/cosmos.bank.v1beta1.Query/Balance';
  const answer = await chain.app.query({ path, data, height: 0n, prove: false });
  expect([answer.code, fromUtf8(answer.value)]).toEqual([0, expect.stringContaining(`${10_000n * COIN}`)]);
});

describe('when the other chain does not answer', () => {
  const isSlot = (key: { readonly type: string }): boolean => key.type === 'slot';

  it('a decided block is tried three times; then the chain halts with one error, and nothing has changed', async () => {
    const chain = await forked();
    remote.silentFor = isSlot;
    const request = chain.blockRequest([await setsSlot(chain, 1, 1n, 0n)]);
    remote.requests.length = 0;
    await expect(chain.app.finalizeBlock(request)).rejects.toMatchObject({ code: 'unavailable' });
    expect(remote.requests.filter((keys) => keys.some((text) => text.startsWith('slot'))).length).toBe(3);
    expect(chain.height).toBe(0n);
    remote.silentFor = () => false;
    expect((await chain.run(request)).outcomes[0]?.vmError).toBe('');
  });

  it('a proposal leaves out the transactions that need it, and the later ones of their senders', async () => {
    const chain = await forked();
    remote.silentFor = isSlot;
    const later = await signExactly(dev(1), {
      type: 'eip1559',
      chainId: 31337,
      nonce: 1,
      gas: 21_000n,
      to: dev(2).address,
      maxFeePerGas: 10n ** 10n,
    });
    const plain = await sign(chain, dev(2), { to: dev(3).address, value: 1n, gas: 21_000n });
    const txs = [await setsSlot(chain, 1, 1n, 0n), chain.wrap(later), chain.wrap(plain)];
    const { hash: _, decidedLastCommit, ...rest } = chain.blockRequest(txs);
    const request = { ...rest, maxTxBytes: 1_000_000n, localLastCommit: withoutExtensions(decidedLastCommit) };
    expect((await chain.app.prepareProposal(request)).txs).toEqual([txs[2]]);
    remote.silentFor = () => false;
    expect((await chain.app.prepareProposal(request)).txs).toEqual(txs);
  });

  it('a call fails and names the missing state', async () => {
    const chain = await forked();
    remote.silentFor = isSlot;
    await expect(slots(chain, contract, 1n)).rejects.toMatchObject({ code: 'unavailable' });
  });
});

describe('a transaction with many reads that depend on each other', () => {
  const LENGTH = 60;
  const walker = new Uint8Array(20).fill(7);
  /** Reads slot 0, then the slot whose number it has, until the number is 0. */
  const code = fromHex('5f5b548060015700');
  const next = (_: Bytes, slot: Bytes): Bytes => {
    const number = Number(bytesToBigint(slot));
    return bigintToBytes(number < LENGTH ? BigInt(number + 1) : 0n, 1);
  };
  const empty = fromHex('');
  const withWalker = (): RemoteDouble =>
    new RemoteDouble(
      (address) => (equalBytes(address, walker) ? { nonce: 1n, balance: 0n, code } : undefined),
      (address, slot) => (equalBytes(address, walker) ? next(address, slot) : empty),
    );

  async function proposing(options: Pick<ApplicationOptions, 'fetchLimits' | 'scheduler'>, list: RemoteDouble) {
    const state = await openAppState(undefined, { remote: list });
    const chain = await TestChain.open({ ...options, state });
    const walk = chain.wrap(await sign(chain, dev(1), { to: walker, gas: 1_000_000n }));
    const plain = chain.wrap(await sign(chain, dev(2), { to: dev(3).address, value: 1n, gas: 21_000n }));
    const propose = async (): Promise<readonly Bytes[]> => {
      const { hash: _, decidedLastCommit, ...rest } = chain.blockRequest([walk, plain]);
      return (
        await chain.app.prepareProposal({
          ...rest,
          maxTxBytes: 1_000_000n,
          localLastCommit: withoutExtensions(decidedLastCommit),
        })
      ).txs;
    };
    return { chain, walk, plain, propose };
  }
  it('stays out of proposals until its reads are there, and does not hold the others', async () => {
    const list = withWalker();
    const { chain, walk, plain, propose } = await proposing({ fetchLimits: { rounds: 25, ms: 1 } }, list);
    await propose();
    const proposals: (readonly Bytes[])[] = [];
    for (let i = 0; i < 10 && !proposals.at(-1)?.includes(walk); i++) {
      list.requests.length = 0;
      proposals.push(await propose());
      expect(list.requests.length).toBeLessThanOrEqual(25);
    }
    expect(proposals.length).toBeGreaterThan(1);
    expect(proposals.slice(0, -1).every((txs) => txs.length === 1 && txs[0] === plain)).toBe(true);
    expect(proposals.at(-1)).toEqual([walk, plain]);
    list.silentFor = () => true;
    expect((await chain.block(walk, plain)).outcomes.map(({ vmError }) => vmError)).toEqual(['', '']);
  });

  it('stops when the time is over', async () => {
    let now = 0;
    const list = withWalker();
    list.meanwhile = () => {
      now += 1000;
    };
    const scheduler = new FairScheduler({ now: () => now, afterIo: (act) => void setImmediate(act) });
    const { plain, propose } = await proposing({ fetchLimits: { rounds: 1000, ms: 10_000 }, scheduler }, list);
    expect(await propose()).toEqual([plain]);
    expect(list.requests.length).toBeLessThanOrEqual(12);
  });

  it('has no limit in a block that is decided', async () => {
    const { chain, walk } = await proposing({ fetchLimits: { rounds: 1, ms: 1 } }, withWalker());
    const block = await chain.block(walk);
    expect(block.outcomes[0]?.vmError).toBe('');
    expect(block.outcomes[0]?.gasUsed).toBeGreaterThan(21_000n + BigInt(LENGTH) * 2100n);
  });
});

/** Returns what a transaction did, without what differs between the chains. */
const deed = ({ vmError, gasUsed, ret, logs }: MsgEthereumTxResponse): unknown => ({
  vmError,
  gasUsed,
  ret: toHex(ret),
  logs: logs.map(({ address, topics, data }) => [toHex(address), topics.map(toHex), toHex(data)]),
});

const noBaseFee = (json: AppStateJson): void => {
  json['feemarket'].params.no_base_fee = true;
};

it('executes blocks exactly as the other chain would have', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.array(step, { maxLength: 6 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      async (before, after) => {
        const origin = await TestChain.open({ edit: noBaseFee });
        const sink = await deploySink(origin, dev(0), COIN);
        for (const one of before) await origin.mine(await signStep(origin, sink, one));
        const point = origin.height;
        const state = await openAppState(undefined, { remote: reportedBy(origin.state.at(point)) });
        const edit = (json: AppStateJson): void => {
          noBaseFee(json);
          withoutDevs(json);
        };
        const fork = await TestChain.open({ state, edit });
        for (const one of after) {
          const raw = await signStep(origin, sink, one);
          const [there, here] = [await origin.mine(raw), await fork.mine(raw)];
          expect(here.results.map(({ code, log }) => [code, log])).toEqual(
            there.results.map(({ code, log }) => [code, log]),
          );
          expect(here.outcomes.map(deed)).toEqual(there.outcomes.map(deed));
        }
        for (let key = 0n; key < 25n; key++) {
          const slot = bigintToBytes(key, 32);
          const found = await withRemote(state.remote, (through) => through(state.latest).storage(sink, slot));
          expect(toHex(found)).toBe(toHex(origin.state.latest.storage(sink, slot)));
        }
        for (const index of [0, 1, 2, 3, 4]) {
          const { bytes } = dev(index);
          expect(await account(state, bytes)).toEqual(origin.state.latest.account(bytes));
        }
      },
    ),
    { numRuns: 15 },
  );
});
