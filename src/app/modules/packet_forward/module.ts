/** Packet forwarding: a token's transfer goes on from here without another signature. Spelled as ibc-go spells it. */
import { defineModule } from '../../sdk/module/module.js';
import { exportForward, parseForwardGenesis, writeForwardGenesis } from './genesis.js';

export const packet_forward = defineModule({
  name: 'packetfowardmiddleware',
  stores: ['packetfowardmiddleware'],
  accounts: [],
  genesis: { parse: parseForwardGenesis, write: writeForwardGenesis, export: exportForward },
  messages: [],
  queries: [],
});
