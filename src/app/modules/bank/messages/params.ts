/**
 * `cosmos.bank.v1beta1.MsgUpdateParams` and `MsgSetSendEnabled` say which denoms may be sent, by a proposal.
 */
import { repeated, repeatedString, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { checkAuthority, defineUpdateParams, signedByAuthority } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { DENOM } from '../../../types/coins.js';
import { failure } from '../../../types/refusal.js';
import { deleteSendEnabledOf, SendEnabled, writeSendEnabledOf } from '../send_enabled.js';
import { BankParams, writeSendEnabled } from '../store.js';

export const MsgUpdateParams = defineUpdateParams({
  of: 'cosmos.bank.v1beta1',
  aminoName: 'cosmos-sdk/x/bank/MsgUpdateParams',
  params: BankParams,
  update: ({ defaultSendEnabled }, { state }) => writeSendEnabled(state, defaultSendEnabled),
});

export const MsgSetSendEnabled = defineMessage({
  message: message(
    'cosmos.bank.v1beta1.MsgSetSendEnabled',
    { authority: string(1), sendEnabled: repeated(2, SendEnabled), useDefaultFor: repeatedString(3) },
    { aminoName: 'cosmos-sdk/MsgSetSendEnabled' },
  ),
  response: message('cosmos.bank.v1beta1.MsgSetSendEnabledResponse', {}),
  signers: signedByAuthority,
  handle(value, context) {
    checkAuthority(value, context);
    const seen = new Set<string>();
    for (const { denom } of value.sendEnabled) {
      if (seen.has(denom))
        throw failure('invalidRequest', `duplicate denom entries found for "${denom}": invalid request`);
      seen.add(denom);
      checkDenomOf('SendEnabled', denom);
    }
    for (const denom of value.useDefaultFor) checkDenomOf('UseDefaultFor', denom);
    for (const rule of value.sendEnabled) writeSendEnabledOf(context.state, rule);
    for (const denom of value.useDefaultFor) deleteSendEnabledOf(context.state, denom);
    return {};
  },
});

function checkDenomOf(where: string, denom: string): void {
  if (!DENOM.test(denom))
    throw failure('invalidRequest', `invalid ${where} denom "${denom}": invalid denom: ${denom}: invalid request`);
}
