/** Tests a network's folder: what is written, read back and removed, and when its nodes answer. */
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { commonGenesis } from '../../src/testnet/run/common_genesis.js';
import { currentPowers } from '../../src/testnet/run/current_powers.js';
import { localNodes } from '../../src/testnet/run/local_nodes.js';
import { engineAnswers, untilHolds } from '../../src/testnet/run/readiness.js';
import { checkFolder, clearFolder, homesIn, writeFiles } from '../../src/testnet/write_files.js';
import { networkOf } from './network.js';

/** Writes a network into a folder, as `halley testnet init` does. */
function aFolder(options: Parameters<typeof networkOf>[0] = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'halley-net-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const network = networkOf(options);
  writeFiles(folder, network.files);
  return { folder, network };
}

describe('the folder of a network', () => {
  it('has files of keys that only their owner may read, and others for everybody', () => {
    const { folder, network } = aFolder({ validators: 2 });
    const open = network.files.filter(({ path }) => (statSync(join(folder, path)).mode & 0o077) !== 0);
    if (process.platform !== 'win32') expect(open).toEqual(network.files.filter(({ isSecret }) => !isSecret));
    expect(homesIn(folder)).toEqual(['node0', 'node1'].map((name) => join(folder, name)));
  });

  it('is cleared of the network, and of nothing else', () => {
    const { folder } = aFolder({ validators: 1 });
    for (const name of ['lock', 'notes.txt']) writeFileSync(join(folder, name), 'x');
    expect(() => checkFolder(folder, true)).toThrow('it has "notes.txt", which is not part of a network');
    clearFolder(folder);
    expect(readdirSync(folder).sort()).toEqual(['lock', 'notes.txt']);
  });

  it('is refused while it has a network, unless that may go, and taken with a lock alone', () => {
    const { folder } = aFolder({ validators: 1 });
    expect(() => checkFolder(folder, false)).toThrow('it already has a network');
    checkFolder(folder, true);
    clearFolder(folder);
    writeFileSync(join(folder, 'lock'), '');
    checkFolder(folder, false);
  });
});

describe('the nodes of a folder', () => {
  it('are in the order of their numbers, each with its own servers', () => {
    const { folder, network } = aFolder({ validators: 11 });
    const nodes = localNodes(folder);
    expect(nodes.map(({ name }) => name)).toEqual(network.nodes.map(({ name }) => name));
    for (const [index, { ports }] of network.nodes.entries())
      expect(nodes[index]).toMatchObject({
        rpcUrl: `http://127.0.0.1:${ports.rpc}`,
        evmHttpUrl: `http://127.0.0.1:${ports.evmHttp}`,
        evmWsUrl: `ws://127.0.0.1:${ports.evmWs}`,
        assetsUrl: `http://127.0.0.1:${ports.assets}`,
        dashboardUrl: `http://127.0.0.1:${ports.dashboard}`,
        metricsUrl: `http://127.0.0.1:${ports.prometheus}`,
        hasDevAuthority: index === 0,
      });
  });

  it('listen for other machines where they are on several, except for the dashboard', () => {
    const { folder, network } = aFolder({ validators: 2, hosts: ['a.example', 'b.example'], startingPort: 1000 });
    expect(network.nodes[1]?.ports).toMatchObject({ evmHttp: 1005, evmWs: 1006, assets: 1007, dashboard: 1008 });
    expect(localNodes(folder)[1]?.addresses.toSorted()).toEqual([
      ...['0.0.0.0:1000', '0.0.0.0:1001', '0.0.0.0:1004', '0.0.0.0:1005', '0.0.0.0:1006', '0.0.0.0:1007'],
      ...['127.0.0.1:1002', '127.0.0.1:1008'],
    ]);
  });

  it('have the addresses of their files, as a client of this machine writes them', () => {
    const { folder } = aFolder({ validators: 1 });
    const change = (name: string, from: string, to: string): void => {
      const file = join(folder, 'node0', 'config', name);
      const text = readFileSync(file, 'utf8');
      expect(text).toContain(from);
      writeFileSync(file, text.replace(from, to));
    };
    change('config.toml', 'laddr = "tcp://127.0.0.1:26657"', 'laddr = "tcp://[::]:26657"');
    change('config.toml', 'prometheus = true', 'prometheus = false');
    change('app.toml', 'address = "127.0.0.1:8545"', 'address = "192.0.2.1:8545, 127.0.0.1:9545"');
    change('app.toml', 'address = "tcp://127.0.0.1:26658"', 'address = "unix:///run/abci.sock"');
    const { address } = localNodes(folder)[0] ?? {};
    change('priv_validator_key.json', `${address}`, `${address}`.toLowerCase());
    expect(localNodes(folder)).toMatchObject([
      {
        ...{ address, rpcUrl: 'http://127.0.0.1:26657', evmHttpUrl: 'http://192.0.2.1:8545', metricsUrl: undefined },
        addresses: [
          '127.0.0.1:26656',
          '[::]:26657',
          '192.0.2.1:8545',
          '127.0.0.1:8546',
          '127.0.0.1:8580',
          '127.0.0.1:8591',
        ],
      },
    ]);
    change('config.toml', 'laddr = "tcp://[::]:26657"', 'laddr = "unix:///run/rpc.sock"');
    expect(localNodes(folder)[0]?.rpcUrl).toBe('http://127.0.0.1:26657');
    change('app.toml', 'node = "http://127.0.0.1:26657"', 'node = "http://192.0.2.7:1"');
    expect(localNodes(folder)[0]?.rpcUrl).toBe('http://192.0.2.7:1');
  });

  it.each([1, 2])('have one genesis document: node %i is refused with another', (other) => {
    const { folder } = aFolder({ validators: 3 });
    const nodes = localNodes(folder);
    const file = join(folder, `node${other}`, 'config', 'genesis.json');
    expect(commonGenesis(nodes)).toEqual(JSON.parse(readFileSync(file, 'utf8')));
    writeFileSync(file, readFileSync(file, 'utf8').replace('halley_31337-1', 'halley_31338-1'));
    expect(() => commonGenesis(nodes)).toThrow(`${file} differs from`);
    expect(existsSync(file)).toBe(true);
  });
});

/** Starts an engine that answers each method as a test says. */
async function anEngine(answer: object, status = 200): Promise<string> {
  const server = createServer((_, response) => response.writeHead(status).end(JSON.stringify({ id: 1, ...answer })));
  onTestFinished(() => void server.close());
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

describe('an engine', () => {
  it('answers with a result or an error, and does not where nothing listens', async () => {
    expect(await engineAnswers(await anEngine({ result: {} }))).toBe(true);
    expect(await engineAnswers(await anEngine({ error: { code: -32603, message: 'syncing' } }))).toBe(true);
    expect(await engineAnswers('http://127.0.0.1:1')).toBe(false);
  });

  it('without validators tells no powers', async () => {
    const url = await anEngine({ result: { block_height: '0', validators: [], count: '0', total: '0' } });
    expect(await currentPowers(url)).toBeUndefined();
  });

  it('is asked until it holds, and not once after it is over', async () => {
    const waits: number[] = [];
    const schedule = (ms: number, action: () => void) => {
      waits.push(ms);
      action();
      return () => undefined;
    };
    let asked = 0;
    const holdsAt = (count: number) => async () => ++asked === count;
    expect(await untilHolds(holdsAt(3), () => false, schedule, 70)).toBe(true);
    expect([asked, waits]).toEqual([3, [70, 70]]);
    expect(await untilHolds(holdsAt(4), () => true, schedule, 70)).toBe(false);
    expect(asked).toBe(3);
  });
});
