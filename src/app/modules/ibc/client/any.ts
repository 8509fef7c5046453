/**
 * Packs client states, consensus states and client messages as Any, and unpacks them. There is one type of each state.
 */
import type { Any } from '../../../../codec/cosmos/base.js';
import { ClientHeader, ClientMisbehaviour, ClientState, ConsensusState } from '../../../../codec/ibc/tendermint.js';
import type { Message } from '../../../../codec/protobuf/message.js';
import { failure, type TxFailure } from '../../../types/refusal.js';
import { decoded, ibcFailure } from '../failure.js';

export const packed = <T>(message: Message<T>, value: T): Any => ({
  typeUrl: message.typeUrl,
  value: message.encode(value),
});

function unpacked<T>(message: Message<T>, any: Any | undefined, absent: () => TxFailure): T {
  if (any === undefined) throw absent();
  if (any.typeUrl !== message.typeUrl)
    throw failure('txParseError', `no concrete type registered for type URL ${any.typeUrl}`);
  return decoded(() => message.decode(any.value));
}

/** Unpacks a client state. Throws TxFailure. */
export const readClientStateAny = (any: Any | undefined): ClientState =>
  unpacked(ClientState, any, () => ibcFailure('invalidClient', 'client state cannot be nil'));

export const readConsensusStateAny = (any: Any | undefined): ConsensusState =>
  unpacked(ConsensusState, any, () => ibcFailure('invalidConsensus', 'consensus state cannot be nil'));

export type ClientMessage =
  | { readonly type: 'header'; readonly header: ClientHeader }
  | { readonly type: 'misbehaviour'; readonly misbehaviour: ClientMisbehaviour };

export function readClientMessage(any: Any | undefined): ClientMessage {
  if (any?.typeUrl === ClientMisbehaviour.typeUrl)
    return { type: 'misbehaviour', misbehaviour: decoded(() => ClientMisbehaviour.decode(any.value)) };
  const header = unpacked(ClientHeader, any, () => ibcFailure('invalidHeader', 'client message cannot be nil'));
  return { type: 'header', header };
}
