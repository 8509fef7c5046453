/**
 * An application takes a packet (ibc-go v10 core `msg_server.go` `RecvPacket`). What it does is undone when it fails, or
 * answers with a failure; what it has said stays, under names that say so.
 */
import type { Event } from '../../../../abci/application.js';
import type { Packet } from '../../../../codec/ibc/channel.js';
import { type Awaitable, settle } from '../../../../kernel/awaitable.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { TxFailure } from '../../../types/tx_failure.js';
import type { Acknowledgement, IbcApp } from '../app.js';

/** Undefined when the answer comes later. */
export function runReceive(
  app: IbcApp,
  packet: Packet,
  relayer: Bytes,
  context: MessageContext,
): Awaitable<Acknowledgement | undefined> {
  const { state } = context;
  const checkpoint = state.checkpoint();
  const consoleCalls: Event[] = [];
  const emit = (...events: readonly Event[]): void => {
    consoleCalls.push(...events);
    context.emit(...events);
  };
  const finish = (answer: Acknowledgement | undefined): Acknowledgement | undefined => {
    if (answer === undefined || answer.success) return answer;
    state.revertTo(checkpoint);
    context.emit(...consoleCalls.map(asError));
    return answer;
  };
  const fail = (error: unknown): Acknowledgement | undefined => finish(errorAcknowledgement(error));
  return settle(() => app.receive(packet, relayer, { ...context, emit }), finish, fail);
}

const PREFIX = 'ibccallbackerror-';

const asError = ({ type, attributes }: Event): Event => ({
  type: PREFIX + type,
  attributes: attributes.map((attribute) => ({ ...attribute, key: PREFIX + attribute.key })),
});

const OUT_OF_GAS = 11;

/** The code alone is told, since texts need not be the same everywhere. Throws what is not the packet's own failure. */
function errorAcknowledgement(error: unknown): Acknowledgement {
  if (!(error instanceof TxFailure)) throw error;
  const { code, codespace } = error.refusal;
  if (codespace === 'sdk' && code === OUT_OF_GAS) throw error;
  const text = `ABCI code: ${code}: error handling packet: see events for details`;
  return { success: false, bytes: utf8(JSON.stringify({ error: text })) };
}
