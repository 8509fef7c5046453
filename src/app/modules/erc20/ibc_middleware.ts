/**
 * Applies token pairs to token transfers between chains (cosmos/evm x/erc20 `ibc_middleware.go`). Arrivals are
 * converted after the inner application has accepted them, refunds after it has paid them.
 */
import { settle, whenKnown } from '../../../kernel/awaitable.js';
import type { Acknowledgement, IbcApp } from '../ibc/app.js';
import { answerable, failed } from '../transfer/answer.js';
import { readAcknowledgement } from '../transfer/app.js';
import { readTokenPacket } from '../transfer/packet_data.js';
import { settleArrival } from './arrival.js';
import { settleRefund } from './refund.js';

/** Wraps `inner`, which transfers tokens. A packet whose acknowledgement is written later is not converted. */
export const withTokenPairs = (inner: IbcApp): IbcApp => ({
  ...inner,
  receive: (packet, relayer, context) =>
    whenKnown(inner.receive(packet, relayer, context), (answer) => {
      if (answer === undefined || !answer.success) return answer;
      return settled(answer, () => settleArrival(packet, readTokenPacket(packet.data), context));
    }),
  acknowledged: async (packet, acknowledgement, relayer, context) => {
    await inner.acknowledged(packet, acknowledgement, relayer, context);
    if (readAcknowledgement(acknowledgement).type === 'error')
      await settleRefund(readTokenPacket(packet.data), context);
  },
  timedOut: async (packet, relayer, context) => {
    await inner.timedOut(packet, relayer, context);
    await settleRefund(readTokenPacket(packet.data), context);
  },
});

/** Runs `act`. Returns `answer`, or the acknowledgement of its failure. */
const settled = (
  answer: Acknowledgement,
  act: () => ReturnType<typeof settleArrival>,
): Acknowledgement | Promise<Acknowledgement> =>
  settle(
    act,
    () => answer,
    (error) => failed(answerable(error).refusal.code),
  );
