/**
 * Implements IBC's core (ibc-go v10, classic channels): light clients of other chains, connections, channels, packets.
 */
import type { AnyMessageType } from '../../sdk/module/message.js';
import { defineModule } from '../../sdk/module/module.js';
import { withNeeds } from '../../sdk/module/needs.js';
import type { IbcRouter } from './app.js';
import { exportIbc } from './export.js';
import { parseIbcGenesis, writeIbcGenesis } from './genesis.js';
import { MESSAGES } from './messages/index.generated.js';
import { QUERIES } from './queries/index.generated.js';

/** Defines the module. It needs the router to the applications that are bound to ports. */
export const ibc = ({ ibcRouter }: { readonly ibcRouter: IbcRouter }) =>
  defineModule({
    name: 'ibc',
    stores: ['ibc'],
    accounts: [],
    genesis: { parse: (node) => parseIbcGenesis(node), write: writeIbcGenesis, export: exportIbc },
    messages: withNeeds<AnyMessageType, IbcRouter>(MESSAGES, ibcRouter),
    queries: QUERIES,
  });
