/** `0x…0802`: token transfers to other chains, as `MsgTransfer` sends them. */
import { sendTransfer } from '../../modules/transfer/send_transfer.js';
import { transferContract } from './contract.js';

export const ics20 = transferContract(sendTransfer);
