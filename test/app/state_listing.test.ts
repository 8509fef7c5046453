/** Tests listing the accounts of a state with pending writes on top, while the state goes on. */
import { describe, expect, it } from 'vitest';
import { openAppState } from '../../src/app/state/open.js';
import type { Fork } from '../../src/app/state/types.js';
import { type ListedAccount, listAccounts } from '../../src/app/state_listing.js';
import { EMPTY_CODE_HASH } from '../../src/evm/state.js';
import { type Bytes, bytesToBigint } from '../../src/kernel/bytes.js';

const address = (last: number): Bytes => new Uint8Array(20).fill(last, 19);
const slot = (last: number): Bytes => new Uint8Array(32).fill(last, 31);
const holding = (balance: bigint) => ({ nonce: 0n, balance, codeHash: EMPTY_CODE_HASH });

/** Commits two accounts, the second with two slots. */
async function aState() {
  const state = await openAppState(undefined);
  const genesis = state.begin(0n);
  genesis.setAccount(address(1), holding(1n));
  genesis.setAccount(address(2), holding(2n));
  genesis.setStorage(address(2), slot(1), Uint8Array.of(1));
  genesis.setStorage(address(2), slot(2), Uint8Array.of(2));
  state.seal();
  state.commit();
  return state;
}

const simple = (listed: Iterable<ListedAccount>) =>
  [...listed]
    .map(({ address: of, account, storage }) => [
      of[19],
      account.balance,
      [...storage].map(([key, value]) => [bytesToBigint(key), bytesToBigint(value)]).sort(),
    ])
    .sort();

const COMMITTED = [
  [1, 1n, []],
  [
    2,
    2n,
    [
      [1n, 1n],
      [2n, 2n],
    ],
  ],
];

describe('the list of accounts', () => {
  it('has accounts and slots of a height, also when later heights are committed meanwhile', async () => {
    const state = await aState();
    const listed = listAccounts(state.at(0n), undefined)[Symbol.iterator]();
    const first = listed.next().value as ListedAccount;
    const next = state.begin(1n);
    next.setAccount(address(3), holding(3n));
    next.setAccount(address(2), undefined);
    state.seal();
    state.commit();
    const rest = [...{ [Symbol.iterator]: () => listed }];
    expect(simple([first, ...rest])).toEqual(COMMITTED);
    expect(simple(listAccounts(state.latest, undefined)).map(([of]) => of)).toEqual([1, 3]);
  });

  it('has pending writes on top: changed, new and deleted accounts, and changed slots', async () => {
    const state = await aState();
    const list = (write: (fork: Fork) => void) => {
      const fork = state.fork();
      write(fork);
      return simple(listAccounts(state.latest, fork.copy()));
    };
    expect(list(() => undefined)).toEqual(COMMITTED);
    const changed = list((fork) => {
      fork.setAccount(address(1), undefined);
      fork.setStorage(address(2), slot(1), new Uint8Array());
      fork.setStorage(address(2), slot(3), Uint8Array.of(3));
      fork.setStorage(address(4), slot(1), Uint8Array.of(4));
    });
    expect(changed).toEqual([
      [
        2,
        2n,
        [
          [2n, 2n],
          [3n, 3n],
        ],
      ],
      [4, 0n, [[1n, 4n]]],
    ]);
  });
});
