/** `ibc.core.channel.v1.MsgAcknowledgement` delivers the acknowledgement of a packet to its sender. */
import {
  MsgAcknowledgementResponse,
  RESULT,
  MsgAcknowledgement as request,
} from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { acknowledgePacket } from '../channel/acknowledge.js';
import { checkPacket } from '../channel/packet.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgAcknowledgement = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgAcknowledgementResponse,
    signers: signedBy,
    handle: ({ packet, acknowledgement, proofAcked, proofHeight, signer }, context) => {
      checkProof(proofAcked, 'acknowledgement proof');
      if (acknowledgement.length === 0) throw ibcFailure('invalidAcknowledgement', 'ack bytes cannot be empty');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const outcome = within('acknowledge packet verification failed', () =>
        acknowledgePacket(context, packet, acknowledgement, { proof: proofAcked, height: proofHeight }),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('acknowledge packet callback failed', () =>
        app.acknowledged(packet, acknowledgement, relayer, context),
      );
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });
