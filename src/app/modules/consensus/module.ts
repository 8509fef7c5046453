/** Defines x/consensus: parameters of the engine that a proposal sets. The engine's own genesis has the first ones. */
import { embedded, optional, uint } from '../../../codec/protobuf/field.js';
import { message } from '../../../codec/protobuf/message.js';
import { readBlockRecord } from '../../sdk/block_record.js';
import { defineModule } from '../../sdk/module/module.js';
import { defineNodeQuery, NoFields } from '../../sdk/query/define_query.js';
import { notFound } from '../../sdk/query/failure.js';
import { MESSAGES } from './messages/index.generated.js';
import { Abci, Block, Evidence, takeChangedParams, Validator } from './store.js';

const ConsensusParams = message('tendermint.types.ConsensusParams', {
  block: optional(1, Block),
  evidence: optional(2, Evidence),
  validator: optional(3, Validator),
  version: optional(4, message('tendermint.types.VersionParams', { app: uint(1) })),
  abci: optional(5, Abci),
});

/** `/cosmos.consensus.v1.Query/Params` returns the parameters of the height after that of the state. */
const Params = defineNodeQuery('/cosmos.consensus.v1.Query/Params', {
  rest: '/cosmos/consensus/v1/params',
  request: NoFields,
  response: message('cosmos.consensus.v1.QueryParamsResponse', { params: embedded(1, ConsensusParams) }),
  answer(_, state, { nodeFacts }) {
    const height = readBlockRecord(state).height + 1n;
    const params = nodeFacts?.().consensusParams(height);
    if (params === undefined) throw notFound(`the parameters of height ${height} are pruned`);
    // The SDK's query has only the groups that CometBFT 0.38 knows.
    const { block, evidence, validator, version, abci } = params;
    return { params: { block, evidence, validator, version, abci } };
  },
});

export const consensus = defineModule({
  name: 'consensus',
  stores: ['consensus'],
  accounts: [],
  genesis: { parse: () => undefined, write: () => {}, export: () => undefined },
  messages: MESSAGES,
  queries: [Params],
  endBlock: ({ state }) => ({ events: [], consensusParams: takeChangedParams(state) }),
});
