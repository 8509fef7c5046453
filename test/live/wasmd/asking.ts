/** Sends the recorded requests to a node, and reads its answers in the form in which they are compared. */

import { request } from 'node:http';
import type { ClientHttp2Session } from 'node:http2';
import type { SdkMethod } from '../../../src/backend/sdk.js';
import { tryFromBase64 } from '../../../src/codec/base64.js';
import { ProtoReader } from '../../../src/codec/protobuf/index.js';
import { type KnownMessages, messageToJson } from '../../../src/codec/protobuf/json.js';
import { type Bytes, EMPTY_BYTES } from '../../../src/kernel/bytes.js';
import { framed } from '../../../src/rpc/grpc/framing.js';
import { call } from '../../server/grpc/client.js';
import type { Answer, Json, Request } from './recording.js';
import { reduced, reducedText } from './reduced.js';

/** Addresses and messages of a node. */
export interface Target {
  /** Address of REST, such as `http://127.0.0.1:1317`. */
  readonly rest: string;
  readonly grpc: ClientHttp2Session;
  readonly methods: ReadonlyMap<string, SdkMethod>;
  readonly messages: KnownMessages;
}

/** Texts that are too long to record, by their names in a body. */
const LONG: Readonly<Record<string, string>> = {
  $MEGABYTE: 'A'.repeat(1_000_000),
  $THREE_QUARTERS: 'A'.repeat(750_000),
  $DEEP: '{"body":'.repeat(3000),
};

const HEIGHT_HEADERS = ['grpc-metadata-x-cosmos-block-height', 'x-cosmos-block-height'];

export async function ask(target: Target, sent: Request): Promise<Answer> {
  const [method = '', path = ''] = sent.to.split(/ (.*)/s);
  return method === 'RPC' ? overGrpc(target, path, sent) : overRest(target.rest, method, path, sent);
}

function overRest(url: string, method: string, path: string, { headers, body }: Request): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const { hostname, port } = new URL(url);
    const bytes = body === undefined ? undefined : Buffer.from(body.replace(/\$[A-Z_]+/, (name) => LONG[name] ?? name));
    const length = bytes === undefined ? {} : { 'content-length': bytes.length };
    const options = { hostname, port, method, path, agent: false, headers: { ...headers, ...length } };
    const asked = request(options, (reply) => {
      const parts: Buffer[] = [];
      reply.on('data', (part: Buffer) => parts.push(part));
      reply.on('error', reject);
      reply.on('end', () => {
        const text = Buffer.concat(parts).toString();
        const type = reply.headers['content-type'];
        const heights = HEIGHT_HEADERS.filter((name) => name in reply.headers);
        resolve({
          status: reply.statusCode ?? 0,
          ...(type !== undefined && { type }),
          ...(heights.length > 0 && { heights }),
          body: bodyOf(text),
        });
      });
    });
    asked.on('error', reject);
    asked.end(bytes);
  });
}

function bodyOf(text: string): Json {
  try {
    return reduced(JSON.parse(text));
  } catch {
    return text;
  }
}

async function overGrpc(target: Target, path: string, { headers, body = '' }: Request): Promise<Answer> {
  const message = tryFromBase64(body) ?? EMPTY_BYTES;
  const { status, text, messages, headers: got } = await call(target.grpc, path, framed(message), headers);
  const heights = HEIGHT_HEADERS.filter((name) => name in got);
  const said = { status: status ?? -1, ...(heights.length > 0 && { heights }) };
  if (status !== 0) return { ...said, text: reducedText(text) };
  const [reply = EMPTY_BYTES] = messages;
  const response = target.methods.get(path)?.response;
  if (response === undefined) return { ...said, body: reply.length > 0 };
  const unknown = unknownFields(response, reply, target.messages);
  const json = reduced(messageToJson(response, reply, target.messages));
  return { ...said, body: unknown.length > 0 ? { ...json, '#unknown': unknown } : json };
}

/** Returns the numbers of the fields that the description of a message lacks, at any depth. */
function unknownFields(message: SdkMethod['response'], bytes: Bytes, known: KnownMessages, path = ''): string[] {
  const found: string[] = [];
  for (const reader = new ProtoReader(bytes); !reader.done; ) {
    const { field: number, wire } = reader.next();
    const field = message.fields.find((each) => each.field.number === number);
    const kind = field?.field.kind;
    const name = typeof kind === 'object' && !('enum' in kind) ? kind.name : undefined;
    const inner = name === undefined ? undefined : known.get(name);
    if (field === undefined) found.push(`${path}#${number}`);
    if (inner !== undefined && wire === 2)
      found.push(...unknownFields(inner, reader.bytes(), known, `${path}${field?.name}.`));
    else reader.skip();
  }
  return [...new Set(found)];
}
