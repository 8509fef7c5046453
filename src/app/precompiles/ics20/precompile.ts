/** `0x…0802` sends tokens to other chains, as `MsgTransfer` does. */
import { sendTransfer } from '../../modules/transfer/send.js';
import { transferContract } from './contract.js';

export const ics20 = transferContract(sendTransfer);
