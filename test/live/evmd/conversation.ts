/**
 * Replays the recorded conversation with a devnet. Block hashes, hashes of transactions that the node signs, and ids of
 * filters and subscriptions differ here. Ours replace those of the recording as soon as both are known. `between.ts`
 * holds the requests between the recorded exchanges.
 */
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Devnet } from '../../../src/devnet/index.js';
import { type Answered, ask, parsed, upgrade, Wire } from './asking.js';
import { BETWEEN, BODIES, PARAMS } from './between.js';
import { NAMESPACES, openRecordedChain } from './chain.js';
import { type Exchange, type Json, TRANSACTIONS } from './recording.js';

/** Matches the methods whose answer names something that later requests use. */
const NAMING = /^eth_(new\w*Filter|sendTransaction|subscribe)$|^personal_(newAccount|sendTransaction)$/;

export class Conversation {
  readonly #ours = new Map<string, string>();
  #id = 0;

  private constructor(
    readonly devnet: Devnet,
    /** A devnet with the namespaces that are enabled by default. */
    readonly plain: Devnet,
    readonly wire: Wire,
    readonly folder: string,
  ) {}

  static async open(): Promise<Conversation> {
    const devnet = await openRecordedChain({ namespaces: NAMESPACES });
    const plain = await openRecordedChain({});
    const wire = await Wire.to(devnet.urls.evmWs as string);
    return new Conversation(devnet, plain, wire, await mkdtemp(join(tmpdir(), 'halley-profiles-')));
  }

  async close(): Promise<void> {
    this.wire.socket.terminate();
    await this.devnet.close();
    await this.plain.close();
  }

  /** Replaces the recording's hashes, ids and folder by ours. */
  translate<T>(value: T): T {
    if (value === undefined) return value;
    return JSON.parse(JSON.stringify(value), (_, text) => {
      if (typeof text !== 'string') return text;
      return this.#ours.get(text) ?? text.replace('<tmp>', this.folder);
    });
  }

  name(theirs: string, ours: string): void {
    this.#ours.set(theirs, ours);
  }

  /** Sends the request of an exchange and returns our answer, in the form of the recorded one. */
  async hold(exchange: Exchange): Promise<Answered> {
    await BETWEEN[exchange.name]?.(this);
    await this.#reach(exchange);
    const answer = await this.#ask(exchange);
    this.#learn(exchange, answer);
    return answer;
  }

  async #ask(exchange: Exchange): Promise<Answered> {
    const { name, ws } = exchange;
    if (ws !== undefined) return this.#overWebSocket(exchange);
    const devnet = name.endsWith('by default') ? this.plain : this.devnet;
    const url = devnet.urls.evmHttp as string;
    if (exchange.http !== undefined) {
      const sent = { ...exchange.http, body: BODIES[name] ?? exchange.http.body };
      const { status, headers, text } = await ask(url, sent);
      return { status, headers, text, answer: { body: parsed(text) } };
    }
    const { method } = exchange;
    const params = (await PARAMS[name]?.()) ?? exchange.params;
    const body = JSON.stringify({ jsonrpc: '2.0', id: ++this.#id, method, params: this.translate(params) });
    const { status, text } = await ask(url, {
      ...{ method: 'POST', path: '/', headers: { 'content-type': 'application/json' } },
      body: Buffer.from(body).toString('latin1'),
    });
    const { result, error } = parsed(text);
    return { status, text, answer: error === undefined ? { result } : { error } };
  }

  async #overWebSocket({ name, ws, answer }: Exchange): Promise<Answered> {
    const url = this.devnet.urls.evmWs as string;
    if (ws === true)
      return { answer: { body: await this.wire.pushed(this.translate(answer.body.params.subscription)) } };
    if (ws.origin !== undefined) return { answer: { body: await upgrade(url, ws.origin) } };
    const message = BODIES[name] ?? this.translate(ws);
    const wire = name.endsWith('MB') ? await Wire.to(url) : this.wire;
    const isNotification = typeof message === 'object' && !Array.isArray(message) && message.id === undefined;
    const said = await (isNotification ? wire.askWithoutId(message) : wire.ask(message));
    return { answer: said.silent === true ? said : { body: said } };
  }

  /** Sends one call that is not part of an exchange, and returns its result. Throws if the answer is an error. */
  async call(method: string, ...params: readonly unknown[]): Promise<Json> {
    const said = await this.#ask({ name: '', method, params, answer: {} });
    if (said.answer.error !== undefined) throw new Error(`${method}: ${said.answer.error.message}`);
    return said.answer.result;
  }

  /** Makes empty blocks until the next block has that height. */
  async mineTo(height: number): Promise<void> {
    const head = Number(await this.call('eth_blockNumber'));
    if (head < height - 1) await this.devnet.mine({ blocks: height - 1 - head });
  }

  /** Mines up to the recorded height of a transaction, so that it is included at the same height. */
  async #reach({ method, params }: Exchange): Promise<void> {
    const sent = TRANSACTIONS.find(({ raw }) => method === 'eth_sendRawTransaction' && raw === params?.[0]);
    if (sent !== undefined) await this.mineTo(sent.height);
  }

  #learn({ method, answer: theirs }: Exchange, { answer: ours }: Answered): void {
    const [named, our] = [theirs.result ?? theirs.body?.result, ours.result ?? ours.body?.result];
    if (NAMING.test(method ?? '') && typeof named === 'string' && typeof our === 'string') this.name(named, our);
    learnHashes(theirs, ours, (hash, ourHash) => this.name(hash, ourHash));
  }
}

/** Learns the hashes of blocks wherever both answers have one. */
function learnHashes(theirs: Json, ours: Json, learn: (theirs: string, ours: string) => void): void {
  if (typeof theirs !== 'object' || theirs === null || typeof ours !== 'object' || ours === null) return;
  for (const key of Object.keys(theirs)) {
    const [a, b] = [theirs[key], ours[key]];
    const isOfBlock = key === 'blockHash' || (key === 'hash' && 'parentHash' in theirs);
    if (isOfBlock && typeof a === 'string' && typeof b === 'string') learn(a, b);
    learnHashes(a, b, learn);
  }
}
