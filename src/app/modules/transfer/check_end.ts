/** Validates the channel ends that a token transfer names. */
import type { Hop } from '../../../codec/ibc/transfer.js';
import { within } from '../ibc/failure.js';
import { checkChannelId, checkPortId } from '../ibc/identifiers.js';

/** Throws TxFailure for invalid ids. `what` names the end in the error, for instance `source`. */
export function checkEnd({ portId, channelId }: Hop, what: string): void {
  within(`invalid ${what} port ID ${portId}`, () => checkPortId(portId));
  within(`invalid ${what} channel ID ${channelId}`, () => checkChannelId(channelId));
}
