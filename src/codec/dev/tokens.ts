/** Defines the messages of `halley.dev.v1` that change coins and tokens. */
import { DenomMetadata } from '../cosmos/denom_metadata.js';
import { bool, bytes, integer, required, string } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

/** Defines `halley.dev.v1.MsgMintCoins`, which adds an amount of any denom, in its smallest unit, to an account. */
export const MsgMintCoins = message('halley.dev.v1.MsgMintCoins', {
  address: bytes(1),
  denom: string(2),
  amount: integer(3),
});

/**
 * Defines `halley.dev.v1.MsgRegisterTokenPair`, which registers a contract address for a coin. Without an address, a
 * voucher gets the one derived from its hash.
 */
export const MsgRegisterTokenPair = message('halley.dev.v1.MsgRegisterTokenPair', {
  denom: string(1),
  contract: bytes(2),
});

/**
 * Defines `halley.dev.v1.MsgToggleConversion`, which disables or enables the conversion of a token pair, given by its
 * denom or its contract.
 */
export const MsgToggleConversion = message('halley.dev.v1.MsgToggleConversion', { token: string(1) });

/** Defines `halley.dev.v1.MsgSetDenomMetadata`, which replaces the metadata of a denom. */
export const MsgSetDenomMetadata = message('halley.dev.v1.MsgSetDenomMetadata', {
  metadata: required(1, DenomMetadata),
});

/** Defines `halley.dev.v1.MsgSetSendEnabled`, which sets whether coins of a denom may be sent. */
export const MsgSetSendEnabled = message('halley.dev.v1.MsgSetSendEnabled', { denom: string(1), enabled: bool(2) });
