/** Sends the same requests to two nodes and lists how their responses differ, over each protocol. */
import { createHash } from 'node:crypto';
import { reasonFor } from './allowed.js';
import { type Call, type ChainFacts, callsOf, PROTOCOLS, type Protocol, rpcBody, uriTarget } from './calls.js';
import { type Difference, isWrittenAsByGo, shapeDifferences } from './shape.js';
import { type HttpAnswer, type WireClient, wireClient } from './wire.js';

export interface FoundDifference extends Difference {
  /** Route and the call's description, or the type of an event. */
  readonly where: string;
  readonly protocol: Protocol;
  /** Explains why it is intended. It is undefined for a fault. */
  readonly reason: string | undefined;
}

export interface Side {
  readonly client: WireClient;
  readonly facts: ChainFacts;
}

interface Envelope {
  readonly id?: unknown;
  readonly result?: unknown;
  readonly error?: { readonly code: number; readonly message: string; readonly data?: string };
}

const JSON_TYPE = 'application/json';
const jsonOf = (text: string): Envelope => JSON.parse(text) as Envelope;

/** Response. Either both of two compared responses have a status and headers, or neither. */
type Answer = Pick<HttpAnswer, 'text'> & Partial<HttpAnswer>;

async function ask({ client }: Side, call: Call, protocol: Protocol, id: number): Promise<Answer> {
  if (protocol === 'GET') return client.http({ verb: 'GET', target: uriTarget(call) });
  const body = rpcBody(call, id, protocol === 'POST, positional');
  if (protocol !== 'WebSocket') return client.http({ verb: 'POST', target: '/', contentType: JSON_TYPE, body });
  const socket = await client.socket();
  try {
    socket.send(body);
    const text = await socket.frame((frame) => jsonOf(frame).id === id);
    if (text === undefined) throw new Error(`the connection was closed on ${body}`);
    return { text };
  } finally {
    await socket.close();
  }
}

/** Headers that belong to the connection or have no meaning. */
const UNCOMPARED: ReadonlySet<string> = new Set([
  'date',
  'connection',
  'keep-alive',
  'content-length',
  'transfer-encoding',
]);

function headerDifferences(real: Answer, ours: Answer): readonly Difference[] {
  const shown = (name: string, value: string | undefined): string =>
    name === 'x-server-time' && value !== undefined ? String(/^\d+$/.test(value)) : (value ?? 'nothing');
  const names = new Set([...Object.keys(real.headers ?? {}), ...Object.keys(ours.headers ?? {})]);
  return [...names].flatMap((name) => {
    const [theirs, our] = [shown(name, real.headers?.[name]), shown(name, ours.headers?.[name])];
    const differs = theirs !== our && !UNCOMPARED.has(name);
    return differs ? [{ path: `header ${name}`, kind: 'spelling' as const, real: theirs, ours: our }] : [];
  });
}

/** Replaces heights and hashes in an error's text, because they belong to the chain. */
const errorText = (data: string | undefined): string =>
  (data ?? '').replace(/[0-9A-F]{40,}/g, '<hash>').replace(/\d+/g, '<number>');

function errorDifferences(real: Envelope, ours: Envelope): readonly Difference[] {
  const facts = ({ error }: Envelope) =>
    error === undefined ? 'no error' : `${error.code} ${error.message}: ${errorText(error.data)}`;
  return facts(real) === facts(ours) ? [] : [{ path: 'error', kind: 'spelling', real: facts(real), ours: facts(ours) }];
}

/** Reduces an envelope to its keys and the type of its id. */
const bare = (envelope: Envelope) =>
  Object.fromEntries(Object.keys(envelope).map((key) => [key, key === 'id' ? typeof envelope.id : '']));

