/** Checks a page in Chromium, which states by its title what it believes. */
import { existsSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { checkClient } from '../../src/cli/clients/check.js';

const CHROMIUM = process.env['CHROMIUM'] ?? '/usr/bin/chromium';
const CAN_BROWSE = existsSync(CHROMIUM) || process.env['CI'] === 'true';

/** Asks for the number of the chain, which it tries twice, and says why it fails. */
const PAGE = `<!doctype html><title>a page</title><script type="module">
const rpc = new URLSearchParams(location.search).get('rpc');
const ask = async (method) => {
  const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] });
  const answer = await fetch(rpc, { method: 'POST', headers: { 'content-type': 'application/json' }, body });
  if (!answer.ok) throw new Error('status ' + answer.status);
  return (await answer.json()).result;
};
try {
  const chain = await ask('eth_chainId').catch(() => ask('eth_chainId'));
  document.title = JSON.stringify({ chain });
} catch (error) {
  document.title = JSON.stringify({ error: error.message });
}
</script>`;

describe.skipIf(!CAN_BROWSE)('a page', () => {
  let server: Server;
  beforeAll(async () => {
    server = createServer((_, response) => response.writeHead(200, { 'content-type': 'text/html' }).end(PAGE));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });

  it('survives, notices, hangs or meets nothing', async () => {
    const situation = (name: string, fault: string) => ({ name, title: name, faults: [fault] });
    const { healthy, results } = await checkClient(
      {
        client: `http://127.0.0.1:${(server.address() as AddressInfo).port}/page?a=b`,
        situations: [
          situation('once', 'server-error:status=503,times=1'),
          situation('always', 'server-error:status=503'),
          situation('never', 'timeout'),
          situation('elsewhere', 'server-error:methods=eth_getLogs'),
        ],
        ...{ limitMs: 15_000, browser: CHROMIUM, jobs: 2, blockMs: 300, seed: 'page' },
      },
      () => undefined,
    );
    expect(healthy).toBe('{"chain":"0x7a69"}');
    expect(results.map(({ situation: { name }, verdict, detail }) => [name, verdict, detail])).toEqual([
      ['once', 'survived', ''],
      ['always', 'failed', 'status 503'],
      ['never', 'hung', ''],
      ['elsewhere', 'not met', ''],
    ]);
  });
});
