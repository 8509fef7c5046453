/**
 * `cosmos.feegrant.v1beta1.MsgGrantAllowance`, `MsgRevokeAllowance` and `MsgPruneAllowances` let another account spend
 * fees of the granter, end this, and remove what has expired.
 */
import { optional, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { ChainParams } from '../../../sdk/chain_params.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { decodeAddress, readAddress } from '../../../types/address.js';
import { event } from '../../../types/events.js';
import { failure, moduleFailure } from '../../../types/refusal.js';
import { AllowanceAny } from '../allowances.js';
import { feegrantFailure } from '../failure.js';
import { grantAllowance, revokeAllowance } from '../grant.js';
import { deleteExpired, type FeePair, readAllowance } from '../store.js';

/** Most allowances that one message removes. */
const PRUNED_BY_MESSAGE = 75;

interface Parties {
  readonly granter: string;
  readonly grantee: string;
}

const signedByGranter = ({ granter }: Parties, { bech32Prefix }: ChainParams) => [
  readAddress('granter address', granter, bech32Prefix),
];

function pairOf({ granter, grantee }: Parties, { bech32Prefix }: ChainParams): FeePair {
  const read = (text: string) => {
    const address = decodeAddress(text, bech32Prefix);
    if (address instanceof Uint8Array) return address;
    throw moduleFailure('undefined', 1, address.problem);
  };
  return { grantee: read(grantee), granter: read(granter) };
}

export const MsgGrantAllowance = defineMessage({
  message: message(
    'cosmos.feegrant.v1beta1.MsgGrantAllowance',
    { granter: string(1), grantee: string(2), allowance: optional(3, AllowanceAny) },
    { aminoName: 'cosmos-sdk/MsgGrantAllowance' },
  ),
  response: message('cosmos.feegrant.v1beta1.MsgGrantAllowanceResponse', {}),
  signers: signedByGranter,
  handle({ granter, grantee, allowance }, context) {
    if (granter.toLowerCase() === grantee.toLowerCase())
      throw failure('invalidAddress', 'cannot self-grant fee authorization: invalid address');
    const pair = pairOf({ granter, grantee }, context.params);
    if (readAllowance(context.state, pair) !== undefined)
      throw failure('invalidRequest', 'fee allowance already exists: invalid request');
    if (allowance === undefined) throw feegrantFailure('noAllowance', 'failed to get allowance');
    allowance.check();
    grantAllowance(context, pair, allowance);
    return {};
  },
});

export const MsgRevokeAllowance = defineMessage({
  message: message(
    'cosmos.feegrant.v1beta1.MsgRevokeAllowance',
    { granter: string(1), grantee: string(2) },
    { aminoName: 'cosmos-sdk/MsgRevokeAllowance' },
  ),
  response: message('cosmos.feegrant.v1beta1.MsgRevokeAllowanceResponse', {}),
  signers: signedByGranter,
  handle(parties, context) {
    if (parties.granter === parties.grantee)
      throw failure('invalidAddress', 'addresses must be different: invalid address');
    revokeAllowance(context, pairOf(parties, context.params));
    return {};
  },
});

export const MsgPruneAllowances = defineMessage({
  message: message('cosmos.feegrant.v1beta1.MsgPruneAllowances', { pruner: string(1) }),
  response: message('cosmos.feegrant.v1beta1.MsgPruneAllowancesResponse', {}),
  signers: ({ pruner }, { bech32Prefix }) => [readAddress('pruner address', pruner, bech32Prefix)],
  handle({ pruner }, { state, block, emit }) {
    deleteExpired(state, block.time, PRUNED_BY_MESSAGE);
    emit(event('prune_feegrant', { pruner }));
    return {};
  },
});
