/** `ibc.core.channel.v1.MsgTimeout` times out a packet that was not received in time. */
import { MsgTimeoutResponse, RESULT, MsgTimeout as request } from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkPacket } from '../channel/packet.js';
import { timeOutPacket } from '../channel/time_out.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgTimeout = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgTimeoutResponse,
    signers: signedBy,
    handle: ({ packet, proofUnreceived, proofHeight, nextSequenceRecv, signer }, context) => {
      checkProof(proofUnreceived, 'unreceived proof');
      if (nextSequenceRecv === 0n) throw ibcFailure('invalidSequence', 'next sequence receive cannot be 0');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const outcome = within('timeout packet verification failed', () =>
        timeOutPacket(context, packet, { proof: proofUnreceived, height: proofHeight }, nextSequenceRecv),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('timeout packet callback failed', () => app.timedOut(packet, relayer, context));
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });
