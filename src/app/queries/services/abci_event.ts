/** Encodes events for the SDK's services. */
import { bool, repeated, string } from '../../../codec/protobuf/field.js';
import { message } from '../../../codec/protobuf/message.js';

const EventAttribute = message('tendermint.abci.EventAttribute', { key: string(1), value: string(2), index: bool(3) });

export const AbciEvent = message('tendermint.abci.Event', {
  type: string(1),
  attributes: repeated(2, EventAttribute),
});
