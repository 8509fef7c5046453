/** Decides for each JSON-RPC call of an HTTP request whether it succeeded, failed, or must be retried. */
import { parsingJson } from '../kernel/sliced_json.js';
import { quoted } from '../kernel/text.js';
import type { Answer, AnswerError } from './answer.js';
import type { PostResponse, PostResult } from './http_post.js';
import { isRateLimit, retryAfterMs } from './rate_limit.js';

/** Reasons continue a sentence that begins with the server's name. */
export type BatchOutcome =
  /** Some calls may be missing. */
  | { readonly type: 'answers'; readonly answers: ReadonlyMap<unknown, Answer> }
  /** The same request may succeed later. */
  | {
      readonly type: 'again';
      readonly reason: string;
      readonly isRateLimit?: true;
      readonly waitMs?: number | undefined;
    }
  /** The server does not accept as many calls in one request, or its response would be too long. */
  | { readonly type: 'too-large'; readonly reason: string }
  | { readonly type: 'failed'; readonly reason: string };

/** Longest text in which secrets are searched. A message shows less of it. */
const MAX_CLEANED = 10_000;
const HTML = /^\s*</;
const TOO_MANY_REQUESTS = 429;
const REQUEST_TIMEOUT = 408;
const FIRST_SERVER_ERROR = 500;

/** HTTP statuses with which servers refuse a request because of its format or size. */
const REFUSED_FORMS: readonly number[] = [400, 413, 414, 415, 422];

/** Request of a result. */
interface Sent {
  /** Ids of the calls. */
  readonly ids: readonly number[];
  readonly maxBytes: number;
  /** Removes secrets from a text of the server. */
  readonly clean: (text: string) => string;
}

/** Number of steps after which other work may run. */
const STEPS_AT_ONCE = 4;

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** Parses JSON in time slices. Rejects with SyntaxError as `parsingJson` throws. */
export async function parseInSlices(text: string): Promise<unknown> {
  const steps = parsingJson(text);
  for (let count = 1; ; count++) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (count % STEPS_AT_ONCE === 0) await nextTurn();
  }
}

/** Evaluates a result. A long one is parsed in time slices. */
export async function judge(result: PostResult, sent: Sent): Promise<BatchOutcome> {
  if (result.type === 'too-long')
    return { type: 'too-large', reason: `answered with more than ${sent.maxBytes} bytes` };
  if (result.type === 'failed')
    return { type: result.mayPass ? 'again' : 'failed', reason: `cannot be reached: ${result.reason}` };
  if (result.status === TOO_MANY_REQUESTS) return rateLimited(result, sent);
  return judgeBody(await parseInSlices(result.body).catch(() => undefined), result, sent);
}

function judgeBody(body: unknown, response: PostResponse, sent: Sent): BatchOutcome {
  if (Array.isArray(body)) return { type: 'answers', answers: byId(body) };
  const answer = typeof body === 'object' && body !== null ? (body as Answer) : undefined;
  if (answer?.error !== undefined && answer.error !== null) return judgeError(answer, answer.error, response, sent);
  if (answer !== undefined && sent.ids.length === 1) return { type: 'answers', answers: byId([answer]) };
  return judgeOther(response, sent);
}

/** Evaluates an error that applies to the whole request. */
function judgeError(answer: Answer, error: AnswerError, response: PostResponse, sent: Sent): BatchOutcome {
  const { ids } = sent;
  if (isRateLimit(error)) return rateLimited(response, sent);
  if (answer.id === ids[0] && ids.length === 1) return { type: 'answers', answers: byId([answer]) };
  if (response.status >= FIRST_SERVER_ERROR) return { type: 'again', reason: described(response, sent) };
  if (ids.length > 1) return { type: 'too-large', reason: described(response, sent) };
  // A server that cannot read a request does not know its id.
  return { type: 'answers', answers: byId([{ id: ids[0], error }]) };
}

/** Evaluates a body that is not JSON-RPC. */
function judgeOther(response: PostResponse, sent: Sent): BatchOutcome {
  const { status, body, headers } = response;
  const reason = described(response, sent);
  if (status >= FIRST_SERVER_ERROR || status === REQUEST_TIMEOUT)
    return { type: 'again', reason, waitMs: retryAfterMs(headers) };
  if (status >= 300 && status < 400)
    return { type: 'failed', reason: `answered with HTTP status ${status}, a redirect, which is not followed` };
  if (status >= 400)
    return { type: sent.ids.length > 1 && REFUSED_FORMS.includes(status) ? 'too-large' : 'failed', reason };
  return { type: HTML.test(body) ? 'failed' : 'again', reason };
}

const rateLimited = (response: PostResponse, sent: Sent): BatchOutcome => ({
  ...{ type: 'again', reason: described(response, sent), isRateLimit: true },
  waitMs: retryAfterMs(response.headers),
});

/** Evaluates an error for too many requests that applies to one call. */
export const limitedBy = (
  { message }: AnswerError,
  clean: Sent['clean'],
): Extract<BatchOutcome, { type: 'again' }> => ({
  ...{ type: 'again', isRateLimit: true },
  reason: `answered with an error: ${typeof message === 'string' ? quoted(clean(message)) : 'too many requests'}`,
});

function described({ status, body }: PostResponse, { clean }: Sent): string {
  const start = body.trim() === '' ? 'an empty body' : `"${quoted(clean(body.slice(0, MAX_CLEANED)))}"`;
  return `answered with HTTP status ${status} and ${start}`;
}

/** Maps ids to responses. If a server repeats an id, the first response counts. */
function byId(answers: readonly unknown[]): ReadonlyMap<unknown, Answer> {
  const map = new Map<unknown, Answer>();
  for (const one of answers) {
    const answer = Object(one) as Answer;
    const isAnswer = (answer.error !== undefined && answer.error !== null) || 'result' in answer;
    if (isAnswer && !map.has(answer.id)) map.set(answer.id, answer);
  }
  return map;
}
