/** Tests which URLs of a node are accepted, and that no message has their secrets. */
import { describe, expect, it } from 'vitest';
import { parseEndpoint } from '../../src/client/endpoint.js';

const PORT = 26657;

describe('the URL of a node', () => {
  it.each([
    ['http://127.0.0.1:26657', 'http://127.0.0.1:26657/', 'ws://127.0.0.1:26657/websocket'],
    ['ws://127.0.0.1:26657/websocket', 'http://127.0.0.1:26657/', 'ws://127.0.0.1:26657/websocket'],
    ['tcp://127.0.0.1:26657', 'http://127.0.0.1:26657/', 'ws://127.0.0.1:26657/websocket'],
    ['tcp://node', 'http://node:26657/', 'ws://node:26657/websocket'],
    ['127.0.0.1:1234', 'http://127.0.0.1:1234/', 'ws://127.0.0.1:1234/websocket'],
    ['localhost', 'http://localhost:26657/', 'ws://localhost:26657/websocket'],
    [':1234', 'http://127.0.0.1:1234/', 'ws://127.0.0.1:1234/websocket'],
    ['[::1]:1234', 'http://[::1]:1234/', 'ws://[::1]:1234/websocket'],
    ['https://rpc.example', 'https://rpc.example/', 'wss://rpc.example/websocket'],
    ['wss://rpc.example/chain/', 'https://rpc.example/chain/', 'wss://rpc.example/chain/websocket'],
    ['https://rpc.example/?key=1', 'https://rpc.example/?key=1', 'wss://rpc.example/websocket?key=1'],
  ])('is accepted as %s', (text, http, webSocket) => {
    expect(parseEndpoint(text, PORT)).toMatchObject({ http, webSocket, headers: {} });
  });

  it('has user, password and keys only in what is sent', () => {
    const { label, http, headers } = parseEndpoint('https://user:p%40ss@rpc.example/v2/SECRET?key=SECRET', PORT);
    expect(label).toBe('https://rpc.example');
    expect(http).toBe('https://rpc.example/v2/SECRET/?key=SECRET');
    expect(headers).toEqual({ authorization: `Basic ${Buffer.from('user:p@ss').toString('base64')}` });
  });

  it.each(['ftp://SECRET@host/SECRET', 'host:99999', 'http://', 'http://a b/SECRET', ''])(
    'is refused as %s',
    (text) => {
      expect(() => parseEndpoint(text, PORT)).toThrow(
        /expected http:\/\/, https:\/\/, ws:\/\/, wss:\/\/, tcp:\/\/ or host:port, such as http:\/\/127.0.0.1:26657$/,
      );
      expect(() => parseEndpoint(text, PORT)).not.toThrow(/SECRET/);
    },
  );
});
