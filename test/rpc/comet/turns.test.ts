/** Tests that batches and queued requests of the CometBFT RPC run in time slices of the fair scheduler. */
import { describe, expect, it } from 'vitest';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { utf8 } from '../../../src/kernel/text.js';
import type { Dialect } from '../../../src/rpc/comet/dialects/dialect.js';
import { COMET_DIALECTS } from '../../../src/rpc/comet/dialects/index.generated.js';
import { encodeJson } from '../../../src/rpc/comet/protocol/json.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { aHandler, get, openSocket, post } from './calls.js';
import { fixtureChain } from './fixture.js';

/** Returns a scheduler whose clock advances four milliseconds at each reading. */
function slowScheduler() {
  const loop = { nowMs: 0, scheduler: 0 };
  const scheduler = new FairScheduler({
    now: () => (loop.nowMs += 4),
    afterIo: (action) =>
      void setImmediate(() => {
        loop.scheduler++;
        action();
      }),
  });
  return { loop, scheduler };
}

const batch = Array.from({ length: 30 }, (_, id) => ({ jsonrpc: '2.0', id, method: 'health', params: [] }));

it('a batch yields, and is answered like one that runs at once', async () => {
  const { loop, scheduler } = slowScheduler();
  const { handler } = aHandler({ scheduler });
  expect((await post(handler, batch)).json).toEqual((await post(aHandler().handler, batch)).json);
  expect(loop.scheduler).toBeGreaterThan(5);
});

it('a batch of a disconnected client is not executed', async () => {
  const { scheduler } = slowScheduler();
  const { handler } = aHandler({ scheduler });
  const response = await handler.handle({
    method: 'POST',
    path: '/',
    query: '',
    headers: {},
    body: utf8(JSON.stringify(batch)),
    peer: { ...IN_PROCESS_PEER, gone: () => true },
  });
  expect(response.body).toBe('');
});

it('requests queued on a WebSocket run in order, over several time slices', async () => {
  const { loop, scheduler } = slowScheduler();
  const { connection, send } = openSocket(aHandler({ scheduler }).handler);
  for (const request of batch) send(request);
  expect(connection.frames.length).toBeLessThan(5);
  while (connection.frames.length < batch.length) await new Promise((resolve) => setImmediate(resolve));
  expect(connection.frames.map(({ id }) => id)).toEqual(batch.map(({ id }) => id));
  expect(loop.scheduler).toBeGreaterThan(5);
});

describe.each(COMET_DIALECTS.map((dialect: Dialect) => [dialect.version, dialect] as const))(
  'the rounds of a height in the dialect %s',
  (version, unbound) => {
    /** Returns a chain that has failed to decide in 300 rounds. */
    function aLongHeight() {
      const chain = fixtureChain();
      const state = chain.roundState();
      const [first] = state.votes;
      if (first === undefined) throw new Error('the fixture has no round');
      const votes = Array.from({ length: 300 }, (_, round) => ({ ...first, round }));
      chain.roundState = () => ({ ...state, votes });
      return { chain, dialect: unbound.bind?.((height) => chain.validators(height)) ?? unbound };
    }

    it.each(['consensus_state', 'dump_consensus_state'] as const)(
      'are sent over several time slices by %s',
      async (name) => {
        const { loop, scheduler } = slowScheduler();
        const { chain, dialect } = aLongHeight();
        const { handler, bugs } = aHandler({ scheduler, dialect: version }, chain);
        const response = await get(handler, `/${name}`);
        expect(loop.scheduler).toBeGreaterThan(50);
        const state = chain.roundState();
        const whole =
          name === 'consensus_state'
            ? dialect.results.consensus_state(state)
            : dialect.results.dump_consensus_state({ state, peers: chain.peers() });
        expect(response.text).toBe(`{"jsonrpc":"2.0","id":-1,"result":${encodeJson(whole)}}`);
        expect(bugs).toEqual([]);
      },
    );
  },
);
