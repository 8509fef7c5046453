/**
 * `ibc.core.channel.v1.MsgTimeoutOnClose` times out a packet that cannot be received, because the channel's other end
 * is closed.
 */
import {
  MsgTimeoutOnCloseResponse,
  RESULT,
  MsgTimeoutOnClose as request,
} from '../../../../codec/ibc/packet_messages.js';
import { whenKnown } from '../../../../kernel/awaitable.js';
import { defineMessage } from '../../../sdk/module/message.js';
import type { IbcRouter } from '../app.js';
import { checkPacket } from '../channel/packet.js';
import { timeOutOnClose } from '../channel/time_out.js';
import { ibcFailure, within, withinLater } from '../failure.js';
import { appOf, checkProof } from '../routed.js';
import { readSigner, signedBy } from '../signer.js';

export const MsgTimeoutOnClose = (router: IbcRouter) =>
  defineMessage({
    message: request,
    response: MsgTimeoutOnCloseResponse,
    signers: signedBy,
    handle: ({ packet, proofUnreceived, proofClose, proofHeight: height, nextSequenceRecv, signer }, context) => {
      if (nextSequenceRecv === 0n) throw ibcFailure('invalidSequence', 'next sequence receive cannot be 0');
      checkProof(proofUnreceived, 'unreceived proof');
      checkProof(proofClose, 'proof of closed counterparty channel end');
      checkPacket(packet);
      const app = appOf(router, packet.sourcePort);
      const [unreceived, closed] = [
        { proof: proofUnreceived, height },
        { proof: proofClose, height },
      ];
      const outcome = within('timeout on close packet verification failed', () =>
        timeOutOnClose(context, packet, unreceived, closed, nextSequenceRecv),
      );
      if (outcome === 'noop') return { result: RESULT.noop };
      const relayer = readSigner(signer, context.params);
      const done = withinLater('timeout on close callback failed', () => app.timedOut(packet, relayer, context));
      return whenKnown(done, () => ({ result: RESULT.success }));
    },
  });
