/** `/ibc.applications.transfer.v1.Query/EscrowAddress` returns the account that escrows tokens sent over a channel. */
import { string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { bech32Address } from '../../../types/address.js';
import { readChannel } from '../../ibc/channel/store.js';
import { channelProblem, portProblem } from '../../ibc/identifiers.js';
import { escrowAddress } from '../escrow.js';

export const EscrowAddress = defineQuery('/ibc.applications.transfer.v1.Query/EscrowAddress', {
  request: message(
    'ibc.applications.transfer.v1.QueryEscrowAddressRequest',
    { portId: string(1), channelId: string(2) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryEscrowAddressResponse', { escrowAddress: string(1) }),
  answer({ portId, channelId }, state) {
    const problem = portProblem(portId) ?? channelProblem(channelId);
    if (problem !== undefined) throw invalidArgument(`${problem}: invalid identifier`);
    if (readChannel(state, portId, channelId) === undefined)
      throw notFound(`port ID (${portId}) channel ID (${channelId}): channel not found`);
    const address = escrowAddress({ portId, channelId });
    return { escrowAddress: bech32Address(address, readChainParams(state).bech32Prefix) };
  },
});
