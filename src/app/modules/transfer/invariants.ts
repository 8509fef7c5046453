/** Checks invariants of the store `transfer` at any height. */
import { denomHash } from '../../../codec/ibc/denom.js';
import { TRANSFER_PORT } from '../../../codec/ibc/transfer.js';
import { concatBytes, equalBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import type { StateReader } from '../../state/types.js';
import { balanceOf } from '../bank/store.js';
import { channels } from '../ibc/channel/store.js';
import { escrowAddress } from './escrow.js';
import { DENOM_PREFIX, readDenoms, totalEscrows } from './store.js';

export function transferProblem(state: StateReader): string | undefined {
  return misplacedDenom(state) ?? escrowWithoutCoins(state);
}

function misplacedDenom(state: StateReader): string | undefined {
  const keys = Array.from(state.entries('transfer', DENOM_PREFIX), ([key]) => key);
  const denoms = [...readDenoms(state)];
  const wrong = keys.find((key, i) => {
    const denom = denoms[i];
    return denom === undefined || !equalBytes(key, concatBytes(DENOM_PREFIX, denomHash(denom)));
  });
  return wrong && `the denom under ${toHex(wrong)} has another hash`;
}

/** Checks that escrow accounts cover the totals. They may have more, because any account can pay into them. */
function escrowWithoutCoins(state: StateReader): string | undefined {
  const accounts = [...channels(state)].filter(({ portId }) => portId === TRANSFER_PORT).map(escrowAddress);
  for (const { denom, amount } of totalEscrows(state)) {
    const held = accounts.reduce((sum, address) => sum + balanceOf(state, address, denom), 0n);
    if (held < amount) return `${amount}${denom} are in escrow, but the accounts of the channels have ${held}`;
  }
  return undefined;
}
