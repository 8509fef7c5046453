/** Defines `halley.dev.v1.MsgSetDenomMetadata`, which replaces the metadata of a denom. */
import { DenomMetadata } from '../cosmos/denom_metadata.js';
import { required } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetDenomMetadata = message('halley.dev.v1.MsgSetDenomMetadata', {
  metadata: required(1, DenomMetadata),
});
