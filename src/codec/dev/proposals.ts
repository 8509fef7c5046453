/** Defines the messages of `halley.dev.v1` that change proposals. */
import { Any } from '../cosmos/base.js';
import { repeated, string, uint } from '../protobuf/field.js';
import { message } from '../protobuf/message.js';

/**
 * Defines `halley.dev.v1.MsgPassProposal`, which passes a proposal at the end of the next block. With the id 0 it makes
 * one of the messages first.
 */
export const MsgPassProposal = message('halley.dev.v1.MsgPassProposal', {
  proposalId: uint(1),
  messages: repeated(2, Any),
  title: string(3),
});
