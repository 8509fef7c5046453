/**
 * `cosmos.authz.v1beta1.MsgGrant` and `MsgRevoke` let another account send messages for the granter, and end this (SDK
 * x/authz `msg_server.go`).
 */
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { formatTime, NANOS_PER_SECOND, type UnixNanos, unixSeconds } from '../../../../kernel/time.js';
import type { ChainParams } from '../../../sdk/chain_params.js';
import { type AnyMessageType, defineMessage, type MessageTypeOf } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { failure } from '../../../types/refusal.js';
import { ensureAccount } from '../../auth/store.js';
import { authzFailure, refuseDisabled } from '../failure.js';
import { deleteGrant, Grant, type GrantPair, grantEvent, writeGrant } from '../store.js';

interface Parties {
  readonly granter: string;
  readonly grantee: string;
}

const signedByGranter = ({ granter }: Parties, { bech32Prefix }: ChainParams) => [
  readAddress('granter address', granter, bech32Prefix),
];

function pairOf({ granter, grantee }: Parties, { bech32Prefix }: ChainParams): GrantPair {
  if (granter.toLowerCase() === grantee.toLowerCase()) throw authzFailure('granteeIsGranter');
  return {
    grantee: readAddress('grantee address', grantee, bech32Prefix),
    granter: readAddress('granter address', granter, bech32Prefix),
  };
}

const wholeSeconds = (time: UnixNanos): string => formatTime(unixSeconds(time) * NANOS_PER_SECOND);

/** Defines the message. It needs the message types of the chain, of which an authorization must name one. */
export const MsgGrant = (messageTypeOf: MessageTypeOf): AnyMessageType => {
  const type = defineMessage({
    message: message(
      'cosmos.authz.v1beta1.MsgGrant',
      { granter: string(1), grantee: string(2), grant: embedded(3, Grant) },
      { aminoName: 'cosmos-sdk/MsgGrant' },
    ),
    response: message('cosmos.authz.v1beta1.MsgGrantResponse', {}),
    signers: signedByGranter,
    handle({ granter, grantee, grant: { authorization, expiration } }, { state, params, block, gas, emit }) {
      const pair = pairOf({ granter, grantee }, params);
      if (authorization === undefined) throw failure('invalidType', 'authorization is nil: invalid type');
      authorization.check();
      ensureAccount(state, pair.grantee);
      const typeUrl = authorization.msgTypeUrl();
      if (messageTypeOf(typeUrl) === undefined) throw failure('invalidType', `${typeUrl} doesn't exist.: invalid type`);
      if (expiration !== undefined && expiration <= block.time)
        throw authzFailure(
          'invalidExpiration',
          `expiration must be after the current block time (${wholeSeconds(block.time)}), got ${wholeSeconds(expiration)}`,
        );
      writeGrant(state, pair, authorization, expiration, gas);
      emit(grantEvent('EventGrant', state, pair, typeUrl));
      return {};
    },
  });
  return {
    ...type,
    read(bytes) {
      refuseDisabled(type.message.decode(bytes).grant.authorization?.msgTypeUrl() ?? '');
      return type.read(bytes);
    },
  };
};

export const MsgRevoke = defineMessage({
  message: message(
    'cosmos.authz.v1beta1.MsgRevoke',
    { granter: string(1), grantee: string(2), msgTypeUrl: string(3) },
    { aminoName: 'cosmos-sdk/MsgRevoke' },
  ),
  response: message('cosmos.authz.v1beta1.MsgRevokeResponse', {}),
  signers: signedByGranter,
  handle({ granter, grantee, msgTypeUrl }, { state, params, gas, emit }) {
    const pair = pairOf({ granter, grantee }, params);
    if (msgTypeUrl === '') throw failure('invalidRequest', 'missing msg method name: invalid request');
    deleteGrant(state, pair, msgTypeUrl, gas);
    emit(grantEvent('EventRevoke', state, pair, msgTypeUrl));
    return {};
  },
});
