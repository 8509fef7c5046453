/** Tests what `halley testnet start` reports of nodes that end and come back, with programs that answer as engines do. */
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished, vi } from 'vitest';
import type { NetworkEvent } from '../../src/cli/testnet/network_event.js';
import { NetworkSession } from '../../src/cli/testnet/network_session.js';
import type { NodeLocks } from '../../src/cli/testnet/node_locks.js';
import type { LocalNode } from '../../src/testnet/index.js';
import { freePort } from '../support/ports.js';

/** Powers of three validators, of which the first two run here. */
const POWERS = { AA: 10n, BB: 11n, CC: 7n };

const VALIDATORS = Object.entries(POWERS).map(([address, power]) => {
  const pub_key = { type: 'tendermint/PubKeyEd25519', value: Buffer.alloc(32).toString('base64') };
  return { address, pub_key, voting_power: `${power}`, proposer_priority: '0' };
});
const RESULTS = {
  health: {},
  validators: { block_height: '7', validators: VALIDATORS, count: '3', total: '3' },
};

/** Answers as the RPC of an engine, until it is asked to die. */
const ENGINE = `
  const results = ${JSON.stringify(RESULTS)};
  require('node:http').createServer((request, response) => {
    request.on('data', (body) => {
      const { method } = JSON.parse(body);
      if (method === 'die') process.exit(3);
      response.end(JSON.stringify({ jsonrpc: '2.0', id: 1, result: results[method] }));
    });
  }).listen(Number(process.argv[1]), '127.0.0.1');`;
const APP = 'console.log("ABCI listens on here"); setInterval(() => {}, 1000);';

async function listening(server: Server, port = 0): Promise<number> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  return (server.address() as AddressInfo).port;
}

async function aNode(name: string, address: string): Promise<LocalNode> {
  const home = mkdtempSync(join(tmpdir(), 'halley-node-'));
  onTestFinished(() => rmSync(home, { recursive: true, force: true }));
  return {
    ...{ name, home, address, rpcUrl: `http://127.0.0.1:${await freePort()}`, addresses: [], hasDevAuthority: false },
    ...{ evmHttpUrl: undefined, evmWsUrl: undefined, assetsUrl: undefined, dashboardUrl: undefined },
    metricsUrl: undefined,
  };
}

const portOf = ({ rpcUrl }: LocalNode): number => Number(new URL(rpcUrl).port);

/** Starts a session of two nodes. Its events can be waited for. */
async function aSession() {
  const nodes = [await aNode('node0', 'AA'), await aNode('node1', 'BB')] as const;
  const events: NetworkEvent[] = [];
  const released: string[] = [];
  let look = (): void => undefined;
  const session = new NetworkSession({
    ...{ folder: 'net', cometbft: 'cometbft', all: nodes, nodes },
    powers: { chainId: 'x-1', byAddress: new Map(Object.entries(POWERS)) },
    commands: {
      app: () => [process.execPath, '-e', APP],
      engine: (node) => [process.execPath, '-e', ENGINE, `${portOf(node)}`],
    },
    locks: { release: async (home: string) => void released.push(home) } as unknown as NodeLocks,
    report: (event) => {
      events.push(event);
      look();
    },
  });
  onTestFinished(() => session.close());
  /** Resolves when as many events have been reported. Returns them as short texts. */
  const reported = async (count: number): Promise<readonly string[]> => {
    await new Promise<void>((resolve) => {
      look = () => {
        if (events.length >= count) resolve();
      };
      look();
    });
    return events.map((event) => {
      if (event.type === 'stalled' || event.type === 'resumed')
        return `${event.type} ${event.quorum.running} of ${event.quorum.total}`;
      return 'node' in event ? `${event.type} ${event.node.name}` : event.type;
    });
  };
  await session.start();
  return { session, nodes, events, released, reported };
}

const die = ({ rpcUrl }: LocalNode): Promise<unknown> =>
  fetch(rpcUrl, { method: 'POST', body: '{"method":"die"}' }).catch(() => undefined);

it('a node that ends is stopped, unlocked and watched: it may be started elsewhere, and end there', async () => {
  const { nodes, events, released, reported } = await aSession();
  const [, second] = nodes;
  expect(await reported(2)).toEqual(['starting', 'ready']);
  expect(events[1]).toMatchObject({ chainId: 'x-1', validators: 3, nodes, late: [] });
  await die(second);
  const expected = ['starting', 'ready', 'ended node1', 'stalled 17 of 28', 'down node1'];
  expect(await reported(5)).toEqual(expected);
  expect(events[2]).toMatchObject({ part: 'engine', end: { code: 3 } });
  expect(events[4]).toMatchObject({ command: 'npx halley-devnet testnet start net --nodes node1' });
  expect(released).toEqual([second.home]);
  const elsewhere = createServer((_, response) => response.end('{"jsonrpc":"2.0","id":1,"result":{}}'));
  onTestFinished(() => void elsewhere.close());
  await listening(elsewhere, portOf(second));
  const back = [...expected, 'returned node1', 'resumed 28 of 28'];
  expect(await reported(7)).toEqual(back);
  elsewhere.closeAllConnections();
  elsewhere.close();
  expect(await reported(9)).toEqual([...back, 'left node1', 'stalled 17 of 28']);
});

it('ends with 1 when nothing is left to run', async () => {
  const exit = vi.spyOn(process, 'exit').mockImplementation((() => undefined) as never);
  onTestFinished(() => exit.mockRestore());
  const { nodes, released, reported } = await aSession();
  for (const [index, node] of nodes.entries()) {
    await die(node);
    await reported(index === 0 ? 5 : 7);
  }
  // The process goes on here, and says more.
  expect((await reported(7)).slice(2, 7)).toEqual([
    ...['ended node0', 'stalled 18 of 28', 'down node0'],
    ...['ended node1', 'empty'],
  ]);
  expect(released).toEqual(nodes.map(({ home }) => home));
  expect(exit.mock.calls).toEqual([[1]]);
});

it('reports no end of a program that it stops itself', async () => {
  const { session, nodes, released, reported } = await aSession();
  await session.close();
  expect(await reported(3)).toEqual(['starting', 'ready', 'stopping']);
  expect(released).toEqual([]);
  await expect(fetch(nodes[0].rpcUrl)).rejects.toThrow('fetch failed');
});
