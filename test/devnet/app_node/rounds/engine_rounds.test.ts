/** Follows the RPC of a devnet, which answers as an engine does, over its real sockets. */
import { afterEach, describe, expect, it } from 'vitest';
import type { RoundsMessage } from '../../../../src/backend/rounds.js';
import { parseEndpoint } from '../../../../src/client/endpoint.js';
import { JsonRpcClient } from '../../../../src/client/json_rpc_client.js';
import { History } from '../../../../src/dashboard/model/history.js';
import { stepName } from '../../../../src/dashboard/model/node_state.js';
import { engineHandler } from '../../../../src/devnet/app_node/app_listeners.js';
import { EngineRounds } from '../../../../src/devnet/app_node/rounds/engine_rounds.js';
import { createDevnet, type DevnetOptions } from '../../../../src/devnet/index.js';
import { eventLoop, systemClock } from '../../../../src/devnet/platform.js';
import { EMPTY_BYTES } from '../../../../src/kernel/bytes.js';
import { utf8 } from '../../../../src/kernel/text.js';
import { IN_PROCESS_PEER } from '../../../../src/rpc/protocol_handler.js';
import { freePort } from '../../../support/ports.js';

const closing: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close();
});

async function anEngine(options: DevnetOptions = {}, address = '127.0.0.1:0') {
  const devnet = await createDevnet({ seed: 'engine', ...options, rpc: { address } });
  closing.push(() => devnet.close());
  return { devnet, url: `${devnet.urls.cometRpc}` };
}

/** Runs timers at once, so that no test waits for a delay. Pings and limits never come. */
const soon = (delayMs: number, action: () => void): (() => void) => {
  if (delayMs >= 10_000) return () => undefined;
  const immediate = setImmediate(action);
  return () => clearImmediate(immediate);
};

function roundsOf(url: string): EngineRounds {
  const client = new JsonRpcClient(parseEndpoint(url, 1));
  const rounds = new EngineRounds({ client, clock: systemClock, loop: eventLoop, schedule: soon });
  closing.push(() => rounds.close());
  return rounds;
}

/** Folds what a listener receives as the page does. */
class Reader {
  readonly history = new History();
  readonly messages: RoundsMessage[] = [];
  readonly stop: () => void;
  #look: () => void = () => undefined;

  constructor(rounds: EngineRounds, budget = 20_000) {
    this.stop = rounds.listenToRounds((message) => {
      this.messages.push(message);
      this.history.take(message);
      this.#look();
    }, budget);
    closing.push(() => this.stop());
  }

  get causes(): readonly string[] {
    return this.messages.flatMap((message) => (message.type === 'picture' ? [message.cause] : []));
  }

  async until(holds: (reader: Reader) => boolean): Promise<void> {
    await new Promise<void>((resolve) => {
      this.#look = () => {
        if (holds(this)) resolve();
      };
      this.#look();
    });
  }
}

