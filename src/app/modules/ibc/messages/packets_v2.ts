/** Handles the messages of IBC v2's packets (ibc-go v10 04-channel/v2 `keeper/msg_server.go`). */
import { RESULT } from '../../../../codec/ibc/packet_messages.js';
import * as v2 from '../../../../codec/ibc/v2.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import { failure } from '../../../types/refusal.js';
import type { IbcRouter, PayloadApp } from '../app.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { runReceive } from '../run_receive.js';
import { readSigner, signedBy } from '../signer.js';
import {
  acknowledgePacket,
  checkAcknowledgement,
  checkPacket,
  checkRelayer,
  receivePacket,
  sendPayload,
  timeOutPacket,
  writeAcknowledgement,
} from '../v2/packets.js';

/** Returns the application of a port. A port without one is a panic in ibc-go. Throws TxFailure. */
function appOf({ payloadApp }: IbcRouter, portId: string): PayloadApp {
  const app = payloadApp(portId);
  if (app === undefined) throw failure('panic', `recovered: no route for ${portId}: panic`);
  return app;
}

/** `ibc.core.channel.v2.MsgSendPacket` sends a packet to the counterparty of a client. */
export const V2MsgSendPacket = (router: IbcRouter) =>
  defineMessage({
    message: v2.MsgSendPacket,
    response: v2.MsgSendPacketResponse,
    signers: signedBy,
    handle: (message, context) => ({
      sequence: sendPayload(message, (portId) => appOf(router, portId), context),
    }),
  });

/** `ibc.core.channel.v2.MsgRecvPacket` delivers a packet. One that was received before has no effect. */
export const V2MsgRecvPacket = (router: IbcRouter) =>
  defineMessage({
    message: v2.MsgRecvPacket,
    response: v2.MsgRecvPacketResponse,
    signers: signedBy,
    handle: ({ packet, proofCommitment: proof, proofHeight: height, signer }, context) => {
      if (proof.length === 0) throw ibcFailure('invalidProof', 'proof commitment can not be empty');
      const payload = checkPacket(packet);
      const relayer = readSigner(signer, context.params);
      checkRelayer(context, packet.destinationClient, relayer, signer);
      const outcome = within('receive packet verification failed', () =>
        receivePacket(context, packet, { proof, height }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const app = appOf(router, payload.destinationPort);
      const received = runReceive((inner) => app.receive(packet, payload, relayer, inner), context);
      return whenKnown(received, ({ success, bytes }) => {
        writeAcknowledgement(context, packet, success ? bytes : undefined);
        return { result: RESULT.success };
      });
    },
  });

/** Returns the text for a callback of an application that fails. */
const callbackOf = (name: string, { sourcePort }: v2.Payload, { sourceClient, destinationClient }: v2.Packet): string =>
  `failed ${name} for source port ${sourcePort}, source client ${sourceClient}, destination client ${destinationClient}`;

/** `ibc.core.channel.v2.MsgAcknowledgement` delivers the acknowledgement of a packet to its sender. */
export const V2MsgAcknowledgement = (router: IbcRouter) =>
  defineMessage({
    message: v2.MsgAcknowledgement,
    response: v2.MsgAcknowledgementResponse,
    signers: signedBy,
    handle: ({ packet, acknowledgement, proofAcked: proof, proofHeight: height, signer }, context) => {
      if (proof.length === 0) throw ibcFailure('invalidProof', 'cannot submit an empty acknowledgement proof');
      const answer = checkAcknowledgement(acknowledgement);
      const payload = checkPacket(packet);
      const relayer = readSigner(signer, context.params);
      checkRelayer(context, packet.sourceClient, relayer, signer);
      const outcome = within('acknowledge packet verification failed', () =>
        acknowledgePacket(context, packet, acknowledgement, { proof, height }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const app = appOf(router, payload.sourcePort);
      const done = withinLater(callbackOf('OnAcknowledgementPacket', payload, packet), () =>
        app.acknowledged(packet, payload, answer, relayer, context),
      );
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });

/** `ibc.core.channel.v2.MsgTimeout` times out a packet that was not received in time. */
export const V2MsgTimeout = (router: IbcRouter) =>
  defineMessage({
    message: v2.MsgTimeout,
    response: v2.MsgTimeoutResponse,
    signers: signedBy,
    handle: ({ packet, proofUnreceived: proof, proofHeight: height, signer }, context) => {
      if (proof.length === 0) throw ibcFailure('invalidProof', 'proof unreceived can not be empty');
      const payload = checkPacket(packet);
      const relayer = readSigner(signer, context.params);
      checkRelayer(context, packet.sourceClient, relayer, signer);
      const outcome = within('timeout packet verification failed', () =>
        timeOutPacket(context, packet, { proof, height }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const app = appOf(router, payload.sourcePort);
      const done = withinLater(callbackOf('OnTimeoutPacket', payload, packet), () =>
        app.timedOut(packet, payload, relayer, context),
      );
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });
