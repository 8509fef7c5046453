/**
 * Passes JSON-RPC requests on to a local node as if it were far away: each response comes `DELAY_MS` later. A GET
 * returns the number of requests. Usage: `node bench/distant_node.mjs PORT DELAY_MS`; it prints its own port.
 */
import { Agent, createServer, request } from 'node:http';

const [port, delayMs] = process.argv.slice(2).map(Number);
const agent = new Agent({ keepAlive: true });
let requests = 0;

const server = createServer((asked, answer) => {
  if (asked.method === 'GET') {
    answer.end(`${requests}`);
    return;
  }
  requests++;
  setTimeout(() => {
    const { 'content-type': type, 'content-length': length } = asked.headers;
    const headers = { 'content-type': type, ...(length !== undefined && { 'content-length': length }) };
    const sent = request({ port, host: '127.0.0.1', method: 'POST', agent, headers }, (given) => {
      answer.writeHead(given.statusCode ?? 500, { 'content-type': 'application/json' });
      given.pipe(answer);
    });
    sent.on('error', () => answer.writeHead(502).end());
    asked.pipe(sent);
  }, delayMs);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' ? address?.port : address);
});
