/**
 * Defines the messages that execute contracts (wasmd `cosmwasm.wasm.v1`), and the metadata of a denom. The message to a
 * contract and its response are JSON.
 */

import { bytes, repeated, repeatedString, small, string } from '../protobuf/field.js';
import { message, type Of } from '../protobuf/message.js';
import { Coin } from './base.js';

export const MsgExecuteContract = message(
  'cosmwasm.wasm.v1.MsgExecuteContract',
  { sender: string(1), contract: string(2), msg: bytes(3), funds: repeated(5, Coin, { keepEmpty: true }) },
  { aminoName: 'wasm/MsgExecuteContract' },
);
export type MsgExecuteContract = Of<typeof MsgExecuteContract>;

export const MsgExecuteContractResponse = message('cosmwasm.wasm.v1.MsgExecuteContractResponse', { data: bytes(1) });

const DenomUnit = message('cosmos.bank.v1beta1.DenomUnit', {
  denom: string(1),
  exponent: small(2),
  aliases: repeatedString(3),
});
export type DenomUnit = Of<typeof DenomUnit>;

/** Display names of a denom, and the units in which it is displayed. */
export const DenomMetadata = message('cosmos.bank.v1beta1.Metadata', {
  description: string(1),
  denomUnits: repeated(2, DenomUnit),
  base: string(3),
  display: string(4),
  name: string(5),
  symbol: string(6),
  uri: string(7),
});
export type DenomMetadata = Of<typeof DenomMetadata>;