function answerDifferences(real: Answer, ours: Answer): readonly Difference[] {
  const status: readonly Difference[] =
    real.status === ours.status
      ? []
      : [{ path: 'status', kind: 'spelling', real: String(real.status), ours: String(ours.status) }];
  const heads = [...status, ...headerDifferences(real, ours)];
  if (!ours.text.startsWith('{') || !real.text.startsWith('{'))
    return ours.text === real.text
      ? heads
      : [...heads, { path: 'body', kind: 'type', real: real.text, ours: ours.text }];
  const [theirs, our] = [jsonOf(real.text), jsonOf(ours.text)];
  const keys = shapeDifferences(bare(theirs), bare(our), 'envelope');
  const spelled: readonly Difference[] = isWrittenAsByGo(ours.text)
    ? []
    : [{ path: 'body', kind: 'spelling', real: 'as Go writes it', ours: 'with blanks or characters that Go escapes' }];
  if (theirs.error !== undefined || our.error !== undefined)
    return [...heads, ...keys, ...spelled, ...errorDifferences(theirs, our)];
  return [...heads, ...keys, ...spelled, ...shapeDifferences(theirs.result, our.result)];
}

/** Sends every call over every protocol. Both chains should not make blocks meanwhile. */
export async function compareCalls(
  real: Side,
  ours: Side,
  calls: (facts: ChainFacts) => readonly Call[] = callsOf,
  protocols: readonly Protocol[] = PROTOCOLS,
): Promise<readonly FoundDifference[]> {
  const found: FoundDifference[] = [];
  const ourCalls = calls(ours.facts);
  let id = 0;
  for (const [i, call] of calls(real.facts).entries())
    for (const protocol of protocols) {
      id += 1;
      const ourCall = ourCalls[i] as Call;
      const [theirs, our] = await Promise.all([ask(real, call, protocol, id), ask(ours, ourCall, protocol, id)]);
      for (const difference of answerDifferences(theirs, our))
        found.push({
          ...difference,
          where: `${call.route} (${call.about})`,
          protocol,
          reason: reasonFor(call.route, difference),
        });
    }
  return found;
}

// ---------------------------------------------------------------- facts of a chain

interface BlockView {
  readonly block_id: { readonly hash: string };
  readonly block: { readonly data: { readonly txs: readonly string[] } };
}
interface EventView {
  readonly type: string;
  readonly attributes?: readonly { readonly key: string; readonly value: string; readonly index: boolean }[];
}

async function resultOf<T>(client: WireClient, target: string): Promise<T> {
  const { text } = await client.http({ verb: 'GET', target });
  const { result, error } = jsonOf(text);
  if (result === undefined) throw new Error(`${target}: ${error?.data ?? text}`);
  return result as T;
}

const fitsInQuotes = (value: string): boolean => value !== '' && !value.includes("'");

/** Finds the newest block with transactions. Throws when there is none. */
async function factsOf(client: WireClient): Promise<ChainFacts> {
  const { sync_info } = await resultOf<{
    sync_info: { latest_block_height: string; earliest_block_height: string };
  }>(client, '/status');
  const firstHeight = Number(sync_info.earliest_block_height);
  for (let height = Number(sync_info.latest_block_height); height >= firstHeight; height--) {
    const { block, block_id } = await resultOf<BlockView>(client, `/block?height=${height}`);
    const [tx] = block.data.txs;
    if (tx === undefined) continue;
    const { txs_results } = await resultOf<{ txs_results: readonly { events: readonly EventView[] }[] }>(
      client,
      `/block_results?height=${height}`,
    );
    const attributes = (txs_results[0]?.events ?? []).flatMap(({ type, attributes = [] }) =>
      attributes
        .filter(({ index, value }) => index && fitsInQuotes(value))
        .map((a) => ({ tag: `${type}.${a.key}`, value: a.value })),
    );
    return {
      txHeight: height,
      firstHeight,
      txHash: createHash('sha256').update(Buffer.from(tx, 'base64')).digest('hex').toUpperCase(),
      blockHash: block_id.hash,
      attribute: attributes[0],
      badTx: new Uint8Array([0xff]),
    };
  }
  throw new Error('the chain has no transactions yet: send one first');
}

/** Connects to a node. `url` may end in the prefix of a dialect. */
export async function sideOf(url: string): Promise<Side> {
  const client = wireClient(url);
  return { client, facts: await factsOf(client) };
}
