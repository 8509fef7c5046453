/** Defines ICS-20: tokens are sent to other chains and return (ibc-go v10 `modules/apps/transfer`). */
import { denomHash } from '../../../codec/ibc/denom.js';
import { type Denom, TRANSFER_PORT } from '../../../codec/ibc/transfer.js';
import { concatBytes, equalBytes } from '../../../kernel/bytes.js';
import { toHex } from '../../../kernel/hex.js';
import { defineModule } from '../../sdk/module/module.js';
import type { StateReader } from '../../state/types.js';
import { bank } from '../bank/module.js';
import { balanceOf } from '../bank/store.js';
import { channels } from '../ibc/channel/store.js';
import { counterparties } from '../ibc/v2/store.js';
import { compareDenoms, TRANSFER_ACCOUNT } from './checks.js';
import { escrowAddress } from './escrow.js';
import { parseTransferGenesis, writeTransferGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';
import { DENOM_PREFIX, readDenoms, readPort, readTransferParams, totalEscrows } from './store.js';

/** Exports `app_state.transfer` of a state. */
function exportTransfer(state: StateReader): object {
  const { sendEnabled, receiveEnabled } = readTransferParams(state);
  return {
    port_id: readPort(state),
    denoms: [...readDenoms(state)].sort(compareDenoms).map(denomJson),
    params: { send_enabled: sendEnabled, receive_enabled: receiveEnabled },
    total_escrowed: Array.from(totalEscrows(state), ({ denom, amount }) => ({ denom, amount: amount.toString() })),
  };
}

const denomJson = ({ base, trace }: Denom): object => ({
  base,
  trace: trace.map(({ portId, channelId }) => ({ port_id: portId, channel_id: channelId })),
});

/** Checks invariants of the store `transfer` at any height. */
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
  const ends = [...channels(state)].filter(({ portId }) => portId === TRANSFER_PORT);
  const linked = Array.from(counterparties(state), ({ clientId }) => ({ portId: TRANSFER_PORT, channelId: clientId }));
  const accounts = [...ends, ...linked].map(escrowAddress);
  for (const { denom, amount } of totalEscrows(state)) {
    const held = accounts.reduce((sum, address) => sum + balanceOf(state, address, denom), 0n);
    if (held < amount) return `${amount}${denom} are in escrow, but the accounts of the channels have ${held}`;
  }
  return undefined;
}

export const transfer = defineModule({
  name: 'transfer',
  stores: ['transfer'],
  accounts: [TRANSFER_ACCOUNT],
  genesis: {
    parse: (node, { of }) => parseTransferGenesis(node, of(bank)),
    write: writeTransferGenesis,
    export: exportTransfer,
  },
  messages: MESSAGES,
  queries: QUERIES,
  problem: transferProblem,
});
