/**
 * Implements token transfers over IBC v2 (ibc-go v10 transfer/v2 `ibc_module.go`; cosmos/evm x/erc20/v2). A payload
 * becomes the classic packet of the same transfer, whose ends are the clients.
 */
import type { Packet as ClassicPacket } from '../../../codec/ibc/channel.js';
import { NO_HEIGHT } from '../../../codec/ibc/client.js';
import { encodePacketData } from '../../../codec/ibc/fungible_token_packet.js';
import { errorAcknowledgement, type Packet, type Payload } from '../../../codec/ibc/v2.js';
import { whenKnown } from '../../../kernel/awaitable.js';
import { equalBytes } from '../../../kernel/bytes.js';
import { invariant } from '../../../kernel/errors.js';
import type { IbcApp, PayloadApp } from '../ibc/app.js';
import { ibcFailure } from '../ibc/failure.js';
import { failed } from './answer.js';
import { readAcknowledgement } from './app.js';
import { readTokenPayload } from './packet_data.js';
import { checkTransferPayload, sendTokens } from './send.js';

/** Code of `ErrReceiveFailed`, the reason of every failure between clients. */
const RECEIVE_FAILED = 16;

const classic = (packet: Packet, payload: Payload): ClassicPacket => ({
  sequence: packet.sequence,
  sourcePort: payload.sourcePort,
  sourceChannel: packet.sourceClient,
  destinationPort: payload.destinationPort,
  destinationChannel: packet.destinationClient,
  data: encodePacketData(readTokenPayload(payload).data),
  timeoutHeight: NO_HEIGHT,
  timeoutTimestamp: 0n,
});

/** Makes the application of payloads from that of channels. */
export const payloadAppOf = (inner: IbcApp): PayloadApp => ({
  send: sendTokens,
  receive: (packet, payload, relayer, context) => {
    checkTransferPayload(packet, payload);
    return whenKnown(inner.receive(classic(packet, payload), relayer, context), (answer) => {
      invariant(answer !== undefined, 'a transfer is acknowledged at once');
      return answer;
    });
  },
  acknowledged: (packet, payload, acknowledgement, relayer, context) => {
    const isError = equalBytes(acknowledgement, errorAcknowledgement());
    if (!isError && readAcknowledgement(acknowledgement).type === 'error')
      throw ibcFailure('invalidRequest', 'cannot pass in a custom error acknowledgement with IBC v2');
    const answer = isError ? failed(RECEIVE_FAILED).bytes : acknowledgement;
    return inner.acknowledged(classic(packet, payload), answer, relayer, context);
  },
  timedOut: (packet, payload, relayer, context) => inner.timedOut(classic(packet, payload), relayer, context),
});
