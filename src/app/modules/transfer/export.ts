/** Exports `app_state.transfer` of a state. */
import type { Denom } from '../../../codec/ibc/transfer.js';
import type { StateReader } from '../../state/types.js';
import { compareDenoms } from './order.js';
import { readDenoms, readPort, readTransferParams, totalEscrows } from './store.js';

export function exportTransfer(state: StateReader): object {
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
