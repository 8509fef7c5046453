/**
 * Defines packet forwarding: a token transfer continues from here without another signature. The name is spelled as in
 * ibc-go.
 */
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
