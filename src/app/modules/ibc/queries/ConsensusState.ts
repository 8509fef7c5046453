/** `/ibc.core.client.v1.Query/ConsensusState` returns a client's consensus state of one height. */
import { Any } from '../../../../codec/cosmos/base.js';
import { Height } from '../../../../codec/ibc/height.js';
import { ConsensusState as ConsensusStateMessage } from '../../../../codec/ibc/tendermint.js';
import { bool, bytes, embedded, optional, string, uint } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { checkAsked } from '../asked.js';
import { packed } from '../client/any.js';
import { readClientState, readConsensusState } from '../client/store.js';
import { heightText } from '../height.js';
import { checkClientId } from '../identifiers.js';
import { queryHeight } from '../query_height.js';

export const ConsensusState = defineQuery('/ibc.core.client.v1.Query/ConsensusState', {
  request: message(
    'ibc.core.client.v1.QueryConsensusStateRequest',
    { clientId: string(1), revisionNumber: uint(2), revisionHeight: uint(3), latestHeight: bool(4) },
    { lenient: true },
  ),
  response: message('ibc.core.client.v1.QueryConsensusStateResponse', {
    consensusState: optional(1, Any),
    proof: bytes(2),
    proofHeight: embedded(3, Height),
  }),
  answer({ clientId, revisionNumber, revisionHeight, latestHeight }, state) {
    checkAsked(() => checkClientId(clientId));
    const height = latestHeight ? readClientState(state, clientId)?.latestHeight : { revisionNumber, revisionHeight };
    if (!latestHeight && revisionHeight === 0n) throw invalidArgument('consensus state height cannot be 0');
    const consensus = height && readConsensusState(state, clientId, height);
    if (height === undefined || consensus === undefined)
      throw notFound(
        `client-id: ${clientId}, height: ${height === undefined ? '0-0' : heightText(height)}: consensus state not found`,
      );
    return {
      consensusState: packed(ConsensusStateMessage, consensus),
      proof: EMPTY_BYTES,
      proofHeight: queryHeight(state),
    };
  },
});
