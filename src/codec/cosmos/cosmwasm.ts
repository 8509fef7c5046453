/**
 * Defines the messages that execute contracts (wasmd `cosmwasm.wasm.v1`). The message to a contract and its response
 * are JSON.
 */

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
