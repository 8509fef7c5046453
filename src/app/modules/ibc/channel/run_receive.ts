/**
 * Runs an application's `receive` (ibc-go v10 core `msg_server.go` `RecvPacket`). When it fails, or returns a failure,
 * its changes are undone. Its events remain, with a prefix that marks them as failed.
 */
import type { Event } from '../../../../abci/application.js';
import type { Packet } from '../../../../codec/ibc/channel.js';
import { type Awaitable, settle } from '../../../../kernel/awaitable.js';
import type { Bytes } from '../../../../kernel/bytes.js';
import { utf8 } from '../../../../kernel/text.js';
import type { MessageContext } from '../../../sdk/module/message.js';
import { TxFailure } from '../../../types/tx_failure.js';
import type { Acknowledgement, IbcApp } from '../app.js';

/** Returns the acknowledgement. It is undefined when it will be written later. */
export function runReceive(
  app: IbcApp,
  packet: Packet,
  relayer: Bytes,
  context: MessageContext,
): Awaitable<Acknowledgement | undefined> {
  const { state } = context;
  const checkpoint = state.checkpoint();
  const emitted: Event[] = [];
  const emit = (...events: readonly Event[]): void => {
    emitted.push(...events);
    context.emit(...events);
  };
  const finish = (answer: Acknowledgement | undefined): Acknowledgement | undefined => {
    if (answer === undefined || answer.success) return answer;
    state.revertTo(checkpoint);
    context.emit(...emitted.map(asError));
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

/**
 * Returns the acknowledgement of a failure. It contains only the code, because texts may differ between nodes. Throws
 * any error that is not the packet's own failure.
 */
function errorAcknowledgement(error: unknown): Acknowledgement {
  if (!(error instanceof TxFailure)) throw error;
  const { code, codespace } = error.refusal;
  if (codespace === 'sdk' && code === OUT_OF_GAS) throw error;
  const text = `ABCI code: ${code}: error handling packet: see events for details`;
  return { success: false, bytes: utf8(JSON.stringify({ error: text })) };
}
