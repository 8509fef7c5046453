/** Records all accounts that are ever written to a state, because the state itself does not list them. */
import type { AppState } from '../../../src/app/state/types.js';
import type { Bytes } from '../../../src/kernel/bytes.js';
import { fromHex, toHex } from '../../../src/kernel/hex.js';

export interface Watch {
  readonly state: AppState;
  /** Returns the sum of the balances at the latest height. */
  total(): bigint;
}

export function watchAccounts(state: AppState): Watch {
  const touched = new Set<string>();
  const begin = state.begin.bind(state);
  state.begin = (height) => {
    const working = begin(height);
    const setAccount = working.setAccount.bind(working);
    working.setAccount = (address: Bytes, account) => {
      touched.add(toHex(address));
      setAccount(address, account);
    };
    return working;
  };
  return {
    state,
    total: () => [...touched].reduce((sum, hex) => sum + (state.latest.account(fromHex(hex))?.balance ?? 0n), 0n),
  };
}
