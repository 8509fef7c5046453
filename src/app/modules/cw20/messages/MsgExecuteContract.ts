/** `cosmwasm.wasm.v1.MsgExecuteContract` transfers a CW20 token, or sends it to another chain. */
import { MsgExecuteContractResponse, MsgExecuteContract as message } from '../../../../codec/cosmos/cosmwasm.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { bech32Address, readAddress } from '../../../types/address.js';
import { IBC_CHANNELS } from '../../ibc/channel/channels.js';
import { execute } from '../execute.js';

export const MsgExecuteContract = defineMessage({
  message,
  response: MsgExecuteContractResponse,
  signers: ({ sender }, { bech32Prefix }) => [readAddress('sender address', sender, bech32Prefix)],
  handle: (call, context) => {
    const { bech32Prefix } = context.params;
    const sender = bech32Address(readAddress('sender address', call.sender, bech32Prefix), bech32Prefix);
    execute({ ...call, sender }, context, IBC_CHANNELS);
    return { data: EMPTY_BYTES };
  },
});
