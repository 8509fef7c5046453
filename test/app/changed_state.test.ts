/** Tests that a state with pending writes on top reads as the same writes when they are committed. */
import { expect, it } from 'vitest';
import { changedState } from '../../src/app/changed_state.js';
import { openAppState } from '../../src/app/state/open.js';
import type { CommittedState, WorkingState } from '../../src/app/state/types.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import type { Bytes } from '../../src/kernel/bytes.js';
import { toHex } from '../../src/kernel/hex.js';
import { RandomStream, seedStream } from '../../src/kernel/random.js';
import { utf8 } from '../../src/kernel/text.js';

const KINDS = 24;
const address = (last: number): Bytes => new Uint8Array(20).fill(last, 19);
const slot = (last: number): Bytes => new Uint8Array(32).fill(last, 31);

/** Writes accounts, slots, code and entries of a store, and deletes some, as the stream draws them. */
function writeSome(state: WorkingState, stream: RandomStream): void {
  for (let i = 0; i < 40; i++) {
    const [of, at, value] = [stream.below(KINDS), stream.below(KINDS), stream.below(4)] as const;
    const codeHash = value === 3 ? state.setCode(Uint8Array.of(of)) : EMPTY_CODE_HASH;
    if (value === 0) state.setAccount(address(of), undefined);
    else state.setAccount(address(of), { nonce: BigInt(value), balance: BigInt(at), codeHash });
    if (value > 0) state.setStorage(address(of), slot(at), value === 1 ? new Uint8Array(0) : Uint8Array.of(value));
    if (value === 2) state.set('bank', utf8(`key ${at}`), utf8(`${of}`));
    else state.delete('bank', utf8(`key ${at}`));
  }
}

const all = (state: CommittedState) => ({
  accounts: [...state.accounts()].map(([of, { nonce, balance, codeHash }]) => [
    toHex(of),
    ...[nonce, balance, toHex(state.code(codeHash))],
    [...state.slots(of)].map(([key, value]) => [toHex(key), toHex(value), toHex(state.storage(of, key))]),
  ]),
  entries: [...state.entries('bank', utf8('key'))].map(([key, value]) => [toHex(key), toHex(value)]),
});

it.each([1, 2, 3, 4, 5, 6, 7, 8])('a state with pending writes is that with the writes (draw %i)', async (seed) => {
  const state = await openAppState(undefined);
  writeSome(state.begin(0n), new RandomStream(seedStream(`${seed}`, 'before')));
  state.seal();
  state.commit();
  const fork = state.fork();
  writeSome(fork, new RandomStream(seedStream(`${seed}`, 'after')));
  const pending = all(changedState(state.at(0n), fork.copy()));
  writeSome(state.begin(1n), new RandomStream(seedStream(`${seed}`, 'after')));
  state.seal();
  state.commit();
  expect(pending).toEqual(all(state.latest));
  expect(changedState(state.latest, undefined)).toBe(state.latest);
});
