/**
 * Converts the text of a message or batch to the text of the response (geth's `rpc/handler.go`; evm-json-rpc.md
 * 9.2–9.4). Synchronous calls stay synchronous: only a handler that returns a promise makes one here.
 */

import { type Client, type FairScheduler, isGone, type TimeSlice } from '../../kernel/fair_scheduler.js';
import type { TextParts } from '../../kernel/text_stream.js';
import { Batch, type CallKind } from './batch.js';
import type { Dispatcher } from './dispatcher.js';
import {
  errorMember,
  errorText,
  type Message,
  readMessage,
  resultHead,
  resultText,
  type VersionRule,
} from './envelope.js';
import {
  asRpcError,
  handlerCrashed,
  invalidRequest,
  parseError,
  type RpcError,
  responseTooLarge,
  timedOut,
} from './errors.js';
import type { JsonRpcLimits, Schedule } from './limits.js';
import { endOfFirstValue, NULL_ID, type RawId, rawIdOf, rawIdsOf } from './raw_ids.js';
import { Streamed, Wrapped } from './streamed.js';
import { type Survey, survey } from './survey.js';

export interface ResponderOptions<C> {
  readonly dispatcher: Dispatcher<C>;
  readonly limits: JsonRpcLimits;
  readonly version: VersionRule;
  /** Receives a bug that was answered with `method handler crashed`; `error` is the thrown value. */
  readonly onCrash: (method: string, error: unknown) => void;
  /** Timer for `callTimeMs`. Without it calls wait without limit (WebSocket). */
  readonly schedule?: Schedule | undefined;
  /** Divides batches and queued messages into time slices. Without it they run without a pause. */
  readonly scheduler?: FairScheduler | undefined;
  /** Returns the client that the work is charged to. */
  readonly clientOf?: (context: C) => Client;
  /** Returns the kind of a method whose calls may wait at the same time in a batch; undefined for the others. */
  readonly kindOf?: ((method: string) => CallKind | undefined) | undefined;
}

const NOBODY: Client = { id: '' };

/**
 * Answers a message. The text is empty when there is no response to send. It never throws and never rejects. `alone`
 * states that no other message of the client is answered in this turn of the event loop.
 */
export type Respond<C, A = string> = (text: string, context: C, alone?: boolean) => A | Promise<A>;

/** Text; or the parts of one that is too long for memory. Parts must be read to their end or returned. */
export type Answer = string | TextParts;

/** Creates a responder that returns each response in one piece. A response longer than `responseBytes` is an error. */
export const createResponder = <C>(options: ResponderOptions<C>): Respond<C> =>
  // Only a streaming responder makes parts.
  responderOf(options, false) as Respond<C>;

/** Creates a responder that streams a long result of a single call in parts. */
export const createStreamingResponder = <C>(options: ResponderOptions<C>): Respond<C, Answer> =>
  responderOf(options, true);

function responderOf<C>(options: ResponderOptions<C>, streams: boolean): Respond<C, Answer> {
  const { limits, version, scheduler } = options;
  const clientOf = options.clientOf ?? (() => NOBODY);

  return (text, context, alone = false) => {
    const surveyed = survey(text, limits.batchItems);
    const parsed = surveyed.type === 'unreadable' ? undefined : parseFirst(text, surveyed);
    if (parsed === undefined) return errorText(NULL_ID, parseError());
    const { value, source } = parsed;
    if (Array.isArray(value)) return respondToBatch(value, rawIdsOf(source), surveyed.type === 'manyItems', context);
    const message = readMessage(value, rawIdOf(source), version);
    const answer = respondToOne(message, context, alone);
    return answer instanceof Promise ? limited(answer, () => refused(message, timedOut())) : answer;
  };

  /**
   * Answers at once, unless the client is over budget. A message that comes alone cannot add up, so it is not timed.
   */
  function respondToOne(message: Message, context: C, alone: boolean): Answer | Promise<Answer> {
    if (scheduler === undefined) return answerTo(options, message, context, streams);
    const client = clientOf(context);
    if (scheduler.isOverBudget(client)) return respondInSlice(scheduler.begin(client), message, context);
    if (alone) return answerTo(options, message, context, streams);
    const since = scheduler.now();
    const answer = answerTo(options, message, context, streams);
    scheduler.charge(client, since);
    return answer;
  }

  function respondInSlice(
    slice: TimeSlice | Promise<TimeSlice>,
    message: Message,
    context: C,
  ): Answer | Promise<Answer> {
    if (slice instanceof Promise) return slice.then((begun) => respondInSlice(begun, message, context));
    const answer = isGone(slice.client) ? '' : answerTo(options, message, context, streams);
    slice.end();
    return answer;
  }

  function respondToBatch(
    values: readonly unknown[],
    ids: readonly (RawId | undefined)[],
    hasMore: boolean,
    context: C,
  ) {
    if (values.length === 0) return errorText(NULL_ID, invalidRequest('empty batch'));
    const messages = values.map((value, i) => readMessage(value, ids[i], version));
    if (hasMore || messages.length > limits.batchItems) {
      const first = messages.find((message) => message.type === 'call' && message.id !== undefined);
      return `[${errorText(first?.type === 'call' && first.id !== undefined ? first.id : NULL_ID, invalidRequest('batch too large'))}]`;
    }
    const yieldRate = scheduler && { scheduler, client: clientOf(context), timeMs: limits.callTimeMs };
    const answerOf = (message: Message) => textTo(options, message, context);
    const batch = new Batch(messages, limits.responseBytes, answerOf, yieldRate, kindsOf(options));
    const answer = batch.run();
    return typeof answer === 'string' ? answer : limited(answer, () => batch.abandon(timedOut()));
  }

  /** Ends the wait at its time limit. For a streamed response, the wait ends with its first part. */
  function limited(answer: Promise<Answer>, onExpiry: () => string): Promise<Answer> {
    const { schedule } = options;
    if (schedule === undefined || limits.callTimeMs === 0) return answer;
    return new Promise((resolve) => {
      let expired = false;
      const cancel = schedule(limits.callTimeMs, () => {
        expired = true;
        resolve(onExpiry());
      });
      answer.then((settled) => {
        cancel();
        if (expired && typeof settled !== 'string') void settled.return();
        else resolve(settled);
      });
    });
  }
}

