/** Sends requests to the dashboard's server: its own routes, and the two RPCs of a chain. */
import type { KeptBlocks } from '../../backend/rounds.js';
import type {
  About,
  ArtifactFile,
  ChainKeys,
  ReplayLine,
  ScenarioCheck,
  ScenarioEntry,
} from '../../rpc/dashboard/wire.js';

/** Error that a server answered with, or the failure to reach it. `code` is that of JSON-RPC, if there is one. */
export class RequestError extends Error {
  constructor(
    message: string,
    readonly code?: number,
    readonly data?: unknown,
  ) {
    super(message);
  }
}

const UNREACHABLE = 'the devnet does not answer: it may have stopped';

/** Sends a request. Throws RequestError when no server answers. */
async function request(path: string, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(path, { cache: 'no-store', ...init });
  } catch {
    throw new RequestError(UNREACHABLE);
  }
}

async function read<T>(path: string, init?: RequestInit): Promise<T> {
  const response = await request(path, init);
  const text = await response.text().catch(() => {
    throw new RequestError(UNREACHABLE);
  });
  let body: unknown;
  try {
    body = JSON.parse(text);
  } catch {
    throw new RequestError(`the server answered ${response.status} with no JSON: ${text.slice(0, 200)}`);
  }
  if (response.ok || isRpcAnswer(body)) return body as T;
  throw refusal(response, body);
}

/** Makes the error of a refused request, from the sentence in its body if there is one. */
function refusal({ status }: Response, body: unknown): RequestError {
  const { error } = (body ?? {}) as { error?: unknown };
  return new RequestError(typeof error === 'string' ? error : `the server answered ${status}`);
}

/** CometBFT answers errors with status 500 and a body of JSON-RPC. */
const isRpcAnswer = (body: unknown): boolean => typeof body === 'object' && body !== null && 'jsonrpc' in body;

/** Response of JSON-RPC. */
interface RpcAnswer {
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown };
}

function resultOf({ result, error }: RpcAnswer): unknown {
  if (error === undefined) return result;
  const more = typeof error.data === 'string' && error.data !== '' && !error.data.startsWith('0x');
  throw new RequestError(more ? `${error.message}: ${error.data}` : error.message, error.code, error.data);
}

const postJson = (body: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(body),
});

const chainPath = (chain: string): string => `/chains/${encodeURIComponent(chain)}`;

const callRpc = async (path: string, method: string, params: unknown): Promise<unknown> =>
  resultOf(await read<RpcAnswer>(path, postJson({ jsonrpc: '2.0', id: 1, method, params })));

/** Calls a method of the chain's EVM JSON-RPC. Throws RequestError for an error, with its code and data. */
export const callEvm = async <T = unknown>(
  chain: string,
  method: string,
  params: readonly unknown[] = [],
): Promise<T> => (await callRpc(`${chainPath(chain)}/evm`, method, params)) as T;

/** Calls a route of the chain's CometBFT RPC with arguments by name, such as `{ height: '5' }`. Throws RequestError. */
export const callComet = async <T = unknown>(
  chain: string,
  method: string,
  params: Readonly<Record<string, unknown>> = {},
): Promise<T> => (await callRpc(`${chainPath(chain)}/comet`, method, params)) as T;

/** Returns the path of a raw answer of the CometBFT RPC, for links: `/chains/…/comet/block?height=5`. */
export const cometLink = (chain: string, route: string, query = ''): string =>
  `${chainPath(chain)}/comet/${route}${query === '' ? '' : `?${query}`}`;

export const readAbout = (): Promise<About> => read('/about');
export const readArtifacts = (): Promise<readonly ArtifactFile[]> => read('/artifacts');
export const readKeplrInfo = (chain: string): Promise<object> => read(`${chainPath(chain)}/keplr`);
/** Reads a path of the chain's REST gateway, such as `/cosmos/bank/v1beta1/params`. Resolves to JSON of answers and errors. */
export async function readRest(chain: string, path: string): Promise<unknown> {
  const response = await request(`${chainPath(chain)}/rest${path}`);
  return response.json();
}

export const readKeys = (chain: string): Promise<ChainKeys> => read(`${chainPath(chain)}/keys`);
export const readScenarios = (): Promise<readonly ScenarioEntry[]> => read('/scenarios');

/** Returns the blocks whose rounds the devnet keeps; null when there are none. */
export const readKeptBlocks = (chain: string): Promise<KeptBlocks | null> => read(`${chainPath(chain)}/rounds`);

export const checkScenario = (text: string, signal: AbortSignal): Promise<ScenarioCheck> =>
  read('/scenarios/check', { ...postJson({ text }), signal });

/**
 * Reads the rounds of blocks that were decided before, at most up to a number of events of the network. Throws
 * RequestError when the devnet does not keep them.
 */
export async function readRounds(
  chain: string,
  { first, last }: KeptBlocks,
  signal: AbortSignal,
  events?: number,
): Promise<readonly ReplayLine[]> {
  const query = events === undefined ? '' : `?events=${events}`;
  const response = await request(`${chainPath(chain)}/rounds/${first}-${last}${query}`, { signal });
  if (!response.ok) throw refusal(response, await response.json().catch(() => undefined));
  return (await response.text())
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => JSON.parse(line));
}

/** Posts JSON and passes on the lines of the answer as they arrive. Throws RequestError. */
export async function postForLines(
  path: string,
  body: unknown,
  onLine: (line: unknown) => void,
  signal?: AbortSignal,
): Promise<void> {
  const response = await request(path, { ...postJson(body), ...(signal && { signal }) });
  if (!response.ok || response.body === null) throw refusal(response, await response.json().catch(() => undefined));
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader();
  let rest = '';
  for (;;) {
    const { done, value } = await reader.read().catch(() => {
      throw new RequestError('the answer was cut off: the devnet may have stopped');
    });
    if (done) break;
    const lines = (rest + value).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) if (line !== '') onLine(JSON.parse(line));
  }
}

/** Call: a method and its parameters, by position for the EVM JSON-RPC and by name for the CometBFT RPC. */
export type BatchCall = readonly [method: string, params: readonly unknown[] | Readonly<Record<string, unknown>>];

type BatchAnswer = RpcAnswer & { readonly id: number };

/** Most calls of one request. */
const MAX_CALLS = 250;

async function post(path: string, calls: readonly BatchCall[]): Promise<readonly BatchAnswer[]> {
  const requests = calls.map(([method, params], id) => ({ jsonrpc: '2.0', id, method, params }));
  const response = await request(path, postJson(requests));
  const answer: unknown = await response.json().catch(() => undefined);
  if (Array.isArray(answer)) return answer;
  // The CometBFT RPC answers a batch of one call without a list.
  if (typeof answer === 'object' && answer !== null && 'id' in answer) return [answer as BatchAnswer];
  const { error } = (answer ?? {}) as { error?: { message?: string } | string };
  throw new RequestError(
    (typeof error === 'string' ? error : error?.message) ?? `the server answered ${response.status}`,
  );
}

/** Returns the results in the order of the calls. A failed call has a RequestError in its place. */
export async function callBatch(
  chain: string,
  rpc: 'evm' | 'comet',
  calls: readonly BatchCall[],
): Promise<readonly unknown[]> {
  const results: unknown[] = [];
  for (let from = 0; from < calls.length; from += MAX_CALLS) {
    const part = calls.slice(from, from + MAX_CALLS);
    const byId = new Map((await post(`${chainPath(chain)}/${rpc}`, part)).map((one) => [one.id, one]));
    for (const id of part.keys()) {
      const { result, error } = byId.get(id) ?? { error: { code: 0, message: 'the answer is missing' } };
      results.push(error === undefined ? result : new RequestError(error.message, error.code, error.data));
    }
  }
  return results;
}

/** Calls as `callBatch` does. When the server refuses all calls, each result is that error. */
export async function callOptionalBatch(
  chain: string,
  rpc: 'evm' | 'comet',
  calls: readonly BatchCall[],
): Promise<readonly unknown[]> {
  try {
    return await callBatch(chain, rpc, calls);
  } catch (error) {
    if (error instanceof RequestError) return calls.map(() => error);
    throw error;
  }
}
