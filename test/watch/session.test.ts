/** Follows devnets through their real sockets, in several mining modes, and a server that fails in every way. */
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { afterEach, describe, expect, it } from 'vitest';
import { type WebSocket, WebSocketServer } from 'ws';
import { eventLine } from '../../src/cli/watch/view/lines.js';
import { render } from '../../src/cli/watch/view/render.js';
import { parseEndpoint } from '../../src/client/endpoint.js';
import { JsonRpcClient } from '../../src/client/json_rpc_client.js';
import { observedNode } from '../../src/client/rounds/node_facts.js';
import { readView, Session, type View } from '../../src/client/rounds/session.js';
import { shownRound } from '../../src/client/rounds/state.js';
import { createDevnet, type DevnetOptions } from '../../src/devnet/index.js';
import { HalleyError } from '../../src/kernel/errors.js';
import { freePort } from '../support/ports.js';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

/** Collects what a session reports, and waits for a report. */
class Reports {
  readonly lines: string[] = [];
  view: View | undefined;
  /** Receives every view. */
  onChange: (view: View) => void = () => undefined;
  #look: () => void = () => undefined;

  connected(view: View): void {
    this.view = view;
    this.#add('connected');
  }

  changed(view: View, event?: Parameters<typeof eventLine>[0]): void {
    this.view = view;
    this.onChange(view);
    this.#add(event === undefined ? 'dump' : eventLine(event, view.state, view.names));
  }

  lost(reason: string): void {
    this.#add(`lost: ${reason}`);
  }

  #add(line: string): void {
    this.lines.push(line);
    this.#look();
  }

  /** Resolves as soon as the view is as expected, since events and answers arrive on different connections. */
  async until(holds: (view: View) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#look = () => {
        if (this.view !== undefined && holds(this.view)) resolve();
      };
      this.#look();
    });
  }

  /** Resolves with the first line from `start` on that matches. */
  async next(wanted: RegExp, start = 0): Promise<string> {
    return await new Promise((resolve) => {
      this.#look = () => {
        const found = this.lines.slice(start).find((line) => wanted.test(line));
        if (found !== undefined) resolve(found);
      };
      this.#look();
    });
  }
}

/** Runs timers at once, so that no test waits for a delay. Pings and limits never come. */
const soon = (delayMs: number, action: () => void): (() => void) => {
  if (delayMs >= 10_000) return () => undefined;
  const immediate = setImmediate(action);
  return () => clearImmediate(immediate);
};

async function follow(url: string): Promise<Reports> {
  const client = new JsonRpcClient(parseEndpoint(url, 1));
  const reports = new Reports();
  const session = new Session(client, reports, { node: await observedNode(client), schedule: soon });
  closing.push(() => session.close());
  return reports;
}

async function aDevnet(options: DevnetOptions) {
  const devnet = await createDevnet({ seed: 'watch', ...options, rpc: true });
  closing.push(() => devnet.close());
  return { devnet, url: `${devnet.urls.cometRpc}` };
}