/**
 * Parses the first JSON value of the text and ignores the rest. Of a batch that is too large it parses only the start.
 */
function parseFirst(text: string, surveyed: Survey): { readonly value: unknown; readonly source: string } | undefined {
  if (surveyed.type === 'manyItems') return parseFirst(surveyed.start, { type: 'fine' });
  try {
    return { value: JSON.parse(text), source: text };
  } catch {
    const source = text.slice(0, endOfFirstValue(text));
    if (source.length === text.length) return undefined;
    try {
      return { value: JSON.parse(source), source };
    } catch {
      return undefined;
    }
  }
}

/** Returns the response to a message that is refused unread. */
export function refused(message: Message, error: Parameters<typeof errorText>[1]): string {
  if (message.type === 'response' || message.id === undefined) return '';
  return errorText(message.id, error);
}

const kindsOf = <C>({ kindOf = () => undefined }: ResponderOptions<C>) => {
  return (message: Message): CallKind | undefined => (message.type === 'call' ? kindOf(message.method) : undefined);
};

/** Answers a message in one piece. */
const textTo = <C>(options: ResponderOptions<C>, message: Message, context: C): string | Promise<string> =>
  answerTo(options, message, context, false) as string | Promise<string>;

function answerTo<C>(
  options: ResponderOptions<C>,
  message: Message,
  context: C,
  streams: boolean,
): Answer | Promise<Answer> {
  if (message.type !== 'call') return refused(message, invalidRequest());
  const { id, method, params } = message;
  const { responseBytes } = options.limits;

  const succeed = (result: unknown): Answer | Promise<Answer> => {
    if (id === undefined) return '';
    if (result instanceof Streamed) return streams ? streamed(id, result, errorOf) : collected(id, result);
    try {
      const text = resultText(id, result);
      return text.length > responseBytes ? errorText(id, responseTooLarge()) : text;
    } catch (error) {
      return fail(error);
    }
  };
  const collected = (to: RawId, result: Streamed): Promise<Answer> =>
    result.text(responseBytes).then((text) => `${resultHead(to)}${text}}`, fail);
  const errorOf = (thrown: unknown): RpcError => {
    const error = asRpcError(thrown);
    if (error === undefined) options.onCrash(method, thrown);
    return error ?? handlerCrashed();
  };
  const fail = (thrown: unknown): string => {
    const error = errorOf(thrown);
    return id === undefined ? '' : errorText(id, error);
  };

  try {
    const result = options.dispatcher.call(context, method, params);
    return result instanceof Promise ? result.then(succeed, fail) : succeed(result);
  } catch (error) {
    return fail(error);
  }
}

/**
 * Streams a result. A result that ends within its first part is answered like any other. Of a longer one the rest
 * follows while it is made. If that fails, `error` follows the incomplete `result`: the response is still one JSON
 * value, and clients check for an error first.
 */
async function streamed(id: RawId, result: Streamed, errorOf: (thrown: unknown) => RpcError): Promise<Answer> {
  const parts = result.parts();
  try {
    const { value: first = '' } = await parts.next();
    if (!parts.ended)
      return new Wrapped(`${resultHead(id)}${first}`, parts, (error) =>
        error === undefined ? '}' : `,${errorMember(errorOf(error.thrown))}}`,
      );
    await parts.next();
    return `${resultHead(id)}${first}}`;
  } catch (thrown) {
    return errorText(id, errorOf(thrown));
  }
}
