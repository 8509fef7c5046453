/**
 * Tests clients that send everything and then close their half. Each request that arrived whole is answered, in order.
 */
import { once } from 'node:events';
import { connect as connectTls } from 'node:tls';
import { expect, test } from 'vitest';
import type { ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { aCertificate } from './certificate.js';
import { aListener, closing, HttpClient, requestText } from './client.js';

const certificate = aCertificate();

/** Starts a server that answers when the test calls `answerNext`. It answers `at once …` immediately. */
async function aPatientServer(tls = false) {
  const begun: string[] = [];
  const waiting: (() => void)[] = [];
  const handler: ProtocolHandler = {
    name: 'patient',
    handle({ body }) {
      const text = Buffer.from(body).toString();
      begun.push(text);
      const answer = { status: 200, headers: {}, body: `answer ${text}` };
      if (text.startsWith('at once')) return answer;
      return new Promise((resolve) => waiting.push(() => resolve(answer)));
    },
  };
  const server = await aListener({ handler, ...(tls && { tls: certificate }) });
  const client = async (): Promise<HttpClient> => {
    if (!tls) return HttpClient.to(server.listener);
    const port = server.listener.port as number;
    const socket = connectTls({ port, host: '127.0.0.1', ca: certificate.cert, servername: 'localhost' });
    await once(socket, 'secureConnect');
    return new HttpClient(socket);
  };
  const until = async (condition: () => boolean): Promise<void> => {
    while (!condition()) await new Promise(setImmediate);
  };
  /** Answers the first unanswered request. */
  const answerNext = async (): Promise<void> => {
    await until(() => waiting.length > 0);
    waiting.shift()?.();
  };
  return { ...server, begun, client, until, answerNext };
}

const bodies = (text: string): string[] => [...text.matchAll(/answer (at once )?\w/g)].map(([match]) => match);
const settle = async (): Promise<void> => {
  for (let i = 0; i < 20; i++) await new Promise(setImmediate);
};

const REQUESTS = ['A', 'at once B', 'C', 'at once D', 'E'];
const ANSWERS = REQUESTS.map((text) => `answer ${text}`);

for (const [way, chunked, tls] of [
  ['through the front', [false, false, false, false, false], false],
  ['through Node', [true, true, true, true, true], false],
  ['through the front and then Node', [false, false, false, true, false], false],
  ['over TLS', [false, false, false, false, false], true],
] as const) {
  const texts = REQUESTS.map((body, i) => requestText({ body, chunked: chunked[i] as boolean }));

  test(`answers requests sent together before the end, ${way}`, async () => {
    await using server = await aPatientServer(tls);
    const client = await server.client();
    client.socket.end(texts.join(''));
    await server.until(() => server.begun.length > 0);
    await settle();
    for (let i = 0; i < 3; i++) await server.answerNext();
    expect(bodies(await closing(client))).toEqual(ANSWERS);
    expect(server.begun).toEqual(REQUESTS);
  });

  test(`answers requests sent piece by piece before the end, ${way}`, async () => {
    await using server = await aPatientServer(tls);
    const client = await server.client();
    client.socket.write(texts[0] as string);
    await server.until(() => server.begun.length > 0);
    for (const text of texts.slice(1)) {
      for (const part of [text.slice(0, 30), text.slice(30)]) {
        client.socket.write(part);
        await settle();
      }
    }
    client.socket.end();
    await settle();
    for (let i = 0; i < 3; i++) await server.answerNext();
    expect(bodies(await closing(client))).toEqual(ANSWERS);
  });

  test(`answers one request whose client has closed its half, ${way}`, async () => {
    await using server = await aPatientServer(tls);
    const client = await server.client();
    client.socket.end(texts[0] as string);
    await server.until(() => server.begun.length > 0);
    await settle();
    await server.answerNext();
    expect(bodies(await closing(client))).toEqual(['answer A']);
  });
}

test('ignores a request that did not arrive whole', async () => {
  await using server = await aPatientServer();
  const client = await server.client();
  client.socket.end(requestText({ body: 'A' }) + requestText({ body: 'B' }).slice(0, -1));
  await server.answerNext();
  expect(bodies(await closing(client))).toEqual(['answer A']);
  expect(server.begun).toEqual(['A']);
});

test('starts no request that is queued after another once the server closes', async () => {
  const server = await aPatientServer();
  const client = await server.client();
  client.socket.write(requestText({ body: 'A' }) + requestText({ body: 'B' }));
  await server.until(() => server.begun.length > 0);
  const closed = server.listener.close();
  await server.answerNext();
  expect(bodies(await closing(client))).toEqual(['answer A']);
  await closed;
  expect(server.begun).toEqual(['A']);
});