describe('a devnet', () => {
  it('shows every round of a block in automine', async () => {
    const { devnet, url } = await aDevnet({ miningMode: 'automine' });
    const reports = await follow(url);
    await reports.next(/^connected/);
    await devnet.mine({ blocks: 2 });
    await reports.next(/^3 decided/);
    for (const line of [
      /^2\/0 round 0 begins, proposer validator-\d$/,
      /^2\/0 proposal [0-9A-F]{8} is complete$/,
      /^2\/0 prevote of validator-\d for [0-9A-F]{8}, which now has 75.0 %$/,
      /^2\/0 polka: more than 2\/3 prevoted [0-9A-F]{8}$/,
      /^2\/0 locked [0-9A-F]{8}$/,
      /^2\/0 step Commit$/,
      /^2 decided [0-9A-F]{8} in 1 round, 0 transactions$/,
    ])
      expect(reports.lines).toContainEqual(expect.stringMatching(line));
    const { block } = reports.view?.state.decided[0] ?? {};
    const { result } = (await (await fetch(`${url}/block?height=3`)).json()) as {
      result: { block_id: { hash: string } };
    };
    expect(result.block_id.hash.slice(0, 12)).toBe(block);
  });

  it('shows each step in step mode, as its dump does', async () => {
    const { devnet, url } = await aDevnet({ miningMode: 'step' });
    const reports = await follow(url);
    await reports.next(/^connected/);
    for (let steps = 0; steps < 12; steps++) {
      const start = reports.lines.length;
      const { height, round, step } = await devnet.step('step');
      await reports.next(new RegExp(`^${height}/${round} step ${step}$`), start);
      const { state } = await readView(new JsonRpcClient(parseEndpoint(url, 1)));
      const factsOf = (one: typeof state) => {
        const { position, locked, valid } = one;
        return { position, locked, valid, precommits: shownRound(one).votes.precommit };
      };
      await reports.until((view) => isDeepStrictEqual(factsOf(view.state), factsOf(state)));
    }
  });

  it('shows rounds as they come in realtime', async () => {
    const { url } = await aDevnet({ miningMode: { type: 'realtime', factor: 100 } });
    const reports = await follow(url);
    expect(await reports.next(/^\d+ decided [0-9A-F]{8} /)).toMatch(/ in 1 round, 0 transactions$/);
  });

  it('with 100 validators fits into 80 columns and 24 lines in every step, each validator with its votes', async () => {
    const { devnet, url } = await aDevnet({ miningMode: 'step', validators: 100 });
    const reports = await follow(url);
    await reports.next(/^connected/);
    const screens: string[][] = [];
    reports.onChange = (view) => screens.push(render(view, { width: 80, height: 24, hasColors: false }));
    await devnet.network.crashValidator(99);
    await devnet.mine();
    await reports.next(/^2 decided/);
    // Each event is a change: 99 prevotes at least, and more than two thirds of the precommits.
    expect(screens.length).toBeGreaterThan(166);
    for (const lines of screens) {
      expect(lines.length).toBeLessThanOrEqual(24);
      expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(80);
      const cells = lines.join(' ').match(/(?<=[ >])\d{1,2}(?=[#o.?]{2})/g);
      expect(cells).toEqual(Array.from({ length: 100 }, (_, index) => `${index}`));
    }
    expect(screens.some((lines) => lines.some((line) => line.includes('99..')))).toBe(true);
    expect(screens.at(-1)?.join('\n')).toMatch(/^Prevotes {4}\[#+\|#*\.*\] \d\d\.\d % {2}\+2\/3 [0-9A-F]{8}/m);
  });

  it('shows changes of validators, and the new powers from the height at which they vote', async () => {
    const { devnet, url } = await aDevnet({ miningMode: 'automine' });
    const reports = await follow(url);
    await reports.next(/^connected/);
    await devnet.setValidatorPower(0, 25n);
    expect(await reports.next(/validators change/)).toBe('2 validators change at height 4: validator-0 has power 25');
    await devnet.mine({ blocks: 2 });
    await reports.until(({ state }) => state.validators.map(({ power }) => power).join() === '25,10,10,10');
    expect(reports.lines).toContain('dump');
  });

  it('shows the chain after a revert to a former height', async () => {
    const { devnet, url } = await aDevnet({ miningMode: 'automine' });
    const snapshot = await devnet.snapshot();
    const reports = await follow(url);
    await reports.next(/^connected/);
    await devnet.mine({ blocks: 5 });
    await reports.next(/^6 decided/);
    const start = reports.lines.length;
    await devnet.revert(snapshot);
    await devnet.mine();
    await reports.until(({ state }) => state.position.height === 3n && state.decided[0]?.height === 2n);
    expect(reports.lines.slice(start)).toContain('dump');
  });

  it('goes on when a server is back on the same port', async () => {
    // The kernel gives no such port to the attempts to connect, one of which would reach itself there.
    const address = `tcp://127.0.0.1:${await freePort()}`;
    const first = await createDevnet({ seed: 'watch', miningMode: 'automine', rpc: { address } });
    closing.push(() => first.close());
    const reports = await follow(`${first.urls.cometRpc}`);
    await reports.next(/^connected/);
    await first.close();
    expect(await reports.next(/^lost/)).toMatch(/^lost: (CometBFT|the server)/);
    expect(reports.view?.problem).toMatch(/^connection lost, trying again: /);
    const start = reports.lines.length;
    const again = await createDevnet({ seed: 'again', miningMode: 'automine', rpc: { address } });
    closing.push(() => again.close());
    await reports.next(/^connected/, start);
    expect(reports.view?.problem).toBeUndefined();
    await again.mine();
    await reports.next(/^2 decided/, start);
  });

  it('refuses the URL of another server', async () => {
    const { devnet } = await aDevnet({ jsonRpc: true });
    await expect(follow(`${devnet.urls.evmHttp}`)).rejects.toThrow(
      /^this is not a CometBFT RPC: http:\/\/127.0.0.1:\d+ answered status with an error: the method status does not exist\/is not available; expected the CometBFT RPC of a node, such as http:\/\/127.0.0.1:26657$/,
    );
  });
});

/** Starts a server that answers `status` and dumps like a node, and lets a test speak on its WebSocket. */
async function hostileServer(
  speak: (socket: WebSocket, connection: number) => void,
  dump: unknown = DUMP,
): Promise<string> {
  const answers: Readonly<Record<string, unknown>> = {
    status: { node_info: { network: 'hostile\u001b[2J', moniker: 'm', version: 'v' }, sync_info: {} },
    dump_consensus_state: dump,
  };
  const server: Server = createServer((request, response) => {
    request.on('data', (body: Buffer) => {
      const { method } = JSON.parse(String(body));
      response.end(JSON.stringify(method in answers ? { result: answers[method] } : { error: { code: -32601 } }));
    });
  });
  let connections = 0;
  const sockets = new WebSocketServer({ server });
  sockets.on('connection', (socket) => speak(socket, ++connections));
  closing.push(() => {
    for (const client of sockets.clients) client.terminate();
    server.closeAllConnections();
    return new Promise((resolve) => server.close(resolve));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const DUMP = {
  round_state: {
    ...{ height: '5', round: 0, step: 3, locked_round: -1, valid_round: -1, votes: [] },
    validators: { validators: [{ address: 'AA'.repeat(20), voting_power: '1' }] },
  },
};

/** Confirms the two subscriptions. */
const confirm = (socket: WebSocket): void => {
  for (const id of [0, 1]) socket.send(JSON.stringify({ jsonrpc: '2.0', id, result: {} }));
};

const newRound = JSON.stringify({
  id: 0,
  result: {
    data: { value: { height: '5', round: 1, step: 'RoundStepNewRound', proposer: { address: 'AA'.repeat(20) } } },
    events: { 'tm.event': ['NewRound'] },
  },
});

describe('a dump of a connection that is lost', () => {
  /** Loses the first connection while its dump is read or used, and goes on with it when the second one is open. */
  const late = async (answer: () => Promise<unknown>, isPrepared = false): Promise<Reports & { heights: bigint[] }> => {
    const sockets: WebSocket[] = [];
    const url = await hostileServer((socket) => {
      sockets.push(socket);
      confirm(socket);
    });
    const client = new JsonRpcClient(parseEndpoint(url, 1));
    const node = await observedNode(client);
    const call = client.call.bind(client);
    let [dumps, release] = [0, (): void => undefined];
    const held = new Promise<void>((resolve) => (release = resolve));
    client.call = (...request) => {
      if (request[0] !== 'dump_consensus_state' || ++dumps > 1) return call(...request);
      if (isPrepared) return answer();
      sockets[0]?.terminate();
      return held.then(answer);
    };
    const heights: bigint[] = [];
    const prepare = async ({ position }: View['state']): Promise<void> => {
      heights.push(position.height);
      if (!isPrepared || heights.length > 1) return;
      sockets[0]?.terminate();
      await held;
    };
    const reports = Object.assign(new Reports(), { prepare, heights });
    const session = new Session(client, reports, { node, schedule: soon });
    closing.push(() => session.close());
    await reports.next(/^connected/);
    release();
    await new Promise(setImmediate);
    expect(sockets).toHaveLength(2);
    return reports;
  };

  it('is ignored, whether it answers or fails', async () => {
    const old = { round_state: { ...DUMP.round_state, height: '4', step: 1 } };
    const answered = await late(async () => old);
    expect(answered.lines).toEqual(['lost: the server closed the connection', 'connected']);
    expect([answered.view?.state.position.height, answered.heights]).toEqual([5n, [5n]]);
    const prepared = await late(async () => old, true);
    expect(prepared.lines).toEqual(['lost: the server closed the connection', 'connected']);
    expect([prepared.view?.state.position.height, prepared.heights]).toEqual([5n, [4n, 5n]]);
    const failed = await late(() => Promise.reject(new HalleyError('unavailable', 'too late')));
    expect(failed.lines.filter((line) => line.startsWith('lost'))).toEqual(['lost: the server closed the connection']);
    expect(failed.view?.problem).toBeUndefined();
  });
});

it('a dump that arrives between two connections is ignored', async () => {
  let socket: WebSocket | undefined;
  const url = await hostileServer((opened) => {
    socket = opened;
    confirm(opened);
  });
  const client = new JsonRpcClient(parseEndpoint(url, 1));
  const node = await observedNode(client);
  const reports = new Reports();
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => (release = resolve));
  client.call = async () => {
    socket?.terminate();
    await held;
    return DUMP;
  };
  const session = new Session(client, reports, { node, schedule: () => () => undefined });
  closing.push(() => session.close());
  await reports.next(/^lost/);
  release();
  await new Promise(setImmediate);
  expect([reports.lines, session.view]).toEqual([['lost: the server closed the connection'], undefined]);
});

describe('a session', () => {
  const round = (height: number): string => newRound.replace('"height":"5"', `"height":"${height}"`);

  /** Follows a node whose answers come from the test, and whose timers fire when the test says so. */
  async function controlled(answer: (method: string, count: number) => unknown) {
    const sockets: WebSocket[] = [];
    const url = await hostileServer((socket) => {
      sockets.push(socket);
      confirm(socket);
    });
    const client = new JsonRpcClient(parseEndpoint(url, 1));
    let dumps = 0;
    const waiters: (() => void)[] = [];
    client.call = async (method) => {
      if (method === 'dump_consensus_state') dumps++;
      for (const wake of waiters.splice(0)) wake();
      return answer(method, dumps);
    };
    const timers = new Map<() => void, number>();
    const reports = new Reports();
    const session = new Session(client, reports, {
      schedule: (ms, action) => {
        timers.set(action, ms);
        return () => timers.delete(action);
      },
    });
    closing.push(() => session.close());
    return {
      ...{ session, reports, sockets },
      dumps: () => dumps,
      waiting: () => [...timers.values()],
      fire(ms: number): void {
        const [action] = [...timers].find(([, delay]) => delay === ms) ?? [];
        if (action === undefined) throw new Error(`no timer of ${ms} ms`);
        timers.delete(action);
        action();
      },
      asked: async (count: number) => {
        while (dumps < count) await new Promise<void>((resolve) => waiters.push(resolve));
      },
    };
  }

  const status = (network = 'one') => ({ node_info: { network, moniker: 'm', version: 'v' }, sync_info: {} });
  const known = (method: string): unknown => (method === 'status' ? status() : DUMP);

  it('reports nothing after it was closed, also of a dump that was on its way', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { session, reports, asked } = await controlled(async (method) => {
      if (method === 'dump_consensus_state') await held;
      return known(method);
    });
    await asked(1);
    session.close();
    release();
    for (let turn = 0; turn < 5; turn++) await new Promise(setImmediate);
    expect([reports.lines, session.view]).toEqual([[], undefined]);
  });

  it('reads a dump at most once a second, and none while the connection is lost', async () => {
    const { session, reports, sockets, dumps, waiting, fire } = await controlled(known);
    await reports.next(/^connected/);
    sockets[0]?.send(round(4));
    await reports.next(/^4\/1/);
    expect(dumps()).toBe(1);
    fire(1000);
    await reports.next(/^dump/);
    const start = reports.lines.length;
    sockets[0]?.send(round(3));
    await reports.next(/^3\/1/, start);
    expect(dumps()).toBe(2);
    fire(1000);
    await reports.next(/^dump/, start);
    fire(1000);
    sockets[0]?.terminate();
    await reports.next(/^lost/);
    session.refresh();
    expect([dumps(), waiting()]).toEqual([3, [250]]);
  });

  it('has no timer of a connection that is lost', async () => {
    const { reports, sockets, waiting } = await controlled(known);
    await reports.next(/^connected/);
    expect(waiting().sort()).toEqual([1000, 15_000]);
    sockets[0]?.terminate();
    await reports.next(/^lost/);
    expect(waiting()).toEqual([250]);
  });

  it('takes no event before its dump for a reason to read another one', async () => {
    let release = (): void => undefined;
    const held = new Promise<void>((resolve) => (release = resolve));
    const { session, reports, sockets, dumps, fire, asked } = await controlled(async (method) => {
      if (method === 'dump_consensus_state') await held;
      return known(method);
    });
    await asked(1);
    sockets[0]?.send(round(4));
    const pong = once(sockets[0] as WebSocket, 'pong');
    sockets[0]?.ping();
    await pong;
    release();
    await reports.next(/^4\/1/);
    fire(1000);
    expect([dumps(), session.view?.state.isStale]).toEqual([1, false]);
  });

  it('shows the server that is there after a connection was lost', async () => {
    let network = 'one';
    const { reports, sockets, fire } = await controlled((method) => (method === 'status' ? status(network) : DUMP));
    await reports.next(/^connected/);
    expect(reports.view?.node.chainId).toBe('one');
    sockets[0]?.terminate();
    await reports.next(/^lost/);
    network = 'two';
    fire(250);
    await reports.next(/^connected/, 2);
    expect([reports.view?.node.chainId, reports.view?.problem]).toEqual(['two', undefined]);
  });

  it('has the incidents from before a new dump', async () => {
    const evidence = {
      id: 0,
      result: { data: { value: { height: '5', evidence: {} } }, events: { 'tm.event': ['NewEvidence'] } },
    };
    const { reports, sockets, fire } = await controlled(known);
    await reports.next(/^connected/);
    sockets[0]?.send(JSON.stringify(evidence));
    await reports.until(({ state }) => state.incidents.length === 1);
    sockets[0]?.send(round(4));
    await reports.next(/^4\/1/);
    fire(1000);
    await reports.next(/^dump/);
    expect(reports.view?.state.incidents.map(({ height }) => height)).toEqual([5n]);
  });
});

describe('a hostile server', () => {
  const bad: Readonly<Record<string, readonly [speak: (socket: WebSocket) => void, reason: RegExp]>> = {
    'text that is not JSON': [
      (s) => s.send('garbage \u001b[2J'),
      /^lost: the server sent "garbage \?\[2J", which answers/,
    ],
    'JSON of another kind': [(s) => s.send('[1,null]'), /^lost: the server sent "\[1,null\]", which answers no/],
    'an unknown id': [(s) => s.send('{"id":7,"result":{}}'), /^lost: the server sent .* which answers no subscription/],
    'bytes that are no text': [
      (s) => s.send(Buffer.from([0xff, 0x1b, 0x5b]), { binary: true }),
      /^lost: the server sent "\?\?\["/,
    ],
    'an error': [
      (s) =>
        s.send(
          '{"id":0,"error":{"code":-32603,"message":"Internal error","data":"max_subscription_clients 100 reached"}}',
        ),
      /^lost: the server ended a subscription: Internal error: max_subscription_clients 100 reached$/,
    ],
    'half a frame': [
      (s) => {
        const { _socket } = s as unknown as { _socket: import('node:net').Socket };
        _socket.end(Buffer.from([0x81, 0x7e, 0x10, 0x00, 0x7b]));
      },
      /^lost: the server closed the connection$/,
    ],
    'an invalid frame': [
      (s) => {
        const { _socket } = s as unknown as { _socket: import('node:net').Socket };
        _socket.write(Buffer.from([0xff, 0xff, 0xff, 0xff]));
      },
      /^lost: the server sent an invalid frame: /,
    ],
    'a frame without an end': [
      (s) => {
        const { _socket } = s as unknown as { _socket: import('node:net').Socket };
        // The header announces 2^40 bytes.
        _socket.write(Buffer.from([0x81, 0x7f, 0, 0, 1, 0, 0, 0, 0, 0]));
      },
      /^lost: the server sent an invalid frame: Max payload size exceeded$/,
    ],
  };

  it.each(Object.entries(bad))('that sends %s is left, and used again when it is well', async (_, [speak, reason]) => {
    const url = await hostileServer((socket, connection) => {
      confirm(socket);
      if (connection === 1) speak(socket);
      else socket.send(newRound);
    });
    const reports = await follow(url);
    expect(await reports.next(/^lost/)).toMatch(reason);
    expect(await reports.next(/^5\/1 /)).toBe('5/1 round 1 begins, proposer AAAAAAAAAAAA');
  });

  it('that sends another dump is left with the reason', async () => {
    const reports = await follow(await hostileServer(confirm, { round_state: null }));
    expect(await reports.next(/^lost/)).toBe(
      'lost: dump_consensus_state has no round state: expected height, round, step and validators',
    );
  });

  it('that sends nothing at all is left after a ping without an answer', async () => {
    const url = await hostileServer((socket) => {
      confirm(socket);
      socket.pause();
    });
    const client = new JsonRpcClient(parseEndpoint(url, 1));
    const reports = new Reports();
    const timers = new Set<() => void>();
    const session = new Session(client, reports, {
      node: await observedNode(client),
      schedule: (_, action) => {
        timers.add(action);
        return () => timers.delete(action);
      },
    });
    closing.push(() => session.close());
    await reports.next(/^connected/);
    for (const action of [...timers]) action();
    expect(await reports.next(/^lost/)).toBe('lost: the server sent nothing for 15000 ms');
  });
});
