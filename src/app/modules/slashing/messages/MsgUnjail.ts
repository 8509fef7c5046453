/** `cosmos.slashing.v1beta1.MsgUnjail` lets a jailed validator return (SDK x/slashing `Unjail`). */
import { string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { defineMessage, type MessageContext } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { DECIMAL_ONE } from '../../../types/coins.js';
import { consensusAddressOf } from '../../../types/consensus_key.js';
import { moduleFailure } from '../../../types/refusal.js';
import { operatorPrefix } from '../../staking/addresses.js';
import { existingValidator } from '../../staking/delegate.js';
import { tokensFromShares } from '../../staking/delegation.js';
import { stakingFailure } from '../../staking/failure.js';
import { markPowersChanged, readDelegation, writeValidator } from '../../staking/store.js';
import { signingInfo } from '../store.js';

const request = message(
  'cosmos.slashing.v1beta1.MsgUnjail',
  { validatorAddr: string(1) },
  { aminoName: 'cosmos-sdk/MsgUnjail' },
);

export const MsgUnjail = defineMessage({
  // Amino has another name for the field, and writes an empty one too.
  message: { ...request, amino: ({ validatorAddr }) => ({ address: validatorAddr }) },
  response: message('cosmos.slashing.v1beta1.MsgUnjailResponse', {}),
  signers: ({ validatorAddr }, { bech32Prefix }) => [
    readAddress('validator address', validatorAddr, operatorPrefix(bech32Prefix)),
  ],
  handle: ({ validatorAddr }, context) => {
    const { bech32Prefix } = context.params;
    unjail(context, readAddress('validator address', validatorAddr, operatorPrefix(bech32Prefix)));
    return {};
  },
});

/** Lets a validator be elected again. Throws TxFailure while it must stay out, or when its operator has too little of it. */
function unjail({ state, block }: MessageContext, operator: Bytes): void {
  const validator = existingValidator(state, operator);
  const own = readDelegation(state, operator, operator);
  if (own === undefined) throw stakingFailure('noDelegation');
  const tokens = tokensFromShares(validator, own.shares) / DECIMAL_ONE;
  if (tokens < validator.minSelfDelegation)
    throw moduleFailure(
      'slashing',
      7,
      `${tokens} less than ${validator.minSelfDelegation}: validator's self delegation less than minimum; cannot be unjailed`,
    );
  if (!validator.jailed) throw moduleFailure('slashing', 5, 'validator not jailed; cannot be unjailed');
  const info = signingInfo(state, consensusAddressOf(validator.pubKey));
  if (info !== undefined && (info.tombstoned || block.time < info.jailedUntil))
    throw moduleFailure('slashing', 4, 'validator still jailed; cannot be unjailed');
  writeValidator(state, { operator, validator: { ...validator, jailed: false } });
  markPowersChanged(state);
}
