/** Builds the events of token transfers (ibc-go v10 transfer `internal/events`). */
import type { Event } from '../../../abci/application.js';
import { goJson } from '../../../codec/go_json.js';
import { type AcknowledgementResponse, acknowledgementText } from '../../../codec/ibc/acknowledgement.js';
import { denomHash } from '../../../codec/ibc/denom.js';
import type { FungibleTokenPacketData } from '../../../codec/ibc/fungible_token_packet.js';
import type { Denom } from '../../../codec/ibc/transfer.js';
import { toUpperHex } from '../../../kernel/hex.js';
import { fromUtf8 } from '../../../kernel/text.js';
import { event } from '../../types/events.js';
import type { TokenPacket } from './packet_data.js';

const OF_MODULE = event('message', { module: 'transfer' });

export const sentEvents = ({ sender, receiver, denom, amount, memo }: FungibleTokenPacketData): Event[] => [
  event('ibc_transfer', { sender, receiver, denom, amount, memo }),
  OF_MODULE,
];

/** Builds the events of a received packet. `problem` is the reason of a refusal. */
export const receivedEvents = (
  { sender, receiver, denom, amount, memo }: FungibleTokenPacketData,
  problem: string | undefined,
): Event[] => [
  event('fungible_token_packet', {
    sender,
    receiver,
    denom,
    amount,
    memo,
    success: String(problem === undefined),
    error: problem,
  }),
  OF_MODULE,
];

export function acknowledgedEvents(data: FungibleTokenPacketData, response: AcknowledgementResponse): Event[] {
  const { sender, receiver, denom, amount, memo } = data;
  const acknowledgement = acknowledgementText(response);
  return [
    event('fungible_token_packet', { sender, receiver, denom, amount, memo, acknowledgement }),
    OF_MODULE,
    event(
      'fungible_token_packet',
      response.type === 'result' ? { success: fromUtf8(response.result) } : { error: response.error },
    ),
  ];
}

export const timedOutEvents = ({ data, denom }: TokenPacket): Event[] => [
  event('timeout', {
    receiver: data.sender,
    refund_tokens: goJson({ denom: denomJson(denom), amount: data.amount }),
    memo: data.memo,
  }),
  OF_MODULE,
];

export const denomEvent = (denom: Denom): Event =>
  event('denomination', { denom_hash: toUpperHex(denomHash(denom)), denom: goJson(denomJson(denom)) });

/** Encodes a denom as JSON. A trace without hops is `null` there. */
const denomJson = ({ base, trace }: Denom): object => ({
  base,
  trace: trace.length === 0 ? null : trace.map(({ portId, channelId }) => ({ port_id: portId, channel_id: channelId })),
});
