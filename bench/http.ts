/**
 * Measures latency and CPU of `eth_blockNumber` over a keep-alive connection. The sides are our listener's fast front,
 * the same listener through Node's HTTP server, a plain node:http echo, and one WebSocket. Run it with `npx tsx
 * bench/http.ts [requests]`.
 *
 * The client is a bare socket that sends a prebuilt request and waits for the answer. Servers run in processes of their
 * own. The sides take turns over several rounds, because machines are noisy.
 */
import { fork } from 'node:child_process';
import { createServer } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { WebSocket } from 'ws';
import { createEvmHandler } from '../src/rpc/evm/evm_handler.js';
import { listen } from '../src/server/listener.js';
import { aBench } from '../test/rpc/evm/fixture.js';

const BODY = '{"jsonrpc":"2.0","id":1,"method":"eth_blockNumber","params":[]}';
const request = (...more: readonly string[]): string =>
  ['POST / HTTP/1.1', 'host: 127.0.0.1', 'content-type: application/json', ...more, '', ''].join('\r\n');
const PLAIN = `${request(`content-length: ${BODY.length}`)}${BODY}`;
/** Chunked request. The fast front does not parse it, so the connection goes to Node's server. */
const CHUNKED = `${request('transfer-encoding: chunked')}${BODY.length.toString(16)}\r\n${BODY}\r\n0\r\n\r\n`;

type Ask = (done: () => void) => void;

interface Side {
  readonly name: string;
  readonly server: 'halley' | 'echo';
  readonly open: (port: number) => Promise<{ readonly ask: Ask; readonly close: () => void }>;
}

function overSocket(text: string): Side['open'] {
  return (port) =>
    new Promise((resolve) => {
      const socket = connect(port, '127.0.0.1', () => {
        socket.setNoDelay(true);
        let done = (): void => {};
        socket.on('data', () => done());
        const ask: Ask = (then) => {
          done = then;
          socket.write(text, 'latin1');
        };
        resolve({ ask, close: () => socket.destroy() });
      });
    });
}

const overWebSocket: Side['open'] = (port) =>
  new Promise((resolve) => {
    const client = new WebSocket(`ws://127.0.0.1:${port}`);
    client.once('open', () => {
      let done = (): void => {};
      client.on('message', () => done());
      const ask: Ask = (then) => {
        done = then;
        client.send(BODY);
      };
      resolve({ ask, close: () => client.terminate() });
    });
  });

const SIDES: readonly Side[] = [
  { name: 'halley, fast front', server: 'halley', open: overSocket(PLAIN) },
  { name: 'halley, node:http', server: 'halley', open: overSocket(CHUNKED) },
  { name: 'node:http echo', server: 'echo', open: overSocket(PLAIN) },
  { name: 'halley, WebSocket', server: 'halley', open: overWebSocket },
];

async function serve(kind: string): Promise<number> {
  if (kind === 'halley') {
    const listener = await listen({ address: '127.0.0.1:0', flag: '', handler: createEvmHandler(aBench().node) });
    return listener.port ?? 0;
  }
  const echo = createServer({ noDelay: true }, (incoming, response) => {
    const chunks: Buffer[] = [];
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
    incoming.on('end', () => {
      const { id } = JSON.parse(Buffer.concat(chunks).toString()) as { id: number };
      const text = `{"jsonrpc":"2.0","id":${id},"result":"0x2"}`;
      response.writeHead(200, { 'content-type': 'application/json', 'content-length': text.length });
      response.end(text);
    });
  });
  await new Promise<void>((resolve) => echo.listen(0, '127.0.0.1', resolve));
  return (echo.address() as AddressInfo).port;
}

async function measure(side: Side, requests: number): Promise<{ p50: number; p95: number; cpu: number }> {
  const child = fork(import.meta.filename, ['serve', side.server], { execArgv: process.execArgv });
  const message = () => new Promise<number>((resolve) => child.once('message', (value) => resolve(value as number)));
  const port = await message();
  const { ask, close } = await side.open(port);
  const cpuNow = (): Promise<number> => {
    const answer = message();
    child.send('cpu');
    return answer;
  };
  const times: number[] = [];
  const run = async (count: number): Promise<void> => {
    for (let i = 0; i < count; i++) {
      const start = performance.now();
      await new Promise<void>((resolve) => ask(resolve));
      times.push((performance.now() - start) * 1000);
    }
  };
  await run(requests / 4);
  times.length = 0;
  const before = await cpuNow();
  await run(requests);
  const cpu = ((await cpuNow()) - before) / requests;
  close();
  child.kill();
  times.sort((a, b) => a - b);
  return { p50: times[times.length >> 1] ?? 0, p95: times[Math.floor(times.length * 0.95)] ?? 0, cpu };
}

async function main(requests: number): Promise<void> {
  for (let round = 1; round <= 3; round++) {
    for (const side of SIDES) {
      const { p50, p95, cpu } = await measure(side, requests);
      const columns = [p50, p95, cpu].map((micros) => `${micros.toFixed(0).padStart(5)} µs`);
      console.log(`${round}  ${side.name.padEnd(20)} p50 ${columns[0]}  p95 ${columns[1]}  server CPU ${columns[2]}`);
    }
  }
}

if (process.argv[2] === 'serve') {
  process.on('message', () => {
    const { user, system } = process.cpuUsage();
    process.send?.(user + system);
  });
  serve(process.argv[3] ?? '').then((port) => process.send?.(port));
} else await main(Number(process.argv[2] ?? 20_000));
