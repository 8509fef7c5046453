/** `ibc.core.channel.v1.MsgRecvPacket` delivers a packet. One that was received before has no effect. */
import { MsgRecvPacketResponse, RESULT, MsgRecvPacket as request } from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkPacket } from '../channel/packet.js';
import { receivePacket } from '../channel/receive.js';
import { runReceive } from '../channel/run_receive.js';
import { writeAcknowledgement } from '../channel/write_acknowledgement.js';
import { within } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgRecvPacket = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgRecvPacketResponse,
    signers: signedBy,
    handle: ({ packet, proofCommitment, proofHeight, signer }, context) => {
      checkProof(proofCommitment, 'commitment proof');
      checkPacket(packet);
      const app = appOf(router, packet.destinationPort);
      const outcome = within('receive packet verification failed', () =>
        receivePacket(context, packet, { proof: proofCommitment, height: proofHeight }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      return whenKnown(runReceive(app, packet, readSigner(signer, context.params), context), (answer) => {
        if (answer !== undefined) writeAcknowledgement(context, packet, answer);
        return { result: RESULT.success };
      });
    },
  });
