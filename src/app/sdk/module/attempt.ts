/**
 * How messages run (SDK baseapp `runMsgs`): all or none, so what a failure has begun is undone, its events too. For
 * Cosmos transactions and for steering.
 */
import type { Event } from '../../../abci/application.js';
import { type Any, TxMsgData } from '../../../codec/cosmos/base.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { event, inMessage } from '../../types/events.js';
import type { Refusal } from '../../types/refusal.js';
import { TxFailure } from '../../types/tx_failure.js';
import type { AnyMessage, MessageContext } from './message.js';

/** What has happened; a refusal when nothing has. */
export type Attempt<T> = { readonly result: T; readonly events: readonly Event[] };

/** `act` works with `context`, whose `state` may stand before `state`; what it emits is kept in `state`. */
export function attempt<T>(
  state: WorkingState,
  context: Omit<MessageContext, 'emit'>,
  act: (context: MessageContext) => T,
): Attempt<T> | Refusal {
  const begun = begin(state, context);
  try {
    return begun.succeeded(act(begun.context));
  } catch (error) {
    return begun.failed(error);
  }
}

/** The same for what answers later. */
export async function attemptLater<T>(
  state: WorkingState,
  context: Omit<MessageContext, 'emit'>,
  act: (context: MessageContext) => Promise<T>,
): Promise<Attempt<T> | Refusal> {
  const begun = begin(state, context);
  try {
    return begun.succeeded(await act(begun.context));
  } catch (error) {
    return begun.failed(error);
  }
}

function begin(state: WorkingState, context: Omit<MessageContext, 'emit'>) {
  const [checkpoint, emitted] = [state.checkpoint(), state.emitted];
  const emit = (...events: readonly Event[]): void => {
    for (const event of events) state.emit(event);
  };
  return {
    context: { ...context, emit },
    succeeded: <T>(result: T): Attempt<T> => ({ result, events: state.eventsSince(emitted) }),
    /** Throws what is not the transaction's own failure. */
    failed(error: unknown): Refusal {
      if (!(error instanceof TxFailure)) throw error;
      state.revertTo(checkpoint);
      return error.refusal;
    },
  };
}

/** A transaction's data: the messages' responses. */
export const messageData = (msgResponses: readonly Any[]): Bytes => TxMsgData.encode({ msgResponses });

/** Its events say which message of the transaction they are of, behind one that names its action. Throws TxFailure. */
export function runMessage(message: AnyMessage, sender: Bytes, index: number, context: MessageContext): Awaitable<Any> {
  const emit = (...events: readonly Event[]): void => context.emit(...inMessage(index, events));
  emit(
    event('message', {
      action: message.typeUrl,
      sender: bech32Address(sender, context.params.bech32Prefix),
      module: moduleOf(message.typeUrl),
    }),
  );
  return message.handle({ ...context, emit });
}

/** `bank` of `/cosmos.bank.v1beta1.MsgSend`. */
const moduleOf = (typeUrl: string): string => typeUrl.split('.')[1] ?? '';
