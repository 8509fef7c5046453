/** `cosmwasm.wasm.v1.MsgExecuteContract`: a CW20 token is told to move, or to go to another chain. */
import { MsgExecuteContractResponse, MsgExecuteContract as message } from '../../../../codec/cosmos/cosmwasm.js';
import { EMPTY_BYTES } from '../../../../kernel/bytes.js';
import { bech32Address } from '../../../address.js';
import { readAddress } from '../../../module/addresses.js';
import { defineMessage } from '../../../module/message.js';
import { CHANNELS } from '../../transfer_stack.js';
import { execute } from '../execute.js';

export const MsgExecuteContract = defineMessage({
  message,
  response: MsgExecuteContractResponse,
  signers: ({ sender }, { bech32Prefix }) => [readAddress('sender address', sender, bech32Prefix)],
  handle: (call, context) => {
    const { bech32Prefix } = context.params;
    const sender = bech32Address(readAddress('sender address', call.sender, bech32Prefix), bech32Prefix);
    execute({ ...call, sender }, context, CHANNELS);
    return { data: EMPTY_BYTES };
  },
});
