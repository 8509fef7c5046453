/** Defines the messages of IBC clients of any type (ibc-go v10 `ibc.core.client.v1`, ICS-2). */
import { Any } from '../cosmos/base.js';
import { embedded, optional, repeatedString, string, uint } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';

export const IdentifiedClientState = message('ibc.core.client.v1.IdentifiedClientState', {
  clientId: string(1),
  clientState: optional(2, Any),
});
export type IdentifiedClientState = Of<typeof IdentifiedClientState>;

export const Height = message('ibc.core.client.v1.Height', { revisionNumber: uint(1), revisionHeight: uint(2) });
/** Height of a chain. The revision number is the number at the end of the chain's id. */
export type Height = Of<typeof Height>;

/** Value of `timeoutHeight` that means no timeout height. */
export const NO_HEIGHT: Height = { revisionNumber: 0n, revisionHeight: 0n };

export const ConsensusStateWithHeight = message('ibc.core.client.v1.ConsensusStateWithHeight', {
  height: embedded(1, Height),
  consensusState: optional(2, Any),
});
export type ConsensusStateWithHeight = Of<typeof ConsensusStateWithHeight>;

/** Client types that may be created. `*` allows all. */
export const ClientParams = message('ibc.core.client.v1.Params', { allowedClients: repeatedString(1) });
export type ClientParams = Of<typeof ClientParams>;

export const MsgCreateClient = message('ibc.core.client.v1.MsgCreateClient', {
  clientState: optional(1, Any),
  consensusState: optional(2, Any),
  signer: string(3),
});
export type MsgCreateClient = Of<typeof MsgCreateClient>;

export const MsgCreateClientResponse = message('ibc.core.client.v1.MsgCreateClientResponse', { clientId: string(1) });

/** Message that updates a client. `clientMessage` is a header or evidence of misbehaviour. */
export const MsgUpdateClient = message('ibc.core.client.v1.MsgUpdateClient', {
  clientId: string(1),
  clientMessage: optional(2, Any),
  signer: string(3),
});
export type MsgUpdateClient = Of<typeof MsgUpdateClient>;

export const MsgUpdateClientResponse = message('ibc.core.client.v1.MsgUpdateClientResponse', {});

/** Message that submits misbehaviour. ibc-go deprecates it, because MsgUpdateClient accepts misbehaviour too. */
export const MsgSubmitMisbehaviour = message('ibc.core.client.v1.MsgSubmitMisbehaviour', {
  clientId: string(1),
  misbehaviour: optional(2, Any),
  signer: string(3),
});
export type MsgSubmitMisbehaviour = Of<typeof MsgSubmitMisbehaviour>;

export const MsgSubmitMisbehaviourResponse = message('ibc.core.client.v1.MsgSubmitMisbehaviourResponse', {});
