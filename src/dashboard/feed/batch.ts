/** Sends several calls as one request, as a JSON-RPC batch. */
import { chainPath, postJson, RequestError, type RpcAnswer, request } from './http.js';

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
