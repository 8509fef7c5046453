import { QueryBalanceRequest, QueryBalanceResponse } from 'cosmjs-types/cosmos/bank/v1beta1/query';
import { afterEach, expect, it } from 'vitest';
import { createDevnet, type Devnet, type DevnetOptions } from '../../../src/devnet/index.js';

const BALANCE = '/cosmos.bank.v1beta1.Query/Balance';

const open: Devnet[] = [];
afterEach(async () => {
  for (const devnet of open.splice(0)) await devnet.close();
});

async function start(options: DevnetOptions = {}): Promise<Devnet> {
  const devnet = await createDevnet({ seed: 'grpc-web', api: true, ...options });
  open.push(devnet);
  return devnet;
}

/** Frames a message: a flag, its length in four bytes, its bytes. */
function framed(message: Uint8Array): Uint8Array {
  const frame = new Uint8Array(5 + message.length);
  new DataView(frame.buffer).setUint32(1, message.length);
  frame.set(message, 5);
  return frame;
}

interface WebAnswer {
  readonly status: number;
  readonly type: string | null;
  readonly messages: readonly Uint8Array[];
  readonly trailers: Readonly<Record<string, string>>;
}

/** Calls a method as a page does. With `text` both bodies are base64. */
async function call(devnet: Devnet, path: string, body: Uint8Array, text = false): Promise<WebAnswer> {
  const response = await fetch(`${devnet.urls.api}${path}`, {
    method: 'POST',
    headers: { 'content-type': text ? 'application/grpc-web-text' : 'application/grpc-web+proto', 'x-grpc-web': '1' },
    body: text ? Buffer.from(body).toString('base64') : Buffer.from(body),
  });
  const received = Buffer.from(await response.arrayBuffer());
  const bytes = text ? Buffer.from(received.toString(), 'base64') : received;
  const messages: Uint8Array[] = [];
  let trailers = {};
  for (let at = 0; at < bytes.length; ) {
    const [flag, length] = [bytes[at], bytes.readUInt32BE(at + 1)];
    const content = bytes.subarray(at + 5, at + 5 + length);
    if (flag === 0x80) {
      const lines = content.toString().trim().split('\r\n');
      trailers = Object.fromEntries(lines.map((line) => line.split(/: (.*)/s).slice(0, 2)));
    } else messages.push(content);
    at += 5 + length;
  }
  return { status: response.status, type: response.headers.get('content-type'), messages, trailers };
}

const requestOf = ({ cosmosAccounts }: Devnet): Uint8Array =>
  QueryBalanceRequest.encode({ address: cosmosAccounts[0]?.address ?? '', denom: 'ahalley' }).finish();

it.each([[false], [true]])('answers a page with a message and its trailers, base64: %s', async (text) => {
  const devnet = await start();
  const { status, type, messages, trailers } = await call(devnet, BALANCE, framed(requestOf(devnet)), text);
  expect([status, type]).toEqual([200, text ? 'application/grpc-web-text' : 'application/grpc-web+proto']);
  const { balance } = QueryBalanceResponse.decode(messages[0] ?? new Uint8Array());
  expect(balance).toEqual({ denom: 'ahalley', amount: `${devnet.cosmosAccounts[0]?.balance}` });
  expect(trailers).toMatchObject({ 'grpc-status': '0' });
});

it.each([
  ['an unknown method', '/cosmos.bank.v1beta1.Query/Nothing', framed(new Uint8Array()), '12'],
  ['a message that ends early', BALANCE, new Uint8Array([0, 0, 0, 0, 9, 1]), '2'],
  ['no frame', BALANCE, new Uint8Array(), '2'],
  [
    'an address of another chain',
    BALANCE,
    framed(QueryBalanceRequest.encode({ address: 'cosmos1x', denom: 'ahalley' }).finish()),
    '3',
  ],
])('answers %s with a status in the trailers', async (_, path, body, code) => {
  const devnet = await start();
  const { status, messages, trailers } = await call(devnet, path, body);
  expect(status).toBe(200);
  expect(messages.every(({ length }) => length === 0)).toBe(true);
  expect(trailers['grpc-status']).toBe(code);
  expect(trailers['grpc-message']).not.toBe('');
});

it('lets pages of this machine send the headers of gRPC-Web, and answers REST beside it', async () => {
  const devnet = await start();
  const preflight = await fetch(`${devnet.urls.api}${BALANCE}`, {
    method: 'OPTIONS',
    headers: {
      origin: 'http://localhost:3000',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'content-type,x-grpc-web,x-user-agent',
    },
  });
  expect(preflight.headers.get('access-control-allow-origin')).toBe('http://localhost:3000');
  const rest = await fetch(`${devnet.urls.api}/cosmos/base/tendermint/v1beta1/syncing`);
  expect(await rest.json()).toEqual({ syncing: false });
});

it('is off when the option says so', async () => {
  const devnet = await start({ api: { address: true, grpcWeb: false } });
  const { type } = await call(devnet, BALANCE, framed(requestOf(devnet))).catch(() => ({ type: 'no frames' }));
  expect(type).not.toBe('application/grpc-web+proto');
});
