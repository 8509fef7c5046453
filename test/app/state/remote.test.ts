/** Tests the remote state of a forked chain: it is fetched once, stored permanently, and never part of the roots. */
import { describe, expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { withRemote } from '../../../src/app/state/remote/with_remote.js';
import type { AppState, StateReader, WorkingState } from '../../../src/app/state/types.js';
import { AbsentRemote } from '../../../src/evm/absent_remote.js';
import { bigintToBytes, bytesToBigint } from '../../../src/kernel/bytes.js';
import { toHex } from '../../../src/kernel/hex.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import type { Store } from '../../../src/storage/store.js';
import { RemoteDouble } from '../support/remote_double.js';

const CONTRACT = new Uint8Array(20).fill(0xc0);
const SLOT = new Uint8Array(32);
const OTHER_SLOT = new Uint8Array(32).fill(9);
const CODE = Uint8Array.of(0x60, 0x00);
const word = (value: number): Uint8Array => new Uint8Array(32).fill(value, 31);

const aDouble = (): RemoteDouble =>
  RemoteDouble.of(
    { [toHex(CONTRACT)]: { nonce: 1n, balance: 7n, code: CODE } },
    { [toHex(CONTRACT) + toHex(SLOT)]: word(5), [toHex(CONTRACT) + toHex(OTHER_SLOT)]: word(6) },
  );

const slotOf = async (state: AppState, slot = SLOT, reader: StateReader = state.latest): Promise<string> =>
  toHex(await withRemote(state.remote, (through) => through(reader).storage(CONTRACT, slot)));

async function height(
  state: AppState,
  store: Store | undefined,
  write: (working: WorkingState) => void,
): Promise<void> {
  await withRemote(state.remote, () => write(state.begin((state.height ?? -1n) + 1n)));
  const { writes } = state.seal();
  await store?.batch(writes);
  state.commit();
}

const ARCHIVES: readonly (readonly [name: string, make: () => Store | undefined])[] = [
  ['in memory', () => undefined],
  ['in a store', () => new MemoryStore()],
];

describe.each(ARCHIVES)('over another chain’s state, %s', (_, makeStore) => {
  it('a slot of 5 is 5, then 0 after a write of zero, also after a restart, and 5 again after a revert', async () => {
    const store = makeStore();
    const remote = aDouble();
    let state = await openAppState(store, { remote });
    await height(state, store, () => undefined);
    expect(await slotOf(state)).toBe('05');
    await height(state, store, (working) => working.setStorage(CONTRACT, SLOT, word(0)));
    expect(await slotOf(state)).toBe('');
    await height(state, store, () => undefined);
    expect(await slotOf(state)).toBe('');
    if (store !== undefined) state = await openAppState(store, { remote });
    expect(await slotOf(state)).toBe('');
    expect(await slotOf(state, SLOT, state.at(0n))).toBe('05');
    const writes = state.revertTo(0n);
    await store?.batch(writes);
    expect(await slotOf(state)).toBe('05');
    if (store !== undefined) expect(await slotOf(await openAppState(store, { remote }))).toBe('05');
  });

  it('a written zero remains when the height that wrote it is pruned', async () => {
    const store = makeStore();
    const state = await openAppState(store, { remote: aDouble(), retain: 2 });
    await height(state, store, () => undefined);
    await height(state, store, (working) => {
      working.setStorage(CONTRACT, SLOT, word(0));
      working.clearStorage(new Uint8Array(20));
    });
    for (let h = 0; h < 5; h++) await height(state, store, () => undefined);
    expect(() => state.at(1n)).toThrow('was pruned');
    expect(await slotOf(state)).toBe('');
    if (store !== undefined) expect(await slotOf(await openAppState(store, { remote: aDouble() }))).toBe('');
  });

  it('a deleted or cleared account shows no remote storage, until a revert', async () => {
    const store = makeStore();
    const state = await openAppState(store, { remote: aDouble() });
    await height(state, store, () => undefined);
    await height(state, store, (working) => working.setAccount(CONTRACT, undefined));
    expect(state.latest.account(CONTRACT)).toBeUndefined();
    await height(state, store, (working) => working.setStorage(CONTRACT, SLOT, word(3)));
    expect([await slotOf(state), await slotOf(state, OTHER_SLOT)]).toEqual(['03', '']);
    const writes = state.revertTo(0n);
    await store?.batch(writes);
    await height(state, store, (working) => working.clearStorage(CONTRACT));
    expect([await slotOf(state), await slotOf(state, OTHER_SLOT)]).toEqual(['', '']);
    expect((await withRemote(state.remote, (through) => through(state.latest).account(CONTRACT)))?.balance).toBe(7n);
  });

  it('has the same roots, whatever was read', async () => {
    const roots: string[] = [];
    for (const isRead of [true, false]) {
      const store = makeStore();
      const state = await openAppState(store, { remote: aDouble() });
      await height(state, store, () => undefined);
      if (isRead) await Promise.all([slotOf(state), slotOf(state, OTHER_SLOT)]);
      await height(state, store, (working) => {
        working.setStorage(CONTRACT, SLOT, word(5));
        working.setStorage(CONTRACT, OTHER_SLOT, word(0));
      });
      roots.push(toHex(state.appHash(1n)));
    }
    expect(roots[0]).toBe(roots[1]);
  });
});

describe('remote state', () => {
  it('is fetched once, by the first caller, and is in the store before it is read', async () => {
    const store = new MemoryStore();
    const remote = aDouble();
    const state = await openAppState(store, { remote });
    await height(state, store, () => undefined);
    expect(() => state.latest.storage(CONTRACT, SLOT)).toThrow(AbsentRemote);
    expect(await Promise.all([slotOf(state), slotOf(state), slotOf(state)])).toEqual(['05', '05', '05']);
    expect(remote.requests).toEqual([[`slot ${toHex(SLOT)} of ${toHex(CONTRACT)}`]]);
    const offline = await openAppState(store);
    expect(toHex(offline.latest.storage(CONTRACT, SLOT))).toBe('05');
    await expect(slotOf(offline, OTHER_SLOT)).rejects.toMatchObject({
      code: 'unavailable',
      message: `slot ${toHex(OTHER_SLOT)} of ${toHex(CONTRACT)} of the forked chain is not in the store, and the chain was opened without a node to fetch it from`,
    });
  });

  it('is fetched in one request where a dry run can predict it', async () => {
    const remote = aDouble();
    const state = await openAppState(undefined, { remote });
    await height(state, undefined, () => undefined);
    const found = await withRemote(state.remote, (through) => {
      const reader = through(state.latest);
      const account = reader.account(CONTRACT);
      return [
        reader.storage(CONTRACT, SLOT),
        reader.storage(CONTRACT, OTHER_SLOT),
        account && reader.code(account.codeHash),
      ];
    });
    expect(found.map((bytes) => bytes && toHex(bytes))).toEqual(['05', '06', toHex(CODE)]);
    expect(remote.requests.map((keys) => keys.length)).toEqual([3]);
  });

  it('is not fetched in multiples where each read depends on the one before', async () => {
    const bytes = (value: bigint): Uint8Array => bigintToBytes(value, 32);
    // Each slot has the number of the next one.
    const list = Array.from({ length: 301 }, (_, i) => [
      toHex(CONTRACT) + toHex(bytes(BigInt(i))),
      bytes(BigInt(i) + 1n),
    ]);
    const remote = RemoteDouble.of({}, Object.fromEntries(list));
    const state = await openAppState(undefined, { remote });
    await height(state, undefined, () => undefined);
    const last = await withRemote(state.remote, (through) => {
      const reader = through(state.latest);
      let at = 1n;
      for (let read = 0; read < 300; read++) {
        const next = bytesToBigint(reader.storage(CONTRACT, bytes(at)));
        // An empty value, as a dry run reads it, leads to slots that are on no list.
        at = next === 0n ? (1000n * at + 7n) % 2n ** 240n : next;
      }
      return at;
    });
    expect(last).toBe(301n);
    expect(remote.requests.flat().length).toBeLessThan(5_000);
  });

  it('is fetched again when the other chain did not answer, and the local state stays unchanged', async () => {
    const remote = aDouble();
    const state = await openAppState(undefined, { remote });
    await height(state, undefined, () => undefined);
    remote.silentFor = () => true;
    await expect(slotOf(state)).rejects.toMatchObject({ code: 'unavailable' });
    remote.silentFor = () => false;
    expect(await slotOf(state)).toBe('05');
  });

  it('must contain everything that was requested', async () => {
    const state = await openAppState(undefined, { remote: { fetch: async () => [] } });
    await height(state, undefined, () => undefined);
    await expect(slotOf(state)).rejects.toThrow(`did not return slot ${toHex(SLOT)}`);
  });

  it('is refused for a chain that is no fork, and has no proofs', async () => {
    const store = new MemoryStore();
    await height(await openAppState(store), store, () => undefined);
    await expect(openAppState(store, { remote: aDouble() })).rejects.toMatchObject({ code: 'invalid-argument' });
    const forked = await openAppState(undefined, { remote: aDouble() });
    await height(forked, undefined, () => undefined);
    expect(() => forked.proveAccount(0n, CONTRACT, [])).toThrow('a forked chain has no proofs of accounts');
  });
});
