/** Answers the queries of `ibc.applications.transfer.v1` about escrowed tokens. */
import { Coin } from '../../../../codec/cosmos/base.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { readChainParams } from '../../../sdk/chain_params.js';
import { defineQuery } from '../../../sdk/query/define_query.js';
import { invalidArgument, notFound } from '../../../sdk/query/failure.js';
import { bech32Address } from '../../../types/address.js';
import { checkDenom } from '../../bank/send_enabled.js';
import { coinOf } from '../../bank/store.js';
import { readChannel } from '../../ibc/channel/store.js';
import { channelProblem, portProblem } from '../../ibc/identifiers.js';
import { escrowAddress } from '../escrow.js';
import { totalEscrow } from '../store.js';

/** `/ibc.applications.transfer.v1.Query/EscrowAddress` returns the account that escrows tokens sent over a channel. */
export const EscrowAddress = defineQuery('/ibc.applications.transfer.v1.Query/EscrowAddress', {
  rest: '/ibc/apps/transfer/v1/channels/{channel_id}/ports/{port_id}/escrow_address',
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

/** `/ibc.applications.transfer.v1.Query/TotalEscrowForDenom` returns how much of a denom is in escrow here. */
export const TotalEscrowForDenom = defineQuery('/ibc.applications.transfer.v1.Query/TotalEscrowForDenom', {
  rest: '/ibc/apps/transfer/v1/total_escrow/{denom=**}',
  request: message(
    'ibc.applications.transfer.v1.QueryTotalEscrowForDenomRequest',
    { denom: string(1) },
    { lenient: true },
  ),
  response: message('ibc.applications.transfer.v1.QueryTotalEscrowForDenomResponse', { amount: embedded(1, Coin) }),
  answer({ denom }, state) {
    checkDenom(denom);
    return { amount: coinOf({ denom, amount: totalEscrow(state, denom) }) };
  },
});
