import { iavlSpec, ics23, tendermintSpec, verifyMembership, verifyNonMembership } from '@confio/ics23';
import { createMPT, verifyMPTWithMerkleProof } from '@ethereumjs/mpt';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { type AppState, STORE_NAMES } from '../../../src/app/state/types.js';
import { encodeRlp, rlpUint } from '../../../src/codec/ethereum/rlp.js';
import { equalBytes } from '../../../src/kernel/bytes.js';
import { sha256 } from '../../../src/kernel/hash.js';
import { toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';
import { MemoryStore } from '../../../src/storage/memory_store.js';
import { draws } from '../../support/draws.js';
import { ADDRESSES, apply, KEYS, SLOTS, STORES, someOps } from './model.js';

const TEN_HEIGHTS = fc.array(someOps, { minLength: 1, maxLength: 10 });

/** Opens a chain of states from height 0 on; only the trees of the last two heights are in memory. */
async function aChain(
  store: MemoryStore | undefined,
  heights: readonly Parameters<typeof apply>[1][][],
): Promise<AppState> {
  const state = await openAppState(store, { recentHeights: 2 });
  for (const [height, ops] of heights.entries()) {
    const working = state.begin(BigInt(height));
    for (const op of ops) apply(working, op);
    await store?.batch(state.seal().writes);
    if (store === undefined) state.seal();
    state.commit();
  }
  return state;
}

/** Verifies app hash → state root → account → slot with independent verifiers. */
async function verifyAccounts(state: AppState, height: bigint): Promise<void> {
  const reader = state.at(height);
  const verifier = await createMPT({ useKeyHashing: true });
  const stateRoot = state.stateRoot(height);
  const op = state.proveStateRoot(height);
  expect(op).toMatchObject({ type: 'ics23:simple', key: utf8('evm') });
  const simple = ics23.CommitmentProof.decode(op.data);
  expect(verifyMembership(simple, tendermintSpec, state.appHash(height), op.key, stateRoot)).toBe(true);
  for (const address of ADDRESSES) {
    const { account, storageHash, accountProof, storageProof } = state.proveAccount(height, address, SLOTS);
    expect(account).toEqual(reader.account(address));
    const leaf =
      account && encodeRlp([rlpUint(account.nonce), rlpUint(account.balance), storageHash, account.codeHash]);
    expect(await proven(verifier, stateRoot, address, accountProof)).toEqual(leaf);
    for (const { slot, value, proof } of storageProof) {
      expect(value).toEqual(reader.storage(address, slot));
      const expected = value.length === 0 ? undefined : encodeRlp(value);
      expect(await proven(verifier, storageHash, slot, proof)).toEqual(expected);
    }
  }
}

type Verifier = Awaited<ReturnType<typeof createMPT>>;

/** Returns what the proof shows under the key. An empty proof proves absence under the root of the empty trie. */
async function proven(verifier: Verifier, root: Uint8Array, key: Uint8Array, proof: readonly Uint8Array[]) {
  if (proof.length === 0) {
    expect(equalBytes(root, verifier.EMPTY_TRIE_ROOT)).toBe(true);
    return undefined;
  }
  return (await verifyMPTWithMerkleProof(verifier, root, key, [...proof])) ?? undefined;
}

function verifyStores(state: AppState, height: bigint): void {
  const reader = state.at(height);
  for (const store of STORES) {
    const isEmpty = [...reader.entries(store, new Uint8Array(0))].length === 0;
    for (const key of [...KEYS, utf8('zz')]) {
      const [iavl, simple] = state.proveStore(height, store, key);
      expect([iavl?.type, simple?.type]).toEqual(['ics23:iavl', 'ics23:simple']);
      expect(iavl?.key).toEqual(key);
      const outer = ics23.CommitmentProof.decode(simple?.data as Uint8Array);
      const storeRoot = outer.exist?.value as Uint8Array;
      expect(verifyMembership(outer, tendermintSpec, state.appHash(height), utf8(store), storeRoot)).toBe(true);
      const inner = ics23.CommitmentProof.decode(iavl?.data as Uint8Array);
      const value = reader.get(store, key);
      if (value !== undefined) expect(verifyMembership(inner, iavlSpec, storeRoot, key, value)).toBe(true);
      else if (!isEmpty) expect(verifyNonMembership(inner, iavlSpec, storeRoot, key)).toBe(true);
      else expect(toHex(storeRoot)).toBe(toHex(sha256(new Uint8Array(0))));
    }
  }
}

describe('proofs of the state', () => {
  it('verify at every height, whether its trees are in memory or rebuilt', async () => {
    await fc.assert(
      fc.asyncProperty(TEN_HEIGHTS, fc.boolean(), async (heights, inMemory) => {
        const state = await aChain(
          inMemory ? undefined : new MemoryStore(),
          heights.map((ops) => [...ops]),
        );
        for (let height = 0n; height < heights.length; height++) {
          await verifyAccounts(state, height);
          verifyStores(state, height);
        }
      }),
      { numRuns: draws(25) },
    );
  });

  it('lead to an app hash over all stores before anything is written', async () => {
    const state = await aChain(undefined, [[]]);
    for (const name of STORE_NAMES) {
      const [, simple] = state.proveStore(0n, name, utf8('k'));
      const proof = ics23.CommitmentProof.decode(simple?.data as Uint8Array);
      const emptyRoot = sha256(new Uint8Array(0));
      expect(verifyMembership(proof, tendermintSpec, state.appHash(0n), utf8(name), emptyRoot)).toBe(true);
    }
    await verifyAccounts(state, 0n);
  });

  it('report a rebuilt tree that does not lead to the stored root', async () => {
    const store = new MemoryStore();
    const state = await aChain(store, [
      [{ type: 'set', store: 0, key: 0, value: 1 }],
      [{ type: 'set', store: 0, key: 0, value: 2 }],
      [{ type: 'set', store: 0, key: 0, value: 3 }],
      [],
      [],
    ]);
    for await (const [key, value] of store.entries({ gte: utf8('sV'), lt: utf8('sW') }))
      await store.batch([{ type: 'put', key, value: value.with(value.length - 1, 77) }]);
    expect(() => state.proveStore(1n, 'bank', utf8('a'))).toThrow('the app hash rebuilt for height 1');
  });
});
