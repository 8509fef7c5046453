/** Defines x/consensus: parameters of the engine that a proposal sets. The engine's own genesis has the first ones. */
import { defineModule } from '../../sdk/module/module.js';
import { MESSAGES } from './messages/index.generated.js';
import { takeChangedParams } from './store.js';

export const consensus = defineModule({
  name: 'consensus',
  stores: ['consensus'],
  accounts: [],
  genesis: { parse: () => undefined, write: () => {}, export: () => undefined },
  messages: MESSAGES,
  queries: [],
  endBlock: ({ state }) => ({ events: [], consensusParams: takeChangedParams(state) }),
});
