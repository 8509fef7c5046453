/**
 * Runs messages as the SDK's baseapp does (`runMsgs`): all or none. A failure undoes every change made so far, and its
 * events. Cosmos transactions and dev transactions both run this way.
 */
import type { Event } from '../../../abci/application.js';
import { type Any, TxMsgData } from '../../../codec/cosmos/base.js';
import type { Awaitable } from '../../../kernel/awaitable.js';
import type { Bytes } from '../../../kernel/bytes.js';
import type { WorkingState } from '../../state/types.js';
import { bech32Address } from '../../types/address.js';
import { event, inMessage } from '../../types/events.js';
import { type Refusal, TxFailure } from '../../types/refusal.js';
import type { AnyMessage, MessageContext } from './message.js';

/** Result and events of a run that succeeded. After a failure there is a refusal instead. */
export type Attempt<T> = { readonly result: T; readonly events: readonly Event[] };

/** Runs `act` with `context`, whose `state` may wrap `state`. The events that it emits are recorded in `state`. */
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

/** Does the same for an asynchronous `act`. */
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
    /** Returns the refusal of a transaction's own failure. Throws any other error. */
    failed(error: unknown): Refusal {
      if (!(error instanceof TxFailure)) throw error;
      state.revertTo(checkpoint);
      return error.refusal;
    },
  };
}

/** Encodes a transaction's data: the messages' responses. */
export const messageData = (msgResponses: readonly Any[]): Bytes => TxMsgData.encode({ msgResponses });

/**
 * Runs a message. An event that names its action comes first; each event carries the message's index. Throws TxFailure.
 */
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

/** Returns `bank` for `/cosmos.bank.v1beta1.MsgSend`. */
const moduleOf = (typeUrl: string): string => typeUrl.split('.')[1] ?? '';
