/** The type of requests without fields: those of parameters and of the node. */
import { message } from '../../../codec/protobuf/message.js';

export const NoFields = message('google.protobuf.Empty', {}, { lenient: true });
