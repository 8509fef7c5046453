/** `ibc.applications.transfer.v1.MsgUpdateParams` allows sending and receiving over IBC, or does not, by a proposal. */
import { TransferParams } from '../../../../codec/ibc/transfer.js';
import { embedded, string } from '../../../../codec/protobuf/field.js';
import { message } from '../../../../codec/protobuf/message.js';
import { authorityText } from '../../../sdk/module/authority.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { readAddress } from '../../../types/address.js';
import { moduleFailure } from '../../../types/refusal.js';
import { writeTransferParams } from '../store.js';

export const MsgUpdateParams = defineMessage({
  message: message('ibc.applications.transfer.v1.MsgUpdateParams', {
    signer: string(1),
    params: embedded(2, TransferParams),
  }),
  response: message('ibc.applications.transfer.v1.MsgUpdateParamsResponse', {}),
  signers: ({ signer }, { bech32Prefix }) => [readAddress('signer address', signer, bech32Prefix)],
  handle({ signer, params }, { state, params: chain }) {
    const expected = authorityText(chain);
    if (signer !== expected) throw moduleFailure('ibc', 2, `expected ${expected}, got ${signer}: unauthorized`);
    writeTransferParams(state, params);
    return {};
  },
});
