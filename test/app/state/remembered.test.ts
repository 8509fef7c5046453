/** Tests where fetched values of a forked chain are held, and how many of them. */
import { expect, it } from 'vitest';
import { addressText, wordText } from '../../../src/app/state/keys.js';
import { openAppState } from '../../../src/app/state/open.js';
import { RememberedRemote } from '../../../src/app/state/remote/remembered.js';
import { AllInMemory, LatestOfStore } from '../../../src/app/state/remote/remembered_memory.js';
import { withRemote } from '../../../src/app/state/remote/with_remote.js';
import { AbsentRemote, type RemoteKey, remoteKeyText } from '../../../src/evm/absent_remote.js';
import { bigintToBytes } from '../../../src/kernel/bytes.js';
import { keccak256 } from '../../../src/kernel/hash.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { RemoteDouble } from '../support/remote_double.js';

const CONTRACT = new Uint8Array(20).fill(0xc0);
const slot = (number: number): RemoteKey => ({
  ...{ type: 'slot', address: CONTRACT },
  slot: bigintToBytes(BigInt(number), 32),
});
const account = (number: number): RemoteKey => ({ type: 'account', address: bigintToBytes(BigInt(number), 20) });

/** Makes a source whose slots have their number as value, and whose accounts have much code. */
const aSource = (): RemoteDouble =>
  new RemoteDouble(
    (address) => ({ nonce: 1n, balance: 2n, code: new Uint8Array(1000).fill(address[19] as number) }),
    (_, at) => at,
  );

it('refuses to fetch more than the memory may hold without a store, and still has what it had', async () => {
  const remote = await RememberedRemote.open(aSource(), undefined, new AllInMemory(4000));
  await remote.fetch([account(1), account(2)]);
  await expect(remote.fetch([account(3)])).rejects.toMatchObject({
    code: 'unavailable',
    message: expect.stringContaining('fills its 4000 bytes of memory'),
  });
  expect(() => remote.accountOf(addressText(bigintToBytes(3n, 20)))).toThrow(AbsentRemote);
  for (const byte of [1, 2]) {
    const { codeHash } = remote.accountOf(addressText(bigintToBytes(BigInt(byte), 20))) ?? {};
    expect(codeHash).toEqual(keccak256(new Uint8Array(1000).fill(byte)));
    expect(remote.codeOf(wordText(codeHash as Uint8Array))?.[5]).toBe(byte);
  }
  await remote.fetch([slot(1)]);
});

it('has every value with a store, of which it holds the latest in memory, also after it is opened again', async () => {
  const [source, store] = [aSource(), new MemoryStore()];
  const count = 100;
  const opened = () => RememberedRemote.open(source, store, new LatestOfStore(store, 20_000));
  const first = await opened();
  for (let i = 0; i < count; i++) await first.fetch([account(i)]);
  const reads: string[] = [];
  const get = store.get.bind(store);
  store.get = (key) => {
    const value = get(key);
    if (value !== undefined) reads.push(Buffer.from(key).toString('latin1').slice(0, 3));
    return value;
  };
  for (const remote of [first, await opened()])
    for (let i = 0; i < count; i++) {
      const { codeHash } = remote.accountOf(addressText(bigintToBytes(BigInt(i), 20))) ?? {};
      expect(remote.codeOf(wordText(codeHash as Uint8Array))?.[5]).toBe(i);
    }
  expect(reads).toContain('sRc');
  expect(reads.length).toBeGreaterThan(count);
  expect(source.requests.flat()).toHaveLength(count);
});

it('reads what the source has at hand without a fetch, and without a dry run', async () => {
  const source = aSource();
  const peeked: string[] = [];
  const withPeek = Object.assign(source, {
    peek(key: RemoteKey) {
      peeked.push(remoteKeyText(key));
      return key.type === 'slot' && (key.slot.at(-1) ?? 0) < 5 ? [{ ...key, value: key.slot }] : [];
    },
  });
  const state = await openAppState(undefined, { remote: withPeek });
  state.begin(0n);
  state.seal();
  state.commit();
  let runs = 0;
  const sumTo = (count: number) =>
    withRemote(state.remote, (through) => {
      runs++;
      const reader = through(state.latest);
      return Array.from({ length: count }, (_, i) => reader.storage(CONTRACT, bigintToBytes(BigInt(i), 32))[0] ?? 0);
    });
  expect(await sumTo(5)).toEqual([0, 1, 2, 3, 4]);
  expect([runs, source.requests]).toEqual([1, []]);
  expect(await sumTo(6)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(source.requests).toEqual([[remoteKeyText(slot(5))]]);
  expect(peeked.filter((text) => text === remoteKeyText(slot(1)))).toHaveLength(1);
});

it('reads nothing that the source has at hand before it is in the store', async () => {
  const source = Object.assign(aSource(), { peek: (key: RemoteKey) => [{ ...key, value: Uint8Array.of(9) } as never] });
  const store = new MemoryStore();
  const remote = await RememberedRemote.open(source, store);
  const read = () => remote.slotOf(addressText(CONTRACT), wordText(bigintToBytes(1n, 32)));
  expect(read).toThrow(AbsentRemote);
  await remote.fetch([slot(1)]);
  expect(read()).toEqual(Uint8Array.of(1));
});