describe('the rounds of an engine', () => {
  it('begin with a picture, and come to the decision of each height', async () => {
    const { devnet, url } = await anEngine();
    const reader = new Reader(roundsOf(url));
    await reader.until(({ history }) => history.live !== undefined);
    await devnet.mine({ blocks: 3 });
    await reader.until(({ history }) => history.live?.decided.at(-1)?.height === 4);
    expect(reader.causes).toEqual(['start']);
    const { live } = reader.history;
    expect(live?.decided.map(({ height, round }) => [height, round])).toEqual([
      [2, 0],
      [3, 0],
      [4, 0],
    ]);
    expect(live?.validators.map(({ name }) => name).sort()).toEqual([0, 1, 2, 3].map((index) => `validator-${index}`));
    const known = live?.nodes.flatMap(({ unknown }, index) => (unknown ? [] : [live.validators[index]?.name]));
    expect(known).toEqual(['validator-0']);
  });

  it('have the position of the observed node in every step, and the last votes of the others', async () => {
    const { devnet, url } = await anEngine({ miningMode: 'step' });
    const reader = new Reader(roundsOf(url));
    await reader.until(({ history }) => history.live !== undefined);
    for (let steps = 0; steps < 30; steps++) {
      await devnet.step('step');
      const [own] = devnet.network.nodes;
      const position = `${own?.height}/${own?.round} ${own?.step}`;
      await reader.until(({ history: { live } }) => {
        const node = live?.nodes.find(({ unknown }) => !unknown);
        return node !== undefined && `${node.height}/${node.round} ${stepName(node.step)}` === position;
      });
    }
    const { live } = reader.history;
    const votes = live?.nodes.filter(({ unknown }) => unknown).map(({ lastVote }) => lastVote?.height);
    expect(votes?.every((height) => height !== undefined && height >= 1)).toBe(true);
  });

  it('show a further round, with votes for nil, when the proposer is down', async () => {
    const { devnet, url } = await anEngine();
    const reader = new Reader(roundsOf(url));
    await reader.until(({ history }) => history.live !== undefined);
    await devnet.network.crashValidator(3);
    await devnet.mine({ blocks: 4 });
    await reader.until(({ history }) => history.live?.decided.at(-1)?.height === 5);
    expect(reader.history.live?.decided.some(({ round }) => round > 0)).toBe(true);
    const events = reader.messages.flatMap((message) => (message.type === 'events' ? message.events : []));
    expect(events.some((event) => event[0] === 'vote' && event[4] === 0 && event[7] === null)).toBe(true);
    expect(events.some((event) => event[0] === 'newRound' && event[4] === 1)).toBe(true);
  });

  it('say why nothing arrives, and go on with the past that the page has when the engine is back', async () => {
    // The kernel gives no such port to the attempts to connect, one of which would reach itself there.
    const address = `127.0.0.1:${await freePort()}`;
    const first = await anEngine({}, address);
    const rounds = roundsOf(first.url);
    const reader = new Reader(rounds);
    await reader.until(({ history }) => history.live !== undefined);
    expect(rounds.problem).toBeUndefined();
    expect(rounds.moniker).toBe('halley');
    await first.devnet.mine();
    await reader.until(({ history }) => history.live?.decided.length === 1);
    await first.devnet.close();
    await expect.poll(() => rounds.problem, { timeout: 60_000 }).toMatch(/connection|listens/);
    const { devnet } = await anEngine({}, address);
    await reader.until(({ causes }) => causes.length > 1);
    expect(reader.causes).toEqual(['start', 'gap']);
    expect(rounds.problem).toBeUndefined();
    expect(reader.history.end).toBeGreaterThan(0);
    await devnet.mine({ blocks: 2 });
    await reader.until(({ history }) => history.live?.decided.at(-1)?.height === 3);
  });

  it('give a further listener a picture of its own, and the same events', async () => {
    const { devnet, url } = await anEngine();
    const rounds = roundsOf(url);
    const reader = new Reader(rounds);
    await reader.until(({ history }) => history.live !== undefined);
    const further = new Reader(rounds);
    await further.until(({ history }) => history.live !== undefined);
    expect(further.causes).toEqual(['start']);
    await devnet.mine();
    for (const one of [reader, further]) await one.until(({ history }) => history.live?.decided.at(-1)?.height === 2);
  });

  it('leave events out for a listener that takes few, and show it a picture later', async () => {
    const { devnet, url } = await anEngine();
    const reader = new Reader(roundsOf(url), 1);
    await reader.until(({ history }) => history.live !== undefined);
    await devnet.mine({ blocks: 3 });
    await reader.until(({ causes }) => causes.length > 1);
    expect(reader.causes[1]).toBe('gap');
  });

  it('follow a change of the validators with a picture', async () => {
    const { devnet, url } = await anEngine();
    const reader = new Reader(roundsOf(url));
    await reader.until(({ history }) => history.live !== undefined);
    await devnet.setValidatorPower(1, 77n);
    await devnet.mine({ blocks: 3 });
    await reader.until(({ causes }) => causes.includes('validators'));
    expect(reader.history.live?.validators.map(({ power }) => power)).toContain(77n);
  });

  it('leave the engine alone while nobody listens', async () => {
    const { devnet, url } = await anEngine();
    const rounds = roundsOf(url);
    const reader = new Reader(rounds);
    await reader.until(({ history }) => history.live !== undefined);
    reader.stop();
    const count = reader.messages.length;
    await devnet.mine();
    const other = new Reader(rounds);
    await other.until(({ history }) => history.live?.height === 3);
    expect(reader.messages).toHaveLength(count);
  });
});

describe('the RPC of an engine behind the dashboard', () => {
  const request = (path: string, body = '') => ({
    ...{ method: body === '' ? 'GET' : 'POST', path, query: '', headers: { 'content-type': 'application/json' } },
    ...{ body: body === '' ? EMPTY_BYTES : utf8(body), peer: IN_PROCESS_PEER },
  });

  it('answers what the engine answers', async () => {
    const { devnet, url } = await anEngine();
    const handler = engineHandler(parseEndpoint(url, 1));
    const own = await (await fetch(`${url}/genesis`)).text();
    const { status, headers, body } = await handler.handle(request('/genesis'));
    expect([status, headers['content-type']]).toEqual([200, 'application/json']);
    expect(Buffer.from(body as Uint8Array).toString()).toBe(own);
    const call = '{"jsonrpc":"2.0","id":7,"method":"health","params":{}}';
    const answer = await handler.handle(request('/', call));
    expect(JSON.parse(Buffer.from(answer.body as Uint8Array).toString())).toMatchObject({ id: 7, result: {} });
    expect((await handler.handle({ ...request('/health', '{}'), method: 'GET' })).status).toBe(200);
    const traced = await handler.handle({ ...request('/health'), method: 'TRACE' });
    expect(traced).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD, POST' } });
    expect(String(traced.body)).toContain(`TRACE requests are not passed on to ${url}`);
    await devnet.close();
    const refused = await handler.handle(request('/status'));
    expect(refused.status).toBe(503);
    expect(String(refused.body)).toContain('the engine does not answer: cannot reach');
  });
});
