/** Checks which channels token transfers accept (ibc-go transfer `ValidateTransferChannelParams`). */
import { ORDER } from '../../../codec/ibc/channel.js';
import { TRANSFER_VERSION } from '../../../codec/ibc/transfer.js';
import type { StateReader } from '../../state/types.js';
import { moduleFailure } from '../../types/tx_failure.js';
import type { OpeningChannel } from '../ibc/app.js';
import { ibcFailure } from '../ibc/failure.js';
import { transferFailure } from './failure.js';
import { readPort } from './store.js';

const CHANNEL_ID = /^channel-(\d{1,20})$/;
/** Limits the channels to a number among which escrow addresses are safe from collisions. */
const MAX_CHANNELS = 2n ** 32n - 1n;
const INVALID_PORT = 4;
const INVALID_ORDERING = 6;
const ORDER_NAMES = ['ORDER_NONE_UNSPECIFIED', 'ORDER_UNORDERED', 'ORDER_ORDERED'];

/** Checks a channel. Throws TxFailure. */
export function checkChannel({ portId, channelId, channel }: OpeningChannel, state: StateReader): void {
  const number = CHANNEL_ID.exec(channelId)?.[1];
  if (number === undefined)
    throw ibcFailure('invalidIdentifier', 'channel identifier is not in the format: `channel-{N}`');
  if (BigInt(number) > MAX_CHANNELS)
    throw transferFailure(
      'maxTransferChannels',
      `channel sequence ${number} is greater than max allowed transfer channels ${MAX_CHANNELS}`,
    );
  if (channel.ordering !== ORDER.unordered)
    throw moduleFailure(
      'channel',
      INVALID_ORDERING,
      `expected ORDER_UNORDERED channel, got ${ORDER_NAMES[channel.ordering] ?? channel.ordering} : invalid channel ordering`,
    );
  const bound = readPort(state);
  if (portId !== bound)
    throw moduleFailure('port', INVALID_PORT, `invalid port: ${portId}, expected ${bound}: invalid port`);
}

/** Returns the version for an end's proposal. An empty proposal means the only version. Throws TxFailure. */
export function proposedVersion(version: string): string {
  if (version.trim() === '') return TRANSFER_VERSION;
  if (version === TRANSFER_VERSION) return version;
  throw transferFailure('invalidVersion', `expected one of [${TRANSFER_VERSION}], got ${version}`);
}

/** Checks the counterparty's version. Throws TxFailure. */
export function checkCounterpartyVersion(version: string): void {
  if (version !== TRANSFER_VERSION)
    throw transferFailure(
      'invalidVersion',
      `invalid counterparty version: expected one of [${TRANSFER_VERSION}], got ${version}`,
    );
}

/** Makes the refusal to close such a channel: its pending packets would be lost. */
export const closingRefused = () => ibcFailure('invalidRequest', 'user cannot close channel');
