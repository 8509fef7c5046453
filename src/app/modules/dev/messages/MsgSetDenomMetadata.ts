/** `halley.dev.v1.MsgSetDenomMetadata` sets a denom's metadata, which must satisfy the SDK's rules. */
import { MsgSetDenomMetadata as request } from '../../../../codec/dev/MsgSetDenomMetadata.js';
import { event } from '../../../types/events.js';
import { metadataProblem, writeDenomMetadata } from '../../bank/metadata.js';
import { defineDevMessage, devFailure } from '../define_dev_message.js';

export const MsgSetDenomMetadata = defineDevMessage(request, ({ metadata }, { state, emit }) => {
  const problem = metadataProblem(metadata);
  if (problem !== undefined) throw devFailure('invalid', problem);
  writeDenomMetadata(state, metadata);
  emit(event('set_denom_metadata', { denom: metadata.base }));
});
