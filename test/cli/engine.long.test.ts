/** Runs `halley engine` as users do, with an application that this test serves over ABCI. */
import { existsSync, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, expect, it } from 'vitest';
import { type AbciServer, serveAbci } from '../../src/server/abci/serve_abci.js';
import { Ledger } from '../devnet/engine_node/ledger.js';
import { ledgerCommand } from '../devnet/engine_node/ledger_program.js';
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

const command = await ledgerCommand();
const FLAGS = ['--rpc.laddr=tcp://127.0.0.1:0', '--dashboard.address=127.0.0.1:0', '--seed=shop', '--validators=3'];

it('prints its facts, serves the CometBFT RPC, and ends with code 0 on Ctrl-C', async () => {
  const { address } = await served();
  const engine = new Running(['engine', '--app', address, '--json', ...FLAGS]);
  const facts = JSON.parse(await engine.line());
  expect(facts).toMatchObject({ chainId: 'halley-engine-1', height: 1, applications: [address] });
  expect(facts.validators).toHaveLength(3);
  expect((await fetch(`${facts.urls.dashboard}/about`)).status).toBe(200);
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

it('loses nothing of what it has acknowledged when it and its application are killed', async () => {
  const home = mkdtempSync(join(tmpdir(), 'halley-killed-'));
  const flags = ['--app-command', command, '--home', home, '--json', ...FLAGS, '--app-restart'];
  const pidFile = join(home, 'engine', 'app-0', 'pid');
  const pidOfApp = () => readFileSync(pidFile, 'utf8');
  const acknowledged = new Map<string, string>();
  let last = 0;
  for (const [round, txs] of [4, 1, 6].entries()) {
    const engine = new Running(['engine', ...flags]);
    const { height, urls } = JSON.parse(await engine.line());
    expect(height).toBeGreaterThanOrEqual(last);
    const send = async (key: string): Promise<void> => {
      const response = await fetch(`${urls.cometRpc}/broadcast_tx_commit?tx="${key}=v${round}"`);
      const { result } = (await response.json()) as { readonly result: { readonly height: string } };
      last = Number(result.height);
      acknowledged.set(key, `v${round}`);
    };
    for (let tx = 0; tx < txs; tx++) await send(`k${'abc'[round]}${'abcdefg'[tx]}`);
    // The kill comes at any moment of the block that this one gets.
    const flying = send(`f${'abc'[round]}`).catch(() => undefined);
    if (round !== 1) process.kill(Number(pidOfApp()), 'SIGKILL');
    await engine.signal('SIGKILL');
    await flying;
  }
  // The kill may have come while the engine started the application again, between two of its processes.
  const left = existsSync(pidFile) ? pidOfApp() : 'none';
  const engine = new Running(['engine', ...flags]);
  const { height, urls } = JSON.parse(await engine.line());
  expect(height).toBeGreaterThanOrEqual(last);
  expect(pidOfApp()).not.toBe(left);
  for (const [key, value] of acknowledged) {
    const data = Buffer.from(key).toString('hex');
    const { result } = (await (await fetch(`${urls.cometRpc}/abci_query?data=0x${data}`)).json()) as {
      readonly result: { readonly response: { readonly value: string } };
    };
    expect([key, Buffer.from(result.response.value, 'base64').toString()]).toEqual([key, value]);
  }
  expect((await engine.signal('SIGTERM')).code).toBe(0);
  rmSync(home, { recursive: true, force: true });
});

it('says in one line what is missing', async () => {
  const without = await halley('engine');
  expect([without.code, without.stderr]).toEqual([1, expect.stringMatching(/--app/)]);
  const keys = await halley('engine', '--app', 'tcp://127.0.0.1:1', '--keys', '/nowhere');
  expect(keys.stderr).toBe('halley: --keys /nowhere: expected a priv_validator_key.json, or a folder of such files\n');
});

it('writes a document with simulated validators and their keys, which it takes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'halley-init-'));
  const document = fileURLToPath(new URL('../devnet/sdk_genesis/documents/simapp53.json', import.meta.url));
  const out = join(folder, 'net');
  const init = (...flags: readonly string[]) => halley('engine', 'init', '--genesis', document, ...flags);
  const { code, stdout } = await init('--validators=2', '--json', `--out=${out}`);
  expect(code).toBe(0);
  const { written, validators } = JSON.parse(stdout);
  expect(written).toEqual(
    ['genesis.json', 'keys/validator-0.json', 'keys/validator-1.json'].map((name) => join(out, name)),
  );
  const key = JSON.parse(readFileSync(written[1], 'utf8'));
  expect([key.address, statSync(written[1]).mode & 0o777]).toEqual([validators[0].address, 0o600]);
  expect((await init(`--out=${out}`)).stderr).toBe(`halley: ${written[0]} exists already: expected a new file\n`);
  const file = join(folder, 'one.json');
  expect((await init('--validators=1', '--seed=a b', `--out=${file}`)).stdout).toBe(
    `${file}\n\nNext: npx halley-devnet engine --app ADDRESS --genesis ${file} --seed 'a b'\n`,
  );
  expect((await halley('engine', 'init', '--out', file)).stderr).toMatch(/^halley: --genesis is missing/);
  expect((await init('--stake=-1', `--out=${join(folder, 'two')}`)).stderr).toMatch(/^halley: --stake is "-1"/);
  rmSync(folder, { recursive: true, force: true });
});
