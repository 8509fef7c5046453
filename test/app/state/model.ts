/**
 * The reference model of the state: plain maps that are copied whole for every height, random operations for both, and
 * roots from an independent trie.
 */
import { createMPT } from '@ethereumjs/mpt';
import * as fc from 'fast-check';
import { openAppState } from '../../../src/app/state/open.js';
import type { StateReader, StoreName, WorkingState } from '../../../src/app/state/types.js';
import { encodeRlp, rlpUint } from '../../../src/codec/ethereum/rlp.js';
import { type Account, EMPTY_CODE_HASH } from '../../../src/evm/state.js';

import { keccak256 } from '../../../src/kernel/hash.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';
import { utf8 } from '../../../src/kernel/text.js';

export const ADDRESSES = [1, 2, 3, 4, 5].map((i) => new Uint8Array(20).fill(i));
export const SLOTS = [0, 1, 2, 200].map((i) => new Uint8Array(32).fill(i, 31));
export const STORES: readonly StoreName[] = ['bank', 'feemarket'];
export const KEYS = ['a', 'ab', 'abc', 'b', 'b/1', 'b/2'].map(utf8);
export const CODES = ['6000', '60016002'].map(fromHex);

export type Op =
  | {
      readonly type: 'account';
      readonly address: number;
      readonly nonce: bigint;
      readonly balance: bigint;
      readonly code: number;
    }
  | { readonly type: 'delete account'; readonly address: number }
  | { readonly type: 'slot'; readonly address: number; readonly slot: number; readonly value: number }
  | { readonly type: 'clear storage'; readonly address: number }
  | { readonly type: 'set'; readonly store: number; readonly key: number; readonly value: number }
  | { readonly type: 'delete'; readonly store: number; readonly key: number }
  | { readonly type: 'nested'; readonly keep: boolean; readonly ops: readonly Op[] };

const address = fc.nat(ADDRESSES.length - 1);
const [store, key] = [fc.nat(STORES.length - 1), fc.nat(KEYS.length - 1)];
const balance = fc.oneof(fc.bigInt({ min: 0n, max: 200n }), fc.bigInt({ min: 0n, max: (1n << 256n) - 1n }));
const nonce = fc.bigInt({ min: 0n, max: 300n });
const flatOp: fc.Arbitrary<Op> = fc.oneof(
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('account' as const),
      address,
      nonce,
      balance,
      code: fc.nat(CODES.length),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('delete account' as const), address }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('slot' as const),
      address,
      slot: fc.nat(SLOTS.length - 1),
      value: fc.constantFrom(0, 0, 1, 127, 128, 65_536),
    }),
  },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('clear storage' as const), address }) },
  {
    weight: 4,
    arbitrary: fc.record({ type: fc.constant('set' as const), store, key, value: fc.integer({ min: 1, max: 3 }) }),
  },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('delete' as const), store, key }) },
);
const { op } = fc.letrec<{ op: Op }>((tie) => ({
  op: fc.oneof(
    { maxDepth: 2, withCrossShrink: true },
    { weight: 6, arbitrary: flatOp },
    {
      weight: 1,
      arbitrary: fc.record({
        type: fc.constant('nested' as const),
        keep: fc.boolean(),
        ops: fc.array(tie('op'), { maxLength: 5 }),
      }),
    },
  ),
}));
export const someOps: fc.Arbitrary<readonly Op[]> = fc.array(op, { maxLength: 8 });

type Values = ReadonlyMap<string, string>;
/** Whole state by hex text; never changed in place. */
export interface Model {
  readonly accounts: ReadonlyMap<string, Account>;
  /** Values by address and slot. */
  readonly slots: Values;
  /** Values by store and key. */
  readonly values: Values;
}

export const EMPTY_MODEL: Model = { accounts: new Map(), slots: new Map(), values: new Map() };

const codeHashOf = (code: number): Uint8Array =>
  code === 0 ? EMPTY_CODE_HASH : keccak256(CODES[code - 1] as Uint8Array);
const addressOf = (index: number): Uint8Array => ADDRESSES[index] as Uint8Array;
const numberBytes = (value: number): Uint8Array => rlpUint(BigInt(value));
const withEntry = <V>(map: ReadonlyMap<string, V>, key: string, value: V): ReadonlyMap<string, V> =>
  new Map(map).set(key, value);
const without = <V>(map: ReadonlyMap<string, V>, gone: (key: string) => boolean): ReadonlyMap<string, V> =>
  new Map([...map].filter(([key]) => !gone(key)));

export function modelAfter(model: Model, op: Op): Model {
  switch (op.type) {
    case 'account': {
      const account = { nonce: op.nonce, balance: op.balance, codeHash: codeHashOf(op.code) };
      return { ...model, accounts: withEntry(model.accounts, toHex(addressOf(op.address)), account) };
    }
    case 'delete account': {
      const cleared = modelAfter(model, { type: 'clear storage', address: op.address });
      return { ...cleared, accounts: without(model.accounts, (key) => key === toHex(addressOf(op.address))) };
    }
    case 'slot': {
      const owner = toHex(addressOf(op.address));
      const slot = owner + toHex(SLOTS[op.slot] as Uint8Array);
      if (op.value === 0) return { ...model, slots: without(model.slots, (key) => key === slot) };
      const account = model.accounts.get(owner) ?? { nonce: 0n, balance: 0n, codeHash: EMPTY_CODE_HASH };
      return {
        ...model,
        accounts: withEntry(model.accounts, owner, account),
        slots: withEntry(model.slots, slot, toHex(numberBytes(op.value))),
      };
    }
    case 'clear storage':
      return { ...model, slots: without(model.slots, (key) => key.startsWith(toHex(addressOf(op.address)))) };
    case 'set': {
      const entry = `${STORES[op.store]}/${toHex(KEYS[op.key] as Uint8Array)}`;
      return { ...model, values: withEntry(model.values, entry, toHex(numberBytes(op.value))) };
    }
    case 'delete': {
      const entry = `${STORES[op.store]}/${toHex(KEYS[op.key] as Uint8Array)}`;
      return { ...model, values: without(model.values, (key) => key === entry) };
    }
    case 'nested':
      return op.keep ? op.ops.reduce(modelAfter, model) : model;
  }
}

