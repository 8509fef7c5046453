/** Makes the requests to CometBFT RPC for the full block of a chain. Each answer is checked before it is timed. */
import { createHash } from 'node:crypto';
import { call } from './client.js';

/** Request whose answer has been checked. */
export interface AbciCall {
  readonly name: string;
  /** HTTP request, head and body. */
  readonly request: string;
  /** Bytes of the result. */
  readonly resultBytes: number;
}

export interface FullBlock {
  readonly block: { readonly data: { readonly txs: readonly string[] } };
}

interface Found {
  readonly txs: readonly unknown[];
}

interface Results {
  readonly txs_results: readonly {
    readonly events: readonly {
      readonly type: string;
      readonly attributes: readonly { readonly key: string; readonly value: string; readonly index: boolean }[];
    }[];
  }[];
}

const PAGE = 30;
const INDEX_TIMEOUT_MS = 5000;

function httpRequest(body: string): string {
  const head = ['POST / HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json'];
  return [...head, `content-length: ${body.length}`, '', body].join('\r\n');
}

/**
 * Repeats the request until the answer is as expected, because the engine indexes a block after it has published it.
 */
async function ask<T>(
  port: number,
  name: string,
  method: string,
  params: object,
  looksRight: (result: T) => boolean,
): Promise<AbciCall> {
  const giveUp = performance.now() + INDEX_TIMEOUT_MS;
  for (;;) {
    const result = await call<T>(port, method, params);
    const text = JSON.stringify(result);
    const request = httpRequest(JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }));
    if (looksRight(result)) return { name, request, resultBytes: text.length };
    if (performance.now() > giveUp) throw new Error(`${name}: unexpected answer ${text.slice(0, 500)}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}

/** Returns a condition on an indexed attribute that only one transaction has, in the middle of the block. */
async function distinctAttribute(port: number, height: string): Promise<string> {
  const { txs_results } = await call<Results>(port, 'block_results', { height });
  const conditions = txs_results.map(({ events }) => [
    ...new Set(
      events.flatMap(({ type, attributes }) =>
        attributes.filter(({ index }) => index).map(({ key, value }) => `${type}.${key}='${value}'`),
      ),
    ),
  ]);
  const holders = new Map<string, number>();
  for (const condition of conditions.flat()) holders.set(condition, (holders.get(condition) ?? 0) + 1);
  const distinct = conditions[conditions.length >> 1]?.find((condition) => holders.get(condition) === 1);
  if (distinct === undefined) throw new Error(`no attribute distinguishes the transactions of block ${height}`);
  return distinct;
}

export async function questions(port: number, height: string, count: number): Promise<AbciCall[]> {
  const { txs } = (await call<FullBlock>(port, 'block', { height })).block.data;
  const middle = Buffer.from(txs[count >> 1] ?? '', 'base64');
  const hash = createHash('sha256').update(middle).digest('hex').toUpperCase();
  const search = (by: string, query: string, expected: number): Promise<AbciCall> => {
    const params = { query, prove: false, page: '1', per_page: String(PAGE), order_by: 'asc' };
    return ask<Found>(port, `tx_search by ${by}`, 'tx_search', params, (found) => found.txs.length === expected);
  };
  return [
    await ask<object>(port, 'status', 'status', {}, (result) => 'sync_info' in result),
    await ask<FullBlock>(port, 'block', 'block', { height }, ({ block }) => block.data.txs.length === count),
    await search('height', `tx.height=${height}`, PAGE),
    await search('attribute', await distinctAttribute(port, height), 1),
    await search('hash', `tx.hash='${hash}'`, 1),
  ];
}
