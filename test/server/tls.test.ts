import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import type { IncomingMessage } from 'node:http';
import { request } from 'node:https';
import path from 'node:path';
import { connect } from 'node:tls';
import { expect, test } from 'vitest';
import { WebSocket } from 'ws';
import type { ProtocolConnection, ProtocolHandler } from '../../src/rpc/protocol_handler.js';
import { aCertificate } from './certificate.js';
import { aListener, HOUR_MS, HttpClient, requestText } from './client.js';

const BLOCK_NUMBER = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber"}';
const ANSWER = '{"jsonrpc":"2.0","id":1,"result":"0x2"}';

const certificate = aCertificate();
const { cert: ca } = certificate;

test('serves HTTPS to clients that verify the certificate, request after request', async () => {
  await using server = await aListener({ tls: certificate });
  expect(server.listener.url).toBe(`https://127.0.0.1:${server.listener.port}`);
  const client = await HttpClient.overTls(server.listener, ca);
  for (const chunked of [false, true, false])
    expect(await client.ask({ body: BLOCK_NUMBER, chunked })).toMatchObject({ status: 200, body: ANSWER });
  client.socket.write(requestText({ body: BLOCK_NUMBER }).repeat(3));
  for (let i = 0; i < 3; i++) expect((await client.read()).body).toBe(ANSWER);

  const asked = request(server.listener.url, { method: 'POST', ca, headers: { 'content-type': 'application/json' } });
  asked.end(BLOCK_NUMBER);
  const [response] = (await once(asked, 'response')) as [IncomingMessage];
  expect(String(Buffer.concat(await response.toArray()))).toBe(ANSWER);
});

test('refuses clients that do not trust the certificate, or do not use TLS, and continues to serve', async () => {
  await using server = await aListener({ tls: certificate });
  const wary = connect({ port: server.listener.port as number, host: '127.0.0.1' });
  const [error] = await once(wary, 'error');
  expect(error).toMatchObject({ code: 'DEPTH_ZERO_SELF_SIGNED_CERT' });
  const plain = await HttpClient.to(server.listener);
  await expect(plain.ask({ body: BLOCK_NUMBER })).rejects.toThrow('the connection ended');
  const client = await HttpClient.overTls(server.listener, ca);
  expect(await client.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  while (server.listener.connections() > 1) await new Promise(setImmediate);
});

test('serves WSS, and knows its client', async () => {
  const connections: ProtocolConnection[] = [];
  const handler: ProtocolHandler = {
    name: 'echo',
    handle: ({ peer }) => ({ status: 200, headers: {}, body: peer.id }),
    openSocket(connection) {
      connections.push(connection);
      return { message: (text) => connection.send(`echo ${text}`), close: () => {} };
    },
  };
  // The test times out if closing waits for this limit.
  const server = await aListener({ handler, tls: certificate, limits: { closeTimeMs: HOUR_MS } });
  expect(server.listener.webSocketUrl).toBe(`wss://127.0.0.1:${server.listener.port}`);
  const socket = new WebSocket(`${server.listener.webSocketUrl}/websocket`, { ca });
  await once(socket, 'open');
  socket.send('é');
  expect(String((await once(socket, 'message'))[0])).toBe('echo é');
  const client = await HttpClient.overTls(server.listener, ca);
  const own = `127.0.0.1:${client.socket.localPort}`;
  for (let i = 0; i < 2; i++) expect((await client.ask({ body: '1' })).body).toBe(own);
  expect(connections[0]?.peer).toMatchObject({ address: '127.0.0.1', local: true, trusted: true });
  expect(connections[0]?.peer.id).not.toBe(own);
  const closed = once(socket, 'close');
  await server.listener.close();
  expect(((await closed) as [number])[0]).toBe(1001);
  expect(server.listener.connections()).toBe(0);
});

test('queues TLS connections beyond the limit', async () => {
  await using server = await aListener({ tls: certificate, limits: { connections: 1 } });
  const first = await HttpClient.overTls(server.listener, ca);
  let open = false;
  const second = HttpClient.overTls(server.listener, ca).then((client) => {
    open = true;
    return client;
  });
  expect(await first.ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
  expect(open).toBe(false);
  first.socket.destroy();
  expect(await (await second).ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200 });
});

test('serves HTTPS on a unix socket', async () => {
  const file = path.join(certificate.folder, 'rpc.sock');
  await using server = await aListener({ tls: certificate, address: `unix://${file}` });
  const socket = connect({ path: file, ca, servername: 'localhost' });
  await once(socket, 'secureConnect');
  expect(await new HttpClient(socket).ask({ body: BLOCK_NUMBER })).toMatchObject({ status: 200, body: ANSWER });
  expect(server.listener.url).toBe(`unix://${file}`);
});

test('names the file and the reason when certificate or key are invalid', async () => {
  const { certFile, keyFile, folder } = certificate;
  const [missing, garbage, broken] = ['missing', 'garbage', 'broken'].map((name) => path.join(folder, name));
  const other = aCertificate();
  writeFileSync(garbage as string, 'no PEM at all');
  writeFileSync(broken as string, '-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n');
  const cases: [string | undefined, string | undefined, string][] = [
    [missing, keyFile, `certificate ${missing}: ENOENT`],
    [certFile, missing, `private key ${missing}: ENOENT`],
    [certFile, folder, `private key ${folder}: EISDIR`],
    [garbage, keyFile, `certificate ${garbage}: expected PEM`],
    [broken, keyFile, `certificate ${broken}: it cannot be read`],
    [certFile, broken, `private key ${broken}: it cannot be read`],
    [certFile, certFile, `private key ${certFile}: it cannot be read`],
    [certFile, other.keyFile, `private key ${other.keyFile}: it does not match the certificate ${certFile}`],
  ];
  for (const [cert = '', key = '', message] of cases)
    await expect(aListener({ tls: { certFile: cert, keyFile: key } })).rejects.toMatchObject({
      code: 'invalid-config',
      message: expect.stringContaining(`cannot serve HTTPS: ${message}`),
    });
});
