/** Runs `halley engine` as users do, with an application that this test serves over ABCI. */
import { afterEach, expect, it } from 'vitest';
import { type AbciServer, serveAbci } from '../../src/server/abci/serve_abci.js';
import { Ledger } from '../devnet/engine_node/ledger.js';
import { halley, Running } from './run.js';

const servers: AbciServer[] = [];
afterEach(async () => {
  for (const server of servers.splice(0)) await server.close();
});

async function served(): Promise<AbciServer> {
  const server = await serveAbci({
    ...{ address: 'tcp://127.0.0.1:0', application: new Ledger() },
    onFatal: () => undefined,
  });
  servers.push(server);
  return server;
}

const FLAGS = ['--rpc.laddr=tcp://127.0.0.1:0', '--seed=shop', '--validators=3'];

it('prints its facts, serves the CometBFT RPC, and ends with code 0 on Ctrl-C', async () => {
  const { address } = await served();
  const engine = new Running(['engine', '--app', address, '--json', ...FLAGS]);
  const facts = JSON.parse(await engine.line());
  expect(facts).toMatchObject({ chainId: 'halley-engine-1', height: 1, applications: [address] });
  expect(facts.validators).toHaveLength(3);
  const sent = await fetch(`${facts.urls.cometRpc}/broadcast_tx_commit?tx="apple=red"`);
  const { result } = (await sent.json()) as { readonly result: unknown };
  expect(result).toMatchObject({ check_tx: { code: 0 }, height: '2' });
  expect(JSON.parse(await engine.said(/^(\{"type":"height","height":2.*)\n/m)).transactions).toHaveLength(1);
  const { code, stderr } = await engine.signal('SIGINT');
  expect([code, stderr]).toEqual([0, '']);
});

it('ends with code 1 and one line when the application goes away', async () => {
  const server = await served();
  const engine = new Running(['engine', '--app', server.address, '--json', ...FLAGS]);
  await engine.line();
  await server.close();
  const { code, stderr } = await engine.ended;
  expect(code).toBe(1);
  expect(stderr).toMatch(/^halley: the application .*\n$/);
});

it('says in one line what is missing', async () => {
  const without = await halley('engine');
  expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/--app/)]);
  const keys = await halley('engine', '--app', 'tcp://127.0.0.1:1', '--keys', '/nowhere');
  expect(keys.stderr).toBe('halley: --keys /nowhere: expected a priv_validator_key.json, or a folder of such files\n');
});
