/** `halley.dev.v1.MsgSetDenomMetadata`: what a denom is called, in place of what was said of it before. */
import { DenomMetadata } from '../cosmos/denom_metadata.js';
import { required } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

export const MsgSetDenomMetadata = message('halley.dev.v1.MsgSetDenomMetadata', {
  metadata: required(1, DenomMetadata),
});
