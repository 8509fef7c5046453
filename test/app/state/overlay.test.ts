import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openAppState } from '../../../src/app/state/open.js';
import { InvariantViolation } from '../../../src/kernel/errors.js';
import { utf8 } from '../../../src/kernel/text.js';
import { ADDRESSES, apply, EMPTY_MODEL, modelAfter, SLOTS, shown, shownModel, someOps } from './model.js';

const [address, slot] = [ADDRESSES[0] as Uint8Array, SLOTS[0] as Uint8Array];

describe('a working set', () => {
  it('reads like plain maps, through nested checkpoints and forks of forks', async () => {
    await fc.assert(
      fc.asyncProperty(someOps, someOps, someOps, async (genesis, block, call) => {
        const state = await openAppState(undefined);
        const first = state.begin(5n);
        for (const op of genesis) apply(first, op);
        const atGenesis = genesis.reduce(modelAfter, EMPTY_MODEL);
        expect(shown(first)).toEqual(shownModel(atGenesis));
        state.seal();
        state.commit();
        const working = state.begin(6n);
        for (const op of block) apply(working, op);
        const after = block.reduce(modelAfter, atGenesis);
        expect(shown(working)).toEqual(shownModel(after));
        const fork = state.fork(working);
        for (const op of call) apply(fork, op);
        expect(shown(fork)).toEqual(shownModel(call.reduce(modelAfter, after)));
        expect(shown(working)).toEqual(shownModel(after));
        expect(shown(state.latest)).toEqual(shownModel(atGenesis));
      }),
    );
  });

  it('reverts to a checkpoint and continues from there', async () => {
    const state = await openAppState(undefined);
    const working = state.fork();
    working.set('bank', utf8('k'), utf8('1'));
    const outer = working.checkpoint();
    working.set('bank', utf8('k'), utf8('2'));
    const inner = working.checkpoint();
    working.delete('bank', utf8('k'));
    working.revertTo(inner);
    expect(working.get('bank', utf8('k'))).toEqual(utf8('2'));
    working.revertTo(outer);
    expect(working.get('bank', utf8('k'))).toEqual(utf8('1'));
    expect(() => working.revertTo(inner)).toThrow(InvariantViolation);
  });

  it('returns the accounts and slots that were written since a checkpoint', async () => {
    const working = (await openAppState(undefined)).fork();
    const [other, further] = [ADDRESSES[1] as Uint8Array, SLOTS[1] as Uint8Array];
    working.setStorage(address, slot, Uint8Array.of(1));
    const checkpoint = working.checkpoint();
    working.setStorage(other, slot, Uint8Array.of(2));
    working.setStorage(other, slot, Uint8Array.of(3));
    working.setStorage(address, further, Uint8Array.of(4));
    working.set('bank', utf8('k'), utf8('1'));
    const undone = working.checkpoint();
    working.setStorage(other, further, Uint8Array.of(5));
    working.revertTo(undone);
    expect([...working.addressesSince(checkpoint)]).toEqual([other]);
    expect([...working.slotsSince(checkpoint)]).toEqual([
      [address, further],
      [other, slot],
    ]);
  });

  it('stores its own copy of bytes from an interpreter’s memory', async () => {
    const working = (await openAppState(undefined)).fork();
    const memory = Uint8Array.of(0, 0, 7);
    working.setStorage(address, slot, memory);
    memory[2] = 8;
    expect(working.storage(address, slot)).toEqual(Uint8Array.of(7));
  });

  it('creates an empty account when storage is written for an address without one', async () => {
    const working = (await openAppState(undefined)).fork();
    working.setStorage(address, slot, new Uint8Array(32));
    expect(working.account(address)).toBeUndefined();
    working.setStorage(address, slot, Uint8Array.of(1));
    expect(working.account(address)).toMatchObject({ nonce: 0n, balance: 0n });
  });

  it('does not show an iteration the writes during it', async () => {
    const working = (await openAppState(undefined)).fork();
    for (const key of ['a', 'b', 'c']) working.set('bank', utf8(key), utf8('1'));
    const seen: string[] = [];
    for (const [key] of working.entries('bank', new Uint8Array(0))) {
      seen.push(String.fromCharCode(...key));
      working.delete('bank', utf8('b'));
      working.set('bank', utf8('d'), utf8('1'));
    }
    expect(seen).toEqual(['a', 'b', 'c']);
  });

  it('refuses values that no proof could show and that no chain could mean', async () => {
    const working = (await openAppState(undefined)).fork();
    expect(() => working.set('bank', new Uint8Array(0), utf8('v'))).toThrow('empty key');
    expect(() => working.set('bank', utf8('k'), new Uint8Array(0))).toThrow('empty value');
    expect(() => working.account(utf8('short'))).toThrow('an address has 5 bytes, expected 20');
    expect(() => working.setStorage(address, slot, new Uint8Array(33))).toThrow('33 bytes');
    expect(() => working.setAccount(address, { nonce: 0n, balance: -1n, codeHash: slot })).toThrow('balance -1');
    expect(() => working.code(slot)).toThrow('no code with the hash');
  });
});
