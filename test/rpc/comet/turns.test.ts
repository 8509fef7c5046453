/** Tests that batches and queued requests of the CometBFT RPC run in time slices of the fair scheduler. */
import { expect, it } from 'vitest';
import { FairScheduler } from '../../../src/kernel/fair_scheduler.js';
import { utf8 } from '../../../src/kernel/text.js';
import { IN_PROCESS_PEER } from '../../../src/rpc/protocol_handler.js';
import { aHandler, openSocket, post } from './calls.js';

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
