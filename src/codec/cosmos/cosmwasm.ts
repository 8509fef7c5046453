/** How contracts are called and asked (wasmd `cosmwasm.wasm.v1`). What a contract is told and answers is JSON. */

import { bytes, repeated, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Coin } from './base.js';

export const MsgExecuteContract = message(
  'cosmwasm.wasm.v1.MsgExecuteContract',
  { sender: string(1), contract: string(2), msg: bytes(3), funds: repeated(5, Coin, { keepEmpty: true }) },
  { aminoName: 'wasm/MsgExecuteContract' },
);
export type MsgExecuteContract = Of<typeof MsgExecuteContract>;

export const MsgExecuteContractResponse = message('cosmwasm.wasm.v1.MsgExecuteContractResponse', { data: bytes(1) });