export function apply(state: WorkingState, op: Op): void {
  switch (op.type) {
    case 'account': {
      const code = op.code === 0 ? new Uint8Array(0) : (CODES[op.code - 1] as Uint8Array);
      const codeHash = state.setCode(code);
      state.setAccount(addressOf(op.address), { nonce: op.nonce, balance: op.balance, codeHash });
      break;
    }
    case 'delete account':
      state.setAccount(addressOf(op.address), undefined);
      break;
    case 'slot': {
      const padded = new Uint8Array(32);
      padded.set(numberBytes(op.value), 32 - numberBytes(op.value).length);
      state.setStorage(addressOf(op.address), SLOTS[op.slot] as Uint8Array, padded);
      break;
    }
    case 'clear storage':
      state.clearStorage(addressOf(op.address));
      break;
    case 'set':
      state.set(STORES[op.store] as StoreName, KEYS[op.key] as Uint8Array, numberBytes(op.value));
      break;
    case 'delete':
      state.delete(STORES[op.store] as StoreName, KEYS[op.key] as Uint8Array);
      break;
    case 'nested': {
      const checkpoint = state.checkpoint();
      for (const inner of op.ops) apply(state, inner);
      if (!op.keep) state.revertTo(checkpoint);
      break;
    }
  }
}

/** Returns everything that a reader reads, as text. */
export function shown(reader: StateReader): readonly string[] {
  const lines: string[] = [];
  for (const address of ADDRESSES) {
    const account = reader.account(address);
    if (account !== undefined) lines.push(accountLine(toHex(address), account, toHex(reader.code(account.codeHash))));
    for (const slot of SLOTS) {
      const value = toHex(reader.storage(address, slot));
      if (value !== '') lines.push(`${toHex(address)}${toHex(slot)} ${value}`);
    }
  }
  for (const store of STORES) {
    for (const key of KEYS) {
      const value = reader.get(store, key);
      if (value !== undefined) lines.push(`${store}/${toHex(key)} ${toHex(value)}`);
    }
    for (const prefix of ['', 'a', 'b/']) {
      const entries = [...reader.entries(store, utf8(prefix))].map(([key, value]) => `${toHex(key)}=${toHex(value)}`);
      lines.push(`${store} under "${prefix}": ${entries.join()}`);
    }
  }
  return lines.toSorted();
}

/** Returns everything in a model, as the same text. */
export function shownModel(model: Model): readonly string[] {
  const lines: string[] = [];
  const codes = new Map(CODES.map((code) => [toHex(keccak256(code)), toHex(code)]));
  for (const [address, account] of model.accounts)
    lines.push(accountLine(address, account, codes.get(toHex(account.codeHash)) ?? ''));
  for (const [slot, value] of [...model.slots, ...model.values]) lines.push(`${slot} ${value}`);
  for (const store of STORES) {
    for (const prefix of ['', 'a', 'b/']) {
      const start = `${store}/${toHex(utf8(prefix))}`;
      const found = [...model.values].filter(([key]) => key.startsWith(start)).toSorted(([a], [b]) => (a < b ? -1 : 1));
      const entries = found.map(([key, value]) => `${key.slice(store.length + 1)}=${value}`);
      lines.push(`${store} under "${prefix}": ${entries.join()}`);
    }
  }
  return lines.toSorted();
}

const accountLine = (address: string, { nonce, balance }: Account, code: string): string =>
  `${address} ${nonce} ${balance} ${code}`;

/** Computes the state root of the model with an independent trie. */
export async function oracleStateRoot(model: Model): Promise<string> {
  const trie = await createMPT({ useKeyHashing: true });
  for (const [address, { nonce, balance, codeHash }] of model.accounts) {
    const storage = await createMPT({ useKeyHashing: true });
    for (const [slot, value] of model.slots)
      if (slot.startsWith(address)) await storage.put(fromHex(slot.slice(40)), encodeRlp(fromHex(value)));
    await trie.put(fromHex(address), encodeRlp([rlpUint(nonce), rlpUint(balance), storage.root(), codeHash]));
  }
  return toHex(trie.root());
}

/** Computes the app hash of the model with a new state that gets everything at once. */
export async function appHashFromScratch(model: Model): Promise<string> {
  const state = await openAppState(undefined);
  const working = state.begin(0n);
  for (const [address, account] of model.accounts) working.setAccount(fromHex(address), account);
  for (const [slot, value] of model.slots)
    working.setStorage(fromHex(slot.slice(0, 40)), fromHex(slot.slice(40)), fromHex(value));
  for (const [entry, value] of model.values) {
    const [name, key] = entry.split('/') as [StoreName, string];
    working.set(name, fromHex(key), fromHex(value));
  }
  return toHex(state.seal().appHash);
}
