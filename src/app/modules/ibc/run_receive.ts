/**
 * Runs an application's `receive` (ibc-go v10 core `msg_server.go` `RecvPacket`). When it fails, or returns a failure,
 * its changes are undone. Its events remain, with a prefix that marks them as failed.
 */
import type { Event } from '../../../abci/application.js';
import { type Awaitable, settle } from '../../../kernel/awaitable.js';
import { utf8 } from '../../../kernel/text.js';
import type { MessageContext } from '../../sdk/module/message.js';
import { isOutOfGas, TxFailure } from '../../types/refusal.js';
import type { Acknowledgement } from './app.js';

/** Returns the acknowledgement. It is undefined when it will be written later. */
export function runReceive<A extends Acknowledgement | undefined>(
  receive: (context: MessageContext) => Awaitable<A>,
  context: MessageContext,
): Awaitable<A | Acknowledgement> {
  const { state } = context;
  const checkpoint = state.checkpoint();
  const emitted: Event[] = [];
  const emit = (...events: readonly Event[]): void => {
    emitted.push(...events);
    context.emit(...events);
  };
  const finish = <T extends Acknowledgement | undefined>(answer: T): T => {
    if (answer === undefined || answer.success) return answer;
    state.revertTo(checkpoint);
    context.emit(...emitted.map(asError));
    return answer;
  };
  const fail = (error: unknown): Acknowledgement => finish(errorAcknowledgement(error));
  return settle<A, A | Acknowledgement>(() => receive({ ...context, emit }), finish, fail);
}

const ERROR_PREFIX = 'ibccallbackerror-';

const asError = ({ type, attributes }: Event): Event => ({
  type: ERROR_PREFIX + type,
  attributes: attributes.map((attribute) => ({ ...attribute, key: ERROR_PREFIX + attribute.key })),
});

/**
 * Returns the acknowledgement of a failure. It contains only the code, because texts may differ between nodes. Throws
 * any error that is not the packet's own failure.
 */
function errorAcknowledgement(error: unknown): Acknowledgement {
  if (!(error instanceof TxFailure)) throw error;
  if (isOutOfGas(error.refusal)) throw error;
  const text = `ABCI code: ${error.refusal.code}: error handling packet: see events for details`;
  return { success: false, bytes: utf8(JSON.stringify({ error: text })) };
}
